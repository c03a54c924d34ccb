// Made from client-*.po by `python -m pasch.i18n.client`; change those.

export interface Params {
  "app.name": undefined;
  "dialog.close": undefined;
}

type Forms = Record<string, string>;

export const CATALOGUES: Record<"de" | "en", Record<keyof Params, string | Forms>> = {
  de: {
    "app.name": "Pasch",
    "dialog.close": "Schließen",
  },
  en: {
    "app.name": "Pasch",
    "dialog.close": "Close",
  },
};
