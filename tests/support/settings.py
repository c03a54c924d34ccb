"""The settings as changed on a page."""

import re

from playwright.sync_api import Page


def choose(page: Page, name: str) -> None:
    """Open the settings, choose the option with this name, and close them."""
    page.get_by_role("button", name=re.compile("^(Einstellungen|Settings)$")).click()
    page.get_by_role("dialog").get_by_role("radio", name=name, exact=True).check()
    page.keyboard.press("Escape")
