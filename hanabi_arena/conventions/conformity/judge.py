"""Judge games by a set of conventions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hanabi_arena.conventions.conformity import clues, connections, discards, plays, saves
from hanabi_arena.conventions.conformity.game import read_game
from hanabi_arena.conventions.conformity.profile import Profile, Tally
from hanabi_arena.conventions.conformity.rule import Rule
from hanabi_arena.conventions.sets import ConventionSet
from hanabi_arena.match.replay import GameRecord

RULES: tuple[Rule, ...] = (
    *clues.RULES,
    *saves.RULES,
    *connections.RULES,
    *plays.RULES,
    *discards.RULES,
)
"""All rules there are."""


def rules_for(agreed: ConventionSet) -> tuple[tuple[Rule, ...], dict[str, str]]:
    """Return the rules that a set allows to judge, and for the others why it does not."""
    judged: list[Rule] = []
    left_out: dict[str, str] = {}
    for rule in RULES:
        lacking = [name for name in rule.needs if name not in agreed.conventions]
        clashing = [name for name in rule.unless if name in agreed.conventions]
        if rule.family not in ("", agreed.family):
            left_out[rule.name] = f"{agreed.name} is of another family: {agreed.family}"
        elif lacking:
            left_out[rule.name] = f"{agreed.name} lacks {', '.join(lacking)}"
        elif clashing:
            left_out[rule.name] = f"under {', '.join(clashing)} the same action may mean more"
        else:
            judged.append(rule)
    return tuple(judged), left_out


def judge(
    records: Iterable[GameRecord], agreed: ConventionSet, only: Collection[str] = ()
) -> Profile:
    """Judge finished games by a set, by all its rules or `only` some.

    Raises IllegalAction for a record that no game fits.
    """
    rules, left_out = rules_for(agreed)
    tallies = [Tally(rule) for rule in rules if not only or rule.name in only]
    left_out = {name: why for name, why in left_out.items() if not only or name in only}
    conventions = frozenset(agreed.conventions)
    count = 0
    for number, record in enumerate(records):
        game = read_game(record, conventions)
        for tally in tallies:
            for case in tally.rule.judge(game):
                bot = record.bots[case.seat] if record.bots else f"seat {case.seat}"
                tally.add(number, case, bot)
        count += 1
    return Profile(agreed.name, count, tallies, left_out)
