"""Which names and numbers come through a translation."""

from pathlib import Path

from alignoscope.data.corpus import Pair
from alignoscope.evaluation.names import copied, count_copies, main
from alignoscope.models.checkpoint import save_checkpoint


def test_what_stands_on_both_sides_must_come_through() -> None:
    pair = Pair(
        "Mrs. Okafor-Lind met Jan, Jan and Ada in London on 3 May.",
        "Mme Okafor-Lind a vu Jan, Jan et Ada à Londres le 3 mai.",
    )
    assert copied(pair) == {"Okafor-Lind": 1, "Jan": 2, "Ada": 1, "3": 1}
    other = Pair("Write to a.b@example.org, room B-12!", "Écris à a.b@example.org, salle B-12 !")
    texts = [
        "Mme Okafor-Lin a vu Jan et Ada à Londres le 3 mai.",
        "Écris à a.b@example.com, salle B-12 !",
    ]
    asked, kept, lost = count_copies([pair, other], texts)
    assert asked == {"names": 5, "numbers and codes": 2}
    assert kept == {"names": 2, "numbers and codes": 2}
    twice = count_copies([Pair("I saw Ada.", "J'ai vu Ada.")], ["Ada a vu Ada."])
    assert twice == ({"names": 1}, {"names": 1}, [])
    assert lost == [("Okafor-Lind", texts[0]), ("Jan", texts[0]), ("a.b@example.org", texts[1])]


def test_the_command_prints_a_line_a_model(tiny, tmp_path: Path, capsys) -> None:
    path, pairs = tmp_path / "luong-general-copy.safetensors", tmp_path / "pairs.tsv"
    save_checkpoint(tiny("luong-general-copy"), path)
    pairs.write_text("I met Tom in 1987.\tJ'ai vu Tom en 1987.\n", encoding="utf-8")
    main([str(path), "--pairs", str(pairs), "--lost"])
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "luong-general-copy: names 0 of 1, numbers and codes 0 of 1, all 0.0%"
    assert [line.split(":")[0].strip() for line in rest] == ["Tom", "1987"]
