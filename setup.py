"""Names the packages; everything else about the project is in pyproject.toml.

`bots/` and `configs/` stand at the top of the repository, where people look for them, and are
installed under names that cannot clash with another project's. pyproject.toml can either search
for packages or list them, not both, and a list would miss a new folder without a word.
"""

from setuptools import find_packages, setup

FOLDERS = {
    "hanabi_arena": "hanabi_arena",
    "hanabi_arena_bots": "bots",
    "hanabi_arena_configs": "configs",
}

packages = [
    package
    for name, folder in FOLDERS.items()
    for package in (name, *(f"{name}.{inner}" for inner in find_packages(folder)))
]

setup(packages=packages, package_dir=FOLDERS)
