"""The rule files in these folders are what tests read, and some are wrong by intent: none is a test itself."""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore_glob = ["*.rules"]

# What is generated for tests stays out of the user's own cache, and serves later runs and the workers of one run.
_CACHE = Path(__file__).resolve().parents[1] / ".pytest_cache" / "splendor"
os.environ.setdefault("SPLENDOR_CACHE", str(_CACHE))
# Games that tests play are kept in a folder that goes with the run, whatever the user's environment names.
_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if not _WORKER:
    os.environ["SPLENDOR_DATA"] = tempfile.mkdtemp(prefix="splendor-tests-")

# How long a machine takes to draw examples is not what these tests are about: one that stands still fails none.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# As in the program itself: most of what a test makes goes when it ends, and ten thousand tests are no garbage.
gc.set_threshold(100_000, 20, 50)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave the collected tests out of what the garbage collector looks through."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Remove the games that the tests of this run have played."""
    if not _WORKER:
        shutil.rmtree(os.environ["SPLENDOR_DATA"], ignore_errors=True)
