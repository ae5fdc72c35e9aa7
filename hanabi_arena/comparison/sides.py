"""What is compared with what: bots by name or place, with parameters, now or at a git revision.

| written | the bot |
|---|---|
| `smart`, `table-talk:discard=newest` | as `arena run` takes it |
| `smart@main`, `mine.py:Mine@HEAD~2`, `smart@v1:mystery=false` | its source at a git revision |
| `bots@main` | the bot of this folder that changed since the revision |

A new kind of thing to compare is one more function among `Finder.readers`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import BotSpec, Registry, load_place, place_file, split_place
from hanabi_arena.comparison.revisions import SHORT, Repository
from hanabi_arena.comparison.sources import check_own_modules, data_digest, whole_digest
from hanabi_arena.errors import BotError, UnknownName, UsageError
from hanabi_arena.league.plan import Entry, check_params, params_text, parse_bot

BotLike: TypeAlias = str | type[BotBase]


@dataclass(frozen=True)
class Side:
    """One of two bots that are compared."""

    label: str
    entry: Entry
    commit: str | None = None
    """The commit that its source is of; None for the source as it now is."""
    origin: str = ""
    """Where its source comes from, where that is not what the entry's place says."""

    @property
    def digest(self) -> str:
        """The digest of all that decides how it plays: source, helpers, data beside, parameters."""
        parts = (self.entry.spec.digest(), data_digest(self.entry.spec), repr(self._params))
        return blake2b("|".join(parts).encode(), digest_size=12).hexdigest()

    def named(self, label: str) -> Side:
        """Return the same under another name."""
        return replace(self, label=label, entry=replace(self.entry, name=label))

    @property
    def _params(self) -> list[tuple[str, Any]]:
        return sorted(self.entry.checked.items())


@dataclass(frozen=True)
class Wanted:
    """What a user has written, taken apart."""

    text: str
    name: str
    """A bot's name, its place, or a folder."""
    revision: str | None
    params: Mapping[str, Any]

    @classmethod
    def of(cls, text: str) -> Wanted:
        """Take `NAME@REVISION:param=value` apart. Raises UsageError."""
        head, params = parse_bot(text)
        if "@" not in head or Path(head).exists():
            return cls(text, head, None, params)
        name, _, revision = head.partition("@")
        if not name or not revision:
            raise UsageError(f'"{text}": a bot at a git revision is written NAME@REVISION')
        return cls(text, name, revision, params)

    @property
    def is_folder(self) -> bool:
        """Whether it names a folder of bots."""
        return Path(self.name).is_dir()

    def now(self) -> Wanted:
        """Return the same without its revision."""
        text = self.name + params_text(self.params)
        return Wanted(text, self.name, None, self.params)


