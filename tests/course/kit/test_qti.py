"""QTI 2.1: packages as the specification has them, whose items score and reply as lessons do.

The schemas are not here: `MODEL` and `REQUIRED` are what the specification says of the elements in
use.
"""

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from xml.etree import ElementTree

import pytest

from alignoscope.course.kit.qti import qti
from alignoscope.course.read import lessons
from alignoscope.course.words import words_of
from tests.course.course import found
from tests.shared.made_lesson import made_lesson, untitled

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
INLINE = "(em |strong |code )*"
MODEL = {  # the children of each element, in order
    "assessmentItem": "responseDeclaration outcomeDeclaration outcomeDeclaration itemBody "
    "(responseProcessing )?(modalFeedback )*",
    "responseDeclaration": "(correctResponse )?",
    "correctResponse": "value ",
    "outcomeDeclaration": "(defaultValue )?",
    "defaultValue": "value ",
    "value": "",
    "itemBody": "((p|table|rubricBlock|choiceInteraction|extendedTextInteraction) )+",
    "p": "(em |strong |code |textEntryInteraction )*",
    **dict.fromkeys(("prompt", "simpleChoice", "modalFeedback"), INLINE),
    **dict.fromkeys(("em", "strong", "code", "textEntryInteraction", "th", "td"), ""),
    "rubricBlock": "(p )+",
    "table": "thead tbody ",
    "thead": "tr ",
    "tbody": "(tr )+",
    "tr": "(th |td )+",
    "choiceInteraction": "prompt (simpleChoice )+",
    "extendedTextInteraction": "prompt ",
    "responseProcessing": "responseCondition ",
    "responseCondition": "responseIf (responseElseIf )*(responseElse )?",
    **dict.fromkeys(
        ("responseIf", "responseElseIf"), "(match|equal|stringMatch|or) (setOutcomeValue )+"
    ),
    "responseElse": "(setOutcomeValue )+",
    "or": "(stringMatch )+",
    **dict.fromkeys(("match", "equal", "stringMatch"), "variable baseValue "),
    "variable": "",
    "baseValue": "",
    "setOutcomeValue": "baseValue ",
    "assessmentTest": "testPart ",
    "testPart": "(assessmentSection )+",
    "assessmentSection": "(assessmentItemRef )+",
    "assessmentItemRef": "",
}
TEXT = {"p", "em", "strong", "code", "prompt", "simpleChoice", "modalFeedback", "th", "td", "value"}
TEXT |= {"baseValue"}
REQUIRED = {  # and the values that are allowed, "" if any
    "assessmentItem": {
        "identifier": "",
        "title": "",
        "adaptive": "false",
        "timeDependent": "false",
    },
    "responseDeclaration": {
        "identifier": "RESPONSE",
        "cardinality": "single",
        "baseType": "identifier|string|float",
    },
    "outcomeDeclaration": {
        "identifier": "SCORE|FEEDBACK",
        "cardinality": "single",
        "baseType": "float|identifier",
    },
    "rubricBlock": {"view": "scorer"},
    "choiceInteraction": {"responseIdentifier": "RESPONSE", "shuffle": "true", "maxChoices": "1"},
    "simpleChoice": {"identifier": r"option\d"},
    "textEntryInteraction": {"responseIdentifier": "RESPONSE"},
    "extendedTextInteraction": {"responseIdentifier": "RESPONSE"},
    "equal": {"toleranceMode": "absolute", "tolerance": r"(\S+) \1"},
    "stringMatch": {"caseSensitive": "false"},
    "variable": {"identifier": "RESPONSE"},
    "baseValue": {"baseType": "identifier|string|float"},
    "setOutcomeValue": {"identifier": "SCORE|FEEDBACK"},
    "modalFeedback": {
        "outcomeIdentifier": "FEEDBACK",
        "showHide": "show",
        "identifier": r"[a-z]+\d?",
    },
    "assessmentTest": {"identifier": "", "title": ""},
    "testPart": {
        "identifier": "",
        "navigationMode": "nonlinear",
        "submissionMode": "individual",
    },
    "assessmentSection": {"identifier": "", "title": "", "visible": "true"},
    "assessmentItemRef": {"identifier": "", "href": ""},
}
OPTIONAL = {"assessmentItem": {"{http://www.w3.org/XML/1998/namespace}lang"}, "th": {"scope"}}


def opened(package: bytes) -> dict[str, ElementTree.Element]:
    with zipfile.ZipFile(BytesIO(package)) as files:
        return {name: ElementTree.fromstring(files.read(name)) for name in files.namelist()}


def check(root: ElementTree.Element) -> None:
    """Check that all elements are as the specification has them."""
    for node in root.iter():
        name = node.tag.removeprefix(QTI)
        children = "".join(f"{child.tag.removeprefix(QTI)} " for child in node)
        assert re.fullmatch(MODEL[name], children), f"{name}: {children}"
        own = REQUIRED.get(name, {})
        assert own.keys() <= {*node.keys()} <= own.keys() | OPTIONAL.get(name, set()), name
        for attribute, allowed in own.items():
            assert re.fullmatch(allowed or ".+", node.get(attribute)), (name, attribute)
        if name not in TEXT:
            assert not "".join([node.text or "", *(child.tail or "" for child in node)]).strip()
    names = [node.get("identifier") for node in root.iter(f"{QTI}simpleChoice")]
    replies = [node.get("identifier") for node in root.iter(f"{QTI}modalFeedback")]
    assert len(names) == len({*names})
    assert len(replies) == len({*replies})


