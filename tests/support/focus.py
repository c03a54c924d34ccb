"""The keyboard focus: the element that has it, and whether a person can see that."""

from __future__ import annotations

from playwright.sync_api import Page

FOCUSED_NAME = """() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return "nowhere";
  if (at.dataset.cell) return `cell ${at.dataset.cell}`;
  if (at.dataset.place) return `die ${Number(at.dataset.place) + 1}`;
  if (at.getAttribute("aria-keyshortcuts") === "R") return "roll";
  return (at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent).trim().replace(/\\s+/g, " ");
}"""
VISIBILITY = """() => {
  const at = document.activeElement;
  const { top, left, bottom, right, width, height } = at.getBoundingClientRect();
  const inside = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
  const shown = width > 0 && height > 0 && inside;
  const marks = [at, ...at.parentElement.querySelectorAll(":focus-visible, :focus-visible + *")];
  const ringed = marks.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
  return { shown, ringed: ringed && at.matches(":focus-visible"), top, left, bottom, right };
}"""


def focused(page: Page) -> str:
    """The focused element: `cell ones`, `die 3`, `roll`, the name of another element, or `nowhere` without focus."""
    return str(page.evaluate(FOCUSED_NAME))


def wait_for_focus(page: Page) -> None:
    """Wait until an element other than the page's body has the focus."""
    page.wait_for_function("() => document.activeElement !== null && document.activeElement !== document.body")


def assert_focus_visible(page: Page) -> None:
    """Assert that the focused element is fully on screen and has a ring of two pixels or more."""
    seen = page.evaluate(VISIBILITY)
    assert seen["shown"], (focused(page), seen)
    assert seen["ringed"], (focused(page), seen)


def tab_to(page: Page, name: str, *, most: int = 40, back: bool = False) -> None:
    """Press Tab until the element with this name has the focus. Fails after `most` presses."""
    for _ in range(most):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"Tab does not lead to {name!r}; it is at {focused(page)!r}")
