"""Rule lists: the first rule that finds something to do acts. The rules are written in the league.

The named lists are those of the studies of cooperation that much research compares itself with:
Osawa's internal and outer state strategies, van den Bergh's and his co-authors', and the ones of
Walton-Rivers and his co-authors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol

import numpy as np

from hanabi_arena.errors import BotError, did_you_mean
from hanabi_arena.kernels import CompiledBot, Event, Grid, Row, Table, kernel, pace

from . import _rule_kernels as kernels
from ._refusals import ODD_RANKS
from ._rule_kernels import follow, follow_none
from ._rule_knowledge import Notes, lay_out, note_gap, note_unseen

RULES: dict[str, int] = {
    name.lower().replace("_", "-"): number
    for name, number in vars(kernels).items()
    if re.match(r"(PLAY|TELL|DISCARD|LEGAL)_", name)
}
"""The number of each rule, by its name in a list."""

PROBABILITIES = {"play-probably": 0.6, "discard-probably-useless": 0.75}
"""The rules that take a probability, with the one that they have without it."""

LISTS: dict[str, str] = {
    "internal": "play-safe, discard-useless, tell-playable-next, tell-random, discard-random",
    "outer": "play-safe, discard-useless, tell-useful-next, tell-unknown-next, discard-random",
    "cautious": (
        "play-identified, play-safe, tell-useful, discard-useless, discard-random, tell-random"
    ),
    "iggi": "play-identified, play-safe, tell-useful, discard-useless, discard-oldest, tell-random",
    "piers": (
        "play-probably:0 when lives>1 and deck=0, play-safe, play-probably:0.6 when lives>1, "
        "tell-useful, tell-dispensable when tokens<4, discard-useless, discard-oldest, "
        "tell-random, discard-random"
    ),
    "van-den-bergh": (
        "play-probably:0.6 when lives>1, play-safe when lives=1, discard-probably-useless:1, "
        "tell-useful, tell-most, discard-probably-useless:0"
    ),
    "flawed": (
        "play-safe, play-probably:0.25, tell-random, discard-useless, discard-oldest, "
        "discard-random"
    ),
}

QUANTITIES = ("lives", "tokens", "deck", "score", "pace")
"""What a condition may compare, in the order of the columns of `low` and `high`."""

MOST_RULES = 24
BY_AGE = 1
"""The place of `age` among the choices of `hand`."""
ANY_LOW, ANY_HIGH = -1000, 1000


class RuleList(Protocol):
    """The parameters, as kernels see them."""

    hand: int
    length: int  #: how many rules there are
    rule: Row  #: the number of each rule
    probability: Row  #: what it takes, in millionths
    conditional: Row  #: whether it has a condition
    low: Grid  #: by rule and quantity, from where it may act
    high: Grid  #: and up to where


@kernel
def is_within(params: RuleList, place: int, quantity: int, amount: int) -> bool:
    """Return whether an amount is from where to where a rule may act."""
    return params.low[place, quantity] <= amount <= params.high[place, quantity]


@kernel
def may_act(table: Table, params: RuleList, place: int) -> bool:
    """Return whether the conditions of a rule are met."""
    return (
        is_within(params, place, 0, table.max_strikes - table.strikes)
        and is_within(params, place, 1, table.clue_tokens // table.clue_cost)
        and is_within(params, place, 2, table.deck_count)
        and is_within(params, place, 3, table.score)
        and is_within(params, place, 4, pace(table))
    )


class Rules(CompiledBot):
    """Follows a list of rules: the first that finds something to do acts.

    A list names its rules in order, divided by commas or semicolons. A rule may have conditions:
    `play-probably:0.6 when lives>1 and deck=0`. Quantities: lives (strikes left), tokens (clues
    that can be paid for), deck, score, pace; compared by < <= = >= > with a whole number.

    rule                          what it does; it passes where there is no such card
    play-identified               plays the first card that clues alone identify as playable
    play-safe                     plays the first card that is surely playable
    play-safe-lowest              of the surely playable cards plays the one of lowest rank
    play-probably:0.6             plays the likeliest card, if its odds reach that
    play-touched                  plays the newest card that a clue touched and that may be playable
    play-oldest                   plays the oldest card
    play-random                   plays any card
    play-deck                     plays the deck's last card, where the variant allows it
    tell-useful                   tells somebody what they miss of a playable card, rank before suit
    tell-useful-next              the same, for the next seat only
    tell-playable-next            tells the next seat rank or suit of a playable card, told or not
    tell-completing               gives a clue that makes a playable card surely playable
    tell-dead                     gives a clue that makes a dead card surely dead
    tell-dispensable              tells what is missing of a dead card, if it then is surely dead
    tell-useless                  tells somebody what they miss of a dead card
    tell-critical                 tells somebody what they miss of a last copy
    tell-fives                    tells somebody a five that is still needed
    tell-unknown-next             tells the next seat what it misses of any card, suit before rank
    tell-most                     gives the clue that tells most cards something new
    tell-most-cards               gives the clue that touches most cards
    tell-random                   tells the next seat rank or suit of any card
    discard-useless               discards a card that is dead by the suit or the rank known of it
    discard-dead                  discards a card that is surely dead, however one knows
    discard-probably-useless:0.75 discards the card likeliest to be dead, if its odds reach that
    discard-duplicate             discards an identified card that somebody else holds too
    discard-dispensable           discards a card that is surely no last copy
    discard-least-needed          discards the card least likely to be a last copy
    discard-untouched             discards the oldest card that no clue touched
    discard-oldest                discards the oldest card
    discard-newest                discards the newest card
    discard-random                discards any card
    legal-random                  takes any legal action

    If all rules pass, it tells at random, else discards at random, else takes any legal action.

    list           its rules
    internal       play-safe, discard-useless, tell-playable-next, tell-random, discard-random
    outer          play-safe, discard-useless, tell-useful-next, tell-unknown-next, discard-random
    cautious       play-identified, play-safe, tell-useful, discard-useless, discard-random,
                   tell-random
    iggi           play-identified, play-safe, tell-useful, discard-useless, discard-oldest,
                   tell-random
    piers          play-probably:0 when lives>1 and deck=0, play-safe,
                   play-probably:0.6 when lives>1, tell-useful, tell-dispensable when tokens<4,
                   discard-useless, discard-oldest, tell-random, discard-random
    van-den-bergh  play-probably:0.6 when lives>1, play-safe when lives=1,
                   discard-probably-useless:1, tell-useful, tell-most, discard-probably-useless:0
    flawed         play-safe, play-probably:0.25, tell-random, discard-useless, discard-oldest,
                   discard-random
    """

    refuses = ODD_RANKS
    reference = (
        "Osawa, Solving Hanabi (2015); van den Bergh et al., Aspects of the Cooperative Card Game "
        "Hanabi (2016); Walton-Rivers et al., Evaluating and Modelling Hanabi-Playing Agents (2017)"
    )
    deterministic = False
    memory = (("ones", np.int32), ("twos", np.int32), ("at", np.int8, (6, 6)))
    param_fields = (
        ("length", np.int64),
        ("rule", np.int16, (MOST_RULES,)),
        ("probability", np.int32, (MOST_RULES,)),
        ("conditional", np.int16, (MOST_RULES,)),
        ("low", np.int16, (MOST_RULES, len(QUANTITIES))),
        ("high", np.int16, (MOST_RULES, len(QUANTITIES))),
    )

    list: Literal["internal", "outer", "cautious", "iggi", "piers", "van-den-bergh", "flawed"] = (
        "piers"
    )
    """The list by name."""
    rules: str = ""
    """A list of one's own, which then takes the place of the named one."""
    hand: Literal["places", "age"] = "places"
    """Which card is a hand's first: the leftmost, a card drawn filling the gap, or the oldest."""

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the list in numbers. Raises BotError for a rule or condition that is none."""
        text = params["rules"].strip() or LISTS[params["list"]]
        pieces = [piece.strip() for piece in re.split(r"[,;\n]", text) if piece.strip()]
        if not 0 < len(pieces) <= MOST_RULES:
            raise BotError(f"rules: {len(pieces)} rules; from 1 to {MOST_RULES} are possible")
        fields = {
            name: np.zeros((MOST_RULES, *shape), np.int64)
            for name, shape in (("rule", ()), ("probability", ()), ("conditional", ()))
        }
        low = np.full((MOST_RULES, len(QUANTITIES)), ANY_LOW)
        high = np.full((MOST_RULES, len(QUANTITIES)), ANY_HIGH)
        for place, piece in enumerate(pieces):
            head, when, conditions = re.split(r"(\s+when\s+|$)", piece, maxsplit=1)
            fields["rule"][place], fields["probability"][place] = read_rule(head)
            fields["conditional"][place] = bool(when)
            for quantity, least, most in read_conditions(conditions, piece) if when else ():
                low[place, quantity] = max(low[place, quantity], least)
                high[place, quantity] = min(high[place, quantity], most)
        return {"length": len(pieces), **fields, "low": low, "high": high}

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: RuleList) -> None:
        """Note how the hands are laid out."""
        lay_out(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: RuleList) -> None:
        """Note where the card is that was drawn."""
        note_gap(table, memory, event, params.hand == BY_AGE)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: RuleList) -> int:
        """Try the rules in their order."""
        note_unseen(table, memory)
        for place in range(params.length):
            if params.conditional[place] == 0 or may_act(table, params, place):
                odds = params.probability[place] / 1000000
                action = follow(table, memory, params.rule[place], odds)
                if action >= 0:
                    return action
        return follow_none(table, memory)


def read_rule(text: str) -> tuple[int, int]:
    """Return the number of a rule and its probability in millionths. Raises BotError."""
    name, colon, number = (part.strip() for part in text.partition(":"))
    if name not in RULES:
        raise BotError(f'no rule "{name}".{did_you_mean(name, RULES)} (arena bots rules lists all)')
    if name not in PROBABILITIES:
        if colon:
            takers = ", ".join(PROBABILITIES)
            raise BotError(f'rule "{text}": {name} takes no number; {takers} do')
        return RULES[name], 0
    try:
        odds = float(number) if colon else PROBABILITIES[name]
    except ValueError:
        odds = -1.0
    if not 0 <= odds <= 1:
        raise BotError(f'rule "{text}": {number!r} is no probability from 0 to 1')
    return RULES[name], round(odds * 1000000)


def read_conditions(text: str, rule: str) -> Iterator[tuple[int, int, int]]:
    """Yield the quantity of each condition, and from where to where it holds. Raises BotError."""
    for condition in re.split(r"\s+and\s+", text.strip()):
        match = re.fullmatch(r"([a-z]+)\s*(<=|>=|<|>|=)\s*(-?\d{1,3})", condition.strip())
        if match is None:
            raise BotError(f'rule "{rule}": {condition!r} is no condition like lives>1')
        name, sign, number = match[1], match[2], int(match[3])
        if name not in QUANTITIES:
            raise BotError(
                f'rule "{rule}": no quantity "{name}".{did_you_mean(name, QUANTITIES)} '
                f"Allowed: {', '.join(QUANTITIES)}"
            )
        least = number + (sign == ">") if sign[0] in ">=" else ANY_LOW
        most = number - (sign == "<") if sign[0] in "<=" else ANY_HIGH
        yield QUANTITIES.index(name), least, most
