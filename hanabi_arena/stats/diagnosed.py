"""The diagnosis of recorded games as tables: a row a game, or means a row a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from hanabi_arena.engine.kernel import PLAIN, PlainArray, new_record
from hanabi_arena.engine.table import EVENT, PILE, new_table
from hanabi_arena.errors import RunError
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.match.replay import GameRecord, deal_decks
from hanabi_arena.rules.variant import Rules
from hanabi_arena.stats.diagnosis import DIAGNOSIS, QUARTERS, SCRATCH_ROWS, diagnose

if TYPE_CHECKING:
    import pandas as pd

PLAY_KINDS: Final = ("certain", "by convention", "gamble")

RATIOS: Final = {
    "efficiency": "cards got / (clues given + clues lost)",
    "communicativeness": "clues / turns in which a clue could be paid for",
    "bits_per_clue": "bits removed from the receiver's hand / clues",
    "information_per_play": "attributes known of played cards / (2 x plays)",
    "risk": "mean chance that a played card does not fit",
}
"""Figures that divide sums over the games of a row, and how."""


def diagnose_games(
    rules: Rules,
    players: int,
    decks: npt.NDArray[np.int8],
    actions: Sequence[bytes | Sequence[int]],
    faulted: Sequence[bool] | npt.NDArray[np.bool_],
) -> npt.NDArray[Any]:
    """Diagnose games of the same rules and player count; return a DIAGNOSIS each.

    Args:
        rules: of all the games.
        players: of all the games.
        decks: a row a game: identities, top first, as wide as the game has cards.
        actions: of each game.
        faulted: whether a bot's fault ended it.

    Raises `RunError` for an action that the rules do not allow.
    """
    ends = np.cumsum([len(each) for each in actions], dtype=np.int64)
    joined = np.frombuffer(b"".join(bytes(each) for each in actions), np.uint8)
    found = np.zeros(len(ends), DIAGNOSIS)
    scratch: Any = np.zeros((SCRATCH_ROWS, 64), np.int64)
    rows: Any = found.view(np.recarray)
    flat: tuple[Any, ...] = (decks, ends, joined, np.asarray(faulted, np.int8))
    if PLAIN:
        scratch, rows = scratch.view(PlainArray), found.view(PlainArray)
        flat = tuple(array.view(PlainArray) for array in flat)
    decks_, ends_, joined_, faulted_ = flat
    # Read-only arrays have a type of their own to the compiler; one type is one compilation.
    diagnose(
        new_table(rules, players),
        new_record(PILE),
        new_record(EVENT),
        decks_,
        ends_,
        joined_.copy(),
        faulted_,
        scratch,
        rows,
    )
    wrong = np.flatnonzero(found["illegal_turn"] >= 0)
    if len(wrong):
        raise RunError(
            f"game {wrong[0]} of those to diagnose: turn {found['illegal_turn'][wrong[0]] + 1} is "
            f"illegal by the rules of {rules.name}"
        )
    return found


def diagnose_record(record: GameRecord) -> npt.NDArray[Any]:
    """Diagnose one game; return its DIAGNOSIS. Raises RunError."""
    deck = np.array([record.deck], np.int8)
    faulted = [record.fault_seat is not None]
    return diagnose_games(record.rules, record.players, deck, [record.actions], faulted)


def diagnose_run(run: RecordedRun) -> pd.DataFrame:
    """Diagnose all games of a run; return a row a game, in the order of its cells and games.

    The columns are `line_up`, `variant`, `players`, `game`, `max_score`, `token_cost` (units of
    tokens that a clue costs) and the fields of DIAGNOSIS, `pace` as `pace_1` to `pace_4`. Raises
    RunError where no game or no actions are recorded.
    """
    import pandas as pd

    frames = list(_cells(run))
    if not frames:
        raise RunError(f"{run.folder}: no games are recorded yet")
    return pd.concat(frames, ignore_index=True)


def _cells(run: RecordedRun) -> Iterator[pd.DataFrame]:
    """Diagnose the games of a run, cell by cell."""
    import pandas as pd

    for cell in run.played:
        frame = run.frame([cell]).sort_values("game", kind="stable")
        line_up, variant, players = cell
        rules = run.rules(variant)
        games = frame["game"].to_numpy(np.int64)
        found = diagnose_games(
            rules,
            players,
            deal_decks(rules, players, run.manifest["seed"], games),
            frame["actions"].tolist(),
            (frame["fault_seat"] >= 0).to_numpy(),
        )
        columns: dict[str, Any] = {
            "line_up": line_up,
            "variant": variant,
            "players": players,
            "game": games,
            "max_score": rules.max_score,
            "token_cost": 2 if rules.settings.half_tokens else 1,
        }
        for name in DIAGNOSIS.names or ():
            if name == "pace":
                columns |= {f"pace_{at + 1}": found["pace"][:, at] for at in range(QUARTERS)}
            elif name != "illegal_turn":
                columns[name] = found[name]
        yield pd.DataFrame(columns)


def summarise_diagnoses(games: pd.DataFrame) -> pd.DataFrame:
    """Average diagnosed games: a row per variant, line-up and player count, in order of appearance.

    Columns: `line_up`, `variant`, `players`, `games`; the `RATIOS`, each of sums over the games;
    and the means of all other columns of `diagnose_run`.
    """
    keys = ["line_up", "variant", "players"]
    sums = games.groupby(keys, sort=False, observed=True).sum(numeric_only=True)
    count = games.groupby(keys, sort=False, observed=True).size()
    out = sums.drop(columns=["game", "token_cost", "bits", "play_chance"]).div(count, axis=0)
    clues_lost = sums["tokens_lost"] / (sums["token_cost"] / count)
    ratios = {
        "efficiency": sums["cards_got"] / (sums["clues"] + clues_lost),
        "communicativeness": sums["clues"] / sums["clue_turns"],
        "bits_per_clue": sums["bits"] / sums["clues"],
        "information_per_play": sums["attributes_known"] / (2 * sums["plays"]),
        "risk": 1 - sums["play_chance"] / sums["plays"],
    }
    out.insert(0, "games", count)
    for place, (name, values) in enumerate(ratios.items(), 1):
        out.insert(place, name, values.replace([np.inf, -np.inf], np.nan))
    return out.reset_index()
