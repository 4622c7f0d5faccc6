"""The lexicon, its rules of agreement, and the pairs that are made with it."""

import gzip
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from alignoscope.data.corpus import Pair, read_pairs
from alignoscope.data.split import fold, split_pairs
from alignoscope.tools.lexicon.__main__ import main
from alignoscope.tools.lexicon.agreement import (
    adjective_form,
    determiner,
    elided,
    indefinite,
    location,
    origin,
    with_article,
)
from alignoscope.tools.lexicon.contexts import Finder, substitute
from alignoscope.tools.lexicon.entries import COLUMNS, LEXICON, Entry, read_lexicon, wrong_in
from alignoscope.tools.lexicon.frames import Filler, read_frames
from alignoscope.tools.lexicon.making import make_pairs, respell

pytestmark = pytest.mark.slow  # `make check` tests the tools

ENTRIES = read_lexicon()


def entry(english: str, kind: str = "") -> Entry:
    """Return the first entry of an English word, of a class if one is named."""
    return next(one for one in ENTRIES if english == one.english and kind in ("", one.kind))


def put(pair: tuple[str, str], english: str, kind: str) -> tuple[str, str] | None:
    """Return a pair with an entry in its one context of the entry's class, or nothing."""
    new, made = entry(english, kind), None
    for context in Finder(ENTRIES).contexts(0, Pair(*pair)):
        if (context.part, context.kind) == (new.part, kind):
            made = substitute(Pair(*pair), context, new)
    return tuple(made) if made else None


@pytest.mark.parametrize(
    ("name", "gender", "elides", "plural", "written"),
    [
        ("le", "m", False, False, "le "),
        ("le", "m", True, False, "l'"),
        ("le", "f", False, False, "la "),
        ("le", "f", True, True, "les "),
        ("du", "m", False, False, "du "),
        ("du", "m", True, False, "de l'"),
        ("du", "f", False, False, "de la "),
        ("au", "m", False, False, "au "),
        ("au", "f", True, False, "à l'"),
        ("au", "f", False, True, "aux "),
        ("de", "f", True, False, "d'"),
        ("un", "f", True, False, "une "),
        ("ce", "m", True, False, "cet "),
        ("ce", "m", False, False, "ce "),
        ("ce", "f", True, False, "cette "),
        ("mon", "f", True, False, "mon "),
        ("mon", "f", False, False, "ma "),
        ("son", "m", False, True, "ses "),
        ("tous les", "f", True, True, "toutes les "),
    ],
)
def test_determiners_agree_and_elide(
    name: str, gender: str, elides: bool, plural: bool, written: str
) -> None:
    assert determiner(name, gender, elides, plural) == written


def test_adjectives_agree_and_beau_is_bel_before_a_vowel() -> None:
    beautiful = entry("beautiful")
    assert adjective_form(beautiful, "m", False) == "beau"
    assert adjective_form(beautiful, "m", False, vowel_next=True) == "bel"
    assert adjective_form(beautiful, "f", False, vowel_next=True) == "belle"
    assert adjective_form(beautiful, "m", True, vowel_next=True) == "beaux"
    new, old = entry("new"), entry("old")
    assert adjective_form(new, "m", False, vowel_next=True) == "nouvel"
    assert adjective_form(old, "m", False, vowel_next=True) == "vieil"


def test_short_words_elide_and_become_whole_again() -> None:
    assert [elided(word, True) for word in ("de", "Que", "je", "d'")] == ["d'", "Qu'", "j'", "d'"]
    assert [elided(word, False) for word in ("d'", "qu'", "J'")] == ["de", "que", "Je"]


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("apple", "an"),
        ("hour", "an"),
        ("honest", "an"),
        ("umbrella", "an"),
        ("uninhabited", "an"),
        ("university", "a"),
        ("European", "a"),
        ("one-way", "a"),
        ("useful", "a"),
        ("Ukrainian", "a"),
        ("house", "a"),
        ("yacht", "a"),
    ],
)
def test_an_stands_before_what_sounds_with_a_vowel(word: str, article: str) -> None:
    assert indefinite(word) == article


def test_countries_have_their_prepositions() -> None:
    names = ("France", "Japan", "Iran", "Cuba", "the United States")
    countries = [entry(name, "country") for name in names]
    assert [location(one) for one in countries] == [
        "en France",
        "au Japon",
        "en Iran",
        "à Cuba",
        "aux États-Unis",
    ]
    assert [origin(one) for one in countries] == [
        "de France",
        "du Japon",
        "d'Iran",
        "de Cuba",
        "des États-Unis",
    ]
    assert [with_article(one) for one in countries] == [
        "la France",
        "le Japon",
        "l'Iran",
        "Cuba",
        "les États-Unis",
    ]


