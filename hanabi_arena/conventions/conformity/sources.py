"""Where finished games come from: a run's folder, or files of games."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanabi_arena.engine.codes import DECK_PLAY, FIRST, clue_rank, clue_suit, discard, play
from hanabi_arena.errors import IllegalAction, RulesError, UsageError
from hanabi_arena.interop.arena_format import read_game
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules.catalogue import find_variant

_PLAY, _DISCARD, _SUIT, _RANK, _END = range(5)
"""The types of actions in a game of hanab.live; what follows ends the game."""


@dataclass(frozen=True, slots=True)
class Source:
    """A finished game, and the command that shows it."""

    record: GameRecord
    command: str


def from_run(
    folder: Path,
    line_up: str | None = None,
    variant: str | None = None,
    players: int | None = None,
    games: int | None = None,
) -> Iterator[Source]:
    """Yield the games of a run, of all its cells that fit; the first so many of each cell.

    Raises RunError, and UsageError where nothing fits.
    """
    run = RecordedRun.open(folder)
    run.find_cell(line_up, variant, players)  # says what is wrong
    for cell in run.played:
        if line_up in (None, cell[0]) and variant in (None, cell[1]) and players in (None, cell[2]):
            frame = run.frame([cell]).sort_values("game", kind="stable")
            for record in run.records(frame if games is None else frame.head(games)):
                words = ["arena", "replay", "show", folder.as_posix(), "--line-up", cell[0]]
                words += ["--variant", cell[1], "--players", str(cell[2])]
                yield Source(record, shlex.join([*words, "--game", str(record.game)]))


def from_file(path: Path, note: Callable[[str], None]) -> Iterator[Source]:
    """Yield the games of a file: our JSON lines, or JSON of hanab.live, one game or a list.

    A game that is none by the rules is left out, and `note` is told why. Raises UsageError where
    no game is left.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    problems = []
    found = 0
    for number, content in enumerate(_games_of(path, text)):
        try:
            live = isinstance(content, Mapping) and "format" not in content
            record = live_record(content) if live else read_game(content)
        except (UsageError, RulesError, IllegalAction) as error:
            problems.append(f"{path}, game {number}: {error}")
            note(f"left out: {problems[-1]}")
            continue
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise UsageError(
                f"{path}, game {number}: no game of hanab.live, and none of ours ({reason})"
            ) from None
        found += 1
        words = ["arena", "replay", "show", path.as_posix(), "--game", str(number)]
        yield Source(record, shlex.join(words))
    if not found:
        raise UsageError(problems[0])


def _games_of(path: Path, text: str) -> list[Any]:
    try:
        value = json.loads(text)
    except ValueError:
        try:
            value = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError as error:
            raise UsageError(f"{path}: neither JSON nor JSON lines: {error}") from None
    games = value if isinstance(value, list) else [value]
    if not games:
        raise UsageError(f"{path}: it holds no game")
    return games


def live_record(game: Mapping[str, Any]) -> GameRecord:
    """Return a game of hanab.live without a variant; seats are named by its players, if it does.

    It names cards by their place in the deck. Raises IllegalAction, RulesError and UsageError.
    """
    options = game.get("options", {})
    variant = options.get("variant", "No Variant")
    if variant != "No Variant":
        raise UsageError(f"its variant is {variant}; only games without a variant are judged")
    deck = tuple(card["suitIndex"] * 5 + card["rank"] - 1 for card in game["deck"])
    names = tuple(map(str, game.get("players", ())))
    players = int(game.get("playerCount", len(names)))
    switches: dict[str, Any] = {"first-seat": int(options.get("startingPlayer", 0))}
    if options.get("deckPlays"):
        switches["deck-plays"] = True
    rules = find_variant("base", switches)
    replay = GameRecord(rules, players, deck, ()).replay()
    actions = []
    for given in game["actions"]:
        if given["type"] >= _END:
            break
        actions.append(_code(replay.table, given))
        replay.act(actions[-1])
    return GameRecord(rules, players, deck, tuple(actions), names)


def _code(table: Any, given: Mapping[str, Any]) -> int:
    kind, target, value = given["type"], int(given["target"]), int(given.get("value", 0))
    if kind == _SUIT:
        return int(clue_suit(target, value))
    if kind == _RANK:
        return int(clue_rank(target, value))
    seat = int(table.seat)
    held = [int(table.order[seat, slot]) for slot in range(int(table.hand_count[seat]))]
    if kind == _PLAY and target == int(table.cards) - 1 and target not in held:
        return FIRST[DECK_PLAY]
    if target not in held:
        raise UsageError(
            f"turn {int(table.turn) + 1}: seat {seat} does not hold the card in place {target}"
        )
    return int((play if kind == _PLAY else discard)(held.index(target)))