def made() -> dict[str, ElementTree.Element]:
    with made_lesson() as (lesson, screens):
        return opened(qti([(lesson, screens)], "A <title>", words_of()))


def reply(item: ElementTree.Element, response: str) -> tuple[float, str]:
    """Return the score and the reply of an item to a response, as a platform computes them."""

    def holds(node: ElementTree.Element) -> bool:
        if node.tag == f"{QTI}or":
            return any(map(holds, node))
        value = node[1].text or ""
        if node.tag == f"{QTI}equal":
            near = float((node.get("tolerance") or "").split()[0])
            return abs(float(response) - float(value)) <= near
        return response.lower() == value.lower()

    for branch in item.iter(f"{QTI}responseCondition").__next__():
        condition, *sets = branch if branch.tag != f"{QTI}responseElse" else (None, *branch)
        if condition is None or holds(condition):
            outcome = {one.get("identifier"): one[0].text for one in sets}
            says = next(
                "".join(one.itertext())
                for one in item.iter(f"{QTI}modalFeedback")
                if one.get("identifier") == outcome["FEEDBACK"]
            )
            return float(outcome.get("SCORE") or 0), says
    raise AssertionError(response)


def test_a_package_lists_its_items_in_a_test_and_in_a_manifest() -> None:
    with made_lesson() as (lesson, screens):
        taught = [(lesson, screens), (untitled(lesson), screens)]
        files = opened(qti(taught, "A <title>", words_of()))
    names = [f"{lesson}-{screen}" for lesson in ("made", "other") for screen in (3, 5, 7, 8)]
    assert [*files] == ["imsmanifest.xml", "test.xml", *(f"{name}.xml" for name in names)]
    check(files["test.xml"])
    refs = [node.get("href") for node in files["test.xml"].iter(f"{QTI}assessmentItemRef")]
    assert refs == [f"{name}.xml" for name in names]
    assert [node.get("identifier") for node in files["test.xml"][0]] == ["made", "other"]
    assert files["test.xml"].get("title") == "A <title>"
    package = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
    manifest = files["imsmanifest.xml"]
    assert [node.tag for node in manifest] == [
        f"{package}{name}" for name in ("metadata", "organizations", "resources")
    ]
    assert [node.text for node in manifest[0]] == ["QTIv2.1 Package", "1.0.0"]
    first, *items = manifest[2]
    assert first.get("type") == "imsqti_test_xmlv2p1"
    assert [one.get("identifierref") for one in first[1:]] == names
    assert {one.get("type") for one in items} == {"imsqti_item_xmlv2p1"}
    for one in (first, *items):
        assert one.get("href") == one[0].get("href") == f"{one.get('identifier')}.xml"


def test_items_are_as_the_specification_has_them() -> None:
    for name, root in made().items():
        if name != "imsmanifest.xml":
            check(root)


def test_an_item_that_breaks_the_rules_is_noticed() -> None:
    item = made()["made-3.xml"]
    item.append(item[0])
    with pytest.raises(AssertionError, match="assessmentItem"):
        check(item)


def test_a_choice_is_scored_and_replied_to() -> None:
    item = made()["made-3.xml"]
    assert [one.text for one in item[0].iter(f"{QTI}value")] == ["option1"]
    assert reply(item, "option0") == (0, "It is the dog.")
    assert reply(item, "option1") == (1, "Yes, chat.")


def test_a_number_is_right_to_its_digits() -> None:
    item = made()["made-7.xml"]
    assert item[0].get("baseType") == "float"
    assert reply(item, "0.254") == (1, "Right.")
    assert reply(item, "0.256") == (0, "Count again.")
    assert reply(item, "0.75") == (0, "Half of the rest.")


def test_letters_are_right_with_spaces_and_without() -> None:
    item = made()["made-8.xml"]
    for response in ("a b c", "ABC"):
        assert reply(item, response) == (1, "Right.")
    assert reply(item, "a b") == (0, "Read them.")


def test_a_drawing_is_scored_by_a_person_who_has_the_curve() -> None:
    item = made()["made-5.xml"]
    assert not [*item.iter(f"{QTI}responseProcessing")]
    rubric = next(item.iter(f"{QTI}rubricBlock"))
    assert [one.text for one in rubric] == ["It grows.", "0 → 0.00, 10 → 1.00"]


@pytest.mark.parametrize("lesson", lessons())
def test_the_questions_of_every_lesson_are_as_the_specification_has_them(lesson: str) -> None:
    taught = [(lessons()[lesson], found(lesson))]
    names: Sequence[str] = [*(files := opened(qti(taught, "Quiz", words_of())))]
    assert len(names) > 2
    for name in names[1:]:
        check(files[name])
