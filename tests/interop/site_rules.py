"""A second reading of hanab.live's variants: suits, cards and touch rule, from a name alone.

It is written from the site's page on variants and shares nothing with the data file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.engine.compare import Pair, card_of
from tests.engine.reference import NO_MATCH, NO_VALUE, Card, Reference

NAME = re.compile(r"(.+) \((\d) Suits\)")

# Which colours and which ranks touch a suit, as the site's overview has it: none, its own, all.
KINDS = {
    ("no", "no"): ("Null", "Dark Null"),
    ("own", "no"): ("Brown", "Dark Brown"),
    ("all", "no"): ("Muddy Rainbow", "Cocoa Rainbow"),
    ("no", "own"): ("White", "Gray"),
    ("all", "own"): ("Rainbow", "Dark Rainbow"),
    ("no", "all"): ("Light Pink", "Gray Pink"),
    ("own", "all"): ("Pink", "Dark Pink"),
    ("all", "all"): ("Omni", "Dark Omni"),
    ("prism", "own"): ("Prism", "Dark Prism"),
}
DARK = {dark for _, dark in KINDS.values()} | {"Black"}
KIND = {suit: kind for kind, suits in KINDS.items() for suit in suits}

R, Y, G, B, P, T, K = "Red", "Yellow", "Green", "Blue", "Purple", "Teal", "Black"
COLOURS = {
    **{name: (name,) for name in (R, Y, G, B, P, T, K, "Pink", "Brown")},
    "Dark Pink": ("Pink",),
    "Dark Brown": ("Brown",),
    **dict.fromkeys(("Tomato", "Mahogany", "Carrot", "Ruby"), (R,)),
    **dict.fromkeys(("Emerald", "Olive"), (G,)),
    **dict.fromkeys(("Ice", "Aqua", "Sky", "Berry", "Navy", "Ocean"), (B,)),
    "Tangerine": (R, Y),
    "Violet": (R, B),
    "Maroon": (R, K),
    "Jade": (Y, B),
    "Tan": (Y, K),
    "Cobalt": (B, K),
    "Lime": (Y, G),
    "Cyan": (G, B),
    "Indigo": (B, P),
    "Cardinal": (P, R),
    "Gold": (R, G),
    "Yam": (R, Y),
    "Geas": (R, Y, G),
    "Beatnik": (R, Y, G, B),
    "Plum": (R, Y, G, B, P),
    "Taupe": (R, Y, G, B, P, T),
}
BASIC = {
    1: [R],
    2: [R, B],
    3: [R, G, B],
    4: [R, Y, G, B],
    5: [R, Y, G, B, P],
    6: [R, Y, G, B, P, T],
}
DOLLS = ["Ruby", "Yam", "Geas", "Beatnik", "Plum", "Taupe"]
SHADES = ["Ice", "Aqua", "Sky", "Berry", "Navy", "Ocean"]
SETS = {
    "Ambiguous": {
        2: ["Tomato", "Mahogany"],
        4: ["Tomato", "Mahogany", "Berry", "Navy"],
        6: ["Tomato", "Mahogany", "Emerald", "Olive", "Berry", "Navy"],
    },
    "Very Ambiguous": {
        3: ["Berry", "Navy", "Sky"],
        6: ["Tomato", "Mahogany", "Carrot", "Berry", "Navy", "Sky"],
    },
    "Extremely Ambiguous": {size: SHADES[:size] for size in (4, 5, 6)},
    "Matryoshka": {size: DOLLS[:size] for size in range(2, 7)},
    "Dual-Color": {
        3: ["Tangerine", "Violet", "Jade"],
        5: ["Tangerine", "Lime", "Cyan", "Indigo", "Cardinal"],
        6: ["Tangerine", "Violet", "Maroon", "Jade", "Tan", "Cobalt"],
    },
}
MIXES = {
    "No Variant": BASIC[5],
    "6 Suits": BASIC[6],
    "4 Suits": BASIC[4],
    "3 Suits": BASIC[3],
    "Special Mix (5 Suits)": [K, "Rainbow", "Pink", "White", "Brown"],
    "Special Mix (6 Suits)": [K, "Rainbow", "Pink", "White", "Brown", "Null"],
    "Ambiguous Mix": ["Tomato", "Mahogany", "Sky", "Navy", K, "White"],
    "Dual-Color Mix": ["Tangerine", "Violet", "Jade", K, "Rainbow", "White"],
    "Candy Corn Mix (5 Suits)": [R, "Tangerine", Y, "White", "Brown"],
    "Candy Corn Mix (6 Suits)": [R, "Tangerine", Y, "White", "Brown", "Cocoa Rainbow"],
    "Holiday Mix (5 Suits)": ["Dark Pink", G, "White", "Sky", "Navy"],
    "Holiday Mix (6 Suits)": ["Light Pink", R, G, "White", "Sky", "Navy"],
    "Valentine Mix (5 Suits)": [R, "Pink", "White", "Light Pink", "Cocoa Rainbow"],
    "Valentine Mix (6 Suits)": [R, "Pink", "White", "Light Pink", "Cocoa Rainbow", "Null"],
    "RGB Mix (6 Suits)": [R, "Gold", G, "Cyan", B, "Violet"],
}
FAMILIES = {
    *("Critical Fours", "Scarce Ones", "Clue Starved", "Color Blind", "Number Blind"),
    *("Totally Blind", "Color Mute", "Number Mute", "Odds and Evens", "Synesthesia"),
    *("Funnels", "Chimneys", *SETS),
}


@dataclass
class SiteRules:
    """A variant by its name."""

    name: str

    def __post_init__(self) -> None:
        self.family, self.special, self.like = "", 0, ""
        if self.name in MIXES:
            self.suits = MIXES[self.name]
        else:
            found = NAME.fullmatch(self.name)
            assert found, self.name
            first, *others = found[1].split(" & ")
            if first.endswith(("-Ones", "-Fives")):
                self.special = 1 if first.endswith("-Ones") else 5
                self.like = first.rpartition("-")[0].replace("-", " ")
            elif first in FAMILIES:
                self.family = first
            else:
                others.insert(0, first)
            ordinary = SETS.get(self.family, BASIC)[int(found[2]) - len(others)]
            self.suits = [*ordinary, *others]
        self.colours: list[str] = []
        for suit in self.suits:
            self.colours += [one for one in COLOURS.get(suit, ()) if one not in self.colours]
        if self.family == "Color Mute":
            self.colours = []
        self.ranks = [1, 2, 3, 4, 5]
        if self.family in ("Number Mute", "Synesthesia"):
            self.ranks = []
        if self.family == "Odds and Evens":
            self.ranks = [1, 2]
        if self.like == "Deceptive" or KIND.get(self.like, ("", "own"))[1] != "own":
            self.ranks.remove(self.special)

    def copies(self, suit: int, rank: int) -> int:
        if self.suits[suit] in DARK or rank == 5:
            return 1
        if rank == 1:
            return 2 if self.family == "Scarce Ones" else 3
        return 1 if rank == 4 and self.family == "Critical Fours" else 2

    def colours_of(self, suit: int, rank: int) -> set[str]:
        """Return the colours whose clues touch a card."""
        if self.family in ("Color Blind", "Totally Blind"):
            return set()
        name = self.suits[suit]
        wanted, ranks = KIND.get(name, ("own", "own"))
        if rank == self.special and self.like != "Deceptive" and wanted in ("own", "prism"):
            other = KIND[self.like][0]  # the suit's own way wins, unless it is an ordinary one
            wanted = other if other in ("no", "all") else wanted
        in_turn = self.colours[(rank - 1) % len(self.colours)] if self.colours else ""
        found = {
            "no": set[str](),
            "own": set(COLOURS.get(name, ())),
            "all": set(self.colours),
            "prism": {in_turn},
        }[wanted]
        if self.family == "Synesthesia" and ranks != "no":
            found = found | {in_turn}
        return found & set(self.colours)

    def ranks_of(self, suit: int, rank: int) -> set[int]:
        """Return the ranks whose clues touch a card."""
        if self.family in ("Number Blind", "Totally Blind"):
            return set()
        everything = set(self.ranks)
        wanted = KIND.get(self.suits[suit], ("own", "own"))[1]
        if wanted == "own" and rank == self.special:
            if self.like == "Deceptive":
                return {self.ranks[suit % 4]}
            wanted = KIND[self.like][1]
        if wanted != "own":
            return everything if wanted == "all" else set()
        return everything & {
            "Odds and Evens": {2 - rank % 2},
            "Funnels": set(range(rank, 6)),
            "Chimneys": set(range(1, rank + 1)),
        }.get(self.family, {rank})

    def may_be_empty(self, kind: str) -> bool:
        blind = {"suit": "Color Blind", "rank": "Number Blind"}[kind]
        return self.family in (blind, "Totally Blind")


class SiteReference(Reference):
    """The naive game, by such rules."""

    def __post_init__(self) -> None:
        super().__post_init__()  # the sizes of the base game
        self.site = SiteRules(self.settings.hanab_live)
        self.suits = len(self.site.suits)
        self.max_score = 5 * self.suits
        self.stacks = [0] * self.suits
        self.copies = {
            (suit, rank): self.site.copies(suit, rank)
            for suit in range(self.suits)
            for rank in range(1, 6)
        }

    def can_be_clued(self, suit: int) -> bool:
        return suit < len(self.site.colours)

    def touches(self, kind: str, value: int, card: Card) -> bool:
        if kind == "rank":
            return value in self.site.ranks_of(*card)
        return self.can_be_clued(value) and self.site.colours[value] in self.site.colours_of(*card)

    def clue_objections(self, kind: str, target: int, value: int) -> set[str]:
        found = super().clue_objections(kind, target, value)
        if self.site.may_be_empty(kind):
            found -= {NO_MATCH}
        if kind == "rank" and value not in self.site.ranks:
            found |= {NO_VALUE}
        return found


class SitePair(Pair):
    """The engine and the naive game side by side, in a variant of the site."""

    def naive_game(self, settings: Any, players: int, deck: tuple[int, ...]) -> Reference:
        return SiteReference(settings, players, [card_of(card) for card in deck])
