"""A position as text: every hand with what the clues leave open, stacks, discard pile, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanabi_arena.engine.table import ENDS
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import Rules

_ALL_RANKS = (1 << RANKS) - 1
_WIDE = 60


def position_text(
    table: Any, rules: Rules, names: Sequence[str] = (), *, seat: int | None = None
) -> str:
    """Return a drawing of the table, with every hand and what is known of each card.

    `names` are the bots' names by seat. With `seat`, that seat's own cards are shown as `xx`. A
    card is followed by what the clues leave open: `(any)`, `(r)` a red one, `(2)` a 2, `(ry12)`
    a red or yellow 1 or 2, `(r12 y2)`; nothing where its holder knows it.
    """
    players = int(table.players)
    counts = [int(table.hand_count[one]) for one in range(players)]
    cells = [
        [_card_text(table, rules, one, slot, one == seat) for slot in range(counts[one])]
        for one in range(players)
    ]
    widths = [
        max([len(hand[slot]) for hand in cells if slot < len(hand)] + [len("slot 0")])
        for slot in range(max(counts, default=0))
    ]
    shown = [*names, *[""] * (players - len(names))]
    width = max(map(len, shown))
    pad = " " * (len("> seat 0  ") + width + 2 * (width > 0))
    slots = "  ".join(f"slot {slot}".ljust(size) for slot, size in enumerate(widths))
    lines = [_status_text(table, rules), (pad + slots).rstrip()]
    for one, (hand, name) in enumerate(zip(cells, shown, strict=True)):
        mark = ">" if one == int(table.seat) and int(table.end) == 0 else " "
        who = f"{mark} seat {one}  {name.ljust(width)}{'  ' * (width > 0)}"
        cards = "  ".join(card.ljust(size) for card, size in zip(hand, widths, strict=False))
        lines.append((who + cards).rstrip())
    lines.append(f"  stacks    {stacks_text(table, rules)}")
    lines += _discards_lines(table, rules)
    return "\n".join(lines) + "\n"


def stacks_text(table: Any, rules: Rules) -> str:
    """Return the stacks: `r2 y0 g1 b5 p3`."""
    return " ".join(
        f"{suit.letter}{int(table.stacks[index])}" for index, suit in enumerate(rules.suits)
    )


def tokens_text(table: Any, units: int | None = None) -> str:
    """Return the clue tokens that are left, or so many units of them; `7.5` for a half one."""
    units = int(table.clue_tokens) if units is None else units
    return f"{units / int(table.clue_cost):g}"


def possible_text(rules: Rules, mask: int) -> str:
    """Return a set of identities in short: suits that allow the same ranks stand together.

    `any` is the whole deck, `r` all red cards, `2` the 2s of all suits, `ry12` the red and yellow
    1s and 2s, `r12 y2` three cards.
    """
    letters = [suit.letter for suit in rules.suits]
    groups: dict[int, list[str]] = {}
    for suit, letter in enumerate(letters):
        ranks = mask >> suit * RANKS & _ALL_RANKS
        if ranks:
            groups.setdefault(ranks, []).append(letter)
    texts = []
    for ranks, suits in groups.items():
        named = "" if len(suits) == len(letters) else "".join(suits)
        numbers = "".join(str(rank + 1) for rank in range(RANKS) if ranks >> rank & 1)
        texts.append(named + ("" if ranks == _ALL_RANKS else numbers))
    return " ".join(texts) or ("any" if mask else "nothing")


def _card_text(table: Any, rules: Rules, seat: int, slot: int, hidden: bool) -> str:
    card = "xx" if hidden else rules.card_name(int(table.hands[seat][slot]))
    mask = int(table.possible[seat][slot])
    if mask.bit_count() == 1:
        return rules.card_name(mask.bit_length() - 1)
    return f"{card} ({possible_text(rules, mask)})"


def _status_text(table: Any, rules: Rules) -> str:
    tokens = f"{tokens_text(table)} of {tokens_text(table, int(table.max_tokens))}"
    parts = [
        f"over ({ENDS[int(table.end)]})" if table.end else f"turn {int(table.turn) + 1}",
        f"score {int(table.score)} of {rules.max_score}",
        f"tokens {tokens}",
        f"strikes {int(table.strikes)} of {int(table.max_strikes)}",
        f"deck {int(table.deck_count)}",
    ]
    if int(table.turns_left) > 0:
        parts.append(f"turns left {int(table.turns_left)}")
    return " · ".join(parts)


def _discards_lines(table: Any, rules: Rules) -> list[str]:
    cards = [
        rules.card_name(card)
        for card in range(rules.max_score)
        for _ in range(int(table.discards[card]))
    ]
    lines = []
    for start in range(0, max(len(cards), 1), _WIDE // 3):
        name = "" if start else "discards"
        lines.append(f"  {name:<9} {' '.join(cards[start : start + _WIDE // 3])}".rstrip())
    return lines
