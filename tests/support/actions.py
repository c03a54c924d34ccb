"""Kniffeliger's action dice as used with a mouse, in German."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.support.tableview import TableView

NAMES = {
    "steal": "Stehlen",
    "freeze": "Einfrieren",
    "cross_out": "Durchstreichen",
    "shift": "Weiterreichen",
    "swap": "Tauschen",
}


@dataclass(frozen=True)
class Actions:
    """The button next to the dice and its dialog."""

    view: TableView

    @property
    def button(self) -> Locator:
        """“Aktionen (2) …”."""
        return self.view.page.locator("[data-deed=actions]")

    @property
    def dialog(self) -> Locator:
        """The dialog of the action dice."""
        return self.view.page.get_by_role("dialog")

    @property
    def kinds(self) -> Locator:
        """The stock, with a button for each kind."""
        return self.dialog.locator(".kinds button")

    def use(self, kind: str) -> None:
        """Use a die of this kind on the first offered player and cell."""
        self.button.click()
        self.kinds.filter(has_text=NAMES[kind]).click()
        sure = self.dialog.get_by_role("button", name="Einsetzen")
        for _ in range(2):
            if sure.count() == 0:
                self.dialog.locator(".list button").first.click()
        sure.click()
        expect(self.dialog).to_have_count(0)

    def end_turn(self) -> None:
        """Press the large button that ends the turn or the phase."""
        expect(self.view.roll_button).to_have_text("Zug beenden")
        self.view.roll_button.click()
