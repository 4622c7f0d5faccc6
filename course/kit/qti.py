"""The questions of lessons as QTI 2.1: a package of items and a test that has them in order.

Specification: https://www.imsglobal.org/question/ (QTI 2.1, IMS Content Packaging 1.1)
"""

from collections.abc import Iterator, Sequence
from html import escape

from alignoscope.course.answers import is_number, spellings, within
from alignoscope.course.kit.numbers import block_html
from alignoscope.course.kit.questions import (
    ComputedLessons,
    QuizQuestion,
    questions_of,
    wrong_answers,
)
from alignoscope.course.lab_text import points_of
from alignoscope.course.markup import html
from alignoscope.course.record import DrawnAnswer, ExplainedAnswer, Lesson, TypedAnswer
from alignoscope.course.shown import Shown, replied, right_option
from alignoscope.course.words import Messages
from alignoscope.records.whole_file import archive

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ITEM = """<assessmentItem xmlns="{namespace}" identifier="{id}" title="{title}"\
 xml:lang="{language}" adaptive="false" timeDependent="false">
{declared}
<itemBody>
{body}
</itemBody>
{processing}
</assessmentItem>
"""
_RESPONSE = """<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="{kind}">\
{right}</responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float">\
<defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>"""
_TEST = """<assessmentTest xmlns="{namespace}" identifier="test" title="{title}">
<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
{sections}
</testPart>
</assessmentTest>
"""
_MANIFEST = """<manifest xmlns="{namespace}" identifier="package">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
{resources}
</resources>
</manifest>
"""
_SCORED = '<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue>'
_VARIABLE = '<variable identifier="RESPONSE"/>'


def qti(taught: ComputedLessons, title: str, words: Messages) -> bytes:
    """Return the questions of lessons as a QTI 2.1 package, one section of a test per lesson."""
    items = {
        lesson.id: {
            _id(one): _item(one, lesson, words) for one in questions_of(lesson, found, words)
        }
        for lesson, found in taught
    }
    names = [name for section in items.values() for name in section]
    sections = "\n".join(
        f'<assessmentSection identifier="{lesson.id}" title="{escape(lesson.name)}" visible="true">'
        + "".join(
            f'<assessmentItemRef identifier="{name}" href="{name}.xml"/>'
            for name in items[lesson.id]
        )
        + "</assessmentSection>"
        for lesson, _ in taught
        if items[lesson.id]
    )
    test = _TEST.format(namespace=_QTI, title=escape(title), sections=sections)
    manifest = _MANIFEST.format(namespace=_PACKAGE, resources="\n".join(_resources(names)))
    every = {"imsmanifest": manifest, "test": test}
    every |= {name: text for section in items.values() for name, text in section.items()}
    return archive((f"{name}.xml", _HEAD + text) for name, text in every.items())


def _resources(names: Sequence[str]) -> Iterator[str]:
    needed = "".join(f'<dependency identifierref="{name}"/>' for name in names)
    yield _resource("test", "imsqti_test_xmlv2p1", needed)
    for name in names:
        yield _resource(name, "imsqti_item_xmlv2p1")


def _resource(name: str, kind: str, needed: str = "") -> str:
    file = f'<file href="{name}.xml"/>'
    return (
        f'<resource identifier="{name}" type="{kind}" href="{name}.xml">{file}{needed}</resource>'
    )


def _id(one: QuizQuestion) -> str:
    return one.name.replace(" ", "-")


def _item(one: QuizQuestion, lesson: Lesson, words: Messages) -> str:
    given = "\n".join(map(block_html, one.given))
    kind, right, asked, processing = _interaction(one, words)
    return _ITEM.format(
        namespace=_QTI,
        id=_id(one),
        title=escape(one.title),
        language=lesson.language,
        declared=_RESPONSE.format(kind=kind, right=right),
        body=f"{given}\n{asked}",
        processing=processing,
    )


