"""The variants of hanab.live: which there are, what their clues touch, and how they play."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hanabi_arena.engine.table import FIRST_RANK_BIT, new_table
from hanabi_arena.errors import RulesError, UnknownName
from hanabi_arena.match.position import possible_text
from hanabi_arena.match.replay import deal_deck
from hanabi_arena.match.transcript import parse_transcript, transcript
from hanabi_arena.rules import Rules, Settings, find_variant
from hanabi_arena.rules.cards import CARDS, RANKS
from hanabi_arena.rules.hanab_live import LiveVariant, live_variants
from tests.engine.compare import recorded
from tests.engine.policies import POLICIES
from tests.interop.site_rules import SitePair, SiteReference, SiteRules

EVERY = list(live_variants().values())
COVERED = [one for one in EVERY if not one.why_not]


def test_every_number_stands_for_one_variant() -> None:
    assert [one.number for one in EVERY] == list(range(2426))
    assert len(live_variants()) == 2426
    assert len(COVERED) == 1964


def test_there_are_as_many_of_each_kind_as_the_site_has() -> None:
    """Figures of the site's own list; its reversed suits are suits of another name."""
    sizes = Counter(len(one.live_suits) for one in EVERY if one.live_suits)
    assert sizes == {3: 326, 4: 370, 5: 824, 6: 905}  # and one with six that we do not spell out
    with_suit = Counter(suit.name for one in EVERY for suit in one.live_suits)
    for one in EVERY:
        if "Reversed" in one.name:
            with_suit[one.name.split(" Reversed")[0]] -= 1
    for name, count in {
        **{"White": 184, "Brown": 180, "Pink": 176, "Null": 176, "Orange": 174, "Light Pink": 173},
        **{"Rainbow": 172, "Omni": 170, "Muddy Rainbow": 170, "Prism": 162, "Black": 90},
    }.items():
        assert with_suit[name] == count, name
    assert sum(any(suit.dark for suit in one.live_suits) for one in EVERY) == 907
    assert Counter(one.rule.get("special") for one in EVERY) == {None: 1238, 1: 594, 5: 594}
    first = Counter(one.name.split(" (")[0].split(" & ")[0] for one in EVERY)
    for family, count in {
        **dict.fromkeys(("Alternating Clues", "Odds and Evens", "Funnels", "Chimneys"), 66),
        **{"Matryoshka": 66, "Throw It in a Hole": 44, "Synesthesia": 36, "Clue Starved": 22},
        **dict.fromkeys(("Critical Fours", "Scarce Ones", "Up or Down", "Sudoku"), 33),
        **dict.fromkeys(("Color Blind", "Number Blind", "Color Mute", "Number Mute"), 4),
    }.items():
        assert first[family] == count, family


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (0, "No Variant"),
        (1, "6 Suits"),
        (14, "Pink-Fives & Rainbow (5 Suits)"),
        (16, "Rainbow (5 Suits)"),
        (21, "Black (5 Suits)"),
        (22, "White (5 Suits)"),
        (58, "Gray (5 Suits)"),
        (59, "Gray (6 Suits)"),
        (70, "Brown (5 Suits)"),
        (107, "Pink (5 Suits)"),
        (149, "Rainbow & Pink (3 Suits)"),
        (150, "Matryoshka (6 Suits)"),
        (177, "Omni (5 Suits)"),
        (181, "Null (5 Suits)"),
        (871, "Rainbow-Ones & Light Pink (6 Suits)"),
        (1219, "Clue Starved & Light Pink (5 Suits)"),
        (1383, "Synesthesia (5 Suits)"),
        (1465, "Prism (5 Suits)"),
        (1645, "Critical Fours & Black (6 Suits)"),
        (1820, "Odds and Evens & Black (6 Suits)"),
        (2131, "Orange (5 Suits)"),
        (2323, "Deceptive-Fives & Dark Orange (6 Suits)"),
        (2358, "Odds and Evens & Dark Orange (5 Suits)"),
        (2392, "Sudoku & Dark Orange (5 Suits)"),
        (2393, "Scarce Ones (6 Suits)"),
    ],
)
def test_numbers_are_those_of_the_site(number: int, name: str) -> None:
    assert EVERY[number].name == name


def masks(found: LiveVariant | Rules) -> dict[str, int]:
    named = {clue.name: clue.touch for clue in found.suit_clues}
    return named | {str(rank): mask for rank, mask in enumerate(found.rank_clues, 1) if mask}


