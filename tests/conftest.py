"""What all tests share: the folder of the repository on the path, the profiles of Hypothesis, and which run is long."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# `pytest --hypothesis-profile=more` looks for new boards, and for many more of them.
settings.register_profile("default", max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("more", max_examples=1000, deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.register_profile("long", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.load_profile("default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long tests where neither files nor markers are named, so that `pytest` alone is quick."""
    if config.option.markexpr or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]
