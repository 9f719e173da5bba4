"""The mechanics that come with the workbench: each a rule fragment, registered like an outsider's."""
