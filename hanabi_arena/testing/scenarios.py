"""Scenario files as pytest collects them: a test a scenario and bot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.conventions.scenario import Scenario
from hanabi_arena.conventions.scenario_file import read_scenarios
from hanabi_arena.conventions.trial import find_bot, try_scenario
from hanabi_arena.conventions.verdict import failure_text
from hanabi_arena.errors import ArenaError

NO_BOT = "no bot was named to take it: --arena-bot, or arena_bot in pytest's configuration"


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    bots: Sequence[str] = ()
    folders: Sequence[Path] = ()

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each scenario and bot."""
        scenarios = read_scenarios(self.path)
        for scenario in () if self.bots else scenarios:
            item = self._item(scenario, scenario.name)
            item.add_marker(pytest.mark.skip(reason=NO_BOT))
            yield item
        for name in self.bots:
            bot, params = find_bot(name, self.folders)
            suffix = f"[{name}]" if len(self.bots) > 1 else ""
            for scenario in scenarios:
                item = self._item(scenario, f"{scenario.name}{suffix}")
                item.bot, item.params = bot, params
                yield item

    def _item(self, scenario: Scenario, name: str) -> ScenarioItem:
        item = ScenarioItem.from_parent(self, name=name)
        item.scenario = scenario
        item.add_marker(pytest.mark.arena)
        return item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show our own messages as they are."""
        if isinstance(excinfo.value, ArenaError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class ScenarioFailed(Exception):
    """A bot did not do what a scenario expects."""


class ScenarioItem(pytest.Item):
    """A bot takes a scenario."""

    scenario: Scenario
    bot: type[BotBase]
    params: Mapping[str, Any]

    def runtest(self) -> None:
        """Take it as `arena check` does."""
        result = try_scenario(self.scenario, self.bot, self.params)
        self.user_properties.append(("beliefs_skipped", result.beliefs_skipped))
        if result.status == "skipped":
            pytest.skip(result.skipped or f"{self.bot.name} shows no beliefs")
        if result.status == "failed":
            raise ScenarioFailed(failure_text(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was expected, the position and the beliefs; nothing of how it was asked."""
        if isinstance(excinfo.value, ScenarioFailed | ArenaError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the scenario stands, for pytest's headings."""
        return self.path, self.scenario.line - 1, self.name
