"""Damage of text that is certain is undone, and only there."""

import pytest

from alignoscope.data.named_files import NamedFile
from alignoscope.data.parallel_files import read_rows
from alignoscope.data.repairs import decoded_again, without_entities


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("&quot;He said &amp; left&#39;&quot;", '"He said & left\'"'),
        ("it &amp;apos;s", "it 's"),
        ("AT&T; &copying; a & b &lt", "AT&T; &copying; a & b &lt"),
    ],
)
def test_entities_stand_for_characters(text: str, undone: str) -> None:
    assert without_entities(text) == undone


@pytest.mark.parametrize("text", ["Mädchen", "à la carte — œuvre", "Дом", "日本", "“So”, sagte er"])
def test_a_second_decoding_is_undone(text: str) -> None:
    twice = "".join(
        chr(byte) if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]).decode("cp1252")
        for byte in text.encode()
    )
    assert decoded_again(twice) == text
    assert decoded_again(text) == text


@pytest.mark.parametrize("text", ["NÃO É", "Ângela", "São Â", "Ã¤ and Дом", "plain", "Ãƒ oh ä"])
def test_what_is_no_second_decoding_stays(text: str) -> None:
    assert decoded_again(text) == text


def test_what_many_lines_show_is_undone_in_all_with_a_note() -> None:
    lines = [f"&quot; {i}\tMÃ¤dchen {i}\n" for i in range(3)] + ["ok\tgut\n"] * 1_100
    few = read_rows([NamedFile("a.tsv", "".join(lines).encode())], 10_000, 10**6)
    assert few.rows[0][1:3] == ("&quot; 0", "MÃ¤dchen 0")
    assert few.notes == ()
    last = "&quot; x\tMÃ¤dchen &amp;\n"
    many = read_rows([NamedFile("a.tsv", "".join([*lines[:50], last]).encode())], 10_000, 10**6)
    assert many.rows[0][1:3] == ('" 0', "Mädchen 0")
    assert many.rows[-1][1:3] == ('" x', "Mädchen &")
    twice, entities = many.notes
    said = "4 of the first 51 lines"
    assert twice.startswith(f"{said} were decoded twice: “MÃ¤dchen” is read as “Mädchen”, and so")
    assert entities.startswith(f'{said} have HTML entities: “&quot;” is read as “"”, and so in')
