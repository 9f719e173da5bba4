"""The rule files in these folders are what tests read, and some are wrong by intent: none is a test itself."""

collect_ignore_glob = ["*.rules"]
