// A box that scrolls must be reachable by keyboard, and one that does not should be no stop of the Tab key.

import type { Attachment } from "svelte/attachments";

export const scrollable: Attachment<HTMLElement> = (box) => {
  const look = (): void => {
    const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  return () => sizes.disconnect();
};
