"""Conformity: whether players follow conventions, judged from the actions of finished games alone.

The judge sees all hands, and models no more of the conventions than everybody at the table can see:
chops, what a clue touches and speaks of, which cards it calls for. `docs/conformity.md` defines
every rule.
"""

from hanabi_arena.conventions.conformity.judge import judge, rules_for
from hanabi_arena.conventions.conformity.profile import Profile, Tally
from hanabi_arena.conventions.conformity.rule import Case, Rule

__all__ = ["Case", "Profile", "Rule", "Tally", "judge", "rules_for"]
