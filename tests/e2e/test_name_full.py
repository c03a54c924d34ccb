"""A name field shows a note when it is full, and a screen reader announces the note."""

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, WIDE

pytestmark = pytest.mark.slow
FULL = {"de-DE": "Ein Name hat höchstens 40 Zeichen.", "en-GB": "A name can have at most 40 characters."}
BELOW = """field => {
  const [name, note] = [field, field.nextElementSibling].map((each) => each.getBoundingClientRect());
  return note.top >= name.bottom && Math.abs(note.left - name.left) < 2 && note.right <= innerWidth;
}"""


@pytest.mark.parametrize(
    ("language", "look", "size"), [("de-DE", "light", WIDE), ("en-GB", "dark", PHONE)], ids=["wide", "phone at night"]
)
def test_full_name_field_shows_note_until_text_is_shorter(new_profile, language, look, size):
    page = new_profile(locale=language, color_scheme=look, viewport=size).visit("/")
    field = page.locator("input.name").first
    note = field.locator("xpath=following-sibling::*[1]")
    expect(note).to_have_role("status")  # the element exists before it contains text
    field.fill("x" * 39)
    expect(note).to_have_text("")
    field.press("End")
    page.keyboard.type("yz")
    expect(field).to_have_value("x" * 39 + "y")
    expect(note).to_have_text(FULL[language])
    assert field.evaluate(BELOW)
    assert not violations(page)
    assert page.evaluate(FITS)
    field.press("Backspace")
    expect(note).to_have_text("")
