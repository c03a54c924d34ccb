// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "./messages.gen";

export const catalogue: Catalogue = {
  "ledger.title": "Glück und Können",
};
