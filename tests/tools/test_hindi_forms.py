"""Forms of Hindi words, compared with tables written by hand."""

import pytest

from alignoscope.tools.hindi_phrases import (
    FRAMES,
    KINDS,
    Agreement,
    Noun,
    Verb,
    decline,
    future_of_be,
    hindi_verb,
    inflect,
    past_of_be,
    present_of_be,
)

pytestmark = pytest.mark.slow  # `make check` tests the tools

NOUNS = {noun.hindi: noun for kind in KINDS.values() for noun in kind.nouns}
VERBS = {verb.stem: verb for verbs in FRAMES.values() for verb in verbs}
HE, SHE = Agreement("m"), Agreement("f")
THEY, THEY_F = Agreement("m", True), Agreement("f", True)
I, I_F = Agreement("m", False, 1), Agreement("f", False, 1)  # noqa: E741
YOU, YOU_F = Agreement("m", True, 2), Agreement("f", True, 2)  # तुम


@pytest.mark.parametrize(
    "forms",
    [  # direct and oblique singular, direct and oblique plural
        "लड़का लड़के लड़के लड़कों",
        "बेटा बेटे बेटे बेटों",
        "कमरा कमरे कमरे कमरों",
        "सेब सेब सेब सेबों",
        "आदमी आदमी आदमी आदमियों",
        "भाई भाई भाई भाइयों",
        "लड़की लड़की लड़कियाँ लड़कियों",
        "मिठाई मिठाई मिठाइयाँ मिठाइयों",
        "किताब किताब किताबें किताबों",
        "कविता कविता कविताएँ कविताओं",
        "मेज़ मेज़ मेज़ें मेज़ों",
    ],
)
def test_nouns_have_four_forms(forms: str) -> None:
    noun = NOUNS[forms.split()[0]]
    cases = [(plural, oblique) for plural in (False, True) for oblique in (False, True)]
    assert [decline(noun, *case) for case in cases] == forms.split()


def test_feminine_names_in_a_stay_as_they_are() -> None:
    assert decline(Noun("मीना", "f", "Meena"), False, True) == "मीना"


def test_adjectives_agree_in_gender_number_and_case() -> None:
    forms = [("m", False, False), ("m", False, True), ("m", True, False), ("m", True, True)]
    forms += [("f", False, False), ("f", True, True)]
    assert [inflect("छोटा", *form) for form in forms] == ["छोटा", *["छोटे"] * 3, *["छोटी"] * 2]
    assert [inflect("नया", *form) for form in forms] == ["नया", *["नए"] * 3, *["नई"] * 2]
    assert [inflect("का", *form) for form in forms] == ["का", *["के"] * 3, *["की"] * 2]
    assert {inflect("लाल", *form) for form in forms} == {"लाल"}


def said(verb: Verb, tense, to: Agreement) -> str:
    """Return the words of a verb in one line."""
    return " ".join(word.text for word in hindi_verb(verb, tense, to))


def test_tenses_agree_with_the_subject() -> None:
    eat, go = VERBS["खा"], VERBS["जा"]
    everybody = (I, I_F, YOU, YOU_F, HE, SHE, THEY, THEY_F)
    assert [said(eat, "present", to) for to in everybody] == [
        *("खाता हूँ", "खाती हूँ", "खाते हो", "खाती हो"),
        *("खाता है", "खाती है", "खाते हैं", "खाती हैं"),
    ]
    assert [said(eat, "progressive", to) for to in everybody] == [
        *("खा रहा हूँ", "खा रही हूँ", "खा रहे हो", "खा रही हो"),
        *("खा रहा है", "खा रही है", "खा रहे हैं", "खा रही हैं"),
    ]
    assert [said(eat, "was", to) for to in everybody] == [
        *("खा रहा था", "खा रही थी", "खा रहे थे", "खा रही थीं"),
        *("खा रहा था", "खा रही थी", "खा रहे थे", "खा रही थीं"),
    ]
    assert [said(go, "past", to) for to in everybody] == [
        *("गया", "गई", "गए", "गईं", "गया", "गई", "गए", "गईं"),
    ]
    # Before है the feminine plural of a participle is not nasal: the auxiliary is.
    assert [said(go, "perfect", to) for to in everybody] == [
        *("गया हूँ", "गई हूँ", "गए हो", "गई हो", "गया है", "गई है", "गए हैं", "गई हैं"),
    ]
    assert [said(eat, "future", to) for to in everybody] == [
        *("खाऊँगा", "खाऊँगी", "खाओगे", "खाओगी", "खाएगा", "खाएगी", "खाएँगे", "खाएँगी"),
    ]


def test_futures_of_other_stems() -> None:
    for stem, forms in {
        "पढ़": "पढ़ूँगा पढ़ोगे पढ़ेगा पढ़ेंगे",
        "पी": "पिऊँगा पिओगे पिएगा पिएँगे",
        "दे": "दूँगा दोगे देगा देंगे",
        "सो": "सोऊँगा सोओगे सोएगा सोएँगे",
        "आ": "आऊँगा आओगे आएगा आएँगे",
        "ख़रीद": "ख़रीदूँगा ख़रीदोगे ख़रीदेगा ख़रीदेंगे",
    }.items():
        found = [said(VERBS[stem], "future", to) for to in (I, YOU, HE, THEY)]
        assert found == forms.split()


def test_being_agrees() -> None:
    assert [present_of_be(to) for to in (I, YOU, HE, THEY)] == ["हूँ", "हो", "है", "हैं"]
    assert [past_of_be(to) for to in (HE, THEY, SHE, THEY_F)] == ["था", "थे", "थी", "थीं"]
    assert [future_of_be(to) for to in (HE, THEY, SHE, THEY_F)] == [
        *("होगा", "होंगे", "होगी", "होंगी"),
    ]
