"""Share links of hanab.live: a game in a line of letters and digits.

Three fields with commas between them: the players and the deck, the actions, the variant's number;
a fourth one, a seed, is read and left alone. The signs a-z, 0-9, A-Z stand for 0 to 61. The first
field is the number of players, the lowest and the highest rank, and a sign a card: suit * ranks +
rank - lowest. The second is the lowest and the highest type, and two signs an action: (value + 1,
or 0 without one) * types + type - lowest, and the target. A hyphen after every 20 characters lets
the text wrap. A link holds no names, options and notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hanabi_arena.errors import RulesError, UsageError
from hanabi_arena.interop.hanab_live.game import (
    COLOUR,
    NAMES,
    PLAY,
    RANK,
    SWITCHES,
    LiveAction,
    LiveGame,
)
from hanabi_arena.rules.cards import CARDS, MAX_SUITS, RANKS, Card
from hanabi_arena.rules.hanab_live import find_live, playable_live
from hanabi_arena.rules.variant import PLAYERS

SITE: Final = "https://hanab.live/shared-replay-json/"
MARK: Final = "replay-json/"
"""What every link with a game in it contains."""

_SIGNS: Final = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LINE: Final = 20


def write_link(game: LiveGame, turn: int | None = None) -> str:
    """Return the link to a game, at a turn counted from 1. Raises UsageError if it cannot hold it.

    What ends a game that was given up is left out: there the game just stops.
    """
    options = [option for option in SWITCHES if game.options.get(option)]
    if game.first_seat:
        options.append("startingPlayer")
    if options:
        raise UsageError(
            f"a share link holds no options, and this game was played with {', '.join(options)}; "
            "export it as JSON instead"
        )
    code = "".join((_deck_text(game), ",", _actions_text(game.actions), ","))
    code += str(find_live(game.variant).number)
    lines = [code[start : start + _LINE] for start in range(0, len(code), _LINE)]
    return SITE + "-".join(lines) + ("" if turn is None else f"#{turn}")


def is_link(text: str) -> bool:
    """Return whether a text is a link, or the part of one that holds the game."""
    code = _code(text)
    return MARK in text or (code.count(",") in (2, 3) and code[:1].isdigit() and " " not in code)


def turn_of_link(text: str) -> int | None:
    """Return the turn that a link points at, counted from 1; None without one."""
    turn = text.strip().partition("#")[2]
    return int(turn) if turn.isdecimal() and int(turn) else None


def read_link(text: str) -> LiveGame:
    """Return the game that a link holds. Raises UsageError that says what is wrong with it."""
    fields = _code(text).split(",")
    if len(fields) not in (3, 4):
        raise UsageError(
            f"{len(fields)} fields; a share link has three, with commas between them: "
            "players and deck, actions, variant"
        )
    number = fields[2]
    if not number.isdecimal():
        raise UsageError(f"variant: {number!r} is no number")
    try:
        variant = playable_live(int(number)).name
    except RulesError as error:
        raise UsageError(f"variant: {error}") from None
    players = _digit(fields[0], 0, "players")
    if players not in PLAYERS:
        raise UsageError(f"players: {players}; {PLAYERS[0]} to {PLAYERS[-1]} can play")
    return LiveGame(
        NAMES[:players],
        tuple(_read_deck(fields[0])),
        tuple(_read_actions(fields[1], players)),
        variant,
        seed=fields[3] if len(fields) == 4 else "",
    )


def _code(text: str) -> str:
    return text.strip().partition("#")[0].rpartition(MARK)[2].rstrip("/").replace("-", "")


def _deck_text(game: LiveGame) -> str:
    lowest, highest = _range([card.rank for card in game.deck])
    ranks = highest - lowest + 1
    cards = [_SIGNS[card.suit * ranks + card.rank - lowest] for card in game.deck]
    return f"{len(game.players)}{lowest}{highest}{''.join(cards)}"


def _actions_text(actions: Sequence[LiveAction]) -> str:
    kept = [action for action in actions if action.type <= RANK]
    if not kept:
        return "00"
    lowest, highest = _range([action.type for action in kept])
    types = highest - lowest + 1
    texts = []
    for action in kept:
        value = action.value + 1 if action.type >= COLOUR else 0
        texts.append(_SIGNS[value * types + action.type - lowest] + _SIGNS[action.target])
    return f"{lowest}{highest}{''.join(texts)}"


def _range(numbers: Sequence[int]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def _read_deck(text: str) -> list[Card]:
    lowest, highest = _digit(text, 1, "deck: lowest rank"), _digit(text, 2, "deck: highest rank")
    if not 1 <= lowest <= highest <= RANKS:
        raise UsageError(f"deck: ranks from {lowest} to {highest}; 1 to {RANKS} exist")
    ranks = highest - lowest + 1
    cards = []
    for place, sign in enumerate(text[3:]):
        suit, rank = divmod(_value(sign, f"deck: card {place + 1}"), ranks)
        if suit >= MAX_SUITS:
            raise UsageError(f"deck: card {place + 1}, {sign!r}, is of suit {suit}; 6 exist")
        cards.append(CARDS[suit * RANKS + rank + lowest - 1])
    return cards


def _read_actions(text: str, players: int) -> list[LiveAction]:
    lowest, highest = _digit(text, 0, "actions: lowest type"), _digit(text, 1, "highest type")
    if lowest > highest or highest > RANK + 2:
        raise UsageError(f"actions: types from {lowest} to {highest}; 0 to 5 exist")
    types = highest - lowest + 1
    signs = text[2:]
    if len(signs) % 2:
        raise UsageError(f"actions: {len(signs)} signs; an action has two")
    actions = []
    for place in range(0, len(signs), 2):
        where = f"actions: action {place // 2 + 1}"
        value, kind = divmod(_value(signs[place], where), types)
        kind += lowest
        target = _value(signs[place + 1], where)
        if kind in (COLOUR, RANK) and (target >= players or value == 0):
            told = f"seat {target}" if target >= players else "no value"
            raise UsageError(f"{where} is a clue with {told}")
        actions.append(LiveAction(kind, target, value - 1 if value and kind > PLAY else 0))
    return actions


def _digit(text: str, place: int, what: str) -> int:
    if not text[place : place + 1].isdecimal():
        raise UsageError(f"{what}: {text[place : place + 1]!r} is no digit")
    return int(text[place])


def _value(sign: str, where: str) -> int:
    if sign not in _SIGNS:
        raise UsageError(f"{where}: {sign!r} is none of the signs a-z, 0-9, A-Z")
    return _SIGNS.index(sign)