def test_every_touch_and_every_copy_is_that_of_a_second_reading() -> None:
    for one in COVERED:
        site = SiteRules(one.name)
        assert [suit.name for suit in one.live_suits] == site.suits
        assert list(one.colours) == site.colours, one.name
        assert list(one.ranks) == site.ranks, one.name
        for index, suit in enumerate(one.suits):
            copies = tuple(site.copies(index, rank) for rank in range(1, RANKS + 1))
            assert suit.copies == copies, one.name
        for card in CARDS[: len(site.suits) * RANKS]:
            colours = {
                colour
                for colour, clue in zip(one.colours, one.suit_clues, strict=True)
                if clue.touch & card.bit
            }
            assert colours == site.colours_of(card.suit, card.rank), (one.name, card)
            ranks = {rank for rank in one.ranks if one.rank_clues[rank - 1] & card.bit}
            assert ranks == site.ranks_of(card.suit, card.rank), (one.name, card)
        assert one.empty_suit_clues == site.may_be_empty("suit")
        assert one.empty_rank_clues == site.may_be_empty("rank")
        assert one.half_tokens == (site.family == "Clue Starved")


TOUCHED = {
    "Rainbow (5 Suits)": {"red": "rm", "blue": "bm", "3": "3"},
    "White (4 Suits)": {"green": "g", "2": "2"},
    "Brown (3 Suits)": {"brown": "n", "1": "rb1"},
    "Pink (3 Suits)": {"pink": "i", "4": "rb4 i"},
    "Omni (3 Suits)": {"red": "ro", "5": "rb5 o"},
    "Null (3 Suits)": {"red": "r", "5": "rb5"},
    "Muddy Rainbow (3 Suits)": {"blue": "bd", "2": "rb2"},
    "Light Pink (3 Suits)": {"blue": "b", "2": "rb2 l"},
    "Prism (4 Suits)": {"red": "r s14", "green": "g s25", "blue": "b s3", "1": "1"},
    "Dark Prism (5 Suits)": {"red": "r s15", "blue": "b s4"},
    "Cocoa Rainbow (6 Suits)": {"purple": "pc", "1": "rygbp1"},
    "Rainbow-Ones (3 Suits)": {"red": "r gb1", "1": "1"},
    "Pink-Ones (3 Suits)": {"red": "r", "2": "12", "5": "15"},
    "White-Fives (3 Suits)": {"red": "r1234", "5": "5"},
    "Null-Ones & Rainbow (3 Suits)": {"red": "r2345 m", "2": "2"},
    "Rainbow-Ones & Pink (3 Suits)": {"red": "r bi1", "pink": "rb1 i", "1": "rb1 i"},
    "Omni-Fives & White (3 Suits)": {"red": "r b5", "4": "45"},
    "Deceptive-Ones (6 Suits)": {"2": "rp12 ygbt2", "5": "rygpt5 b15"},
    "Deceptive-Fives (3 Suits)": {"1": "r15 gb1", "2": "rb2 g25", "3": "rg3 b35", "4": "4"},
    "Ambiguous (4 Suits)": {"red": "tm", "blue": "bn"},
    "Dual-Color (3 Suits)": {"red": "tv", "yellow": "tj", "blue": "vj"},
    "Matryoshka (4 Suits)": {"red": "any", "green": "gb", "blue": "b"},
    "Odds and Evens (3 Suits)": {"1": "135", "2": "24"},
    "Synesthesia (3 Suits)": {"red": "r gb14", "green": "g rb25", "blue": "b rg3"},
    "Synesthesia & White (3 Suits)": {"red": "r bw135", "blue": "b rw24"},
    "Synesthesia & Brown (3 Suits)": {"brown": "n rb3"},
    "Funnels (3 Suits)": {"3": "123"},
    "Chimneys & Brown (3 Suits)": {"3": "rb345"},
    "Color Blind (3 Suits)": {"red": "nothing", "3": "3"},
    "Special Mix (6 Suits)": {"black": "km", "pink": "mi", "brown": "mn", "3": "kmw3 i"},
}
"""What some clues touch, worked out by hand from the site's page on variants."""


@pytest.mark.parametrize("name", TOUCHED)
def test_clues_touch_what_the_rule_says(name: str) -> None:
    rules = find_variant(name)
    shown = masks(rules)
    for clue, cards in TOUCHED[name].items():
        told = possible_text(rules, shown[clue])
        assert sorted(told.split()) == sorted(cards.split()), clue


def test_a_variant_is_found_by_its_name_or_its_number() -> None:
    for one in random.Random(1).sample(COVERED, 60):
        rules = find_variant(one.name)
        assert rules == find_variant(f"hanab.live:{one.number}")
        assert [suit.copies for suit in rules.suits] == [suit.copies for suit in one.suits]
        assert masks(rules) == masks(one)
        assert len({suit.letter for suit in rules.suits}) == len(rules.suits)
        assert rules.settings.half_tokens == one.half_tokens
        assert Settings.of(rules.settings.changes()) == rules.settings
    assert find_variant("No Variant") == find_variant("base")
    assert find_variant("hanab.live:1").settings == Settings(suits=6)
    with_switch = find_variant("Clue Starved & Prism (6 Suits)+deck-plays")
    assert with_switch.name == "Clue Starved & Prism (6 Suits)+deck-plays"
    assert with_switch.settings.deck_plays
    assert find_variant({"variant": "hanab.live:16", "strikes": 1}).settings.strikes == 1


