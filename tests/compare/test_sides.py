"""What can be compared: bots with parameters, bots of another time, and what is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import hanabi_arena
from hanabi_arena.comparison.revisions import Repository
from hanabi_arena.comparison.run import are_identical
from hanabi_arena.comparison.sides import Finder, Wanted
from hanabi_arena.errors import ArenaError, BotError, UsageError
from tests.compare.repository import CAREFUL, NEWEST, OTHER, commit_all, git


def identical(a: str, b: str | None = None, bot: str | None = None) -> bool:
    with Finder() as finder:
        return are_identical(*finder.pair(a, b, bot))


@pytest.mark.parametrize(
    ("text", "name", "revision", "params"),
    [
        ("smart", "smart", None, {}),
        ("table-talk:discard=newest", "table-talk", None, {"discard": "newest"}),
        ("smart@main:mystery=false", "smart", "main", {"mystery": False}),
        ("bots@feature/new-clues~2", "bots", "feature/new-clues~2", {}),
        ("mine.py:Mine@HEAD@{1}", "mine.py:Mine", "HEAD@{1}", {}),
    ],
)
def test_what_is_written_is_taken_apart(
    text: str, name: str, revision: str | None, params: dict[str, object]
) -> None:
    wanted = Wanted.of(text)
    assert (wanted.name, wanted.revision, dict(wanted.params)) == (name, revision, params)


def test_a_path_may_hold_an_at_sign(here: Path) -> None:
    folder = here / "me@home"
    folder.mkdir()
    (folder / "mine.py").write_text(CAREFUL.replace("from . import _taste\n", ""))
    assert Wanted.of("me@home/mine.py").revision is None


@pytest.mark.parametrize("text", ["@main", "smart@", "smart@:mystery=false"])
def test_half_a_revision_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="NAME@REVISION"):
        Wanted.of(text)


def test_the_same_bot_is_identical_whatever_its_parameters_are_called(here: Path) -> None:
    assert identical("simple", "simple")
    assert identical("table-talk", "table-talk:discard=oldest")
    assert not identical("table-talk", "table-talk:discard=newest")
    assert not identical("simple", "simple-python")


def test_a_revision_is_compared_with_now(repository: Path) -> None:
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    with Finder() as finder:
        before, now = finder.pair("careful@main", None)
        assert (before.label, now.label) == ("careful@main", "careful")
        assert before.commit == git(repository, "rev-parse", "main")
        assert before.origin == "bots/careful.py:Careful"
        assert now.commit is None
        assert not are_identical(before, now)
        assert any("bots: 1 file differs" in note for note in finder.notes)
        worktree = Path(before.entry.spec.place.rpartition(":")[0]).parents[1]
        assert worktree.is_dir()
        assert len(git(repository, "worktree", "list").splitlines()) == 2
    assert not worktree.exists()
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_parameters_go_with_a_revision(repository: Path) -> None:
    assert identical("careful@main:patience=3", "careful:patience=3")
    assert not identical("careful@main:patience=3", "careful")
    with pytest.raises(BotError, match="patiense"):
        identical("careful@main:patiense=3")


def test_two_revisions_of_one_place(repository: Path) -> None:
    first = git(repository, "rev-parse", "HEAD")
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    commit_all(repository, "Discard the newest")
    assert not identical(f"careful@{first[:8]}", "careful@HEAD")
    assert identical("careful@HEAD", "bots/careful.py:Careful")
    assert identical("bots/careful.py:Careful@main", "careful")


def test_only_the_file_that_is_named_is_loaded(repository: Path) -> None:
    (repository / "lone.py").write_text(
        (repository / "bots" / "other.py").read_text().replace("Other", "Lone"), encoding="utf-8"
    )
    script = "from pathlib import Path\n\nPath('loaded').touch()\n"
    (repository / "script.py").write_text(script, encoding="utf-8")
    commit_all(repository, "Add a bot beside a script")
    (repository / "lone.py").write_text(OTHER.replace("Other", "Lone") + "\n# edited\n")
    assert not identical("lone.py:Lone@main")
    assert not (repository / "loaded").exists()


def test_a_bot_may_have_moved_to_another_file_or_class(repository: Path) -> None:
    bots = repository / "bots"
    moved = OTHER.replace("class Other(Bot):", 'class Newer(Bot):\n    name = "other"\n')
    (bots / "other.py").unlink()
    (bots / "newer.py").write_text(moved, encoding="utf-8")
    with Finder() as finder:
        before, now = finder.pair("other@main", None)
        assert (before.origin, now.entry.spec.place) == (
            "bots/other.py:Other",
            f"{bots / 'newer.py'}:Newer",
        )


def test_a_folder_stands_for_the_bot_that_changed(repository: Path) -> None:
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    with Finder() as finder:
        before, now = finder.pair("bots@main", None)
        assert (before.label, now.label) == ("careful@main", "careful")
        same = finder.pair("bots@main", "bots", "other")
        assert are_identical(*same)
        assert same[0].label == "other@main"


def test_a_folder_in_which_nothing_changed_is_identical(repository: Path) -> None:
    assert identical("bots@main")
    assert identical("bots@main", "bots")


def test_a_folder_in_which_several_changed_needs_a_name(repository: Path) -> None:
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    other = repository / "bots" / "other.py"
    other.write_text(other.read_text().replace("[-1]", "[0]"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"2 bots differ .*careful, other; say which one: --bot"):
        identical("bots@main")
    with pytest.raises(UsageError, match=r'no bot in bots.* "othre"\. Did you mean "other"\?'):
        identical("bots@main", None, "othre")


def test_an_edit_since_loading_is_noticed(repository: Path) -> None:
    assert identical("careful@main")
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    with pytest.raises(BotError, match="has changed since it was loaded; start Python anew"):
        identical("careful@main")


def test_data_beside_a_bot_counts(repository: Path) -> None:
    weights = repository / "bots" / "weights.txt"
    weights.write_text("1 2 3", encoding="utf-8")
    commit_all(repository, "Add weights")
    assert identical("careful@main")
    weights.write_text("1 2 4", encoding="utf-8")
    assert not identical("careful@main")
    weights.write_text("1 2 3", encoding="utf-8")
    (repository / "bots" / "notes.md").write_text("Notes are no data.", encoding="utf-8")
    assert identical("careful@main")


@pytest.mark.parametrize(
    ("a", "message"),
    [
        ("careful@mian", r'no revision "mian" in .*\. Did you mean "main"\?'),
        ("careful@--help", r'no revision "--help"'),
        ("carefull@main", r'no bot "carefull".* Did you mean "careful"'),
        ("careful", r"careful with what\? .*careful@main"),
        ("bots", r"bots with what\?"),
        ("nothing/here.py:It@main", "does not exist"),
    ],
)
def test_what_is_not_there_is_said(repository: Path, a: str, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        identical(a)


def test_a_bot_younger_than_the_revision_is_not_found_there(repository: Path) -> None:
    young = repository / "bots" / "young.py"
    young.write_text((repository / "bots" / "other.py").read_text().replace("Other", "Young"))
    with pytest.raises(ArenaError, match=r'no bot in bots at main \(\w{9}\) "young"'):
        identical("young@main")


def test_without_git_history_there_are_no_revisions(here: Path) -> None:
    (here / "bots").mkdir()
    (here / "bots" / "other.py").write_text(CAREFUL.replace("from . import _taste\n", ""))
    with pytest.raises(UsageError, match="is in no git repository"):
        identical("careful@main")


def test_a_shallow_clone_says_so(repository: Path) -> None:
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    commit_all(repository, "Discard the newest")
    first = git(repository, "rev-parse", "HEAD~1")
    clone = repository / "clone"
    git(repository, "clone", "--quiet", "--depth", "1", f"file://{repository}", str(clone))
    with pytest.raises(UsageError, match="This clone is shallow"):
        Repository.around(clone).commit(first)


def test_a_helper_of_today_is_not_taken_for_one_of_the_past(repository: Path) -> None:
    package = repository / "mybots"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "_taste.py").write_text(NEWEST, encoding="utf-8")
    source = CAREFUL.replace("from . import _taste", "from mybots import _taste")
    (package / "eager.py").write_text(source.replace("Careful", "Eager"), encoding="utf-8")
    commit_all(repository, "Add a package")
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(repository)
        with pytest.raises(UsageError, match=r"imports mybots/\w+\.py by its installed name"):
            identical("mybots.eager:Eager@main")


def test_a_helper_that_is_imported_late_is_refused(repository: Path) -> None:
    source = CAREFUL.replace("from . import _taste\n", "").replace(
        "        for slot, card in enum", "        import _taste\n\n        for slot, card in enum"
    )
    (repository / "bots" / "careful.py").write_text(source, encoding="utf-8")
    commit_all(repository, "Import late")
    with pytest.raises(UsageError, match=r"bots/careful\.py imports _taste within a function"):
        identical("careful@main")
    relative = source.replace("        import _taste", "        from . import _taste")
    (repository / "bots" / "late.py").write_text(relative.replace("Careful", "Late"))
    commit_all(repository, "Import late, but relatively")
    assert identical("late@main")


def test_a_worktree_that_was_left_is_cleared(repository: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD")
    with Repository.around(repository).checkout(commit) as folder:
        kept = folder
        copy = shutil.copytree(folder, repository / "copy")
    shutil.copytree(copy, kept)  # as a killed run leaves it
    other = shutil.copytree(copy, kept.with_name(kept.name[:9] + "0" * 12))
    (kept / "bots" / "careful.py").write_text("nonsense", encoding="utf-8")
    with Repository.around(repository).checkout(commit) as folder:
        assert folder == kept
        assert not other.exists()
        assert (folder / "bots" / "careful.py").read_text(encoding="utf-8") == CAREFUL
        # The times of its files depend on the commit alone, so that compiled code is found again.
        assert int((folder / "bots" / "careful.py").stat().st_mtime) == 1767225600
        with Repository.around(repository).checkout(commit) as second:
            assert second != folder


def test_hooks_are_not_run_and_other_variables_are_ignored(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = repository / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {repository}/hooked\n", encoding="utf-8")
    hook.chmod(0o755)
    monkeypatch.setenv("GIT_DIR", str(repository / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository / "elsewhere" / "index"))
    assert identical("careful@main")
    assert not (repository / "hooked").exists()


def test_a_class_can_be_compared_if_it_can_be_imported(repository: Path) -> None:
    from hanabi_arena_bots.simple import Simple

    class Local(hanabi_arena.Bot):
        pass

    with Finder() as finder:
        assert are_identical(*finder.pair("simple", Simple))
        with pytest.raises(UsageError, match="cannot be imported elsewhere"):
            finder.pair("simple", Local)
        with pytest.raises(UsageError, match="is not a bot"):
            finder.find(int)  # type: ignore[arg-type]  # that is what is refused


def test_git_that_is_not_there_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", none)
    with pytest.raises(UsageError, match=re.escape("there is no git on this machine")):
        Repository.around(repository)


def test_both_sources_of_a_compiled_bot_are_compiled_before_they_play(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from hanabi_arena.cli import main

    CliRunner().invoke(main, ["new", "swift", "--compiled"], catch_exceptions=False)
    commit_all(repository, "Add a compiled bot")
    swift = repository / "bots" / "swift.py"
    swift.write_text(swift.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    compiled: list[str] = []

    def note(place: str) -> float:
        compiled.append(place)
        return 0.0

    monkeypatch.setattr("hanabi_arena.league.run.compile_task", note)
    monkeypatch.setattr("hanabi_arena.league.run.is_compiled", lambda bot: False)
    words = ["compare", "swift@main", "--players", "2", "--max-games", "1", "--no-charts"]
    monkeypatch.setattr("hanabi_arena.comparison.paired.PairedRunner._play", stop)
    with pytest.raises(RuntimeError, match="compiled"):
        CliRunner().invoke(main, words, catch_exceptions=False)
    assert {Path(place.rpartition(":")[0]).name for place in compiled if place} == {"swift.py"}
    assert len([place for place in compiled if place]) == 2


def stop(*_: object) -> None:
    raise RuntimeError("compiled, and now they would play")
