"""What the arena and a bot in another process write to each other; docs/protocol.md tells it all.

Messages are JSON objects, one a line. Those of every move are put together as text here, which is
several times as fast as encoding them as objects.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanabi_arena.api.actions import (
    ACTIONS,
    Action,
    ClueRank,
    ClueSuit,
    Discard,
    Play,
    PlayDeck,
)
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.rules_object import rules_object
from hanabi_arena.api.view import Turn, View
from hanabi_arena.rules.cards import CARDS, Card, CardSet

PROTOCOL = 1
"""The version of the protocol."""

WANTS = ("events", "legal", "view")
"""What a program can ask to be told: every action, the legal actions, the whole view."""


class ProgramFault(Exception):
    """A bot in another process broke the protocol, or its limits; the text says how."""


def action_object(action: Action) -> dict[str, Any]:
    """Return an action as an object of the protocol and of the game format."""
    match action:
        case Play(slot, None):
            return {"type": "play", "slot": slot}
        case Play(slot, suit):
            return {"type": "play", "slot": slot, "announce": suit}
        case Discard(slot):
            return {"type": "discard", "slot": slot}
        case ClueSuit(target, suit):
            return {"type": "clue-suit", "target": target, "value": suit}
        case ClueRank(target, rank):
            return {"type": "clue-rank", "target": target, "value": rank}
        case _:
            return {"type": "play", "deck": True}


def encoded(thing: Any) -> str:
    """Return JSON on one line, as short as it can be."""
    return json.dumps(thing, separators=(",", ":"))


_ACTION_TEXTS = {action: encoded(action_object(action)) for action in ACTIONS}
_CARD_TEXTS: dict[Card | None, str] = {None: "null"} | {
    card: f"[{card.suit},{card.rank}]" for card in CARDS
}
_TRUTH = ("false", "true")


def read_action(given: Any) -> Action:
    """Return the action that an object names. Raises ProgramFault for anything else.

    Whether the action exists and is legal is the engine's to say.
    """
    kind = given.get("type") if isinstance(given, dict) else None
    if kind == "play" and given.get("deck") is True:
        return PlayDeck()
    if kind == "play":
        announced = given.get("announce")
        slot = _number(given, "slot")
        return Play(slot) if announced is None else Play(slot, _number(given, "announce"))
    if kind == "discard":
        return Discard(_number(given, "slot"))
    if kind == "clue-suit":
        return ClueSuit(_number(given, "target"), _number(given, "value"))
    if kind == "clue-rank":
        return ClueRank(_number(given, "target"), _number(given, "value"))
    raise ProgramFault(
        f"answered {shown(given)} where an action was due "
        "(type play, discard, clue-suit or clue-rank)"
    )


def _number(given: Mapping[str, Any], key: str) -> int:
    value = given.get(key)
    if type(value) is not int:
        raise ProgramFault(f"answered {shown(given)}, in which {key} is no whole number")
    return value


def shown(thing: Any) -> str:
    """Return something that a program sent, cut short."""
    text = thing if isinstance(thing, str) else json.dumps(thing)
    return text if len(text) <= 80 else f"{text[:77]}..."


def event_text(view: View, turn: Turn) -> str:
    """Return the message about an action, as the view's seat saw it; the view is the one after."""
    card = turn.card
    pieces = [
        f'{{"type":"event","turn":{turn.turn},"seat":{turn.seat},'
        f'"action":{_ACTION_TEXTS[turn.action]}'
    ]
    if card is not None:
        pieces.append(f'"card":{_CARD_TEXTS[card]},"placed":{_TRUTH[turn.placed]}')
        drawn = view.newest(turn.seat) if turn.drew else None
        pieces.append(f'"drew":{_TRUTH[turn.drew]},"drawn":{_CARD_TEXTS[drawn]}')
    else:
        pieces.append(f'"touched":[{",".join(map(str, turn.touched))}]')
    pieces.append(
        f'"clue_tokens":{view.clue_tokens},"strikes":{view.strikes},"deck":{view.deck_count}}}'
    )
    return ",".join(pieces)


