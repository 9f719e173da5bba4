"""Words and marks that meet in a sentence."""

import pytest

from splendor_dsl.prose.smooth import smooth

MET = [
    ("es", "Ann y Inés", "Ann e Inés"),
    ("es", "piedra y hielo", "piedra y hielo"),
    ("es", "uno o otro", "uno u otro"),
    ("es", "7 o 8", "7 u 8"),
    ("es", "la suma de el número", "la suma del número"),
    ("es", "vuelve a el mazo", "vuelve al mazo"),
    ("es", "soy isla", "soy isla"),
    ("pl", "Ann y Inés", "Ann y Inés"),
    ("pl", "3 znaczniki T.A.R.C.Z.Y..", "3 znaczniki T.A.R.C.Z.Y."),
    ("es", "Recibes ¡Vengadores, reuníos!.", "Recibes ¡Vengadores, reuníos!"),
    ("en", "a tag of S.H.I.E.L.D.. More", "a tag of S.H.I.E.L.D. More"),
    ("en", "and so on ...", "and so on ..."),
    ("en", "and so on...", "and so on..."),
    ("en", "in ../rules", "in ../rules"),
]


@pytest.mark.parametrize(("language", "text", "said"), MET)
def test_what_meets_is_made_smooth(language: str, text: str, said: str) -> None:
    assert smooth(language, text) == said
