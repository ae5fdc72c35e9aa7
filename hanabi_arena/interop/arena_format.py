"""The arena's own format for games: JSON lines, one complete game each.

`docs/game-format.md` describes it well enough for another engine to replay a game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from hanabi_arena.api.actions import (
    ACTIONS,
    Action,
)
from hanabi_arena.api.rules_object import SWITCHES, rules_object
from hanabi_arena.api.wire import action_object
from hanabi_arena.errors import IllegalAction, RulesError, UsageError, did_you_mean
from hanabi_arena.match.replay import FAULT, STOPPED, GameRecord, Outcome, Replay
from hanabi_arena.match.transcript import action_text
from hanabi_arena.rules.cards import CARDS, RANKS, Card
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.rules.variant import ONE_OF_EACH, Rules, Settings

FORMAT: Final = 1


class IllegalTurn(UsageError):
    """An action of a game is illegal: its turn from 1, the action, the rule, the actions before."""

    def __init__(self, record: GameRecord, action: str, rule: str, message: str) -> None:
        self.record, self.action, self.rule = record, action, rule
        self.turn = len(record.actions) + 1
        super().__init__(message)


_KEYS: Final[dict[str, type | tuple[type, ...]]] = {
    "format": int,
    "rules": dict,
    "players": int,
    "first_seat": int,
    "line_up": str,
    "game": int,
    "bots": list,
    "deck": list,
    "actions": list,
    "end": str,
    "fault_seat": (int, type(None)),
    "score_zero": int,
    "score_kept": int,
}
_RULES_KEYS: Final[dict[str, type | tuple[type, ...]]] = {
    "variant": str,
    "suits": int,
    "copies": list,
    "touch": dict,
    "rainbow": bool,
    "hand_size": int,
    "clue_tokens": int,
    "strikes": int,
    **dict.fromkeys(SWITCHES, bool),
    "empty_clues": (bool, str),
    "hanab_live": str,
}
_MAY_BE_MISSING: Final[dict[str, Any]] = {
    **dict.fromkeys(("discard_at_max", "deck_plays", "half_tokens"), False),
    "hanab_live": "",
}
"""Keys that a file may leave out, and what holds then."""


def write_game(record: GameRecord) -> str:
    """Return a game as one line of JSON, without the newline. Raises IllegalAction."""
    return json.dumps(game_object(record), separators=(", ", ": "), ensure_ascii=False)


def game_object(record: GameRecord) -> dict[str, Any]:
    """Return a game as the object that the format describes. Raises IllegalAction."""
    game = record.replay()
    turns = [game.act(action) for action in record.actions]
    outcome = game.outcome(record.fault_seat)
    return {
        "format": FORMAT,
        "rules": rules_object(record.rules, record.players),
        "players": record.players,
        "first_seat": record.first_seat,
        "line_up": record.line_up,
        "game": record.game,
        "bots": list(record.bots),
        "deck": [[CARDS[card].suit, CARDS[card].rank] for card in record.deck],
        "actions": [{"seat": turn.seat, **action_object(turn.action)} for turn in turns],
        "end": outcome.end,
        "fault_seat": record.fault_seat,
        "score_zero": outcome.score_zero,
        "score_kept": outcome.score_kept,
    }


def read_games(lines: Iterable[str], source: str = "games") -> Iterator[GameRecord]:
    """Yield the games of JSON lines; empty lines are skipped.

    Raises UsageError that names `source` and the line for anything that `read_game` refuses.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield read_game(json.loads(line))
        except json.JSONDecodeError as error:
            raise UsageError(f"{source}, line {number}: no JSON: {error}") from None
        except UsageError as error:
            raise UsageError(f"{source}, line {number}: {error}") from None


def read_game(game: Any) -> GameRecord:
    """Return the game that an object of the format tells of, played again and found right.

    Raises UsageError that names the key and what would be right: for an object that is not of the
    format, for rules that the engine does not know, for an illegal action, and for an end or a
    score that is not what the engine comes to.
    """
    fields = _checked("", game, _KEYS)
    if fields["format"] != FORMAT:
        raise UsageError(f"format: {fields['format']} is not known; this program reads {FORMAT}")
    players = fields["players"]
    rules = _rules_of(fields["rules"], players, fields["first_seat"])
    for name in fields["bots"]:
        if not isinstance(name, str):
            raise UsageError(f"bots: {name!r} is no name")
    deck = tuple(_card_of(place, card).index for place, card in enumerate(fields["deck"]))
    played = Replay(rules, players, deck)
    actions = tuple(_act(played, index, one) for index, one in enumerate(fields["actions"]))
    fault_seat = fields["fault_seat"]
    if (fault_seat is not None) != (fields["end"] == FAULT):
        raise UsageError(f"fault_seat: {fault_seat!r} does not go with the end {fields['end']!r}")
    record = GameRecord(
        rules,
        players,
        deck,
        actions,
        tuple(fields["bots"]),
        fields["line_up"],
        fields["game"],
        fault_seat,
    )
    _check_outcome(fields, played.outcome(fault_seat))
    return record