@pytest.mark.parametrize(
    ("pair", "english", "kind", "made"),
    [
        # le, l' and h aspiré, and a or an
        (("I saw a lion.", "J'ai vu un lion."), "owl", "animal", ("an owl", "un hibou")),
        (("Where is the cat?", "Où est le chat ?"), "donkey", "animal", ("the donkey", "l'âne")),
        (("Where is the cat?", "Où est le chat ?"), "lobster", "animal", ("lobster", "le homard")),
        # un and une, where nothing else agrees
        (("I have a car.", "J'ai une voiture."), "lorry", "vehicle", ("a lorry", "un camion")),
        # du, de la, de l'
        (("I eat bread.", "Je mange du pain."), "meat", "foodmass", ("meat", "de la viande")),
        (("I eat bread.", "Je mange du pain."), "garlic", "foodmass", ("garlic", "de l'ail")),
        (("I buy a chicken.", "J'achète un poulet."), "garlic", "foodmass", None),
        # ce, cet
        (
            ("He bought this car.", "Il a acheté cette voiture."),
            "bicycle",
            "vehicle",
            ("this bicycle", "ce vélo"),
        ),
        # bel: the adjective between agrees too
        (
            ("He has a beautiful house.", "Il a une belle maison."),
            "apartment",
            "home",
            ("a beautiful apartment", "un bel appartement"),
        ),
        # d' and que
        (("I am afraid of Tom.", "J'ai peur de Tom."), "Alice", "woman", None),
        (
            ("I came from Paris.", "Je suis venu de Paris."),
            "Athens",
            "city",
            ("Athens", "d'Athènes"),
        ),
        (("He is in Japan.", "Il est au Japon."), "Italy", "country", ("in Italy", "en Italie")),
        (
            ("He is in Japan.", "Il est au Japon."),
            "the United States",
            "country",
            ("in the United States", "aux États-Unis"),
        ),
        # an adjective that is said of a person, as its form tells
        (("She is happy.", "Elle est heureuse."), "jealous", "person", ("jealous", "est jalouse")),
        (("He is happy.", "Il est heureux."), "pregnant", "person", None),
        # a verb in its form
        (
            ("I can swim.", "Je sais nager."),
            "sleep",
            "intransitive",
            ("I can sleep", "Je sais dormir"),
        ),
        # people keep their gender, and mon its form
        (
            ("He is a teacher.", "Il est professeur."),
            "plumber",
            "profession",
            ("a plumber", "plombier"),
        ),
        (("He is a teacher.", "Il est professeur."), "waitress", "profession", None),
        # what agrees cannot be told: the gender stays
        (("The cat is white.", "Le chat est blanc."), "cow", "animal", None),
    ],
)
def test_a_word_takes_the_place_of_another(
    pair: tuple[str, str], english: str, kind: str, made: tuple[str, str] | None
) -> None:
    found = put(pair, english, kind)
    if made is None:
        assert found is None
    else:
        assert found is not None
        assert made[0] in found[0]
        assert made[1] in found[1]


def test_compounds_and_words_that_occur_twice_are_left_alone() -> None:
    finder = Finder(ENTRIES)
    for pair in (
        ("The car key is here.", "La clé de la voiture est ici."),
        ("A dog is a dog.", "Un chien est un chien."),
        ("I need the dog.", "J'ai besoin du petit chien."),
    ):
        assert [one for one in finder.contexts(0, Pair(*pair)) if one.part == "noun"] == []


def test_variants_keep_capitals_and_mend_the_article() -> None:
    assert respell("Colour is a colour.", "colour", "color") == "Color is a color."
    assert respell("I took a lift.", "lift", "elevator") == "I took an elevator."
    assert respell("It is colourful.", "colour", "color") == "It is colourful."


