"""The words of the game side by side: `.venv/bin/python -m bench.glossary` from the root writes docs/glossary.md."""

from collections.abc import Iterator
from pathlib import Path

from pasch.words import glossary

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"

INTRO = """# Words

What code and interface call a thing, what players read, and what it is. Written by `python -m bench.glossary` from
`pasch.words.glossary`, which also feeds the program’s own page, `pasch glossary` and `GET /api/v1/glossary`.
"""


def page() -> Iterator[str]:
    """The page, line by line."""
    yield from INTRO.splitlines()
    for english, german in zip(glossary("en"), glossary("de"), strict=True):
        yield from ("", f"## {english.heading}", "", "| in code | English | German | what it is |", "|---|---|---|---|")
        for term, there in zip(english.terms, german.terms, strict=True):
            yield f"| `{term.key}` | {term.name} | {there.name} | {term.meaning} |"


def main() -> None:
    PAGE.write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
