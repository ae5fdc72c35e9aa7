"""What the pages list is what the code has: nothing is missing, nothing is left over."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
import yaml
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

import hanabi_arena
from hanabi_arena import kernels, play
from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import HandCard, Turn, View
from hanabi_arena.cli import common, main
from hanabi_arena.cli.bots import describe
from hanabi_arena.comparison.outcome import EXIT_CODES, VERDICTS, Comparison, Faults
from hanabi_arena.conventions.ablation_file import AblationKeys
from hanabi_arena.conventions.conformity import Case, Profile, Tally
from hanabi_arena.conventions.conformity.judge import RULES
from hanabi_arena.conventions.conformity.profile import as_json as profile_json
from hanabi_arena.conventions.explained import explained
from hanabi_arena.engine.table import ENDS, EVENT, TABLE
from hanabi_arena.gate.config import GateKeys
from hanabi_arena.gate.notebook import record_baseline
from hanabi_arena.gate.run import Checked, Gated
from hanabi_arena.league.bench import measure
from hanabi_arena.league.config import BotEntry, League, check_league
from hanabi_arena.league.document import Document
from hanabi_arena.league.manifest import manifest, merged
from hanabi_arena.league.plan import plan_league
from hanabi_arena.report.ablation import COLUMNS as WORTH_COLUMNS
from hanabi_arena.report.ablation import TITLES
from hanabi_arena.report.charts import KINDS
from hanabi_arena.report.recorded import TIMING
from hanabi_arena.rules import Settings, catalogue
from hanabi_arena.rules.scales import categories, scale_names
from hanabi_arena.stats.ablation import CHANGES, Arm, Worth
from hanabi_arena.stats.ablation import as_json as ablation_json
from hanabi_arena.stats.crossplay import Estimate
from hanabi_arena.stats.diagnosed import RATIOS
from hanabi_arena.stats.diagnosis import DIAGNOSIS
from hanabi_arena.stats.summary import COLUMNS
from hanabi_arena.testing import BotTests
from tests.docs.pages import DOCS, PAGES, blocks, keys, prose, read, rows, words


def public(thing: type) -> set[str]:
    names = {*vars(thing), *inspect.get_annotations(thing)}
    return {name for name in names if not name.startswith("_")}


def attributes(page: str, heading: str, before: str) -> set[str]:
    """Return the words of a table whose heading names what they belong to, `view.…`."""
    found = set()
    current = ""
    for row in rows(page, heading):
        if match := re.fullmatch(r"`(\w+(?:\.\w+)*)\.…`", row[0]):
            current = match[1]
        elif current == before:
            found.update(re.findall(r"`(\w+)", row[0]))
    return found


@pytest.mark.parametrize(
    ("name", "heading", "kind"),
    [
        ("view", "What a bot sees", View),
        ("card", "What a bot sees", HandCard),
        ("turn", "What a bot sees", Turn),
        ("view.random", "Randomness", SeatRandom),
    ],
)
def test_everything_on_a_view_is_explained(name: str, heading: str, kind: type) -> None:
    shown = attributes("writing-bots.md", heading, name)
    there = public(kind) - {"state"}
    if kind is View:  # set when a view is made
        there |= {"seat", "rules", "declared", "random"}
    assert shown == there


def test_every_action_is_explained() -> None:
    shown = {word.split("(")[0] for word in keys("writing-bots.md", "What a bot does")}
    assert shown == {"Play", "Discard", "ClueSuit", "ClueRank", "PlayDeck"}


def test_everything_that_a_bot_tells_of_itself_is_explained() -> None:
    shown = keys("writing-bots.md", "What a bot tells of itself")
    assert set(shown) == set(BotBase.__annotations__)


def test_every_inherited_test_is_explained() -> None:
    shown = keys("writing-bots.md", "Testing")
    assert set(shown) == {name for name in public(BotTests) if name.startswith("test_")}
    assert set(BotTests.__annotations__) <= words("writing-bots.md")


def test_everything_that_the_package_offers_is_named() -> None:
    assert set(hanabi_arena.__all__) <= words("writing-bots.md")


def test_every_field_of_the_table_and_the_event_is_explained() -> None:
    assert set(keys("compiled-bots.md", "The table")[1:]) == set(TABLE.names or ())
    assert set(keys("compiled-bots.md", "The event")[1:]) == set(EVENT.names or ())


def test_the_shapes_of_the_table_are_right() -> None:
    for row in rows("compiled-bots.md", "The table"):
        for name in re.findall(r"`(\w+)`", row[0]):
            shape = TABLE[name].shape
            assert row[1] == " × ".join(map(str, shape)), name


def test_every_kernel_is_explained() -> None:
    helpers = {word.split("(")[0] for word in keys("compiled-bots.md", "Helper kernels")}
    others = {"CompiledBot", "kernel", "Table", "Event", "Pile", "Row", "Grid"}
    kinds = {name for name in kernels.__all__ if name.isupper()}
    assert helpers == set(kernels.__all__) - others - kinds
    assert others | kinds <= words("compiled-bots.md") | {"CompiledBot"}
    for word in keys("compiled-bots.md", "Helper kernels"):
        name, _, arguments = word.rstrip(")").partition("(")
        function = getattr(kernels, name)
        code = getattr(function, "py_func", function)
        assert arguments == ", ".join(inspect.signature(code).parameters), name


def model_keys(model: type[BaseModel], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, field in model.model_fields.items():
        key = before + name.replace("_", "-")
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield key, None
            yield from model_keys(kind, f"{key}.")
        else:
            yield key, field.default


@pytest.mark.parametrize(
    ("page", "heading", "model"),
    [
        ("league-file.md", "Keys", League),
        ("league-file.md", "Bots", BotEntry),
        ("gate.md", "Keys", GateKeys),
        ("ablation.md", "Keys", AblationKeys),
    ],
)
def test_every_key_of_a_file_is_explained(page: str, heading: str, model: type[BaseModel]) -> None:
    table = {row[0].strip("`"): row[2] for row in rows(page, heading) if len(row) == 4}
    wanted = dict(model_keys(model))
    assert set(table) - {"key", "entry's key"} == set(wanted)
    for key, default in wanted.items():
        if default is PydanticUndefined:
            assert table[key] == "needed", key
        elif model in (League, GateKeys, AblationKeys) and key == "name":
            assert table[key] == "the file's name, without its ending"
        elif default is not None:
            assert yaml.safe_load(table[key].strip("`")) == default, key


def test_the_complete_league_file_is_complete() -> None:
    (example,) = (block for block in blocks("league-file.md") if block.mark.startswith("league="))
    league = yaml.safe_load(example.text)
    shown = {
        *league,
        *(f"{key}.{inner}" for key in ("report", "limits") for inner in league[key]),
    }
    assert shown == {key for key, _ in model_keys(League)}
    entries = {key for entry in league["bots"] if isinstance(entry, dict) for key in entry}
    assert entries == {key for key, _ in model_keys(BotEntry)}


def test_every_variant_and_every_switch_is_explained() -> None:
    assert keys("variants.md", "Named variants") == list(catalogue())
    table = {
        row[0].strip("`"): row for row in rows("variants.md", "Switches") if row[0] != "switch"
    }
    assert list(table) == [one.name.replace("_", "-") for one in fields(Settings)]
    for one in fields(Settings):
        _, default, allowed, _ = table[one.name.replace("_", "-")]
        assert yaml.safe_load(default.strip("`")) == one.default, one.name
        if "low" in one.metadata:
            assert allowed == f"{one.metadata['low']} to {one.metadata['high']}", one.name
        if "allowed" in one.metadata:
            assert tuple(re.findall(r"`(\w+)`", allowed)) == one.metadata["allowed"], one.name


def test_every_end_is_explained() -> None:
    assert keys("variants.md", "How a game ends") == list(ENDS[1:])
    assert {*ENDS[1:], "fault"} <= words("records.md")


@pytest.mark.parametrize("scale", scale_names())
@pytest.mark.parametrize("suits", [5, 6])
def test_the_verdict_scales_are_as_written(scale: str, suits: int) -> None:
    shown: list[tuple[str, str]] = []
    current = ""
    for row in rows("variants.md", "Verdict scales"):
        if match := re.match(r"`(\w+)`", row[0]):
            current = match[1]
        elif current == scale and row[suits - 4]:
            shown.append((row[0], row[suits - 4]))
    assert shown == [
        (f"{one.name}, {one.note}" if one.note else one.name, one.scores)
        for one in categories(scale, suits)
    ]


ARROW = {"category": "text (dictionary)", "str": "text", "object": "bytes"}


def test_every_column_of_a_record_is_explained() -> None:
    games = play("random", players=2, games=2)
    table = {row[0].strip("`"): row[1] for row in rows("records.md", "Games") if row[0] != "column"}
    assert list(table) == list(games.columns)
    for name, kind in games.dtypes.items():
        assert table[str(name)] == ARROW.get(str(kind), str(kind)), name


def test_every_column_of_the_tables_is_explained() -> None:
    assert keys("records.md", "summary.csv") == list(COLUMNS)
    assert keys("records.md", "timing.csv") == list(TIMING)
    assert keys("records.md", "Charts") == list(KINDS)


def test_every_figure_of_a_diagnosis_is_explained() -> None:
    ratios = {row[0].strip("`") for row in rows("diagnostics.md", "How they played")}
    assert set(RATIOS) <= ratios
    fields = {*(DIAGNOSIS.names or ())} - {"pace", "illegal_turn"}
    named = words("diagnostics.md")
    assert fields | {"pace_1", "pace_4", "token_cost", "max_score"} <= named


def test_every_key_of_run_json_is_explained() -> None:
    document = Document(Path("league.yaml"), {"bots": ["simple"]}, {})
    new = manifest(plan_league(check_league(document), document))
    new = merged(new, new)
    assert set(keys("records.md", "run.json")) == set(new)
    inner = {row[0].strip("`"): row[1] for row in rows("records.md", "run.json")}
    for key in ("variants", "line_ups"):
        assert set(re.findall(r"`([a-z_]+)`", inner[key])) >= set(new[key][0]), key
    assert set(re.findall(r"`([a-z_]+)`", inner["bots"])) >= set(new["bots"]["simple"])
    assert set(re.findall(r"`([a-z_]+)`", inner["machine"])) == set(new["machine"])


def verbs(group: click.Group, before: str = "arena") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from verbs(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


@pytest.mark.parametrize(("verb", "command"), [*verbs(main)])
def test_every_option_of_a_verb_is_explained(verb: str, command: click.Command) -> None:
    there = {option for one in command.params for option in one.opts if option.startswith("--")}
    shown = {
        option for row in rows("commands.md", verb) for option in re.findall(r"(--[a-z-]+)", row[0])
    }
    assert shown == there
    for one in command.params:
        default = one.default
        if one.param_type_name == "option" and type(default) in (str, int, float):
            row = next(row for row in rows("commands.md", verb) if f"`{one.opts[0]} " in row[0])
            shown_default = f"{default:g}" if isinstance(default, float) else str(default)
            assert row[1].strip("`") == shown_default, one.opts[0]


def test_every_verb_and_exit_code_is_listed() -> None:
    assert set(keys("commands.md", "Commands")) == set(main.commands)
    shown = [int(row[0]) for row in rows("commands.md", "What goes where") if row[0].isdecimal()]
    assert shown == [
        common.GOOD,
        common.BAD,
        common.USAGE,
        common.INCONCLUSIVE,
        common.BOT_FAILED,
        common.INTERRUPTED,
    ]


def json_keys(heading: str) -> set[str]:
    (row,) = (row for row in rows("commands.md", heading) if row[0] == "`--json`")
    return set(re.findall(r"`([a-z_]+)`", row[-1]))


def test_every_key_of_json_is_listed() -> None:
    from hanabi_arena.api.registry import Registry

    spec = Registry().find("table-talk")
    facts = describe(spec)
    inner = {key for one in facts["parameters"].values() for key in one}
    assert json_keys("arena bots") == {*facts, *inner, "compiled", "python"}
    assert {*explained("h-group", "finesse").as_json()} <= json_keys("arena conventions")
    assert json_keys("arena bench") == set(measure("random", "base", 2, 0.01, 1))
    assert {*COLUMNS, "seconds"} <= words("records.md")


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return hanabi_arena.compare("random", "simple", players=2, max_games=40)


def test_every_verdict_is_explained() -> None:
    shown = {row[0].strip("`"): row[1] for row in rows("comparing.md", "Comparing two bots")}
    shown.pop("verdict")
    assert {word: int(code) for word, code in shown.items()} == EXIT_CODES
    assert set(shown) == set(VERDICTS)


def test_every_key_of_a_comparison_is_explained(compared: Comparison) -> None:
    told = compared.as_dict()
    assert set(keys("comparing.md", "JSON")) == set(told)
    inner = {row[0]: set(re.findall(r"`(\w+)`", row[1])) for row in rows("comparing.md", "JSON")}
    ordered = list(told)
    figures = ordered[ordered.index("verdict") : ordered.index("variance_saved") + 1]
    assert set(told["strata"][0]) - {"variant", "players"} == set(figures)
    assert inner["`best_deals`, `worst_deals`"] == set(told["best_deals"][0])
    assert inner["`faults`"] == {field.name for field in fields(Faults)} - {"text"} | {"fault"}


def test_every_key_of_a_gates_files_is_explained(compared: Comparison, tmp_path: Path) -> None:
    gated = Gated("gate", "b.json", (Checked("simple", compared, "a", "b"),), True).as_dict()
    assert {*gated, *gated["bots"][0]} <= words("gate.md")
    record_baseline("random", tmp_path / "b.json", players=2, games=2)
    value = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert set(keys("gate.md", "A recorded baseline")) == set(value)
    bot = value["bots"]["random"]
    inner = {*value["variants"][0], *bot, *bot["cells"][0]}
    assert inner <= words("gate.md")


def test_every_key_of_an_ablation_is_explained() -> None:
    arm = Arm("without a", "without", "a", (("full", 1.0), ("less", -1.0)), (("full", "less"),))
    nothing = Estimate.of(np.zeros(0))
    changes = dict.fromkeys(CHANGES, 0.0)
    worth = Worth(arm, "base", 2, nothing, 1.0, 0.0, changes, None, 0, 0)
    assert set(keys("ablation.md", "What it says")[1:]) == set(ablation_json([worth])[0])
    assert keys("ablation.md", "The sign") == list(TITLES)
    assert set(WORTH_COLUMNS) <= words("ablation.md")


def test_every_rule_of_the_judge_is_explained() -> None:
    table = {row[0].strip("`"): row for row in rows("conformity.md", "Rules") if len(row) == 5}
    table.pop("rule")
    assert list(table) == [rule.name for rule in RULES]
    for rule in RULES:
        assert table[rule.name][1] == rule.role
        assert tuple(re.findall(r"`([\w-]+)`", table[rule.name][4])) == rule.needs, rule.name


def test_every_key_of_a_profile_is_explained() -> None:
    rule = RULES[0]
    tally = Tally(rule)
    tally.add(0, Case(0, 0, False), "a")
    told = profile_json(Profile("a", 1, [tally], {}), ["arena"], 1)
    (one,) = told["rules"]
    assert set(keys("conformity.md", "What it says")[1:]) == {*told, "by_bot", "examples"}
    inner = {*one, *one["by_bot"][0], *one["examples"][0]}
    assert inner <= words("conformity.md")


def anchors(page: str) -> set[str]:
    titles = re.findall(r"(?m)^#+ (.+)$", prose(page))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", prose(page)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        assert not path or (DOCS / path).exists(), target
        assert not anchor or anchor in anchors(path or page), target


def test_the_index_lists_every_page() -> None:
    listed = re.findall(r"\]\(([\w-]+\.md)\)", read("index.md"))
    assert set(listed) == set(PAGES) - {"index.md"}


def test_the_design_page_names_every_room_and_only_files_that_exist() -> None:
    package = Path(hanabi_arena.__file__).parent
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    named = words("design.md")
    assert rooms <= {word.rstrip("/") for word in named} | {"conventions"}
    for word in named:
        if re.fullmatch(r"[\w/]+\.(py|yaml)", word):
            found = [*package.rglob(word.rsplit("/", 1)[-1])]
            assert any(str(path).endswith(f"/{word}") for path in found), word
