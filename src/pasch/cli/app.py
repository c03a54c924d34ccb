"""All commands and their options. Each command imports its own module when it runs."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pasch.cli.admin import admin
from pasch.cli.console import AsJson, Commands, HouseRules, Lang, chosen_variant, whole_number
from pasch.cli.serve import serve

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help suits screen readers, and needs no further package
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:  # noqa: FBT001 - typer passes the flag
    if asked:
        from pasch import __version__

        print(f"pasch {__version__}")
        raise typer.Exit


@app.callback()
def _pasch(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Play every game of the Kniffel family, and compute the value of every roll."""


app.command()(serve)
app.add_typer(admin, name="admin")

VariantName = Annotated[str, typer.Argument(metavar="VARIANT", help="Key or name; `pasch variants` lists them.")]


@app.command()
def play(  # noqa: PLR0913 - the options of the command
    variant: VariantName = "kniffel",
    *,
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Names, separated by commas; empty: only bots play."),
    ] = None,
    bots: Annotated[int, typer.Option(metavar="COUNT", min=0, max=8, help="Number of seats for bots.")] = 0,
    games: Annotated[int, typer.Option(metavar="COUNT", min=1, help="Number of games in the match.")] = 1,
    house_rules: HouseRules = None,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="You roll real dice and type their faces.")] = False,
    real_for: Annotated[
        str | None, typer.Option("--real-for", metavar="A,B", help="Names from --players whose players have real dice.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of the match into this file.")
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play on this server; the address of a table opens that table."),
    ] = None,
    guests: Annotated[
        int | None,
        typer.Option(metavar="COUNT", min=0, help="With --server: open a table with this many seats for other people."),
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="With --guests: the table is public.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for screen readers; the default for pipes.")
    ] = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal."""
    from pasch.cli.play.command import play
    from pasch.cli.play.options import PlayOptions

    chosen = chosen_variant(variant, house_rules)
    names = ("",) if players is None else tuple(players.split(",")) if players.strip() else ()
    play(
        PlayOptions(
            chosen,
            names,
            bots,
            games,
            record,
            plain=plain,
            as_json=as_json,
            lang=lang,
            server=server,
            guests=guests,
            public=public,
            real_dice=real_dice,
            real_for=tuple(real_for.split(",")) if real_for else (),
        )
    )


@app.command()
def variants(*, lang: Lang, as_json: AsJson = False) -> None:
    """List the variants."""
    from pasch.cli.catalogue import list_variants

    list_variants(lang, as_json=as_json)


@app.command()
def rules(variant: VariantName, *, house_rules: HouseRules = None, lang: Lang, as_json: AsJson = False) -> None:
    """Print the rules of a variant."""
    from pasch.cli.catalogue import print_rules

    print_rules(chosen_variant(variant, house_rules), lang, as_json=as_json)


@app.command()
def chances(variant: VariantName, *, house_rules: HouseRules = None, lang: Lang, as_json: AsJson = False) -> None:
    """Print the chance of each category of a variant."""
    from pasch.cli.catalogue import print_chances

    print_chances(chosen_variant(variant, house_rules), lang, as_json=as_json)


@app.command()
def glossary(*, lang: Lang, as_json: AsJson = False) -> None:
    """Explain the words of the game."""
    from pasch.cli.catalogue import print_words

    print_words(lang, as_json=as_json)


@app.command()
def tips(*, lang: Lang, as_json: AsJson = False) -> None:
    """Print three popular tips and the results of playing by them."""
    from pasch.cli.catalogue import print_tips

    print_tips(lang, as_json=as_json)


@app.command()
def puzzle(
    *,
    theme: Annotated[
        Literal["bonus", "straights", "scratching", "endgame", "duel"] | None,
        typer.Option(help="Only puzzles about this."),
    ] = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Ask for the best action in positions that many players get wrong, and rate the answers."""
    from pasch.cli.puzzles import ask_puzzles

    ask_puzzles(theme, lang, as_json=as_json)


