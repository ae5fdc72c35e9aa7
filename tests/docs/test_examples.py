"""Every example of the documentation does what the page says."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_arena import play
from tests.docs.pages import PAGES, Block, blocks
from tests.docs.story import Story, check_output


@pytest.fixture
def story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Story]:
    monkeypatch.chdir(tmp_path)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    path, modules = list(sys.path), set(sys.modules)
    yield Story(monkeypatch)
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("page", ["../README.md", *PAGES])
def test_examples_do_what_the_page_says(page: str, story: Story) -> None:
    for block in blocks(page):
        story.tell(block)


def test_the_same_bot_twice_plays_the_same(story: Story) -> None:
    for page, mark in (
        ("writing-bots.md", "file=bots/trusting.py"),
        ("compiled-bots.md", "file=bots/quick.py"),
    ):
        (block,) = (block for block in blocks(page) if block.mark == mark)
        story.tell(block)
    for variant, players in (("base", 2), ("base", 5), ("rainbow", 3), ("bouquet-final", 4)):
        plain = play("trusting", players=players, games=25, variant=variant)
        compiled = play("quick", players=players, games=25, variant=variant)
        assert plain.actions.equals(compiled.actions)


def test_a_wrong_example_is_noticed(story: Story) -> None:
    check_output("", "one\n…\nfour …\n", "one\ntwo\nthree\nfour 4.2 s\n")
    for wrong in ("one\n", "one\n…\nfive\n", "one two\n…\n"):
        with pytest.raises(AssertionError, match="what is printed"):
            check_output("", wrong, "one\ntwo\nthree\nfour 4.2 s\n")
    for language, mark, text in (
        ("console", "", "$ arena variants nothing\n"),
        ("console", "", "$ arena variants base   # exit code 2\n"),
        ("python", "run", "assert view.players == 7\n"),
        ("python", "", "1 / 0\n"),
    ):
        with pytest.raises(AssertionError, match="line 1"):
            story.tell(Block("a page", 1, language, mark, text))
