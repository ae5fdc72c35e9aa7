"""Rules for clues: what they touch, and what they promise."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import FIRST_RANK, Clue, Game, Moment
from hanabi_arena.conventions.conformity.position import FIVES, Position
from hanabi_arena.conventions.conformity.rule import Case, Rule


def is_save(now: Position, clue: Clue) -> bool:
    """Return whether a clue on the chop may save it: a 5 or lone 2 by rank, a last copy."""
    if not clue.on_chop:
        return False
    card = now.hands[clue.target][clue.focus]
    if FIVES >> card & 1:
        return clue.is_rank
    if now.critical >> card & 1:
        return True
    lone = now.copies_seen(clue.target, clue.focus, clue.giver) == 0
    return clue.is_rank and clue.value == 2 and lone


def after_clue(now: Position, clue: Clue, slot: int) -> int:
    """Return what a card of the target can be once a clue is given, as its holder works it out."""
    bit = clue.value + FIRST_RANK if clue.is_rank else clue.value
    matches = sum(1 << card for card, mask in enumerate(now.touched_by) if mask >> bit & 1)
    view = now.view(clue.target, slot)
    return view & (matches if slot in clue.touched else ~matches)


def is_pressed(moment: Moment) -> bool:
    """Return whether a giver may have nothing else to do: all tokens there, or the end is near."""
    now = moment.now
    if now.tokens >= now.most_tokens or now.last_round or now.pace < now.players:
        return True
    hand = range(len(now.hands[moment.seat]))
    return all(now.clued[moment.seat][slot] for slot in hand)


def is_fix(now: Position, clue: Clue) -> bool:
    """Return whether a clue shows an old card to be useless, or not what it was taken for."""
    for slot in range(len(now.hands[clue.target])):
        if not now.clued[clue.target][slot]:
            continue
        before, after = now.view(clue.target, slot), after_clue(now, clue, slot)
        promised = now.promised(clue.target, slot)
        if before & ~now.dead and not after & ~now.dead:
            return True
        if not promised & after:
            return True
    return False


def bad_touches(now: Position, clue: Clue) -> list[int]:
    """Return the newly touched cards that are useless, or twins, and that do not show as such."""
    bad = []
    seen: set[int] = set()
    for slot in clue.fresh:
        card = now.hands[clue.target][slot]
        twin = card in seen
        for seat, hand in enumerate(now.hands):
            if seat == clue.giver:
                continue  # it does not see its own hand
            twin |= any(
                other == card and now.clued[seat][place] and (seat, place) != (clue.target, slot)
                for place, other in enumerate(hand)
            )
        seen.add(card)
        after = after_clue(now, clue, slot)
        if (now.dead >> card & 1 or twin) and after & ~now.dead:
            bad.append(slot)
    return bad


def _has_other_merits(moment: Moment, clue: Clue, bad: list[int]) -> bool:
    """Return whether it is a matter of taste to touch bad cards as well.

    The clue speaks of a good card, touches as many good ones, or tells of an old one that it held.
    """
    now = moment.now
    if (is_productive(moment) and clue.focus not in bad) or 2 * len(bad) <= len(clue.fresh):
        return True
    return any(
        slot not in clue.fresh
        and not now.is_useless(clue.target, slot)
        and now.view(clue.target, slot) != after_clue(now, clue, slot)
        for slot in clue.touched
    )


def judge_good_touch(game: Game) -> Iterator[Case]:
    """Judge every clue on new cards that was not the only thing left to do."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or is_pressed(moment):
            continue
        bad = bad_touches(now, clue)
        if bad and _has_other_merits(moment, clue, bad):
            continue
        names = ", ".join(game.name(now.hands[clue.target][slot]) for slot in bad)
        yield Case(moment.turn, moment.seat, not bad, f"touched {names}", len(bad))


def judge_minimum_value(game: Game) -> Iterator[Case]:
    """Judge every clue of a giver that could as well have discarded."""
    for moment, clue in game.clues():
        now = moment.now
        if is_pressed(moment) or is_fix(now, clue):
            continue
        if not clue.fresh and "tempo-clue" in game.conventions and makes_playable(now, clue):
            continue
        yield Case(moment.turn, moment.seat, bool(clue.fresh), "touched nothing new", 1.0)


def makes_playable(now: Position, clue: Clue) -> bool:
    """Return whether a clue tells its receiver of a playable card that it did not know."""
    return any(
        now.playable >> now.hands[clue.target][slot] & 1
        and now.promised(clue.target, slot) & ~now.playable
        for slot in clue.touched
    )


def is_productive(moment: Moment) -> bool:
    """Return whether a turn brings a play, saves a card, or tells of a playable one."""
    if moment.clue is None:
        return moment.plays and moment.placed
    now, clue = moment.now, moment.clue
    if is_save(now, clue) or makes_playable(now, clue):
        return True
    card = now.hands[clue.target][clue.focus] if clue.focus >= 0 else -1
    return bool(clue.fresh) and clue.connected and not now.dead >> card & 1


def judge_false_play(game: Game) -> Iterator[Case]:
    """Judge every clue on new cards that nobody can take for a save, a stall or a fix."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or clue.on_chop or is_pressed(moment) or is_five_stall(moment, clue):
            continue
        if is_fix(now, clue):
            continue
        if not after_clue(now, clue, clue.focus) & now.playable:
            continue  # nobody will play it yet
        card = now.hands[clue.target][clue.focus]
        useless = bool(now.dead >> card & 1)
        kept = (clue.connected and not useless) or makes_playable(now, clue)
        what = "is of no use" if useless else "cannot be played soon"
        yield Case(moment.turn, moment.seat, kept, f"{game.name(card)} {what}", len(clue.missing))


def is_five_stall(moment: Moment, clue: Clue) -> bool:
    """Return whether a clue may pass for a 5 Stall: 5s, early in the game."""
    return moment.early and clue.is_rank and clue.value == 5


def judge_stall_season(game: Game) -> Iterator[Case]:
    """Judge every clue of new 5s off the chop."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or clue.on_chop or not (clue.is_rank and clue.value == 5):
            continue
        kept = moment.early or is_pressed(moment) or clue.connected
        kept = kept or makes_playable(now, clue) or is_fix(now, clue)
        yield Case(moment.turn, moment.seat, kept, "5s off the chop, the early game over", 1.0)


RULES = (
    Rule(
        "good-touch",
        "giver",
        "a clue touches no new card that is useless or a touched card's twin",
        ("good-touch",),
        (),
        judge_good_touch,
    ),
    Rule(
        "minimum-value",
        "giver",
        "a clue touches a new card, unless it puts something right",
        ("minimum-value",),
        ("tempo-chop-move", "stall-severity"),
        judge_minimum_value,
    ),
    Rule(
        "false-play",
        "giver",
        "the focus of a play clue can be played once clued and called cards are",
        ("play-clue", "focus", "finesse"),
        ("five-chop-move", "bluff"),
        judge_false_play,
    ),
    Rule(
        "stall-season",
        "giver",
        "5s off the chop are clued in the early game, or where they can be played",
        ("five-stall",),
        ("five-chop-move",),
        judge_stall_season,
    ),
)
