"""A game as hanab.live has it, and its JSON.

An action has a type: PLAY and DISCARD with a card's place in the deck as the target, COLOUR
and RANK with a seat as the target and a value (the place of the colour among those that can be
clued, or the rank), END and VOTE for a game that was not played to its end. A misplay is a PLAY.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hanabi_arena.errors import RulesError, UsageError, did_you_mean
from hanabi_arena.match.site_seeds import SiteSeed, site_deck
from hanabi_arena.rules.cards import CARDS, RANKS, Card
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.rules.hanab_live import live_variants, playable_live
from hanabi_arena.rules.variant import PLAYERS, Rules

PLAY, DISCARD, COLOUR, RANK, END, VOTE = range(6)
"""The types of actions."""

NORMAL = 1
"""The value of an END that only says that the game was over."""

NO_VARIANT: Final = "No Variant"
NAMES: Final = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
"""Who plays where nobody is named."""

SWITCHES: Final = {
    "deckPlays": ("deck-plays", True),
    "emptyClues": ("empty-clues", True),
    "oneExtraCard": ("extra-cards", 1),
    "oneLessCard": ("extra-cards", -1),
    "allOrNothing": ("bouquet-final", True),
}
"""The site's options that change the rules, and our switches."""

HARMLESS: Final = {
    "detrimentalCharacters": (
        "played with characters, which restrict what players may choose, not what an action does"
    ),
    "cardCycle": "played with card cycle, which moves cards within a hand, not in its order of age",
    "speedrun": "a speedrun",
}
"""The site's options that do not change what an action does, in words."""


@dataclass(frozen=True, slots=True)
class LiveAction:
    """An action as the site notes it."""

    type: int
    target: int
    value: int = 0


@dataclass(frozen=True)
class LiveGame:
    """A game as the site notes it. `deck` holds cards, top first; `score` is what a file tells."""

    players: tuple[str, ...]
    deck: tuple[Card, ...]
    actions: tuple[LiveAction, ...]
    variant: str = NO_VARIANT
    options: Mapping[str, Any] = field(default_factory=dict)
    first_seat: int = 0
    notes: tuple[tuple[str, ...], ...] = ()
    seed: str = ""
    score: int | None = None

    def rules(self, hand_size: int = 0) -> Rules:
        """Return the rules by which it was played; `hand_size` overrides the site's own.

        Raises RulesError for a variant that cannot be played.
        """
        keys: dict[str, Any] = {"first-seat": self.first_seat, "hand-size": hand_size}
        for option, (key, value) in SWITCHES.items():
            if self.options.get(option):
                keys[key] = value + keys.get(key, 0) if key == "extra-cards" else value
        return find_variant({"variant": self.variant, **keys})


def read_live(given: Any) -> LiveGame:
    """Return the game of the site's JSON, decoded. Unknown keys are left alone.

    Raises UsageError that names the key, the value and what would be right.
    """
    if not isinstance(given, dict):
        raise UsageError(f"{short(given)} is no object")
    names = _players(given)
    options = _checked("options", given.get("options", {}) or {}, dict)
    for option in (*SWITCHES, *HARMLESS):
        _checked(f"options.{option}", options.get(option, False), bool)
    variant = options.get("variant", given.get("variant", NO_VARIANT)) or NO_VARIANT
    variant = _variant(_checked("options.variant", variant, str))
    first = _checked("options.startingPlayer", options.get("startingPlayer", 0), int)
    if not 0 <= first < len(names):
        raise UsageError(f"options.startingPlayer: seat {first} of {len(names)} players")
    seed = _checked("seed", given.get("seed", "") or "", str)
    actions = _listed(given, "actions")
    game = LiveGame(
        names,
        (),
        tuple(_action(index, action, len(names)) for index, action in enumerate(actions)),
        variant,
        options,
        first,
        _notes(given.get("notes")),
        seed,
        given.get("score") if type(given.get("score")) is int else None,
    )
    deck = _deck(given, game)
    return LiveGame(**{**vars(game), "deck": deck})


def _deck(given: Mapping[str, Any], game: LiveGame) -> tuple[Card, ...]:
    """Return the deck that the game lists, or, if it lists none, that its seed deals."""
    if "deck" in given or not game.seed:
        return tuple(_card(place, card) for place, card in enumerate(_listed(given, "deck")))
    SiteSeed.read(game.seed)
    return tuple(CARDS[card] for card in site_deck(game.rules(), game.seed))