@app.command()
def score(  # noqa: PLR0913 - the options of the command
    variant: Annotated[str | None, typer.Argument(metavar="VARIANT", help="Key or name.", show_default=False)] = None,
    roll: Annotated[
        str | None,
        typer.Argument(metavar="ROLL", help="Faces without spaces, such as 13356; a ten-sided die after a slash."),
    ] = None,
    *,
    rolls: Annotated[
        int | None, typer.Option(metavar="COUNT", min=1, help="Rolls used; by default all rolls of the turn.")
    ] = None,
    served: Annotated[bool, typer.Option("--served", help="All dice were rolled together in the last roll.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Read JSON Lines from standard input and answer each.")
    ] = False,
    house_rules: HouseRules = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Print the score of a roll in every category."""
    from pasch.cli.catalogue import answer_lines, score_roll

    if batch:
        if variant is not None:
            raise typer.BadParameter("--batch takes the variant of every line, not one for all.", param_hint="VARIANT")
        answer_lines(house_rules or [], lang)
        return
    if variant is None or roll is None:
        missing = "VARIANT" if variant is None else "ROLL"
        raise typer.BadParameter("it is missing.", param_hint=missing)
    score_roll(chosen_variant(variant, house_rules), roll, rolls, lang, served=served, as_json=as_json)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    *,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Check a record and print its sheets and totals."""
    from pasch.cli.records import replay_file

    replay_file(file, lang, as_json=as_json)


@app.command()
def sheet(  # noqa: PLR0913 - the options of the command
    out: Annotated[str, typer.Argument(metavar="OUT.pdf", help="The file to write; - is standard output.")],
    *,
    variant: Annotated[
        str | None,
        typer.Option(metavar="VARIANT", help="The variant; by default Kniffel, or that of the record."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(metavar="COUNT", min=1, help="Games side by side; by default as many as fit on a page."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="COUNT", min=1, help="Players side by side; by default the minimum.")
    ] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="Paper size.")] = "a4",
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Print the sheets of this record; - reads standard input.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", min=1, help="Only the sheets of this player of the record.")
    ] = None,
    house_rules: HouseRules = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Print a blank form, or the filled sheets of a record, as PDF."""
    from pasch.cli.records import Print, print_form, print_record
    from pasch.sheets import Paper

    options = Print(out, Paper(paper), lang, as_json)
    if record is None:
        if seat is not None:
            raise typer.BadParameter("it takes a record.", param_hint="--seat")
        print_form(chosen_variant(variant or "kniffel", house_rules), games, players, options)
        return
    if games is not None or players is not None or house_rules:
        raise typer.BadParameter("the record has games, players and its own rules.", param_hint="--record")
    print_record(record, seat, None if variant is None else chosen_variant(variant, None), options)


OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="URL", help="Compute on a Dask cluster: tcp:// and its scheduler's host:port."),
]


@app.command()
def solve(  # noqa: PLR0913 - the options of the command
    variants: Annotated[
        list[str] | None,
        typer.Argument(metavar="VARIANT", help="Keys or names; `pasch variants` lists them.", show_default=False),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All variants that have an exact table.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Solve again, even if a table exists.")] = False,
    target: Annotated[
        int | None, typer.Option(metavar="POINTS", help="Also the greatest chance of at least this many points.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Also the value as a fraction.")] = False,
    duel: Annotated[bool, typer.Option("--duel", help="Also the chances to win in a game of two.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Solve several columns on the graphics card.")] = False,
    cluster: OnCluster = None,
    house_rules: HouseRules = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Print the value and the facts of optimal play, for one or more variants."""
    from pasch.cli.solving import SolveOptions, solvable, solve_variants

    if every == bool(variants):
        raise typer.BadParameter("one or more, or --all for all of them.", param_hint="VARIANT")
    if every and house_rules:
        raise typer.BadParameter("it takes variants by name.", param_hint="--set")
    if gpu and cluster:
        raise typer.BadParameter("a cluster computes on processors.", param_hint="--gpu")
    chosen = solvable() if every else [chosen_variant(name, house_rules) for name in variants or ()]
    if not solve_variants(chosen, SolveOptions(lang, fresh, target, as_json, exact, duel, gpu), cluster):
        raise typer.Exit(1)


@app.command()
def advise(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Such as “kniffel; ones=3; 12344 2”: sheet, dice, rolls left.")
    ],
    *,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Print the best action in a position, and the cost of every other one."""
    from pasch.cli.solving import advise_position

    advise_position(position, lang, as_json=as_json)


@app.command()
def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    *,
    win: Annotated[bool, typer.Option("--win", help="Also print the chances to win, for games of two.")] = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Print the luck of every roll in a record, and the loss of every decision."""
    from pasch.cli.analysing import analyse_file

    analyse_file(file, lang, win=win, as_json=as_json)


Games = Annotated[
    int, typer.Option(metavar="COUNT", parser=whole_number, help="Number of games, such as 5000, 100k or 2M.")
]
Seed = Annotated[int, typer.Option(metavar="SEED", min=0, help="The same seed gives the same dice.")]


@app.command()
def simulate(  # noqa: PLR0913 - the options of the command
    variant: VariantName,
    *,
    bot: Annotated[str, typer.Option(metavar="NAME", help="The bot, such as perfect.")] = "perfect",
    games: Games = 10_000,
    seed: Seed = 0,
    cluster: OnCluster = None,
    house_rules: HouseRules = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Let a bot play many games, and print its scores."""
    from pasch.cli.simulating import simulate_bot

    simulate_bot(chosen_variant(variant, house_rules), bot, games, seed, lang, as_json=as_json, on=cluster)


@app.command()
def arena(  # noqa: PLR0913 - the options of the command
    variant: VariantName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT", help="The bots, two or more.")],
    *,
    games: Games = 100,
    seed: Seed = 0,
    cluster: OnCluster = None,
    house_rules: HouseRules = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Let bots play against each other, and print how often each wins."""
    from pasch.cli.simulating import arena as let_play

    let_play(chosen_variant(variant, house_rules), bots, games, seed, lang, as_json=as_json, on=cluster)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    *,
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The commitment that you noted before the first roll, instead of the record's."
        ),
    ] = None,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """Check every roll of a record against its seed."""
    from pasch.cli.records import verify_file

    verify_file(file, commitment, lang, as_json=as_json)
