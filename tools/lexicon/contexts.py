"""Where a dictionary word may replace a word of a sentence pair: the grammar of both allows it.

The lexicon is the anchor: a word and its French word that occur once each, in surroundings that are
known to translate each other. Undecidable cases are skipped.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from alignoscope.data.corpus import Pair
from alignoscope.tools.lexicon.agreement import (
    FULL,
    adjective_form,
    capitalised,
    determiner,
    elided,
    indefinite,
    location,
    origin,
    spelt,
    with_article,
)
from alignoscope.tools.lexicon.entries import Entry

_ENGLISH = re.compile(r"\s*(?:'s\b|[^\W_]+(?:[-'](?!s\b)[^\W_]+)*|[^\w\s]|_)")
_FRENCH = re.compile(
    r"\s*(?:aujourd'hui|(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'"
    r"|[^\W_]+(?:-[^\W_]+)*|[^\w\s]|_)",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(text.split())


SUBSTITUTED = _words(
    "profession person criminal noble relative animal food foodmass fruit meal drink beverage tool "
    "object tableware bag jewel linen container furniture device instrument vehicle boat clothing "
    "womenswear building shop home room place body disease plant weapon document writing words art "
    "music language science sport crime region"
)
# Words whose usual contexts are of their own: on the phone, in the picture.
_OWN_CONTEXTS = _words(
    "phone telephone picture photo photograph television radio drawing table garden bed story song "
    "candle joke letter cold hero alarm lamp lamps candles bill telescope "
    "battery movie film eyes ears door"
)
PEOPLE = _words("profession person criminal noble being relative")
THINGS = _words(
    "tool object tableware bag jewel linen container furniture device instrument vehicle boat "
    "clothing womenswear"
)
# The classes of nouns that an adjective of a class is said of, and a verb of a class governs.
FITS = {
    "person": PEOPLE,
    "thing": THINGS,
    "place": _words("place building shop home room"),
    "region": _words("region place nature"),
    "food": _words("food foodmass fruit meal drink beverage"),
    "cooked": _words("food foodmass meal"),
    "idea": _words("plan thought saying words problem"),
    "colour": _words("clothing womenswear vehicle object bag linen furniture jewel"),
    "nationality": PEOPLE | _words("food art music document writing vehicle organisation artmass"),
    "person>person": PEOPLE,
    "thing>person": PEOPLE,
    "person>thing": THINGS,
    "person>craft": THINGS,
    "person>goods": _words("device vehicle furniture"),
    "person>clothing": _words("clothing womenswear linen"),
    "person>device": _words("device"),
    "person>file": _words("document writing words"),
    "person>building": _words("building shop home"),
    "person>drink": _words("drink beverage"),
    "person>food": _words("food meal foodmass"),
    "person>fruit": _words("fruit"),
}

# French determiners, and the name in `agreement.DETERMINERS` of those that change.
_NAMES = {
    **dict.fromkeys(("le", "la", "l'"), "le"),
    **dict.fromkeys(("un", "une"), "un"),
    **dict.fromkeys(("de", "d'"), "de"),
    **dict.fromkeys(("ce", "cet", "cette"), "ce"),
    **dict.fromkeys(("mon", "ma"), "mon"),
    **dict.fromkeys(("ton", "ta"), "ton"),
    **dict.fromkeys(("son", "sa"), "son"),
    **dict.fromkeys(("quel", "quelle"), "quel"),
    **dict.fromkeys(("aucun", "aucune"), "aucun"),
    "du": "du",
    "au": "au",
}
_FIXED = _words(
    "les des aux ces mes tes ses notre votre leur nos vos leurs chaque quelques plusieurs deux "
    "trois quatre cinq six sept huit neuf dix onze douze vingt trente cent"
)
_DEFINITE = _words("le la l' les du au aux des")
_OF = _words("de d'")
_NUMBERS = (
    "two deux three trois four quatre five cinq six six seven sept eight huit nine neuf ten dix"
)
_NUMBER_PAIRS = dict(zip(_NUMBERS.split()[::2], _NUMBERS.split()[1::2], strict=True))
# What an English determiner may be in French.
_TRANSLATED = {
    "the": _DEFINITE,
    "'s": _DEFINITE,
    "a": frozenset({"un", "une"}),
    "an": frozenset({"un", "une"}),
    "my": frozenset({"mon", "ma", "mes"}),
    "your": _words("ton ta tes votre vos"),
    "his": frozenset({"son", "sa", "ses"}),
    "her": frozenset({"son", "sa", "ses"}),
    "its": frozenset({"son", "sa", "ses"}),
    "our": frozenset({"notre", "nos"}),
    "their": frozenset({"leur", "leurs"}),
    "this": frozenset({"ce", "cet", "cette"}),
    "that": frozenset({"ce", "cet", "cette"}),
    "these": frozenset({"ces"}),
    "those": frozenset({"ces"}),
    "some": _words("des du quelques la l'"),
    "any": _OF,
    "no": frozenset({"aucun", "aucune", "de", "d'"}),
    "every": frozenset({"chaque"}),
    "each": frozenset({"chaque"}),
    "several": frozenset({"plusieurs"}),
    "many": _OF,
    "much": _OF,
    "enough": _OF,
    "more": _OF,
    **{english: frozenset({french}) for english, french in _NUMBER_PAIRS.items()},
}
_POSSESSIVE = _words("my your his her our their")
# Words after which a noun without a determiner is no part of a compound.
_BARE_AFTER = _words(
    "in on at to for with from by about after before during without under over near into and or "
    "of like likes liked love loves eat eats ate eating drink drinks drank drinking buy buys "
    "bought sell sells sold want wants need needs hate hates grow grows have has had make makes "
    "made wear wears wearing use uses used read reads reading prefer prefers see saw are were is"
)
_PREPOSITIONS = _words(
    "in on at to for with from by about after before during without under over near behind into "
    "since until through across"
)
_AFTER = _PREPOSITIONS | _words(
    ". , ! ? ; : \" ) and but or because when while if than as 's is are was were will would can "
    "could should must may might has have had does did do isn't aren't wasn't weren't won't can't "
    "doesn't didn't looks look seems seem that who which yesterday today tomorrow now here there "
    "again too already yet either every last next this these all tonight anymore alone so very "
    "said went came took got ran broke fell died gave told knows likes wants needs lives works "
    "arrived made left stopped started began became"
)
_END = _words('. , ! ? ; : " )')
_FRENCH_AFTER = _END | _words(
    "dans sur avec pour sans sous chez après avant pendant depuis vers par contre entre devant "
    "derrière quand lorsque parce car si mais et ou que qu' qui hier demain ici là en à au aux "
    "aujourd'hui maintenant aussi encore"
)
_PREPOSITIONS_FRENCH = _words(
    "dans sur avec pour sans sous chez après avant pendant depuis vers par contre entre devant "
    "derrière quand hier demain ici aujourd'hui maintenant"
)
_PRONOUNS = _words("it its it's itself they them their one ones which that who whose")
_AGREEING = _words(
    "quel quelle quels quelles lequel laquelle tout toute tous toutes celui celle ceux celles "
    "seul seule premier première dernier dernière même il elle ils elles est était sera serait "
    "soit sont étaient fut été"
)
_NEGATED = _words("pas jamais plus sans ni aucun")
_QUANTITY = _words("beaucoup trop peu assez plus moins autant tant combien tasse verre kilo")
_MEASURES = _words("cup cups glass glasses bottle bottles kilo kilos lot lots bit box full")
_WOMEN = _words("she her hers woman girl mother sister wife daughter mary queen aunt")
_WOMEN_FRENCH = _words("elle elles femme fille mère sœur marie")
_SPEAKING = _words(
    "speak speaks spoke speaking in learn learns learning learned study studies studying teach "
    "teaches taught into understand"
)
_BE_FRENCH = _words(
    "suis es est sommes êtes sont étais était étaient être été sera serai seront devenir devenu "
    "devint fut serait sois soyez semble semblait"
)
_BE = _words(
    "am is are was were be been become became becoming 'm 're i'm you're he's she's we're they're "
    "it's that's 's seems seemed looks looked"
)
_HAVE_FRENCH = _words("ai as a avons avez ont avais avait avions aviez avaient aura aurait")
_HAVE = _words("have has had i've you've we've they've he's she's i'd")
_TAKES_INFINITIVE = _words("to can can't cannot could couldn't should shouldn't must may might")
_OBJECTS = _words("the a an my your his her our their this that these those some")
_OBJECTS_FRENCH = _words(
    "le la l' les un une des mon ma mes ton ta tes son sa ses notre votre leur nos vos leurs ce "
    "cet cette ces"
)
_REASONS = _words("since because when so if although though while before after until")
_TITLES = _words("mr mrs ms miss dr professor")


class Context(NamedTuple):
    """A place in the pair of a number where any entry of a part and a class may stand.

    `english` and `french` count tokens. `genders` are those that what surrounds it allows; `form`
    says which form of a verb it is, or which preposition a country has; `adjective` is one between
    the determiner and the noun, with its place in French.
    """

    pair: int
    part: str
    kind: str
    english: int
    french: int
    genders: str = "mf"
    plural: bool = False
    form: str = ""
    adjective: tuple[Entry, int] | None = None


class Finder:
    """All contexts of pairs, by what the lexicon knows."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._nouns: dict[str, list[tuple[Entry, bool, str]]] = defaultdict(list)
        self._adjectives: dict[str, list[Entry]] = defaultdict(list)
        self._verbs: dict[str, list[tuple[Entry, int]]] = defaultdict(list)
        self._names: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.part == "noun":
                for english, french, plural in readings(entry):
                    if " " not in english + french:
                        self._nouns[english.lower()].append((entry, plural, french))
            elif entry.part == "adjective":
                self._adjectives[entry.english.lower()].append(entry)
            elif entry.part == "verb":
                for number, form in enumerate((entry.english, *entry.english_forms)):
                    self._verbs[form].append((entry, number))
            elif entry.part in ("name", "number") and " " not in entry.english + entry.french:
                self._names[entry.english].append(entry)

    def known(self, pair: Pair) -> Iterator[Entry]:
        """Yield the entries that a pair has already, in any form."""
        english = {_core(token) for token in _ENGLISH.findall(pair.source)}
        french = {_core(token) for token in _FRENCH.findall(pair.target)}
        for word in sorted(english):
            for entry, _, form in self._nouns.get(word, ()):
                if form in french:
                    yield entry
            for entry in self._adjectives.get(word, ()):
                if french & {*entry.french_forms, entry.french}:
                    yield entry
            for entry, _ in self._verbs.get(word, ()):
                if french & {*entry.french_forms, entry.french}:
                    yield entry
            for entry in self._names.get(word.capitalize(), []) + self._names.get(word, []):
                if entry.french.lower() in french:
                    yield entry

    def others(self, pair: Pair, context: Context) -> list[str]:
        """Return the English words of a pair beside the one of a context and its adjective."""
        tokens = _ENGLISH.findall(pair.source)
        left_out = {context.english, context.english - (context.adjective is not None)}
        return [
            _core(token)
            for i, token in enumerate(tokens)
            if i not in left_out and token.strip()[:1].islower()
        ]

    def contexts(self, number: int, pair: Pair) -> Iterator[Context]:
        """Yield the contexts of a pair, which has a number."""
        english, french = _ENGLISH.findall(pair.source), _FRENCH.findall(pair.target)
        words, mots = [_core(token) for token in english], [_core(token) for token in french]
        if not 3 <= len(words) <= 30:
            return
        sides = _Sides(number, english, french, words, mots)
        for i, word in enumerate(words):
            if words.count(word) == 1:
                yield from self._noun(sides, i)
                yield from self._adjective(sides, i)
                yield from self._verb(sides, i)
            yield from self._name(sides, i)

    def _noun(self, sides: "_Sides", i: int) -> Iterator[Context]:
        """Yield the context of a noun with its determiner, and at most one adjective."""
        found = [
            (entry, plural, sides.mots.index(french.lower()))
            for entry, plural, french in self._nouns.get(sides.words[i], ())
            if sides.mots.count(french.lower()) == 1
        ]
        if not found or len({(entry.kind, j) for entry, _, j in found}) > 1:
            return
        entry, plural, j = found[0]
        if entry.kind not in SUBSTITUTED or sides.words[i] in _OWN_CONTEXTS:
            return
        if entry.kind in PEOPLE - {"relative"} and _POSSESSIVE & set(
            sides.words[max(i - 2, 0) : i]
        ):
            return
        if entry.kind == "language":
            yield from self._language(sides, i, j)
            return
        between = self._between(sides, i, j)
        first, start = (i - 1, j) if between else (i, j)
        if between and between[1] < j:
            start = between[1]
        if not self._bounded(sides, i, j, between, plural):
            return
        if not self._determined(sides, entry, first, start, plural):
            return
        genders = self._genders(sides, entry, i, j, between, start)
        if genders:
            yield Context(
                sides.number, "noun", entry.kind, i, j, genders, plural, entry.use, between
            )

    def _language(self, sides: "_Sides", i: int, j: int) -> Iterator[Context]:
        """Yield the context of a language that is spoken, learnt or taught."""
        before, avant = sides.word(i - 1), sides.mot(j - 1)
        if (
            before in _SPEAKING
            and sides.word(i + 1) in _AFTER
            and sides.english[i].strip().istitle()
            and (avant in ("le", "l'", "en") or avant.startswith("parl"))
        ):
            yield Context(sides.number, "noun", "language", i, j, "mf", False, "mass")

    def _between(self, sides: "_Sides", i: int, j: int) -> tuple[Entry, int] | None:
        """Return the one known adjective of a noun and its place in French, if it has one."""
        for adjective in self._adjectives.get(sides.word(i - 1), ()):
            forms = {*adjective.french_forms, adjective.french}
            for place in (j - 1, j + 1):
                if sides.mot(place) in forms and (adjective.use == "before") == (place < j):
                    return adjective, place
        return None

    def _bounded(
        self,
        sides: "_Sides",
        i: int,
        j: int,
        between: tuple[Entry, int] | None,
        plural: bool,
    ) -> bool:
        """Return whether both nouns end their phrases, or are followed by the same."""
        after = sides.word(i + 1)
        last = max(j, between[1]) if between else j
        apres = sides.mot(last + 1)
        if after not in _AFTER and not after.endswith("ed") and after != "":
            return False
        if after == "'s" and plural:
            return False
        if after in _END or after == "":
            return apres in _END or apres == ""
        if apres in ("de", "d'", "du", "des"):
            return after in ("from", "about", "by") or sides.word(i - 1) == "'s"
        return apres not in self._french_adjectives

    @property
    def _french_adjectives(self) -> frozenset[str]:
        """Return every form of every adjective."""
        if not hasattr(self, "_forms"):
            self._forms = frozenset(
                form
                for found in self._adjectives.values()
                for one in found
                for form in one.french_forms
            )
        return self._forms

    def _determined(
        self, sides: "_Sides", entry: Entry, first: int, start: int, plural: bool
    ) -> bool:
        """Return whether the determiners of both sides translate each other."""
        before, avant, earlier = sides.word(first - 1), sides.mot(start - 1), sides.mot(start - 2)
        if earlier in ("tout", "toute", "tous", "toutes"):
            return False
        if entry.use == "mass" and (
            before in ("a", "an", "each", "every") or before in _NUMBER_PAIRS
        ):
            return False
        if entry.kind == "place" and sides.word(first - 2) in ("in", "on", "at", "into"):
            return False  # the preposition is its own: in the street, on the square
        if before in ("a", "an") and avant in _OF:
            return bool(_NEGATED & set(sides.mots))
        if entry.kind == "profession" and before in ("a", "an") and avant in _BE_FRENCH:
            return True
        if entry.kind == "body" and before in _POSSESSIVE and avant in _DEFINITE:
            return True
        if before in ("any", "no", "many", "much", "enough", "more") and avant in _OF:
            return bool((_NEGATED | _QUANTITY) & set(sides.mots))
        if before in _TRANSLATED:
            if before == "some" and avant in ("la", "l'") and earlier != "de":
                return False
            return avant in _TRANSLATED[before]
        bare = plural or entry.use == "mass"
        if bare and (before in _BARE_AFTER or first == 0):
            if before == "of" or avant in _OF:
                measured = sides.word(first - 2) in _MEASURES
                return before == "of" and avant in _OF and measured
            return avant in ("des", "les", "du", "le", "aux", "au") or (
                avant in ("la", "l'") and entry.use == "mass"
            )
        return False

    def _genders(
        self,
        sides: "_Sides",
        entry: Entry,
        i: int,
        j: int,
        between: tuple[Entry, int] | None,
        start: int,
    ) -> str:
        """Return the genders that what surrounds a noun allows, or nothing if it cannot be told."""
        people = entry.kind in PEOPLE
        gender = entry.gender
        if gender == "mf":
            avant = sides.mot(start - 1)
            gender = "f" if avant in ("la", "une", "ma", "ta", "sa", "cette") else "m"
            if avant not in ("le", "un", "mon", "du", "au", "ce", "la", "une", "ma", "ta", "sa"):
                return ""
        if people:
            women = _WOMEN & set(sides.words) or _WOMEN_FRENCH & set(sides.mots)
            return "" if gender == "m" and women and sides.mot(start - 1) in _BE_FRENCH else gender
        last = max(j, between[1]) if between else j
        others = {part for mot in sides.mots for part in mot.split("-")}
        if {"he", "she", "he's", "she's"} & set(sides.words):  # then il and elle are people
            others -= {"il", "elle"}
        free = (
            sides.mot(last + 1) in _PREPOSITIONS_FRENCH | _END | {""}
            and not _PRONOUNS & set(sides.words)
            and not _AGREEING & others
            and start > 1
        )
        return "mf" if free else gender

    def _adjective(self, sides: "_Sides", i: int) -> Iterator[Context]:
        """Yield the context of an adjective, said of the subject or standing by its noun."""
        for adjective in self._adjectives.get(sides.words[i], ()):
            forms = [form for form in dict.fromkeys(adjective.french_forms) if form in sides.mots]
            fits = FITS.get(adjective.kind)
            if len(forms) != 1 or sides.mots.count(forms[0]) != 1 or fits is None:
                continue
            j = sides.mots.index(forms[0])
            places = [k for k, form in enumerate(adjective.french_forms) if form == forms[0]]
            how, noun = "by", self._by_noun(sides, i, j)
            if noun and adjective.use == "after" and noun[0].kind in fits:
                if sides.word(i - 1) in ("more", "most", "less", "as"):
                    continue
                places = [k for k in places if k == 2 * noun[1] + (noun[0].gender == "f")]
            elif self._said(sides, i, j) and self._subject_fits(sides, i - 1, adjective.kind):
                how = "said"
                if len(places) > 1:
                    places = [k for k in places if _subject(sides, j) == k]
            else:
                continue
            if len(places) == 1:
                gender, plural = "mf"[places[0] % 2], places[0] > 1
                number, kind = sides.number, adjective.kind
                yield Context(number, "adjective", kind, i, j, gender, plural, how)
                return

    def _subject_fits(self, sides: "_Sides", i: int, kind: str) -> bool:
        """Return whether the subject of a form of "be" is what a class of adjectives is said of."""
        pronoun = sides.words[i].partition("'")[0] or sides.word(i - 1)
        if pronoun in _BE:
            pronoun = sides.word(i - 1)
        if pronoun in ("i", "you", "he", "she", "we", "who"):
            return kind == "person"
        if pronoun in ("it", "that", "this"):
            return kind == "idea"
        written = sides.english[max(i - 1, 0)].strip()
        if any(name.kind in ("man", "woman") for name in self._names.get(written, ())):
            return kind == "person"
        return any(noun.kind in FITS[kind] for noun, _, _ in self._nouns.get(pronoun, ()))

    def _by_noun(self, sides: "_Sides", i: int, j: int) -> tuple[Entry, bool] | None:
        """Return the noun that an adjective stands by on both sides, and its number."""
        for entry, plural, french in self._nouns.get(sides.word(i + 1), ()):
            if sides.mot(j - 1) == french.lower() and sides.mots.count(sides.mot(j - 1)) == 1:
                return entry, plural
        return None

    def _said(self, sides: "_Sides", i: int, j: int) -> bool:
        """Return whether the adjective is the last word of the predicate in both languages."""
        ends = sides.word(i + 1) in _END and sides.mot(j + 1) in _END
        if _REASONS & set(sides.words):
            return False
        return ends and sides.word(i - 1) in _BE and sides.mot(j - 1) in _BE_FRENCH

    def _verb(self, sides: "_Sides", i: int) -> Iterator[Context]:
        """Yield the context of a verb whose form, and whose object if any, are plain."""
        for entry, number in self._verbs.get(sides.words[i], ()):
            if entry.english == "find":  # to find something easy
                continue
            for form, mot in enumerate((entry.french, *entry.french_forms)):
                if sides.mots.count(mot) == 1:
                    j = sides.mots.index(mot)
                    name = _verb_form(sides, i, j, number, form)
                    if name and self._governed(sides, entry, i, j):
                        yield Context(sides.number, "verb", entry.kind, i, j, "mf", False, name)
                        return

    def _governed(self, sides: "_Sides", entry: Entry, i: int, j: int) -> bool:
        """Return whether a verb is followed by its object on both sides, or by none."""
        after, apres = sides.word(i + 1), sides.mot(j + 1)
        if entry.kind in ("intransitive", "happening"):
            if sides.word(i - 2) in ("something", "anything", "nothing", "what", "time"):
                return False
            asked = {"where", "place", "why", "how"} & set(sides.words)
            return after in _END and apres in _END and not asked
        if entry.kind not in FITS:
            return False
        if entry.kind in ("person>person", "thing>person") and i + 1 < len(sides.words):
            names = self._names.get(sides.english[i + 1].strip(), ())
            if names and names[0].kind in ("man", "woman"):
                return apres == names[0].french.lower() and sides.word(i + 2) in _END
        if after not in _OBJECTS or apres not in _OBJECTS_FRENCH:
            return False
        if after == "her" and apres not in ("son", "sa", "ses"):
            return False
        return any(
            one.kind in FITS[entry.kind]
            and sides.mot(j + 2) == french.lower()
            and (sides.word(i + 3) in _END and sides.mot(j + 3) in _END)
            for one, _, french in self._nouns.get(sides.word(i + 2), ())
        )

    def _name(self, sides: "_Sides", i: int) -> Iterator[Context]:
        """Yield the context of a name or a number that both sides have once."""
        written = sides.english[i].strip()
        found = [
            one for one in self._names.get(written, ()) if sides.words.count(sides.words[i]) == 1
        ]
        for entry in found:
            if sides.mots.count(entry.french.lower()) != 1:
                continue
            j = sides.mots.index(entry.french.lower())
            before, avant, earlier = sides.word(i - 1), sides.mot(j - 1), sides.mot(j - 2)
            titled = before in _TITLES or (before == "." and sides.word(i - 2) in _TITLES)
            if (entry.kind == "surname") != titled:
                continue
            capital = sides.word(i + 1)[:1].isalpha() and sides.english[i + 1].strip().istitle()
            if entry.kind in ("man", "woman", "city") and (
                capital or sides.french[j].strip() != entry.french
            ):
                continue
            if entry.kind == "city" and before not in _PREPOSITIONS | {"of"} and i:
                continue
            form = ""
            if entry.kind == "country":
                form = _country_form(entry, before, avant, earlier)
                if not form:
                    continue
            if entry.part == "number" and not self._counted(sides, entry, i, j):
                continue
            if entry.kind == "month" and entry.english == "May" and before not in _PREPOSITIONS:
                continue
            genders = entry.gender if form.startswith("subject") else "mf"
            yield Context(sides.number, entry.part, entry.kind, i, j, genders, False, form)
            return

    def _counted(self, sides: "_Sides", entry: Entry, i: int, j: int) -> bool:
        """Return whether a number counts things, not hours of the clock."""
        clock = {"o'clock", "past", "to", "hundred", "thousand", "am", "pm", "p", "a", "-"}
        if sides.word(i + 1) in clock or sides.mot(j + 1) in ("heures", "heure", "mille", "cents"):
            return False
        if entry.kind == "ordinal":
            return sides.mot(j - 1) in ("le", "la", "au", "du", "ma", "sa", "ta", "mon", "son")
        return sides.word(i + 1)[:1].isalpha() and sides.word(i + 1).endswith(("s", "ople", "dren"))


