"""The bundled mechanics: each a rule fragment, registered like those of other packages."""
