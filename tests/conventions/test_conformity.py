"""The judge of finished games: what each rule counts, excuses and blames."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.conventions import load_set, shipped_sets
from hanabi_arena.conventions.conformity import Case, Profile, judge, rules_for
from hanabi_arena.conventions.conformity.game import read_game
from hanabi_arena.conventions.conformity.judge import RULES
from hanabi_arena.match.replay import GameRecord, deal_deck
from tests.bots.tables import SEED, play
from tests.conventions.hands import BASE, game_of
from tests.support import arena

Conventions, Random = (Registry().find(name).load() for name in ("conventions", "random"))


def cases(
    rule: str, hands: Sequence[str], actions: str, draws: str = "", by: str = "h-group-3"
) -> list[Case]:
    """Return what a rule finds in a game of these hands."""
    game = read_game(game_of(hands, actions, draws), frozenset(load_set(by).conventions))
    (found,) = (one for one in RULES if one.name == rule)
    return list(found.judge(game))


def verdicts(
    rule: str, hands: Sequence[str], actions: str, draws: str = "", by: str = "h-group-3"
) -> list[tuple[int, int, bool]]:
    """Return turn, seat and whether it was kept, for each opportunity."""
    return [(one.turn, one.seat, one.kept) for one in cases(rule, hands, actions, draws, by)]


# Hands are written the oldest card first. The first clue of a game is never judged: with all tokens
# there, nobody can discard.
TWO = ("r1 y2 g3 b4 p2", "r1 y3 g4 b3 p3")


def test_good_touch_counts_useless_cards_and_twins() -> None:
    hands = ("b4 y4 g3 p4 b4", "r1 y3 g4 b3 p3", "y4 g2 b2 r1 p3")
    told = verdicts("good-touch", hands, "c1y c2g c1r c2r")
    assert told == [(1, 1, True), (2, 2, True), (3, 0, False)], "its twin has been touched"
    own = verdicts("good-touch", hands, "c1y c2g c1r d0 c2r")
    assert own[-1] == (4, 1, True), "the giver holds the twin, and does not see it"
    both = ("b1 y2 g3 b4 r2", "r1 y3 g4 b3 r1")
    assert verdicts("good-touch", both, "c1y c0y c1-1") == [(1, 1, True)], "one good, one twin"


def test_minimum_value_wants_a_new_card() -> None:
    assert verdicts("minimum-value", TWO, "c1r c0r c1-3 c0r") == [
        (1, 1, True),
        (2, 0, True),
        (3, 1, False),
    ]
    pressed = verdicts("minimum-value", TWO, "c1r d1 c1r")
    assert pressed == [], "with all tokens there, nobody has to discard"


def test_a_clue_that_looks_like_a_play_must_be_one() -> None:
    wrong = ("b4 y2 g3 b4 p2", "y1 y3 g4 b3 r4")
    assert verdicts("false-play", wrong, "c1y c0g c1r") == [(1, 1, False), (2, 0, False)]
    right = ("b1 y2 g3 b4 g1", "y1 y3 g4 b3 r1")
    assert verdicts("false-play", right, "c1b c0g c1r") == [(1, 1, True), (2, 0, True)]
    reach = ("b4 y4 g3 p4 b1", "y1 y3 g4 b3 r2", "p1 b2 g2 b3 r1")
    assert verdicts("false-play", reach, "c2p c0y c1g c1r")[-1] == (3, 0, True), "by a finesse"
    far = ("b4 y4 g3 p4 b1", "y1 y3 g4 b3 r2", "p1 b2 g2 r1 b3")
    assert verdicts("false-play", far, "c2p c0y c1g c1r")[-1] == (3, 0, False)


def test_missing_cards_are_looked_for_in_every_hand() -> None:
    # Seats 1 and 2 have b1 in finesse position; only seat 2 has b2 behind it.
    hands = ("b4 y4 g3 p4", "y4 y3 g4 b1", "p4 g2 b2 b1", "r4 b3 p3 g3")
    begin = "c1y c2p c0g c0y "
    assert verdicts("false-play", hands, begin + "c3b")[-1] == (4, 0, True)
    first = (*hands[:2], "p4 b2 g2 b1", hands[3])
    assert verdicts("false-play", first, begin + "c3b")[-1] == (4, 0, False)


def test_what_may_be_a_bluff_is_no_false_play() -> None:
    hands = ("b4 y4 g3 p4 b1", "y4 y3 g4 b3 y1", "p4 g2 r2 b3 p3")
    actions = "c1g c2p c0g c2r"
    assert verdicts("false-play", hands, actions)[-1] == (3, 0, False)
    assert [one[0] for one in verdicts("false-play", hands, actions, by="h-group-11")] == [2]
    nothing = (hands[0], "y4 y1 g4 b3 y3", hands[2])
    assert verdicts("false-play", nothing, actions, by="h-group-11")[-1] == (3, 0, False)


def test_fives_off_the_chop_pass_the_time_early_alone() -> None:
    hands = ("b1 y2 g3 b4 p2", "y1 y3 g4 r5 b3")
    assert verdicts("stall-season", hands, "c1b c0-1 c1-5") == [(2, 0, True)]
    assert verdicts("stall-season", hands, "c1b d0 c1-5") == [(2, 0, True)], "all tokens are there"
    assert verdicts("stall-season", hands, "c1b d0 c1y c0p c1-5") == [(4, 0, False)]


def test_fives_may_avoid_a_double_discard_or_move_the_chop() -> None:
    hands = ("b1 y2 g3 b4 p2", "y3 y1 g4 r5 b3")
    actions = "c1b c0p c1b d0 c1-5"
    assert verdicts("stall-season", hands, actions) == [(4, 0, False)]
    assert verdicts("stall-season", hands, actions, by="h-group-9") == [(4, 0, True)], "the last y3"
    near = "c1b c0p c1-4 d0 c1-5"
    assert verdicts("stall-season", hands, near) == [(4, 0, False)]
    assert verdicts("stall-season", hands, near, by="h-group-4") == [], "it is next to the chop"


def test_who_lets_the_next_player_discard_a_last_copy_is_to_blame() -> None:
    hands = ("b4 y2 g3 b4 p2", "r5 y3 g4 b3 p3")
    assert verdicts("save-missed", hands, "c1b c0-3 d0 d0") == [(0, 0, True), (2, 0, False)]
    assert verdicts("save-missed", hands, "c1b c0-3 c1-5 d1")[-1] == (2, 0, True)
    # It had something else to do.
    assert verdicts("save-missed", hands, "c1b c0-3 d0 c0-2") == [(0, 0, True)]


def test_a_seat_counts_the_cards_of_its_own_that_it_knows() -> None:
    hands = ("r1 y2 g3 b4 p2", "b5 y1 g4 r3 p3")
    record = game_of(hands, "c1-5 p1 c1b d1", "b2")
    now = read_game(record, frozenset()).moments[-1].now
    names = {BASE.card_name(card) for card in range(25) if now.view(1, 4) >> card & 1}
    assert names == {"b1", "b2", "b3", "b4"}, "it holds the only b5"


def test_known_last_copies_are_not_discarded() -> None:
    hands = ("b4 y2 g3 b4 p5", "r4 y3 g4 b3 p3")
    assert verdicts("critical-discard", hands, "c1b c0-5 d0") == [(2, 0, True)]
    assert verdicts("critical-discard", hands, "c1b c0-5 d4") == [(2, 0, False)]


def test_a_locked_hand_needs_the_last_token() -> None:
    hands = ("r1 y2 g3 b4 p4", "r5 y5 g5 b5 p5", "r4 y4 g4 b3 p3")
    # All of seat 1 is clued at once; a strike leaves one token for seat 0.
    before = "c1-5 c0-1 c0-2 p0 c2r c0-3 c1r c2y p2 "
    assert verdicts("locked-hand", hands, before + "c2-3") == [(9, 0, False)]
    assert verdicts("locked-hand", hands, before + "c1y") == [(9, 0, True)]
    assert verdicts("locked-hand", hands, before + "d0") == [(9, 0, True)]


def test_a_clear_finesse_is_answered_at_once() -> None:
    hands = ("b4 y4 g3 p4 b1", "y4 y3 g4 b3 r1", "p4 g2 r2 b3 p3")
    begin = "c1y c2p c0g "
    assert verdicts("finesse-missed", hands, begin + "c2r p4") == [(4, 1, True)]
    assert verdicts("finesse-missed", hands, begin + "c2r d2") == [(4, 1, False)]
    assert verdicts("finesse-missed", hands, begin + "c2r c0-4") == [(4, 1, False)]
    seen = ("b4 y4 g3 p4 r4", "y4 y3 g4 b3 r1", "p4 g2 r2 b3 p3")
    told = verdicts("finesse-missed", seen, "c1y c2p c0r c2r d2")
    assert told == [], "the giver's red card may be it"
    for newest, wanted in (("p3", [(4, 1, False)]), ("r1", [])):  # the receiver's own may be it
        two = (*hands[:2], f"p4 g4 r2 b3 {newest}")
        assert verdicts("finesse-missed", two, begin + "c2-2 d2") == wanted


def test_a_finesse_is_not_broken() -> None:
    hands = ("b4 y4 g3 p4", "y4 y3 g4 b3", "p4 g2 y2 r1", "g3 r2 p3 b1")
    begin = "c1y c2p c0g c0y "
    assert verdicts("finesse-broken", hands, begin + "c3r c2r d1") == [(5, 1, False)]
    harmless = verdicts("finesse-broken", hands, begin + "c3r c2r p3")
    assert harmless == [(5, 1, True)], "it was played all the same"
    assert verdicts("finesse-broken", hands, begin + "c3r d2 p3") == [(5, 1, True)]


def test_a_prompt_is_answered() -> None:
    hands = ("b4 y4 g3 p4 b1", "y4 r1 g4 b3 p3", "p4 g2 r2 b3 p3")
    begin = "c1r c2p c0g c2r "
    assert verdicts("prompt-missed", hands, begin + "p1") == [(4, 1, True)]
    assert verdicts("prompt-missed", hands, begin + "d0") == [(4, 1, False)]
    sure = (*hands[:2], "p4 g4 r2 b3 p3")
    assert verdicts("prompt-missed", sure, begin + "c0-4") == [(4, 1, False)]
    assert verdicts("prompt-missed", sure, begin + "c2-2") == [], "it told more of the same card"


def test_who_was_told_of_a_play_does_not_discard() -> None:
    hands = ("b4 y2 g3 b4 p2", "r3 y3 g4 b3 p1")
    assert verdicts("play-ignored", hands, "c1y c0-3 c1p p4") == [(3, 1, True)]
    assert verdicts("play-ignored", hands, "c1y c0-3 c1p d0") == [(3, 1, False)]
    assert verdicts("play-ignored", hands, "c1y c0-3 c1p c0-2") == [], "a clue may be more urgent"


def test_ones_have_an_order() -> None:
    hands = ("b4 y2 g3 b4 p2", "r3 y1 g1 b3 p3")
    assert verdicts("ones-order", hands, "c1-1 p1") == [(1, 1, True)]
    assert verdicts("ones-order", hands, "c1-1 p2") == [(1, 1, False)]
    later = ("b4 y2 g3 b4 p2", "r3 y1 g4 b3 p3")
    newest = verdicts("ones-order", later, "c1-4 d0 c1-1 p4", "b1")
    assert newest == [(3, 1, True)], "the one that was drawn later is first"
    assert verdicts("ones-order", later, "c1-4 d0 c1-1 p0", "b1") == [(3, 1, False)]


def test_a_1_that_was_called_for_is_played_before_the_others() -> None:
    hands = ("b4 y4 g3 p4 r4", "y4 y3 r2 b3 p3", "p4 y1 g4 b3 r1")
    assert verdicts("ones-order", hands, "c1r c2-1 p4") == []
    assert verdicts("ones-order", hands, "c1b c2-1 p4") == [(2, 2, False)]


def test_1s_out_of_order_may_move_a_chop() -> None:
    hands = ("b4 y2 g3 b4 p2", "y1 g1 b1 r3 p3")
    assert verdicts("ones-order", hands, "c1-1 p1") == [(1, 1, False)]
    assert verdicts("ones-order", hands, "c1-1 p1", by="h-group-4") == []
    assert verdicts("ones-order", hands, "c1-1 p2", by="h-group-4") == [(1, 1, False)], "whose?"
    assert verdicts("ones-order", hands, "c1-1 p0", by="h-group-4") == [(1, 1, True)]


def test_discards_come_from_the_chop() -> None:
    assert verdicts("chop-order", TWO, "c1r d1") == [(1, 1, True)], "slot 0 is clued"
    assert verdicts("chop-order", TWO, "c1r d3") == [(1, 1, False)]
    assert verdicts("chop-order", TWO, "c1r d0") == [(1, 1, False)]


def test_what_may_have_been_moved_off_the_chop_is_not_held_against_anybody() -> None:
    hands = ("b4 y2 g3 b4 p2", "y1 r4 y5 g4 p3")
    (rule,) = (one for one in RULES if one.name == "chop-order")
    # The clue of 5s may have moved the chop from slot 0 to slot 1, if that is agreed.
    for name, slot, kept in (
        ("h-group-2", 0, True),
        ("h-group-2", 1, False),
        ("h-group-4", 0, True),
        ("h-group-4", 1, True),
        ("h-group-4", 4, False),
    ):
        record = game_of(hands, f"c1g c0y c1-5 d{slot}")
        game = read_game(record, frozenset(load_set(name).conventions))
        assert [one.kept for one in rule.judge(game)] == [kept], (name, slot)


def test_a_hand_that_may_be_locked_parts_with_anything() -> None:
    hands = ("b3 y2 g3 b3 p2", "y1 r5 g4 b4 p4")
    # All but y1 is clued, and the clue of 5s may have moved it.
    assert verdicts("chop-order", hands, "c1-4 c0y c1-5 d2") == [(3, 1, False)]
    assert verdicts("chop-order", hands, "c1-4 c0y c1-5 d2", by="h-group-4") == []


def test_the_chop_is_kept_after_its_twin() -> None:
    hands = ("b4 y2 g3 b3 p2", "r3 y3 g4 b4 p1", "p4 y1 b1 g2 r4")
    assert verdicts("double-discard", hands, "c1p c2y d0 d0") == [(3, 0, False)]
    assert verdicts("double-discard", hands, "c1p c2y d0 c1b") == [(3, 0, True)]
    begin = "c2g c2b d0 "
    for middle, wanted in (("y3 y3", []), ("y1 y3", [(3, 0, False)])):
        none = ("y4 y4 r4 p1 p2", f"r3 r3 {middle} g3", "p4 b3 b3 g4 g4")
        told = verdicts("double-discard", none, begin + "d0", "r4")
        assert told == wanted, "only a clue that does no harm will do"


def test_every_set_can_be_judged_by_some_rules() -> None:
    names = {rule.name for rule in RULES}
    assert len(names) == len(RULES)
    for name in shipped_sets():
        agreed = load_set(name)
        judged, left_out = rules_for(agreed)
        if agreed.family == "h-group":
            assert {rule.name for rule in judged} | set(left_out) == names
            assert len(judged) >= 6
        else:
            # A sieve's chop is its newest card: what the others use are the H-Group's terms.
            assert [rule.name for rule in judged] == ["critical-discard"]
            assert "another family" in left_out["chop-order"]


def records(bots: Sequence[type[BotBase]], games: int, params: Any) -> list[GameRecord]:
    played = play(bots, games, params=params)
    ends = np.cumsum(played.results["turns"])
    begins = ends - played.results["turns"]
    names = tuple(f"seat {seat}" for seat in range(len(bots)))
    return [
        GameRecord(
            BASE,
            len(bots),
            deal_deck(BASE, len(bots), SEED, game),
            tuple(played.actions[begins[game] : ends[game]].tolist()),
            names,
            "test",
            game,
        )
        for game in range(games)
    ]


def profile_of(bot: type[BotBase], params: Mapping[str, Any], by: str, each: int = 60) -> Profile:
    """Judge a bot with its like at two to five players, in so many games each."""
    games = [record for n in (2, 3, 4, 5) for record in records((bot,) * n, each, params)]
    return judge(games, load_set(by))


def rates(profile: Profile) -> dict[str, float]:
    return {one.rule.name: one.rate for one in profile.tallies if one.opportunities >= 30}


@cache
def faithful(name: str) -> Profile:
    """Judge the bot by the set that it declares."""
    return profile_of(Conventions, {"set": name}, name, each=100)


@pytest.mark.parametrize(
    "name",
    [*(f"h-group-{level}" for level in (1, 2, 3, 6, 9, 11)), "h-group-best"],
)
def test_the_bot_follows_its_own_set(name: str) -> None:
    for tally in faithful(name).tallies:
        # Over thousands of games it slips in less than 1% of the cases; in so few games these may
        # be two standard deviations more.
        slips = tally.opportunities - tally.kept
        usual = 0.01 * tally.opportunities
        assert slips <= usual + 2 * max(1.0, usual**0.5), (tally.rule.name, tally.examples)


@pytest.mark.parametrize("name", ["h-group-3", "h-group-11"])
def test_chance_does_not(name: str) -> None:
    followed = rates(faithful(name))
    by_chance = rates(profile_of(Random, {}, by=name))
    assert len(by_chance) >= 7
    for rule, rate in by_chance.items():
        # The twin of what was just discarded is seldom on the next player's chop.
        assert rate < followed[rule] - (0.01 if rule == "double-discard" else 0.04), rule
    assert sum(by_chance.values()) / len(by_chance) < 0.75


@pytest.mark.parametrize(
    ("name", "without", "shows_in", "least", "besides"),
    [
        ("h-group-3", "minimum-value", "minimum-value", 0.05, ()),
        ("h-group-3", "good-touch", "good-touch", 0.015, ("ones-order",)),
        ("h-group-3", "save-principle", "save-missed", 0.02, ()),
        ("h-group-3", "ones-order", "ones-order", 0.5, ()),
        ("h-group-9", "good-touch sarcastic-discard", "good-touch", 0.015, ("ones-order",)),
        ("h-group-9", "save-principle", "save-missed", 0.01, ()),
        ("h-group-9", "ones-order order-chop-move", "ones-order", 0.5, ()),
        ("h-group-9", "double-discard-avoidance", "double-discard", 0.05, ()),
    ],
)
def test_a_convention_that_is_left_out_shows_in_its_own_rule(
    name: str, without: str, shows_in: str, least: float, besides: Sequence[str]
) -> None:
    followed = rates(faithful(name))
    found = rates(profile_of(Conventions, {"set": name, "without": without}, by=name))
    assert found[shows_in] < followed[shows_in] - least
    for rule, rate in found.items():
        if rule not in (shows_in, *besides):
            assert rate > followed[rule] - 0.02, rule


def test_who_alone_does_not_read_is_to_blame() -> None:
    full = {"set": "h-group-2"}
    params = [full, full | {"deaf": "finesse double-finesse"}, full]
    tally = judge(records((Conventions,) * 3, 120, params), load_set("h-group-2")).tally(
        "finesse-missed"
    )
    count, kept = tally.by_bot["seat 1"]
    others = [tally.by_bot[name] for name in ("seat 0", "seat 2") if name in tally.by_bot]
    assert kept < 0.7 * count
    assert sum(one[1] for one in others) >= 0.95 * sum(one[0] for one in others)


HUMAN = Path(__file__).parents[1] / "data" / "human-games.json"


def test_human_games_are_judged(tmp_path: Path) -> None:
    done = arena("conform", HUMAN, "--set", "h-group-2", "--json", cwd=tmp_path)
    told = json.loads(done.out)
    assert told["games"] == 50, "also the old ones of six players with four cards each"
    assert "left out" not in done.err
    found = {one["rule"]: one["rate"] for one in told["rules"]}
    assert 0.9 < found["good-touch"] < 1
    assert 0.9 < found["minimum-value"] < 1
    assert 0.8 < found["chop-order"] < 0.99
    assert found["critical-discard"] > 0.97


def test_games_that_cannot_be_judged_are_left_out_with_the_reason(tmp_path: Path) -> None:
    good, seven, late, old = (dict(one) for one in json.loads(HUMAN.read_text("utf-8"))[39:43])
    seven["playerCount"] = 7
    late["actions"] = [*late["actions"][:4], {"type": 0, "target": 49}]
    (tmp_path / "some.json").write_text(json.dumps([good, seven, late, old]), encoding="utf-8")
    words = ("--set", "h-group-2", "--rule", "chop-order", "--json")
    done = arena("conform", "some.json", *words, cwd=tmp_path)
    told = json.loads(done.out)
    assert told["games"] == 2
    seats = {one["bot"] for one in told["rules"][0]["by_bot"]}
    assert seats <= {f"seat {seat}" for seat in range(6)}, "nobody is named in the file"
    assert "left out: some.json, game 1: playerCount: 7; 2 to 6 can play" in done.err
    assert "left out: some.json, game 2: illegal in turn 5: " in done.err
    commands = [one["command"] for rule in told["rules"] for one in rule["examples"]]
    assert "illegal" not in arena(*commands[0].split()[1:], cwd=tmp_path).out
    folder = arena("conform", ".", *words, cwd=tmp_path)
    assert json.loads(folder.out)["rules"][0]["rate"] == told["rules"][0]["rate"]


def test_a_share_link_is_judged(tmp_path: Path) -> None:
    link = arena("replay", "link", HUMAN, "--game", "20", cwd=tmp_path).out.strip()
    told = json.loads(arena("conform", link, "--set", "h-group-2", "--json", cwd=tmp_path).out)
    assert told["games"] == 1
    commands = [one["command"] for rule in told["rules"] for one in rule["examples"]]
    assert commands
    assert link.split("#")[0] in commands[0]


def test_a_bot_plays_first_and_its_worst_turns_can_be_shown(tmp_path: Path) -> None:
    words = ("conform", "random", "--set", "h-group-1", "--games", "20", "--players", "3")
    done = arena(*words, "--jobs", "1", cwd=tmp_path)
    command = next(line.split() for line in done.out.splitlines() if line.startswith("  arena"))
    shown = arena(*command[1:], cwd=tmp_path)
    assert f"turn {command[-1]} of" in shown.out
    told = json.loads(arena(*words, "--json", "--rule", "good-touch", cwd=tmp_path).out)
    (rule,) = told["rules"]
    assert rule["opportunities"] == sum(one["opportunities"] for one in rule["by_bot"])
    again = arena("conform", command[3], "--set", "h-group-1", "--json", cwd=tmp_path)
    assert json.loads(again.out)["games"] == 20


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["nobody", "--set", "h-group-1"], 'no bot "nobody"'),
        (["random", "--set", "h-group-one"], 'no set of conventions "h-group-one"'),
        (["random", "--set", "h-group-1", "--rule", "good"], "--rule: no rule"),
        (["broken.json", "--set", "h-group-1"], "broken.json, game 0: players is missing"),
        (["text.json", "--set", "h-group-1"], "text.json: no JSON"),
        (["empty.json", "--set", "h-group-1"], "empty.json: it holds no game"),
        (["broken.json", "--set", "h-group-1", "--players", "3"], "--players goes without a file"),
        (["1a,b,0", "--set", "h-group-1"], "link, game 0: "),
    ],
)
def test_mistakes_are_named(tmp_path: Path, words: list[str], wanted: str) -> None:
    (tmp_path / "broken.json").write_text('[{"deck": 3}]', encoding="utf-8")
    (tmp_path / "empty.json").write_text("[]", encoding="utf-8")
    (tmp_path / "text.json").write_text("once upon a time", encoding="utf-8")
    assert wanted in arena("conform", *words, cwd=tmp_path, code=2).err