def live_object(game: LiveGame) -> dict[str, Any]:
    """Return a game as the site's JSON has it."""
    found: dict[str, Any] = {
        "players": list(game.players),
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in game.deck],
        "actions": [_action_object(action) for action in game.actions],
        "options": {"variant": game.variant, **game.options},
    }
    if game.first_seat:
        found["options"]["startingPlayer"] = game.first_seat
    if any(any(texts) for texts in game.notes):
        found["notes"] = [list(texts) for texts in game.notes]
    if game.seed:
        found["seed"] = game.seed
    return found


def write_live(game: LiveGame) -> str:
    """Return a game as one line of JSON."""
    return json.dumps(live_object(game), separators=(",", ":"), ensure_ascii=False)


def _action_object(action: LiveAction) -> dict[str, int]:
    found = {"type": action.type, "target": action.target}
    return found | ({"value": action.value} if action.type >= COLOUR else {})


def _players(given: Mapping[str, Any]) -> tuple[str, ...]:
    if "players" in given:
        names = _checked("players", given["players"], list)
        for place, name in enumerate(names):
            _checked(f"players[{place}]", name, str)
    elif "playerCount" in given:
        count = _checked("playerCount", given["playerCount"], int)
        _check_players("playerCount", count)
        return NAMES[:count]
    else:
        raise UsageError("players is missing")
    _check_players("players", len(names))
    return tuple(names)


def _check_players(where: str, count: int) -> None:
    if count not in PLAYERS:
        raise UsageError(f"{where}: {count}; {PLAYERS[0]} to {PLAYERS[-1]} can play")


def _variant(name: str) -> str:
    """Return the name of a variant that can be played."""
    if name not in live_variants():
        raise UsageError(
            f"options.variant: hanab.live has no variant {name!r}."
            f"{did_you_mean(name, live_variants())}"
        )
    try:
        return playable_live(name).name
    except RulesError as error:
        raise UsageError(f"options.variant: {error}") from None


def _card(place: int, given: Any) -> Card:
    where = f"deck[{place}]"
    if not isinstance(given, dict):
        example = '{"suitIndex": 0, "rank": 1}'
        raise UsageError(f"{where}: {short(given)} is no card; one is {example}")
    suit, rank = (_number(where, given, key) for key in ("suitIndex", "rank"))
    if not 0 <= suit < len(CARDS) // RANKS:
        raise UsageError(f"{where}.suitIndex: {suit} is not from 0 to {len(CARDS) // RANKS - 1}")
    if not 1 <= rank <= RANKS:
        raise UsageError(f"{where}.rank: {rank} is not from 1 to {RANKS}")
    return CARDS[suit * RANKS + rank - 1]


def _action(index: int, given: Any, players: int) -> LiveAction:
    where = f"actions[{index}]"
    if not isinstance(given, dict):
        example = '{"type": 0, "target": 3}'
        raise UsageError(f"{where}: {short(given)} is no action; one is {example}")
    kind, target = (_number(where, given, key) for key in ("type", "target"))
    if not PLAY <= kind <= VOTE:
        raise UsageError(f"{where}.type: {kind} is not from {PLAY} to {VOTE}")
    value = given.get("value")
    if value is None and kind in (COLOUR, RANK):
        raise UsageError(f"{where}.value is missing: a clue of type {kind} has one")
    if value is not None and type(value) is not int:
        raise UsageError(f"{where}.value: {short(value)} is no whole number")
    if kind in (COLOUR, RANK) and not 0 <= target < players:
        raise UsageError(f"{where}.target: there is no seat {target} of {players}")
    return LiveAction(kind, target, value or 0)


def _number(where: str, given: Mapping[str, Any], key: str) -> int:
    if key not in given:
        raise UsageError(f"{where}.{key} is missing")
    found: int = _checked(f"{where}.{key}", given[key], int)
    return found


def _listed(given: Mapping[str, Any], key: str) -> Any:
    if key not in given:
        raise UsageError(f"{key} is missing")
    return _checked(key, given[key], list)


def _notes(given: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(given, list):
        return ()
    return tuple(
        tuple(text if isinstance(text, str) else "" for text in texts)
        for texts in given
        if isinstance(texts, list)
    )


def _checked(where: str, value: Any, kind: type) -> Any:
    if type(value) is not kind:
        names = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}
        raise UsageError(f"{where}: {short(value)} is not {names.get(kind, 'true or false')}")
    return value


def short(value: Any) -> str:
    """Return a value as it stands in the file, or the beginning of it."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that differ: the second `simple` becomes `simple 2`, and so on."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return tuple(found)