def start_text(view: View, random: int) -> str:
    """Return the message about the deal; `random` is a number for the program to start from."""
    hands = [[_CARD_TEXTS[card.identity] for card in hand] for hand in view.hands]
    dealt = ",".join(f"[{','.join(hand)}]" for hand in hands)
    return (
        f'{{"type":"start","random":{random},"first_seat":{view.on_turn},"hands":[{dealt}],'
        f'"deck":{view.deck_count}}}'
    )


def act_text(number: int, view: View, wants: frozenset[str]) -> str:
    """Return the request to act, with what the program wants to be told."""
    text = f'{{"type":"act","id":{number},"turn":{view.turn}'
    if "legal" in wants:
        legal = ",".join(map(_ACTION_TEXTS.__getitem__, view.legal_actions))
        text += f',"legal":[{legal}]'
    if "view" in wants:
        text += f',"view":{encoded(view_object(view))}'
    return text + "}"


def view_object(view: View) -> dict[str, Any]:
    """Return all that a seat may see of the table."""
    return {
        "turn": view.turn,
        "clue_tokens": view.clue_tokens,
        "strikes": view.strikes,
        "deck": view.deck_count,
        "turns_left": view.turns_left,
        "score": view.score,
        "stacks": list(view.stacks),
        "discards": [[card.suit, card.rank, count] for card, count in view.discards.items()],
        "hands": [
            [
                {
                    "card": card.identity and [card.identity.suit, card.identity.rank],
                    "possible": card.possible.mask,
                    "suits": list(card.suit_clues),
                    "ranks": list(card.rank_clues),
                    "drawn": card.drawn,
                    "order": card.order,
                }
                for card in hand
            ]
            for hand in view.hands
        ],
    }


def hello_object(
    view: View, version: str, options: Mapping[str, Any], move_seconds: float
) -> dict[str, Any]:
    """Return the first message to a program, without its type and number."""
    return {
        "protocol": PROTOCOL,
        "arena": version,
        "seat": view.seat,
        "players": view.players,
        "rules": rules_object(view.rules, view.players),
        "declared": [list(declared) for declared in view.declared],
        "options": dict(options),
        "move_seconds": move_seconds,
    }


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a program says of itself: its name, what it wants to be told, if it tells beliefs."""

    name: str
    wants: frozenset[str]
    beliefs: bool


def read_greeting(reply: Mapping[str, Any]) -> Greeting:
    """Return what a program answered to hello. Raises ProgramFault if that is not right."""
    if reply.get("refuse"):
        raise ProgramFault(f"refuses to play: {shown(reply['refuse'])}")
    if reply.get("protocol") != PROTOCOL:
        raise ProgramFault(
            f"speaks protocol {shown(reply.get('protocol'))}; this arena speaks {PROTOCOL}"
        )
    wants = reply.get("wants", ["events"])
    if not isinstance(wants, list) or not all(one in WANTS for one in wants):
        raise ProgramFault(f"wants {shown(wants)}; a list of {', '.join(WANTS)} is allowed")
    name, beliefs = reply.get("name", ""), reply.get("beliefs", False)
    if not isinstance(name, str) or not isinstance(beliefs, bool):
        raise ProgramFault("answered hello with a name that is no text, or beliefs no truth value")
    return Greeting(name, frozenset(wants), beliefs)


def read_beliefs(given: Any, cards: int) -> tuple[Belief, ...] | None:
    """Return what a program believes of each of its cards; None where it does not say.

    Raises ProgramFault unless it is null, or has a list of cards, or null, for each card.
    """
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != cards:
        raise ProgramFault(
            f"answered beliefs {shown(given)}; null, or a list with an entry for each of "
            f"{cards} cards is due"
        )
    return tuple(Belief(None if one is None else _cards(one)) for one in given)


def _cards(given: Any) -> CardSet:
    try:
        return CardSet([Card(suit, rank) for suit, rank in given])
    except (TypeError, ValueError):
        raise ProgramFault(
            f"answered the belief {shown(given)}, which is no list of cards [suit, rank]"
        ) from None
