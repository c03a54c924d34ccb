"""The glossary in both languages: `.venv/bin/python -m bench.glossary` from the root writes docs/glossary.md."""

from collections.abc import Iterator
from pathlib import Path

from pasch.words import glossary

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"

INTRO = """# Glossary

Each term with its name in code and interface, its English and German names, and its meaning.
`python -m bench.glossary` writes this page from `pasch.words.teaching.glossary`. The program’s help page,
`pasch glossary` and `GET /api/v1/glossary` show the same texts.
"""


def page() -> Iterator[str]:
    """The page, line by line."""
    yield from INTRO.splitlines()
    for english, german in zip(glossary("en"), glossary("de"), strict=True):
        yield from ("", f"## {english['heading']}", "", "| in code | English | German | meaning |", "|---|---|---|---|")
        for term, there in zip(english["terms"], german["terms"], strict=True):
            yield f"| `{term['key']}` | {term['name']} | {there['name']} | {term['meaning']} |"


def main() -> None:
    PAGE.write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
