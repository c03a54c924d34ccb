"""The table page as seen with a mouse, in German."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

DIE = re.compile(r"Würfel (\d): (\d)(, behalten|, wird neu gewürfelt)?")


@dataclass(frozen=True)
class TableView:
    """The elements of the table page, and the moves of a turn. Every move waits for its visible result."""

    page: Page

    @property
    def heading(self) -> Locator:
        """The heading with the player to move."""
        return self.page.get_by_role("heading", level=1)

    @property
    def dice(self) -> Locator:
        """The dice on the tray."""
        return self.page.get_by_role("group", name="Würfel").get_by_role("button")

    @property
    def roll_button(self) -> Locator:
        """The button that shows the rolls left."""
        return self.page.locator("button[aria-keyshortcuts=R]")

    @property
    def enter_button(self) -> Locator:
        """The same button after a cell is pencilled in: its text announces the entry."""
        return self.page.locator("button[data-enter]")

    @property
    def count(self) -> Locator:
        """“Wurf 2 von 3”."""
        return self.page.get_by_text(re.compile(r"^\s*(Wurf \d von \d|Noch nicht gewürfelt, \d Würfe)\s*$"))

    @property
    def open_cells(self) -> Locator:
        """The cells that can be written or scratched now."""
        return self.page.locator("[data-cell]")

    @property
    def banner(self) -> Locator:
        """The message about the connection."""
        said = re.compile(r"^(Keine Verbindung|Die Verbindung ist wieder da)")
        return self.page.locator("p:not([aria-live] *)").filter(has_text=said)

    @property
    def handover(self) -> Locator:
        """The page for handing the device over."""
        return self.page.get_by_role("dialog").filter(has_text="Bitte weitergeben")

    @property
    def take_back(self) -> Locator:
        """The button next to the table that takes the last entry back."""
        return self.page.get_by_role("button", name="Zurücknehmen")

    def cell(self, key: str) -> Locator:
        """An open cell."""
        return self.page.locator(f"[data-cell='{key}']")

    def row(self, key: str) -> Locator:
        """A row of the sheet: a category, or `upper`, `saldo`, `bonus`, `lower`, `extra`, `total`."""
        return self.page.locator(f"tr[data-row='{key}']")

    def written(self, key: str, place: int) -> Locator:
        """The cell of a row in the column of the player at this place, from 1."""
        return self.row(key).get_by_role("cell").nth(place - 1)

    def faces(self) -> str:
        """The dice in their order on the tray, such as `13356`."""
        return "".join(face for _, face, _ in self._dice())

    def stays(self) -> str:
        """The faces of the dice that stay."""
        return "".join(face for _, face, stays in self._dice() if stays)

    def kept(self) -> list[int]:
        """The places, from 1, of the dice that stay."""
        return [int(place) for place, _, stays in self._dice() if stays]

    def keep(self, *places: int) -> None:
        """Click dice, by place from 1, so that they stay."""
        for place in places:
            die = self.dice.nth(place - 1)
            die.click()
            expect(die).to_have_attribute("aria-pressed", "true")

    def roll(self, nth: int) -> None:
        """The nth roll of the turn."""
        expect(self.roll_button).to_have_attribute("aria-disabled", "false")
        self.roll_button.click()
        self.wait_for_roll(nth)

    def wait_for_roll(self, nth: int) -> None:
        """Wait until the dice of the nth roll have stopped."""
        expect(self.count).to_contain_text(f"Wurf {nth} von 3")
        expect(self.dice.first).to_have_attribute("aria-disabled", "false")

    def offers(self) -> dict[str, int]:
        """The offered points by cell: 0 where the roll scores nothing."""
        labels: list[list[str]] = self.open_cells.evaluate_all(
            "cells => cells.map((cell) => [cell.dataset.cell, cell.ariaLabel])"
        )
        return {cell: self._worth(label) for cell, label in labels}

    def write(self, key: str) -> None:
        """Click a cell that scores, and enter it."""
        self._enter(key)

    def scratch(self, key: str) -> None:
        """Click a cell that scores nothing, and scratch it."""
        self._enter(key)

    def enter(self, key: str, points: int) -> None:
        """Write or scratch, depending on the points."""
        if points:
            self.write(key)
        else:
            self.scratch(key)

    def take_device(self, name: str) -> None:
        """Continue from the page for handing the device to this player."""
        expect(self.handover.get_by_role("heading", name=f"{name} ist dran")).to_be_visible()
        self.handover.get_by_role("button", name="Weitergeben", exact=True).click()
        expect(self.handover).to_have_count(0)

    def _enter(self, key: str) -> None:
        cell = self.cell(key)
        cell.click()
        self.enter_button.click()
        expect(cell).to_have_count(0)

    def _dice(self) -> list[tuple[str, str, str]]:
        names: list[str] = self.dice.evaluate_all("dice => dice.map((die) => die.ariaLabel)")
        return [(match[1], match[2], match[3] or "") for match in map(DIE.fullmatch, names) if match]

    @staticmethod
    def _worth(label: str) -> int:
        found = re.search(r"(\d+)(?: \+\d+)? Punkte? eintragen", label)
        return int(found[1]) if found else 0
