"""The rule files in these folders are what tests read, and some are wrong by intent: none is a test itself."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

collect_ignore_glob = ["*.rules"]

# What is generated for tests stays out of the user's own cache, and serves later runs and the workers of one run.
_CACHE = Path(__file__).resolve().parents[1] / ".pytest_cache" / "splendor"
os.environ.setdefault("SPLENDOR_CACHE", str(_CACHE))

# How long a machine takes to draw examples is not what these tests are about: one that stands still fails none.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