class _Sides(NamedTuple):
    """The tokens of both sides of a pair, as they are written and in lower case."""

    number: int
    english: list[str]
    french: list[str]
    words: list[str]
    mots: list[str]

    def word(self, i: int) -> str:
        """Return an English word, or nothing outside the sentence."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def mot(self, j: int) -> str:
        """Return a French word, or nothing outside the sentence."""
        return self.mots[j] if 0 <= j < len(self.mots) else ""


def readings(entry: Entry) -> Iterator[tuple[str, str, bool]]:
    """Yield the forms of a noun that have one number in both languages, and whether plural."""
    if entry.english and entry.french:
        yield entry.english, entry.french, False
    if entry.english_forms and entry.french_forms:
        yield entry.english_forms[0], entry.french_forms[0], True


def substitute(pair: Pair, context: Context, entry: Entry) -> Pair | None:
    """Return the pair with an entry in the place of a context, or nothing if it does not fit."""
    english, french = _ENGLISH.findall(pair.source), _FRENCH.findall(pair.target)
    i, j = context.english, context.french
    if context.part == "noun":
        changed = _put_noun(french, context, entry)
        word = changed and next(e for e, _, plural in readings(entry) if plural == context.plural)
    elif context.part == "adjective":
        changed, word = _put_adjective(french, context, entry), entry.english
    elif context.part == "verb":
        changed, word = _put_verb(french, context, entry)
    elif context.kind == "country":
        changed, word = _put_country(french, context, entry), entry.english
    else:
        changed, word = _put_word(french, j, entry.french, entry.elides), entry.english
    if not changed or not word:
        return None
    written = english[i].strip()
    if context.part not in ("name",) and written[:1].isupper() and i == 0:
        word = capitalised(word)
    space = english[i][: len(english[i]) - len(written)]
    if context.kind == "country" and word.startswith("the ") and i == 0:
        word = capitalised(word)
    english[i] = space + word
    if i and _core(english[i - 1]) in ("a", "an"):
        article = indefinite(word)
        old = english[i - 1]
        was = old.strip()
        english[i - 1] = old.replace(was, article.capitalize() if was[0] == "A" else article)
    return Pair(spelt(english), spelt(changed))


def _put_noun(french: list[str], context: Context, entry: Entry) -> list[str] | None:
    """Return French tokens with a noun in the place of another, and what agrees with it."""
    j = context.french
    form = next((f for _, f, plural in readings(entry) if plural == context.plural), None)
    if form is None or entry.use != context.form:
        return None
    old, plural = french[j].strip(), context.plural
    if context.kind == "language":
        return _put_word(french, j, form, entry.elides)
    allowed = set(context.genders) & set(entry.gender)
    if not allowed:
        return None
    gender = allowed.pop() if len(allowed) == 1 else "m"
    french = list(french)
    start, elides = j, entry.elides
    if context.adjective:
        adjective, place = context.adjective
        vowel = entry.elides and place < j
        shape = adjective_form(adjective, gender, plural, vowel)
        french[place] = _like(french[place], shape)
        if place < j:
            start, elides = place, adjective.elides
    french[j] = (
        _like(french[j], form) if old != old.lower() and j == 0 else _spaced(french[j], form)
    )
    return _put_determiner(french, start, gender, elides, plural)


def _put_determiner(
    french: list[str], start: int, gender: str, elides: bool, plural: bool
) -> list[str] | None:
    """Return French tokens whose determiner before `start` agrees with what is there now."""
    if not start:
        return french
    mot, k = _core(french[start - 1]), start - 1
    if plural and mot not in ("de", "d'", "quels", "quelles"):
        return french if mot in _FIXED or mot in ("les", "des") else None
    if mot in _FIXED or mot in _BE_FRENCH:
        return french
    name = _NAMES.get(mot)
    if name is None:
        return None
    if name == "le" and k and mot != "le" and _core(french[k - 1]) in ("de", "à"):
        name, k = {"de": "du", "à": "au"}[_core(french[k - 1])], k - 1
    written = determiner(name, gender, elides, plural)
    first = french[k]
    space = first[: len(first) - len(first.lstrip())]
    written = capitalised(written) if first.strip()[:1].isupper() else written
    rest = french[start].lstrip()
    return [*french[:k], space + written + rest, *french[start + 1 :]]


def _put_adjective(french: list[str], context: Context, entry: Entry) -> list[str] | None:
    """Return French tokens with an adjective in the place of another of its gender and number."""
    if entry.gender == "f" and context.genders == "m":
        return None
    if context.form == "by" and entry.use != "after":
        return None
    if " " in entry.english and context.form == "by":
        return None
    form = adjective_form(entry, context.genders, context.plural)
    return _put_word(french, context.french, form, entry.elides)


def _put_verb(french: list[str], context: Context, entry: Entry) -> tuple[list[str] | None, str]:
    """Return French tokens with a verb in the place of another, and its English form."""
    number, form = map(int, context.form.split())
    english = (entry.english, *entry.english_forms)[number]
    mot = (entry.french, *entry.french_forms)[form]
    j = context.french
    if j and _core(french[j - 1]) == "l'" and not entry.elides:
        return None, ""
    return _put_word(french, j, mot, entry.elides), english


def _put_country(french: list[str], context: Context, entry: Entry) -> list[str] | None:
    """Return French tokens with a country in the place of another, and its preposition."""
    j, form = context.french, context.form
    size = int(form[-1])
    if form.startswith("subject") and entry.gender != context.genders:
        return None
    written = {
        "location": location,
        "origin": origin,
        "article": with_article,
        "subject": with_article,
        "of": lambda one: with_article(one, "du"),
    }[form[:-1]](entry)
    if j - size < 0:
        return None
    first = french[j - size]
    space = first[: len(first) - len(first.lstrip())]
    written = capitalised(written) if first.strip()[:1].isupper() and j == size else written
    return [*french[: j - size], space + written, *french[j + 1 :]]


def _put_word(french: list[str], j: int, form: str, elides: bool) -> list[str]:
    """Return French tokens with a word in the place of another, and "de" or "que" before it."""
    french = list(french)
    old = french[j].strip()
    if j == 0 and old[:1].isupper():
        form = capitalised(form)
    mot = _core(french[j - 1]) if j else ""
    full = FULL.get(mot, mot)
    if j and (mot in FULL or full in FULL.values()):
        first = french[j - 1]
        space = first[: len(first) - len(first.lstrip())]
        short = elided(first.strip(), elides)
        french[j - 1] = space + short
        french[j] = form if short.endswith("'") else f" {form}"
        return french
    french[j] = _spaced(french[j], form)
    return french


def _spaced(token: str, form: str) -> str:
    """Return a form with the space that a token has before it."""
    return token[: len(token) - len(token.lstrip())] + form


def _like(token: str, form: str) -> str:
    """Return a form with the space and the capital letter of a token."""
    return _spaced(token, capitalised(form) if token.strip()[:1].isupper() else form)


def _core(token: str) -> str:
    """Return a token in lower case without the space before it."""
    return token.strip().lower()


def _subject(sides: _Sides, j: int) -> int:
    """Return the place among an adjective's forms that a pronoun before it tells, or -1."""
    before = sides.mots[max(j - 4, 0) : j]
    for place, pronouns in enumerate((("il", "tom"), ("elle", "marie"), ("ils",), ("elles",))):
        if any(pronoun in before for pronoun in pronouns):
            return place
    return 0 if "c'" in before or "ce" in before else -1


