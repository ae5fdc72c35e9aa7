"""A complete game as text to read, and back.

A transcript holds the deal, a line for every turn, and how the game ended. Turns count from 1,
seats and slots from 0 (slot 0 is the oldest card). Reading one plays the game again, so a
transcript that the engine does not agree with is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.errors import ArenaError, UsageError
from hanabi_arena.match.position import stacks_text, tokens_text
from hanabi_arena.match.replay import FAULT, GameRecord, Outcome, Step, starting_with, steps
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.rules.variant import Rules

TITLE = "hanabi-arena transcript 1"
_DECK_WIDTH = 20

_PLAYERS = re.compile(r"(\d+), seat (\d+) starts")
_SEAT = re.compile(r"seat (\d+) +(.+)")
_TURN = re.compile(r" *(\d+)  seat (\d+)  (.+)")
_PLAYS = re.compile(r"plays slot (\d+)(?:, announcing ([\w-]+))?(?:  .*)")
_DISCARDS = re.compile(r"discards slot (\d+)  .*")
_CLUES = re.compile(r"clues ([\w-]+) to seat (\d+)  .*")
_DECK_PLAY = "plays the deck's last card"
_END = re.compile(r"([a-z-]+)(?: of seat (\d+))? after (\d+) turns?, score .+")


def transcript(record: GameRecord) -> str:
    """Return a game as text, a line a turn. Raises IllegalAction and RulesError."""
    played = list(steps(record))
    rows = [_row(record.rules, step) for step in played]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(len(_COLUMNS))]
    lines = [*_header(record), ""]
    for number, row in enumerate(rows, 1):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(f"{number:3}  {'  '.join(cells)}".rstrip())
    lines += ["", _field("end", _end_text(record.outcome(), record.fault_seat))]
    return "\n".join(lines) + "\n"


def action_text(rules: Rules, action: Action) -> str:
    """Return an action in words: `clues red to seat 1`, `plays slot 0`."""
    match action:
        case Play(slot, None):
            return f"plays slot {slot}"
        case Play(slot, int(suit)):
            return f"plays slot {slot}, announcing {rules.suits[suit].name}"
        case Discard(slot):
            return f"discards slot {slot}"
        case ClueSuit(seat, suit):
            return f"clues {rules.suit_clues[suit].name} to seat {seat}"
        case ClueRank(seat, rank):
            return f"clues {rank} to seat {seat}"
        case _:
            return _DECK_PLAY


def result_text(rules: Rules, step: Step) -> str:
    """Return what everybody saw of an action: the card and where it went, or the slots touched."""
    turn = step.turn
    match turn.action:
        case ClueSuit(target, _) | ClueRank(target, _):
            if not turn.touched:
                return "touches nothing"
            hand = step.table.hands[target]
            cards = " ".join(rules.card_name(int(hand[slot])) for slot in turn.touched)
            return f"touches {' '.join(map(str, turn.touched))} ({cards})"
    card = rules.card_name(turn.card.index) if turn.card else ""
    if isinstance(turn.action, Discard):
        return card
    return f"{card} placed" if turn.placed else f"{card} misplayed"


_COLUMNS = ("seat", "action", "result", "drawn", "stacks", "tokens", "strikes", "deck")


def _row(rules: Rules, step: Step) -> tuple[str, ...]:
    turn, table = step
    drawn = ""
    if turn.drew:
        newest = int(table.hand_count[turn.seat]) - 1
        drawn = f"draws {rules.card_name(int(table.hands[turn.seat][newest]))}"
    return (
        f"seat {turn.seat}",
        action_text(rules, turn.action),
        result_text(rules, step),
        drawn,
        stacks_text(table, rules),
        f"tokens {tokens_text(table)}",
        f"strikes {int(table.strikes)}",
        f"deck {int(table.deck_count)}",
    )


def _field(name: str, value: str) -> str:
    return f"{name:<8} {value}".rstrip()


def _header(record: GameRecord) -> Iterator[str]:
    rules = record.rules
    yield TITLE
    yield ""
    yield _field("variant", rules.name)
    yield _field("rules", _rules_text(rules))
    yield _field("players", f"{record.players}, seat {record.first_seat} starts")
    yield _field("line-up", record.line_up)
    yield _field("game", str(record.game))
    yield ""
    cards = [rules.card_name(card) for card in record.deck]
    size = rules.hand_size(record.players)
    for seat in range(record.players):
        hand = " ".join(cards[seat * size : (seat + 1) * size])
        name = record.bots[seat] if record.bots else ""
        yield _field(f"seat {seat}", f"{hand}   {name}")
    rest = cards[record.players * size :]
    for start in range(0, max(len(rest), 1), _DECK_WIDTH):
        yield _field("" if start else "deck", " ".join(rest[start : start + _DECK_WIDTH]))


def _rules_text(rules: Rules) -> str:
    """Return the switches that differ from the base game, as `find_variant` reads them."""
    changes = replace(rules.settings, first_seat=0).changes()
    pieces = [key if value is True else f"{key}={value}" for key, value in changes.items()]
    return "+".join(pieces) or "base"


def _end_text(outcome: Outcome, fault_seat: int | None) -> str:
    who = "" if fault_seat is None else f" of seat {fault_seat}"
    turns = f"{outcome.turns} turn{'' if outcome.turns == 1 else 's'}"
    scores = f"score {outcome.score_zero} (strikeout: zero), {outcome.score_kept} (strikeout: kept)"
    return f"{outcome.end}{who} after {turns}, {scores}"


def parse_transcript(text: str) -> GameRecord:
    """Return the game that a transcript tells of.

    Raises UsageError, naming the line, for a text that is no transcript, or that tells of a game
    otherwise than the engine plays it.
    """
    record = _Reader(text.splitlines()).record()
    try:
        again = transcript(record)
    except ArenaError as error:
        raise UsageError(f"transcript: the game cannot be played: {error}") from None
    if again != text:
        pairs = zip([*text.split("\n"), ""], [*again.split("\n"), ""], strict=False)
        number, (found, right) = next(
            (number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]
        )
        raise UsageError(f"transcript, line {number}: {found!r} should be {right!r}")
    return record


class _Reader:
    """Reads the lines of a transcript one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    def record(self) -> GameRecord:
        if self.line() != TITLE:
            raise self.wrong(f"the title {TITLE!r}")
        self.blank()
        name, switches = self.field("variant"), self.field("rules")
        words = self.matching(_PLAYERS, self.field("players"), "like 'players  3, seat 0 starts'")
        players, first = map(int, words)
        found = find_variant(switches)
        rules = starting_with(Rules(name, found.settings, found.line), first)
        rules.check(players)
        line_up, game = self.field("line-up"), self.number(self.field("game"))
        self.blank()
        self.cards = {rules.card_name(card): card for card in range(rules.max_score)}
        hands, bots = self.seats(rules.hand_size(players), players)
        deck = [*hands, *self.rest()]
        actions = list(self.actions(rules))
        end = self.matching(
            _END, self.field("end"), "like 'end      deck after 6 turns, score ...'"
        )
        return GameRecord(
            rules,
            players,
            tuple(deck),
            tuple(actions),
            bots=() if not any(bots) else tuple(bots),
            line_up=line_up,
            game=game,
            fault_seat=int(end[1]) if end[0] == FAULT and end[1] else None,
        )

    def line(self) -> str:
        if self.at >= len(self.lines):
            raise UsageError(f"transcript: it ends after line {self.at}, before the game does")
        self.at += 1
        return self.lines[self.at - 1]

    def wrong(self, wanted: str) -> UsageError:
        return UsageError(
            f"transcript, line {self.at}: {self.lines[self.at - 1]!r} should be {wanted}"
        )

    def blank(self) -> None:
        if self.line():
            raise self.wrong("an empty line")

    def field(self, name: str) -> str:
        line = self.line()
        if line[:8].rstrip() != name:
            raise self.wrong(f"the field {name}")
        return line[9:]

    def number(self, text: str) -> int:
        if not text.isdecimal():
            raise self.wrong("a number")
        return int(text)

    def matching(self, pattern: re.Pattern[str], text: str, wanted: str) -> tuple[str, ...]:
        found = pattern.fullmatch(text)
        if not found:
            raise self.wrong(wanted)
        return found.groups()

    def seats(self, size: int, players: int) -> tuple[list[int], list[str]]:
        hands: list[int] = []
        bots: list[str] = []
        for _ in range(players):
            _, text = self.matching(_SEAT, self.line(), "a seat with its hand and its bot")
            words = text.split(maxsplit=size)
            hands += self.identities(words[:size])
            bots.append(words[size] if len(words) > size else "")
        return hands, bots

    def rest(self) -> list[int]:
        cards = self.identities(self.field("deck").split())
        while line := self.line():
            if line[:9].strip():
                raise self.wrong("more of the deck, or an empty line")
            cards += self.identities(line.split())
        return cards

    def identities(self, words: Sequence[str]) -> list[int]:
        for word in words:
            if word not in self.cards:
                raise self.wrong(f"cards of this variant; {word!r} is none")
        return [self.cards[word] for word in words]

    def actions(self, rules: Rules) -> Iterator[int]:
        while line := self.line():
            _, _, words = self.matching(_TURN, line, "a turn, or an empty line")
            yield self.action(rules, words).code

    def action(self, rules: Rules, words: str) -> Action:
        suits = {suit.name: index for index, suit in enumerate(rules.suits)}
        clues = {clue.name: index for index, clue in enumerate(rules.suit_clues)}
        if words.startswith(_DECK_PLAY):
            return PlayDeck()
        if found := _DISCARDS.fullmatch(words):
            return Discard(int(found[1]))
        if (found := _PLAYS.fullmatch(words)) and (found[2] is None or found[2] in suits):
            return Play(int(found[1]), None if found[2] is None else suits[found[2]])
        if found := _CLUES.fullmatch(words):
            value, seat = found[1], int(found[2])
            if value in clues:
                return ClueSuit(seat, clues[value])
            if value.isdecimal():
                return ClueRank(seat, int(value))
        raise self.wrong("a turn: plays, discards or clues ...")