def _checked(where: str, given: Any, keys: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """Return the object with switches filled in; refuse missing, unknown and ill-typed keys."""
    if not isinstance(given, dict):
        raise UsageError(f"{where or 'a game'}: {_short(given)} is no object")
    prefix = f"{where}." if where else ""
    for key in given:
        if key not in keys:
            raise UsageError(f"{prefix}{key}: no such key.{did_you_mean(str(key), keys)}")
    found = {key: value for key, value in _MAY_BE_MISSING.items() if key in keys} | given
    for key, kind in keys.items():
        if key not in found:
            raise UsageError(f"{prefix}{key} is missing")
        _check_type(prefix + key, found[key], kind)
    return found


def _check_type(where: str, value: Any, kind: type | tuple[type, ...]) -> None:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in kinds:  # true is no number here
        names = {int: "a number", str: "a text", list: "a list", dict: "an object"}
        wanted = " or ".join(names.get(one, "null") for one in kinds if one is not bool)
        raise UsageError(f"{where}: {_short(value)} is not {wanted or 'true or false'}")


def _short(value: Any) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def _rules_of(given: dict[str, Any], players: int, first_seat: int) -> Rules:
    """Return the engine's rules that come to the same data; the variant's name breaks no tie."""
    fields = _checked("rules", given, _RULES_KEYS)
    named = _named_rules(fields, players, first_seat)
    if named is not None:
        return named
    rules = Rules(fields["variant"], _settings_of(fields, players, first_seat))
    rules.check(players)
    right = rules_object(rules, players)
    for key, value in right.items():
        if fields[key] != value:
            raise RulesError(
                f"rules.{key}: {_short(fields[key])} is no table that this engine plays; "
                f"with the other keys it would be {_short(value)}"
            )
    return rules


def _named_rules(fields: dict[str, Any], players: int, first_seat: int) -> Rules | None:
    """Return the variant of that name, if it exists and comes to the same data."""
    try:
        found = find_variant({"variant": fields["variant"], "first-seat": first_seat})
        found = Rules(fields["variant"], found.settings, found.line)
        right = {"hanab_live": ""} | rules_object(found, players)
        return found if right == fields else None
    except (UsageError, KeyError):
        return None


def _settings_of(fields: dict[str, Any], players: int, first_seat: int) -> Settings:
    switches: dict[str, Any] = {switch: fields[switch] for switch in SWITCHES}
    sizes: dict[str, Any] = {
        "hand_size": fields["hand_size"],
        "clue_tokens": fields["clue_tokens"],
        "strikes": fields["strikes"],
        "first_seat": first_seat,
    }
    if fields["hanab_live"]:
        switches["empty_clues"] = fields["empty_clues"] is True
        return Settings(hanab_live=fields["hanab_live"], **sizes, **switches)
    suits, copies = fields["suits"], fields["copies"]
    last = tuple(copies[-1]) if copies and isinstance(copies[-1], Sequence) else ()
    rainbow = fields["rainbow"]
    avalanche = not rainbow and last == ONE_OF_EACH
    sixth = rainbow or avalanche
    return Settings(
        suits=suits - sixth,
        rainbow=rainbow,
        avalanche=avalanche,
        copies="full" if sixth and last != ONE_OF_EACH else "box",
        **sizes,
        **switches,
    )


def _card_of(place: int, card: Any) -> Card:
    match card:
        case [int(suit), int(rank)] if 0 <= suit < len(CARDS) // RANKS and 1 <= rank <= RANKS:
            return CARDS[suit * RANKS + rank - 1]
    raise UsageError(f"deck[{place}]: {_short(card)} is no card; a card is [suit, rank]")


def _act(played: Replay, index: int, given: Any) -> int:
    where = f"actions[{index}]"
    if not isinstance(given, dict):
        raise UsageError(f"{where}: {_short(given)} is no object")
    action = _ACTIONS_BY_TEXT.get(_action_key(given))
    if action is None:
        raise UsageError(f"{where}: {_short(given)} is no action; {_wanted(given.get('type'))}")
    if played.over:
        raise _illegal(played, action, f"{where}: the game is over after {index} actions")
    seat = int(played.table.seat)
    if type(given.get("seat")) is not int or given["seat"] != seat:
        raise UsageError(f"{where}: seat {given.get('seat')!r} is not on turn; seat {seat} is")
    try:
        played.act(action.code)
    except IllegalAction as error:
        raise _illegal(played, action, f"{where}: {error}") from None
    return action.code


def _illegal(played: Replay, action: Action, message: str) -> IllegalTurn:
    codes = tuple(turn.action.code for turn in played.history)
    record = GameRecord(played.rules, played.players, played.deck, codes)
    rule = played.broken_rule(action.code)
    try:
        words = action_text(played.rules, action)
    except IndexError:  # a suit that the game has not
        words = repr(action)
    return IllegalTurn(record, words, rule, message)


def _action_key(given: dict[str, Any]) -> str:
    # As text, 1, 1.0 and true differ.
    return json.dumps({key: given[key] for key in given if key != "seat"}, sort_keys=True)


_ACTIONS_BY_TEXT: Final = {_action_key(action_object(action)): action for action in ACTIONS}


def _wanted(kind: Any) -> str:
    forms = {
        "play": 'a play has a "slot" from 0 to 5 and perhaps "announce", a suit; or "deck": true',
        "discard": 'a discard has a "slot" from 0 to 5',
        "clue-suit": 'a clue has "target", a seat, and "value", a suit from 0',
        "clue-rank": 'a clue has "target", a seat, and "value", a rank from 1 to 5',
    }
    return forms.get(kind, f"type is one of {', '.join(forms)}")


def _check_outcome(fields: dict[str, Any], found: Outcome) -> None:
    right = {
        "end": found.end,
        "score_zero": found.score_zero,
        "score_kept": found.score_kept,
    }
    for key, value in right.items():
        if fields[key] != value:
            told = {STOPPED: " (the rules have not ended it)"}.get(found.end, "")
            raise UsageError(f"{key}: {fields[key]!r}, but the game comes to {value!r}{told}")
