"""What all tests share: the folder of the repository on the path, and the profiles of Hypothesis."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# `pytest --hypothesis-profile=more` looks for new boards, and for many more of them.
settings.register_profile("default", max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("more", max_examples=1000, deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.register_profile("long", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.load_profile("default")