class Finder:
    """Finds what is compared. Sources at revisions are there until it is closed."""

    def __init__(self, plugins: Sequence[Path] = ()) -> None:
        for folder in plugins:
            if not folder.is_dir():
                raise UsageError(f"--plugins {folder}: no such folder")
        own = [Path("bots")] if Path("bots").is_dir() else []
        folders = dict.fromkeys(folder.resolve() for folder in [*plugins, *own])
        self.registry = Registry(tuple(folders))
        self.notes: list[str] = []
        self._open = ExitStack()
        self._checked_out: dict[tuple[Path, str], Path] = {}

    def __enter__(self) -> Finder:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def pair(self, a: BotLike, b: BotLike | None, bot: str | None = None) -> tuple[Side, Side]:
        """Return both sides; without `b` it is `a` without its revision.

        `bot` says which bot of a folder is meant. Raises UsageError.
        """
        first = Wanted.of(a) if isinstance(a, str) else None
        if b is None:
            if first is None or first.revision is None:
                raise UsageError(
                    f"{a} with what? Name a second bot, or a git revision to compare with what "
                    f"the bot is now: {a}@main"
                )
            b = first.now().text
        second = Wanted.of(b) if isinstance(b, str) else None
        folders = [one for one in (first, second) if one is not None and one.is_folder]
        if folders and bot is None:
            bot = self._changed(first, second)
        elif bot is not None and not folders:
            raise UsageError("--bot says which bot of a folder is meant, and no folder is named")
        one, other = self.find(a, bot), self.find(b, bot)
        if one.label == other.label and one.digest != other.digest:
            other = other.named(other.entry.spec.place)
        return one, other

    def find(self, bot: BotLike, inside: str | None = None) -> Side:
        """Return one side; of a folder the bot `inside`. Raises UsageError."""
        if not isinstance(bot, str):
            return self._of_class(bot)
        wanted = Wanted.of(bot)
        for reads, find in self.readers:
            if reads(wanted):
                return find(self, wanted, inside)
        return self._of_name(wanted)

    def _of_class(self, bot: type[BotBase]) -> Side:
        if not issubclass(bot, BotBase):
            raise UsageError(f"{bot.__name__} is not a bot; derive it from hanabi_arena.Bot")
        if "<locals>" in bot.__qualname__ or bot.__module__ == "__main__":
            raise UsageError(
                f"{bot.__qualname__} of {bot.__module__} cannot be imported elsewhere; put it into "
                "a file of its own and name that: mine.py:Mine"
            )
        spec = BotSpec(bot.name, f"{bot.__module__}:{bot.__qualname__}", "given as a class")
        return Side(bot.name, Entry(bot.name, spec, ()))

    def _of_name(self, wanted: Wanted) -> Side:
        spec = self.registry.find(wanted.name)
        return self._side(wanted, spec, wanted.text)

    def _of_folder(self, wanted: Wanted, inside: str | None) -> Side:
        if inside is None:
            raise UsageError(
                f"{wanted.text} is a folder; say which of its bots is meant: --bot NAME"
            )
        found = _bots_of(Path(wanted.name))
        if inside not in found:
            raise UnknownName(f"bot in {wanted.name}", inside, found, _listed(found))
        label = inside + params_text(wanted.params)
        return self._side(wanted, found[inside], label)

    def _of_revision(self, wanted: Wanted, inside: str | None) -> Side:
        if wanted.is_folder:
            if inside is None:
                raise UsageError(
                    f"{wanted.text} is a folder; say which of its bots is meant: --bot NAME"
                )
            return self._then(wanted, Path(wanted.name), inside)
        return self._then_of(wanted, self.registry.find(wanted.name))

    def past(self, side: Side, revision: str) -> Side:
        """Return a bot as it was at a git revision, with the same parameters. Raises UsageError."""
        spec = side.entry.spec
        text = f"{spec.name}@{revision}"
        return self._then_of(Wanted(text, spec.name, revision, side.entry.params), spec)

    def _then_of(self, wanted: Wanted, spec: BotSpec) -> Side:
        """Return a bot of today as it was at a revision: in the same file, else in its folder."""
        file = place_file(spec.place)
        if file is None:
            raise UsageError(f'"{wanted.text}": no file holds {spec.name}')
        then, _ = self._at(wanted, file.parent)
        old = then / file.name
        if old.is_file():
            place = f"{old}:{split_place(spec.place)[1]}"
            with contextlib.suppress(UnknownName):  # its class had another name
                load_place(place)
                found = BotSpec(spec.name, place, f"folder {then}")
                return self._old_side(wanted, found, file.parent)
        return self._then(wanted, file.parent, spec.name)

    def _then(self, wanted: Wanted, folder: Path, name: str) -> Side:
        """Return the bot `name` of a folder as it was at a revision."""
        then, at = self._at(wanted, folder)
        found = _bots_of(then)
        if name not in found:
            raise UnknownName(f"bot in {at}", name, found, _listed(found))
        return self._old_side(wanted, found[name], folder)

    def _at(self, wanted: Wanted, folder: Path) -> tuple[Path, str]:
        """Return a folder as it was at a revision, and what to call it."""
        repository = Repository.around(folder)
        commit = repository.commit(str(wanted.revision))
        below = folder.resolve().relative_to(repository.root)
        at = f"{below} at {wanted.revision} ({commit[:SHORT]})"
        then = self._checkout(repository, commit) / below
        if not then.is_dir():
            raise UsageError(f'"{wanted.text}": there was no {at}')
        return then, at

    def _old_side(self, wanted: Wanted, spec: BotSpec, folder: Path) -> Side:
        """Return the side of a bot of the past, whose folder is `folder` today."""
        repository = Repository.around(folder)
        commit = repository.commit(str(wanted.revision))
        then = self._checkout(repository, commit)
        check_own_modules(wanted.text, spec, then, repository.root)
        self._note_changes(repository, folder)
        label = f"{spec.name}@{wanted.revision}{params_text(wanted.params)}"
        file, class_name = split_place(spec.place)
        origin = f"{Path(file).relative_to(then).as_posix()}:{class_name}"
        return self._side(wanted, spec, label, commit, origin)

    readers: tuple[
        tuple[Callable[[Wanted], bool], Callable[[Finder, Wanted, str | None], Side]], ...
    ] = (
        (lambda wanted: wanted.revision is not None, _of_revision),
        (lambda wanted: wanted.is_folder, _of_folder),
    )
    """What recognises something to compare, and what finds it; a bot's name is what is left."""

    def _checkout(self, repository: Repository, commit: str) -> Path:
        key = repository.root, commit
        if key not in self._checked_out:
            self._checked_out[key] = self._open.enter_context(repository.checkout(commit))
        return self._checked_out[key]

    def _note_changes(self, repository: Repository, folder: Path) -> None:
        changed = repository.changed(folder.resolve())
        if changed:
            below = folder.resolve().relative_to(repository.root).as_posix()
            files = "1 file differs" if len(changed) == 1 else f"{len(changed)} files differ"
            note = f"{below}: {files} from the last commit; a bot without @… is played as it is now"
            if note not in self.notes:
                self.notes.append(note)

    def _changed(self, first: Wanted | None, second: Wanted | None) -> str:
        """Return the one bot that differs between two folders. Raises UsageError."""
        if first is None or second is None or not (first.is_folder and second.is_folder):
            raise UsageError("a folder is compared with a folder; or say --bot NAME")
        before, after = self._folder(first), self._folder(second)
        changed = [
            name
            for name in after
            if name in before and whole_digest(before[name]) != whole_digest(after[name])
        ]
        if len(changed) == 1:
            return changed[0]
        both = [name for name in after if name in before]
        if not changed and both:
            self.notes.append(f"no bot differs between {first.text} and {second.text}")
            return both[0]
        if not both:
            raise UsageError(f"{first.text} and {second.text} have no bot of the same name")
        raise UsageError(
            f"{len(changed)} bots differ between {first.text} and {second.text}: "
            f"{', '.join(changed)}; say which one: --bot {changed[0]}"
        )

    def _folder(self, wanted: Wanted) -> dict[str, BotSpec]:
        folder = Path(wanted.name)
        return _bots_of(folder if wanted.revision is None else self._at(wanted, folder)[0])

    def _side(
        self,
        wanted: Wanted,
        spec: BotSpec,
        label: str,
        commit: str | None = None,
        origin: str = "",
    ) -> Side:
        check_params(spec.load(), wanted.params)
        spec.check_current()
        entry = Entry(label, spec, tuple(sorted(wanted.params.items())))
        return Side(label, entry, commit, origin)


def _bots_of(folder: Path) -> dict[str, BotSpec]:
    """Return the bots of a folder by name; raise BotError where it has none."""
    registry = Registry((folder.resolve(),))
    found = {spec.name: spec for spec in registry.in_folders()}
    if not found:
        broken = "; ".join(note for note in registry.notes if note.startswith("left out"))
        found = _shipped_bots(folder)
        if not found:
            raise BotError(f"{folder} holds no bots{broken and f' ({broken})'}")
    return found


def _shipped_bots(folder: Path) -> dict[str, BotSpec]:
    """Return the bots of a folder that is itself an installed package."""
    return {
        name: spec
        for name, spec in Registry().bots.items()
        if (file := place_file(spec.place)) is not None and file.parent == folder.resolve()
    }


def _listed(found: Mapping[str, BotSpec]) -> str:
    return f"there are {', '.join(found)}"
