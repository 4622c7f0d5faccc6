"""The mark of a register: put before a source, taken away, and read by models that know it."""

import pytest

from alignoscope.data.registers import FORMAL, in_register, register_of, without_unknown
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.reading import read

TEXTS = ["§ the law was signed", "§ the treaty", "the cat sat", "the law"] * 9


@pytest.mark.parametrize(
    ("source", "register", "wanted"),
    [
        ("The law.", FORMAL, "§ The law."),
        ("  § The law. ", FORMAL, "§ The law."),
        ("§The law.", "", "The law."),
        (" The law. ", "", "The law."),
        ("", FORMAL, "§ "),
        ("See § 5.", "", "See § 5."),
    ],
)
def test_a_source_has_the_mark_of_its_register_once(
    source: str, register: str, wanted: str
) -> None:
    assert in_register(source, register) == wanted
    assert register_of(wanted) == register


def test_another_register_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown register 'slang': expected 'formal', or none"):
        in_register("The law.", "slang")


def test_a_model_that_read_no_mark_reads_the_sentence_without_it() -> None:
    marked = Tokenizer.train(TEXTS, 60)
    plain = Tokenizer.train([text.removeprefix("§ ") for text in TEXTS], 60)
    assert (marked.registers, plain.registers) == ({FORMAL}, set())
    assert read(marked, " § the law", "source").words == ("§", "the", "law", "</s>")
    assert read(marked, " § the law", "source").pieces[0] == "▁§"
    assert read(plain, " § the law", "source").text == "the law"
    assert read(plain, "§ the law", "target").words[0] == "§"  # a translation stays as it is
    with pytest.raises(ValueError, match="The source sentence is empty"):
        read(plain, "§", "source")
    assert without_unknown("the law", ()) == "the law"
