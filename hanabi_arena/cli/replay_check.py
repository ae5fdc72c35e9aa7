"""`arena replay check`: is every action of a game legal, and what is the game worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BAD, USAGE, print_json, say

if TYPE_CHECKING:
    from hanabi_arena.interop.game_files import FoundGame
    from hanabi_arena.interop.hanab_live.replayed import Replayed


@click.command(short_help="Say whether games are legal, and their scores.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print a list with an object a game.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Play the games of FILE again: are all actions legal, and what is the score by both rules?

    FILE is a file with a game or a list of games, a folder of such files or of a run, or a share
    link; of hanab.live or of our own format (docs/game-format.md).
    """
    from hanabi_arena.errors import UsageError
    from hanabi_arena.interop.game_files import find_games

    rows: list[dict[str, Any]] = []
    wrong = 0
    for found in find_games(files):
        try:
            played = found.replayed()
        except UsageError as error:
            wrong += 1
            say(f"error: {error}")
            rows.append(_place(found) | {"legal": None, "error": str(error)})
            continue
        rows.append(_row(found, played))
        if not as_json:
            click.echo(_line(found, played))
    illegal = sum(row["legal"] is False for row in rows)
    if as_json:
        print_json(rows)
    elif len(rows) > 1:
        told = [f"{len(rows)} games", f"{len(rows) - illegal - wrong} legal", f"{illegal} illegal"]
        click.echo(" · ".join([*told, *([f"{wrong} could not be read"] if wrong else [])]))
    if wrong or illegal:
        raise SystemExit(USAGE if wrong else BAD)


def _place(found: FoundGame) -> dict[str, Any]:
    return {"file": found.source, "game": found.number}


def _row(found: FoundGame, played: Replayed) -> dict[str, Any]:
    record, outcome = played.record, played.outcome
    row = _place(found) | {
        "variant": record.rules.name,
        "players": record.players,
        "legal": played.illegal is None,
        "score_zero": outcome.score_zero,
        "score_kept": outcome.score_kept,
        "end": outcome.end,
        "turns": outcome.turns,
        "notes": list(played.notes),
    }
    if played.illegal:
        one = played.illegal
        row |= {"turn": one.turn, "action": one.action, "rule": one.rule}
    return row


def _line(found: FoundGame, played: Replayed) -> str:
    record, outcome = played.record, played.outcome
    head = f"{found.where}: {record.rules.name}, {record.players} players: "
    if played.illegal:
        one = played.illegal
        told = f"illegal in turn {one.turn}: {one.action}: {one.rule}"
    else:
        told = (
            f"legal, {outcome.end} after {outcome.turns} turns, score {outcome.score_zero} "
            f"(third strike zero), {outcome.score_kept} (points kept)"
        )
    return head + "; ".join([told, *played.notes])
