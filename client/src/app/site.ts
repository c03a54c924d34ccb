/** The operator's settings, which the server writes into the first page. */
function setting(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="pasch-${name}"]`)?.content ?? null;
}

const LINKS = ["home_page", "imprint", "contact"] as const;

/** The operator's own links, for the footer. */
export function siteLinks(): { name: (typeof LINKS)[number]; address: string }[] {
  return LINKS.flatMap((name) => {
    const address = setting(name);
    return address === null ? [] : [{ name, address }];
  });
}

/** Whether all visitors may see all interrupted matches. */
export function isHousehold(): boolean {
  return setting("household") !== null;
}
