"""The rule files in these folders are what tests read, and some are wrong by intent: none is a test itself."""

import os
import tempfile
from pathlib import Path

collect_ignore_glob = ["*.rules"]

# What is generated for tests stays out of the user's own cache, and serves the next run too.
_USER = os.geteuid() if hasattr(os, "geteuid") else "tests"
os.environ.setdefault("SPLENDOR_CACHE", str(Path(tempfile.gettempdir()) / f"splendor-{_USER}"))