def _verb_form(sides: _Sides, i: int, j: int, number: int, form: int) -> str:
    """Return the numbers of the English and the French form if they translate each other.

    English counts base, third person, past, participle, -ing; French infinitive, je, tu, il, nous,
    vous, ils, past participle, imperfect, future.
    """
    before, avant = sides.word(i - 1), sides.mot(j - 1)
    earlier = avant if avant not in ("ne", "n'", "le", "la", "l'", "les") else sides.mot(j - 2)
    if form == 0 and number == 0 and before in _TAKES_INFINITIVE:
        return "0 0"
    if form == 7 and avant in _HAVE_FRENCH and number in (2, 3):
        if before in _HAVE:
            return "3 7"
        return "2 7" if before not in ("be", "been", "was", "were", "is", "are", "being") else ""
    if form == 3 and number == 1 and earlier not in ("je", "j'", "tu", "qui"):
        return "1 3"
    if form == 9 and number == 0 and before in ("will", "won't", "he'll", "she'll"):
        return "0 9"
    people = {"i": (1, ("je", "j'")), "we": (4, ("nous",)), "they": (6, ("ils", "elles"))}
    if number == 0 and before in people and people[before][0] == form:
        return f"0 {form}" if earlier in people[before][1] else ""
    return ""


def _country_form(entry: Entry, before: str, avant: str, earlier: str) -> str:
    """Return the meaning of a country's preposition or article, and its number of words."""
    if avant in ("en", "aux", "au") and before in ("in", "to"):
        return "location1"
    if before in ("from", "of") and avant in ("de", "d'") and entry.gender == "f":
        return "origin1" if before == "from" else ""
    if before == "of" and avant == "du":
        return "of1"
    if before == "of" and avant in ("la", "l'") and earlier == "de":
        return "of2"
    if avant in ("le", "la", "l'") and earlier not in ("de", "à", "dans", "toute", "tout"):
        return "subject1" if before not in _PREPOSITIONS else ""
    return ""
