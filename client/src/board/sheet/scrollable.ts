// A box that scrolls must be reachable by keyboard, and a box that fits needs no Tab stop. An edge with more content
// behind it fades (`data-more`, see base.css).

import type { Attachment } from "svelte/attachments";

export const scrollable: Attachment<HTMLElement> = (box) => {
  const look = (): void => {
    const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    fade();
  };
  const fade = (): void => {
    const more = [
      box.scrollTop > 1 && "above",
      box.scrollTop + box.clientHeight < box.scrollHeight - 1 && "below",
      box.scrollLeft > 1 && "left",
      box.scrollLeft + box.clientWidth < box.scrollWidth - 1 && "right",
    ].filter((side) => side !== false);
    if (more.length > 0) box.dataset["more"] = more.join(" ");
    else delete box.dataset["more"];
  };
  box.addEventListener("scroll", fade, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  return () => {
    sizes.disconnect();
    box.removeEventListener("scroll", fade);
  };
};
