"""Map the folders kb, solver and queries to the packages layerproof.kb, layerproof.solver and layerproof.queries."""

from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOTS = ("kb", "solver", "queries")
HERE = Path(__file__).resolve().parent


def is_package(name: str) -> bool:
    """Say whether the folder of that dotted name holds files of its own."""
    folder = HERE / name.replace(".", "/")
    return any(entry.is_file() for entry in folder.iterdir())


packages, package_dir = ["layerproof"], {"layerproof": "layerproof"}
for root in ROOTS:
    # Folders that hold only facts (cards by letter, editions) need no __init__.py to be packaged.
    for name in [root, *(f"{root}.{found}" for found in find_namespace_packages(str(HERE / root)))]:
        if is_package(name) and "__pycache__" not in name:
            packages.append(f"layerproof.{name}")
            package_dir[f"layerproof.{name}"] = name.replace(".", "/")
setup(packages=packages, package_dir=package_dir)
