"""A repository as it was at a revision: its files in a folder of their own, for as long as needed.

The folder is a git worktree. Its path and the times of its files depend on nothing but the commit,
so that kernels compiled for one comparison serve the next one.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from pathlib import Path

import filelock

from hanabi_arena.errors import UsageError, did_you_mean

SHORT = 9
"""So many digits of a commit are shown."""

_SECONDS = 120


@dataclass(frozen=True)
class Repository:
    """A git repository with a working tree."""

    root: Path

    @classmethod
    def around(cls, folder: Path) -> Repository:
        """Return the repository that a folder lies in. Raises UsageError."""
        done = _git(folder, "rev-parse", "--show-toplevel")
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [""])[0]
            if "not a git repository" in reason:
                raise UsageError(f"{folder} is in no git repository, so it has no revisions")
            raise UsageError(f"{folder}: git says: {reason}")
        return cls(Path(done.stdout.strip()).resolve())

    def commit(self, revision: str) -> str:
        """Return the commit that a revision names. Raises UsageError."""
        found = self._ask(
            "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"
        )
        if found:
            return found
        refs = self._ask(
            "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"
        )
        hint = did_you_mean(revision, refs.split())
        if not hint and self._ask("rev-parse", "--is-shallow-repository") == "true":
            hint = " This clone is shallow: fetch more of the history (git fetch --unshallow)"
        raise UsageError(f'no revision "{revision}" in {self.root}.{hint}')

    def changed(self, folder: Path) -> list[str]:
        """Return the files of a folder that differ from the last commit, new sources too."""
        lines = self._ask("status", "--porcelain", "--untracked-files=all", "--", str(folder))
        return [
            line[3:]
            for line in lines.splitlines()
            if not line.startswith("??") or line.rstrip('"').endswith(".py")
        ]

    @contextmanager
    def checkout(self, commit: str) -> Iterator[Path]:
        """Have the repository's files as they were at a commit, in a folder that then goes away."""
        key = blake2b(str(self.root).encode(), digest_size=4).hexdigest()
        for left in _left_behind(f"{key}-"):
            self._remove(left)
        with _reserved(f"{key}-{commit[:12]}") as folder:
            self._remove(folder)
            done = _git(
                self.root,
                *("-c", f"core.hooksPath={os.devnull}"),
                *("worktree", "add", "--detach", "--force", "--quiet", str(folder), commit),
            )
            if done.returncode:
                raise UsageError(
                    f"{self.root}: git cannot check out {commit[:SHORT]}: {done.stderr.strip()}"
                )
            try:
                self._still(folder, commit)
                yield folder
            finally:
                self._remove(folder)

    def _still(self, folder: Path, commit: str) -> None:
        """Give the files the commit's time: compilers look at it to see whether a file changed."""
        when = int(self._ask("show", "--no-patch", "--format=%ct", commit) or 0)
        for path in folder.rglob("*.py"):
            with contextlib.suppress(OSError):
                os.utime(path, (when, when))

    def _remove(self, folder: Path) -> None:
        """Remove a worktree, also one that a killed run has left."""
        _git(self.root, "worktree", "remove", "--force", "--force", str(folder))
        shutil.rmtree(folder, ignore_errors=True)

    def _ask(self, *words: str) -> str:
        """Return what git prints, nothing if it fails."""
        done = _git(self.root, *words)
        return "" if done.returncode else done.stdout.rstrip()


def _base() -> Path:
    """Return the folder of all worktrees, which nobody else may write to."""
    base = Path(tempfile.gettempdir()) / f"hanabi-arena-worktrees-{_user()}"
    base.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and base.stat().st_uid != os.getuid():
        return Path(tempfile.mkdtemp(prefix="hanabi-arena-worktrees-"))
    return base.resolve()


def _lock(path: Path) -> filelock.BaseFileLock:
    return filelock.FileLock(path.with_name(f".{path.name}.lock"), timeout=0)


def _left_behind(start: str) -> Iterator[Path]:
    """Yield the worktrees that killed runs have left, each while it is reserved."""
    for path in sorted(_base().glob(f"{start}*")):
        with contextlib.suppress(filelock.Timeout), _lock(path):
            yield path


@contextmanager
def _reserved(name: str) -> Iterator[Path]:
    """Keep the path of a worktree to this process; a second one at a time gets another path."""
    base = _base()
    for path in (base / (name if number == 1 else f"{name}-{number}") for number in count(1)):
        lock = _lock(path)
        try:
            lock.acquire()
        except filelock.Timeout:
            continue
        try:
            yield path
        finally:
            lock.release()
        return


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return str(getattr(os, "getuid", lambda: "user")())


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # Within a git hook these name another repository, or its index.
    ours = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}
    env = {key: value for key, value in os.environ.items() if key not in ours} | {"LC_ALL": "C"}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *words],
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise UsageError("revisions need git, and there is no git on this machine") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"{folder}: git took longer than {_SECONDS} s") from None