def test_frames_make_pairs_that_agree(tmp_path: Path) -> None:
    path = tmp_path / "frames.tsv"
    path.write_text(
        "slots\tenglish\tfrench\n"
        "x:animal j:adjective.colour\t{a j x} came.\t{un x j} est venu{x:/e}.\n"
        "x:foodmass\tI want {x}.\tJe veux {du x}, pas beaucoup de {x}.\n"
        "v:verb.person>thing x:tool\tHe will {v.base} {the x}.\tIl vient de {v.inf} {le x}.\n",
        encoding="utf-8",
    )
    frames, filler = read_frames(path), Filler(ENTRIES)
    made = filler.fill(frames[0], frames[0].slots[0], entry("goat"), random.Random(0))
    assert made is not None
    assert made.source.endswith(" goat came.")
    assert made.target.startswith("Une chèvre ")
    assert made.target.endswith(" est venue.")
    made = filler.fill(frames[1], frames[1].slots[0], entry("garlic"), random.Random(0))
    assert made == ("I want garlic.", "Je veux de l'ail, pas beaucoup d'ail.")
    made = filler.fill(frames[2], frames[2].slots[0], entry("steal"), random.Random(0))
    assert made is not None
    assert "vient de voler" in made.target


def test_every_row_of_the_lexicon_is_well_formed() -> None:
    lines = LEXICON.read_text(encoding="utf-8").splitlines()
    assert tuple(lines[0].split("\t")) == COLUMNS
    assert [line for line in lines[1:] if wrong_in(line.split("\t"))] == []
    assert lines[1:] == sorted(lines[1:], key=lambda line: tuple(line.split("\t")))
    assert [line for line, count in Counter(lines).items() if count > 1] == []
    counts = Counter(one.part for one in ENTRIES)
    assert counts["noun"] >= 1_700
    assert min(counts["adjective"], counts["verb"]) >= 450
    assert counts["variant"] >= 150


def test_every_frame_has_its_slots_and_every_slot_its_words() -> None:
    frames = read_frames()
    assert len(frames) >= 150
    filler, rng = Filler(ENTRIES), random.Random(0)
    for frame in frames:
        for slot in frame.slots:
            fitting = [one for one in ENTRIES if filler.fits(slot, one)]
            if fitting:
                made = [filler.fill(frame, slot, one, rng) for one in fitting[:40]]
                texts = [text for pair in made if pair for text in pair]
                assert texts
                assert [text for text in texts if set(text) & set("{}\x01\x02@")] == []


CORPUS = [
    (f"{name} saw {article} {animal} in {city}.", f"{name} a vu {un} {french} à {city}.")
    for name in ("Tom", "John", "Peter", "Paul", "Mark", "Daniel", "Simon", "Frank", "Jack", "Luke")
    for article, animal, un, french in (
        ("a", "dog", "un", "chien"),
        ("a", "cat", "un", "chat"),
        ("a", "cow", "une", "vache"),
        ("a", "horse", "un", "cheval"),
    )
    for city in ("Paris", "Boston", "Berlin", "Rome", "Tokyo")
]


def write_corpus(path: Path) -> Path:
    """Write a small corpus."""
    path.write_text("".join(f"{source}\t{target}\n" for source, target in CORPUS))
    return path


@pytest.mark.slow
def test_the_same_seed_makes_the_same_pairs_and_nothing_is_held_out(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "eng-fra.tsv")
    words = ["--corpus", str(corpus), "--pairs", "3000", "--out"]
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        main([*words, str(tmp_path / f"{name}.tsv.gz"), "--seed", seed])
    contents = [(tmp_path / f"{name}.tsv.gz").read_bytes() for name in "abc"]
    assert contents[0] == contents[1]
    assert gzip.decompress(contents[0]) != gzip.decompress(contents[2])
    pairs = read_pairs(corpus)
    split = split_pairs(pairs)
    held = {fold(text) for pair in [*split.dev, *split.test] for text in pair}
    made = read_pairs(tmp_path / "a.tsv.gz")
    assert 1_000 < len(made) < 6_000
    assert not held & {fold(text) for pair in made for text in pair}
    assert not {fold(pair.source) for pair in pairs} & {fold(pair.source) for pair in made}


def test_real_pairs_come_from_the_training_part(tmp_path: Path) -> None:
    pairs = read_pairs(write_corpus(tmp_path / "eng-fra.tsv"))
    some = [one for one in ENTRIES if one.kind in ("animal", "man", "city")]
    made = make_pairs(pairs, some, [], 2_000, 0)
    train = split_pairs(pairs).train
    assert made
    for one in made:
        assert one.source is not None
        old, new = train[one.source].source.split(), one.pair.source.split()
        assert set(old) & set(new) >= {"saw", "in"}
    assert max(Counter(one.source for one in made).values()) <= 6