def _interaction(one: QuizQuestion, words: Messages) -> tuple[str, str, str, str]:
    """Return the type of a response, the right one, the interaction, and the reply to each."""
    ask, shown = one.ask, one.shown
    question = html(ask.question)
    if isinstance(ask, DrawnAnswer):
        assert shown.lab is not None
        points = ", ".join(f"{at} → {share}" for at, share in points_of(shown.lab.curve, words))
        key = f"<p>{html(replied(ask.says, ask, shown, words))}</p><p>{escape(points)}</p>"
        return "string", "", _essay(question, key), ""
    if isinstance(ask, ExplainedAnswer):
        key = f"<p>{html(replied(ask.model, ask, shown, words))}</p>"
        return "string", "", _essay(question, key), ""
    if isinstance(ask, TypedAnswer):
        return _typed(ask, shown, words)
    right = right_option(ask, shown)
    options = "".join(
        f'<simpleChoice identifier="option{i}">{html(option.text)}</simpleChoice>'
        for i, option in enumerate(ask.options)
    )
    asked = (
        '<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">'
        f"<prompt>{question}</prompt>{options}</choiceInteraction>"
    )
    replies = [
        (
            f"option{i}",
            f'<match>{_VARIABLE}<baseValue baseType="identifier">option{i}</baseValue></match>',
            replied(option.says, ask, shown, words),
        )
        for i, option in enumerate(ask.options)
    ]
    return "identifier", _correct(f"option{right}"), asked, _processing(replies, f"option{right}")


def _essay(question: str, key: str) -> str:
    """Return a question that a person scores by a key."""
    return (
        f'<rubricBlock view="scorer">{key}</rubricBlock>'
        f'<extendedTextInteraction responseIdentifier="RESPONSE"><prompt>{question}</prompt>'
        "</extendedTextInteraction>"
    )


def _typed(ask: TypedAnswer, shown: Shown, words: Messages) -> tuple[str, str, str, str]:
    value = str(shown.values[ask.claim])
    number = is_number(value)
    replies = [("right", _equals(value, number=number), replied(ask.right, ask, shown, words))]
    replies += [
        (f"hint{i}", _equals(hint, number=number), says)
        for i, (hint, says) in enumerate(wrong_answers(ask, shown, words))
    ]
    replies.append(("wrong", "", replied(ask.wrong, ask, shown, words)))
    asked = f'<p>{html(ask.question)} <textEntryInteraction responseIdentifier="RESPONSE"/></p>'
    kind = "float" if number else "string"
    return kind, _correct(value), asked, _processing(replies, "right")


def _equals(value: str, *, number: bool) -> str:
    """Return the expression that a response is this value."""
    if number:
        near = f'toleranceMode="absolute" tolerance="{within(value):g} {within(value):g}"'
        base = f'<baseValue baseType="float">{value}</baseValue>'
        return f"<equal {near}>{_VARIABLE}{base}</equal>"
    matches = [
        f'<stringMatch caseSensitive="false">{_VARIABLE}'
        f'<baseValue baseType="string">{escape(text)}</baseValue></stringMatch>'
        for text in spellings(value)
    ]
    return matches[0] if len(matches) == 1 else f"<or>{''.join(matches)}</or>"


def _correct(value: str) -> str:
    return f"<correctResponse><value>{escape(value)}</value></correctResponse>"


def _processing(replies: Sequence[tuple[str, str, str]], right: str) -> str:
    """Return the elements that score a response and reply to it.

    Args:
        replies: the name of each reply, its condition ("" for any other response), and its text.
        right: the name of the reply to the right response.
    """
    parts, shown = [], []
    for i, (name, condition, says) in enumerate(replies):
        element = "responseIf" if i == 0 else "responseElseIf" if condition else "responseElse"
        score = f"{_SCORED}</setOutcomeValue>" if name == right else ""
        said = f'<baseValue baseType="identifier">{name}</baseValue>'
        reply = f'<setOutcomeValue identifier="FEEDBACK">{said}</setOutcomeValue>'
        parts.append(f"<{element}>{condition}{score}{reply}</{element}>")
        shown.append(
            f'<modalFeedback outcomeIdentifier="FEEDBACK" showHide="show" identifier="{name}">'
            f"{html(says)}</modalFeedback>"
        )
    condition = f"<responseCondition>{''.join(parts)}</responseCondition>"
    return f"<responseProcessing>{condition}</responseProcessing>\n" + "\n".join(shown)