def test_every_other_one_is_refused_with_the_reason() -> None:
    reasons = Counter(one.why_not for one in EVERY if one.why_not)
    assert sum(reasons.values()) == 2426 - 1964
    for one in EVERY:
        if one.why_not:
            with pytest.raises(RulesError) as refusal:
                Settings(hanab_live=one.name)
            assert str(refusal.value) == f"{one.name} is not supported: {one.why_not}"
    for name, words in {
        "Up or Down (5 Suits)": "upwards or downwards",
        "Throw It in a Hole (4 Suits)": "is not shown",
        "Orange (5 Suits)": "discarding a card of the orange suit plays it",
        "Sudoku (5 Suits)": "starts with any rank",
        "White Reversed & Rainbow (4 Suits)": "from 5 down to 1",
        "Duck (3 Suits)": "does not tell what it names",
    }.items():
        with pytest.raises(RulesError, match=words):
            find_variant(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Rainbow (5 suits)", r'no variant .* Did you mean "Rainbow \(5 Suits\)"'),
        ("hanab.live:2426", "no variant of hanab.live has this number; 0 to 2425 exist"),
        ("hanab.live:", "no variant"),
        ("hanab.live:16+rainbow", "says which suits there are"),
        ("hanab-live=Rainbow", 'no variant of hanab.live "Rainbow"'),
        ("hanab.live:16+suits=4", "says which suits there are"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises((RulesError, UnknownName), match=message):
        find_variant(text)


def test_variants_with_the_same_cards_share_their_deals() -> None:
    """A deal hangs on the cards, not on what touches them."""
    pink, rainbow, dark = (find_variant(f"{one} (5 Suits)") for one in ("Pink", "Rainbow", "Gray"))
    assert deal_deck(pink, 3, 5, 7) == deal_deck(rainbow, 3, 5, 7)
    assert deal_deck(pink, 3, 5, 7) == deal_deck(find_variant("base"), 3, 5, 7)
    assert len(deal_deck(dark, 3, 5, 7)) == 45


SAMPLE = [
    *("Rainbow (5 Suits)", "Prism (4 Suits)", "White & Null (3 Suits)", "Dark Null (5 Suits)"),
    *(
        "Null-Ones & Rainbow (5 Suits)",
        "Deceptive-Fives & Brown (6 Suits)",
        "Special Mix (6 Suits)",
    ),
    *("Extremely Ambiguous & Omni (5 Suits)", "Dual-Color (6 Suits)", "Scarce Ones (6 Suits)"),
    *("Clue Starved & Pink (5 Suits)", "Color Blind (3 Suits)", "Totally Blind (5 Suits)"),
    *("Color Mute (4 Suits)", "Number Mute (5 Suits)", "Odds and Evens & Null (5 Suits)"),
    *("Synesthesia & White (5 Suits)", "Funnels & Light Pink (4 Suits)", "Chimneys (6 Suits)"),
    *("Pink-Ones (3 Suits)", "Number Blind (4 Suits)", "Critical Fours & Prism (5 Suits)"),
]


@pytest.mark.parametrize("name", SAMPLE)
def test_the_engine_plays_as_the_naive_game_does(name: str) -> None:
    """Turn by turn: what is touched and known, which actions are legal, tokens, ends and scores."""
    place = SAMPLE.index(name)
    players = 2 + place % 4
    settings = Settings(hanab_live=name, bouquet_final=place % 7 == 0, empty_clues=place % 5 == 3)
    pair = SitePair(settings, players, deal_deck(Rules("x", settings), players, 11, place))
    policy = list(POLICIES.values())[place % len(POLICIES)]
    pair.play(policy, random.Random(place), limit=45)
    assert pair.naive.turns > 20 or pair.over
    assert isinstance(pair.naive, SiteReference)


def test_clues_that_do_not_exist_are_no_clues() -> None:
    """Also where empty clues are allowed."""
    for name, suits, ranks in (
        ("Number Mute (5 Suits)+empty-clues", 0b11111, 0),
        ("Color Mute (5 Suits)+empty-clues", 0, 0b11111),
        ("Pink-Ones (5 Suits)+empty-clues", 0b11111, 0b11110),
        ("Odds and Evens (5 Suits)+empty-clues", 0b11111, 0b00011),
    ):
        table = new_table(find_variant(name), 3)
        assert int(table.clues) == int(table.may_be_empty) == suits | ranks << FIRST_RANK_BIT
    blind = new_table(find_variant("Color Blind (5 Suits)"), 3)
    assert int(blind.may_be_empty) == 0b11111


def test_a_game_of_such_a_variant_is_a_transcript_and_back() -> None:
    for name in ("Cocoa Rainbow (5 Suits)", "Clue Starved & Prism (6 Suits)+deck-plays"):
        record = recorded(find_variant(name), 3, "random", 3, limit=0)
        assert parse_transcript(transcript(record)) == record