def test_no_more_pairs_are_made_than_are_asked_for(tmp_path: Path) -> None:
    pairs = read_pairs(write_corpus(tmp_path / "eng-fra.tsv"))
    some = [one for one in ENTRIES if one.kind in ("animal", "man", "city")]
    all_made = make_pairs(pairs, some, [], 2_000, 0)
    assert len(make_pairs(pairs, some, [], 20, 0)) == 20 < len(all_made)


def test_a_corpus_of_other_languages_is_refused() -> None:
    pairs = [Pair(source, f"x {number}") for number, (source, _) in enumerate(CORPUS)]
    with pytest.raises(ValueError, match=r"Only 0 of the .* expected English in the first column"):
        make_pairs(pairs, ENTRIES, [], 100, 0)


def test_names_are_exchanged_on_both_sides_and_nothing_else(tmp_path: Path) -> None:
    corpus, out = tmp_path / "eng-spa.tsv", tmp_path / "names.tsv"
    corpus.write_text(
        "".join(
            f"{name} and Mary {verb} {number} times.\t{name} y Mary {spanish} {number} veces.\n"
            for name in ("Tom", "Smith")
            for verb, spanish in (("smiled", "sonrieron"), ("laughed", "se rieron"))
            for number in range(2, 30)
        )
    )
    main(["--names", "--corpus", str(corpus), "--pairs", "900", "--out", str(out)])
    pairs, made = read_pairs(corpus), read_pairs(out)
    split = split_pairs(pairs)
    held = {fold(text) for pair in [*split.dev, *split.test] for text in pair}
    names = {(one.english, one.kind) for one in ENTRIES}
    new, whole = Counter(), 0
    for source, target in made:
        assert not {fold(source), fold(target)} & held
        left, right = re.fullmatch(r"(.*) and (.*) (?:smiled|laughed) \d+ times\.", source).groups()
        assert target.startswith(f"{left} y {right} s")
        assert (left in ("Tom", "Smith")) != (right == "Mary")
        name, *surname = (left if right == "Mary" else right).split()
        kinds = ("man", "surname") if right == "Mary" else ("woman",)
        assert any((name, kind) in names for kind in kinds)
        assert all((one, "surname") in names for one in surname)
        assert not right.startswith(("I", "Hi"))  # "e Irene", not "y Irene"
        new[name] += 1
        whole += bool(surname)
    assert len(new) > 320  # of 343, but for women's with I and some of two classes
    assert max(new.values()) <= 6  # three in each of its classes, such as of James
    assert 0.1 < whole / len(made) < 0.25
    assert len(made) == len({pair.source for pair in made}) > 850


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("noun\tanimal\tdog", "expected 9 columns, got 3"),
        ("thing\tanimal\tdog\tdogs\tchien\tchiens\tm\tkeeps\tcount", "the part is 'thing'"),
        (
            "noun\tanimal\tdog\tdogs\tchien\tchiens\tx\tkeeps\tcount",
            "the gender of this noun is 'x'",
        ),
        ("noun\tanimal\tdog\tdogs\tchien\tchiens\tm\tmaybe\tcount", "the initial is 'maybe'"),
        (
            "noun\tanimal\tdog\tdogs\tchien\tchiens\tm\tkeeps\tmany",
            "the use of this noun is 'many'",
        ),
        ("noun\tanimal\t\t\tchien\tchiens\tm\tkeeps\tcount", "a French word are needed"),
        (
            "verb\tintransitive\tsleep\ta|b\tdormir\tc\tavoir\tkeeps\t",
            "2 English and 1 French forms",
        ),
    ],
)
def test_what_is_wrong_with_a_lexicon_is_said(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("\t".join(COLUMNS) + f"\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: ") as caught:
        read_lexicon(path)
    assert said in str(caught.value)


def test_other_bad_input_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, there = write_corpus(tmp_path / "eng-fra.tsv"), tmp_path / "there.tsv"
    there.write_text("a\tb\n")
    frames = tmp_path / "frames.tsv"
    frames.write_text("slots\tenglish\tfrench\nx:animal\tA {y} came.\tUn {x}.\n")
    for words, said in (
        (["--out", str(there)], "the file is there. Delete it"),
        (["--out", str(tmp_path / "a.txt")], "expected a name that ends in .tsv"),
        (["--out", str(tmp_path / "a.tsv"), "--pairs", "0"], "expected 1 or more"),
        (["--out", str(tmp_path / "a.tsv"), "--lexicon", "none.tsv"], "there is no such file"),
        (["--out", str(tmp_path / "a.tsv"), "--frames", str(frames)], "no slot is in '{y}'"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(["--corpus", str(corpus), *words])
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err
