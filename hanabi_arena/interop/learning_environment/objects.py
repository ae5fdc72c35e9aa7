"""Stand-ins for the objects of `pyhanabi` that an observation holds, under the names of theirs.

Agents find them in `observation["pyhanabi"]`. They answer as the environment's own objects do; they
are made of plain values, and need neither its library nor a compiler.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from hanabi_arena.interop.learning_environment.game import COLOURS


@dataclass(frozen=True, slots=True)
class HanabiCard:
    """A card; -1 for what is not seen."""

    _color: int
    _rank: int

    def color(self) -> int:
        """Return the colour's number."""
        return self._color

    def rank(self) -> int:
        """Return the rank, from 0."""
        return self._rank

    def valid(self) -> bool:
        """Return whether it is seen."""
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as observations have it."""
        return {"color": COLOURS[self._color] if self._color >= 0 else None, "rank": self._rank}

    def __str__(self) -> str:
        return f"{COLOURS[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class HanabiCardKnowledge:
    """What clues have told of a card: named by a clue (None if not), and what they leave open."""

    _color: int | None
    _rank: int | None
    _colors: tuple[bool, ...]
    _ranks: tuple[bool, ...]

    def color(self) -> int | None:
        """Return the colour that a clue named."""
        return self._color

    def rank(self) -> int | None:
        """Return the rank that a clue named."""
        return self._rank

    def color_plausible(self, color_index: int) -> bool:
        """Return whether the clues leave a colour open."""
        return self._colors[color_index]

    def rank_plausible(self, rank_index: int) -> bool:
        """Return whether the clues leave a rank open."""
        return self._ranks[rank_index]

    def to_dict(self) -> dict[str, Any]:
        """Return it as observations have it."""
        return {"color": None if self._color is None else COLOURS[self._color], "rank": self._rank}

    def __str__(self) -> str:
        colour = "X" if self._color is None else COLOURS[self._color]
        rank = "X" if self._rank is None else str(self._rank + 1)
        colours = "".join(one for one, open_ in zip(COLOURS, self._colors, strict=False) if open_)
        ranks = "".join(str(index + 1) for index, open_ in enumerate(self._ranks) if open_)
        return f"{colour}{rank}|{colours}{ranks}"

    __repr__ = __str__


class HanabiMoveType(IntEnum):
    """The kinds of moves."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5


@dataclass(frozen=True, slots=True)
class HanabiMove:
    """A move; -1 for what it has not."""

    _type: HanabiMoveType
    _card_index: int = -1
    _target_offset: int = -1
    _color: int = -1
    _rank: int = -1

    def type(self) -> HanabiMoveType:
        """Return its kind."""
        return self._type

    def card_index(self) -> int:
        """Return the slot of a play or discard."""
        return self._card_index

    def target_offset(self) -> int:
        """Return to whom a clue goes, counted from who gives it."""
        return self._target_offset

    def color(self) -> int:
        """Return the colour of a clue or of a dealt card."""
        return self._color

    def rank(self) -> int:
        """Return the rank of a clue or of a dealt card."""
        return self._rank

    def to_dict(self) -> dict[str, Any]:
        """Return it as observations have it."""
        colour = COLOURS[self._color] if self._color >= 0 else None
        move: dict[str, Any] = {"action_type": self._type.name}
        match self._type:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                return move | {"card_index": self._card_index}
            case HanabiMoveType.REVEAL_COLOR:
                return move | {"target_offset": self._target_offset, "color": colour}
            case HanabiMoveType.REVEAL_RANK:
                return move | {"target_offset": self._target_offset, "rank": self._rank}
        return move | {"color": colour, "rank": self._rank}

    def __str__(self) -> str:
        match self._type:
            case HanabiMoveType.PLAY:
                return f"(Play {self._card_index})"
            case HanabiMoveType.DISCARD:
                return f"(Discard {self._card_index})"
            case HanabiMoveType.REVEAL_COLOR:
                return f"(Reveal player +{self._target_offset} color {COLOURS[self._color]})"
            case HanabiMoveType.REVEAL_RANK:
                return f"(Reveal player +{self._target_offset} rank {self._rank + 1})"
        return f"(Deal {HanabiCard(self._color, self._rank)})"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class HanabiHistoryItem:
    """A move that was made, and what came of it; players count from who looks, -1 is the deck."""

    _move: HanabiMove
    _player: int = -1
    _scored: bool = False
    _information_token: bool = False
    _color: int = -1
    _rank: int = -1
    _revealed: tuple[int, ...] = ()
    _newly_revealed: tuple[int, ...] = ()
    _deal_to_player: int = -1

    def move(self) -> HanabiMove:
        """Return the move."""
        return self._move

    def player(self) -> int:
        """Return who made it."""
        return self._player

    def scored(self) -> bool:
        """Return whether a play succeeded."""
        return self._scored

    def information_token(self) -> bool:
        """Return whether a clue token came back."""
        return self._information_token

    def color(self) -> int:
        """Return the colour of the card played or discarded."""
        return self._color

    def rank(self) -> int:
        """Return the rank of the card played or discarded."""
        return self._rank

    def card_info_revealed(self) -> list[int]:
        """Return the slots that a clue touched."""
        return list(self._revealed)

    def card_info_newly_revealed(self) -> list[int]:
        """Return the slots of which a clue told something that no earlier one had named."""
        return list(self._newly_revealed)

    def deal_to_player(self) -> int:
        """Return who was dealt a card."""
        return self._deal_to_player

    def __str__(self) -> str:
        text = f"<{self._move}"
        if self._player >= 0:
            text += f" by player {self._player}"
        text += " scored" * self._scored + " info_token" * self._information_token
        if self._color >= 0:
            text += f" {HanabiCard(self._color, self._rank)}"
        if self._revealed:
            text += f" reveal {','.join(map(str, self._revealed))}"
        return f"{text}>"

    __repr__ = __str__
