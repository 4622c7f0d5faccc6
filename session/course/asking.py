"""Questions of a lesson: a bet that is placed once, an answer that is checked; the link has both.

`answers=2-k1.6-r` says that on screen 2 option 1 was chosen, and screen 6 was answered rightly.
"""

import re
from collections.abc import Mapping

import streamlit as st

from alignoscope.lessons.read import filled
from alignoscope.lessons.record import Choice, Screen, Value, Written
from alignoscope.session.links.parameters import linked, warn_of_unknown, write
from alignoscope.session.state import ANSWER, ANSWERS, of

RIGHT = "r"
_ANSWER = re.compile(r"([1-9]\d?)-(k[1-9]|r)")


def answers(lesson: str) -> dict[int, str]:
    """Return what was answered so far in a lesson, by screen from 1: "k2" or "r"."""
    known = st.session_state.setdefault(ANSWERS, {})
    if lesson not in known:
        asked = linked(ANSWERS) or ""
        found = [_ANSWER.fullmatch(part) for part in asked.split(".")]
        warn_of_unknown(ANSWERS, [asked] * all(found), "such as 2-k1.6-r")
        known[lesson] = {int(match[1]): match[2] for match in found if match}
    write(ANSWERS, *([_written(known[lesson])] if known[lesson] else []))
    return known[lesson]


def ask(lesson: str, number: int, screen: Screen, values: Mapping[str, Value]) -> bool:
    """Ask a screen's question and return whether it was answered; what was chosen stays."""
    given = answers(lesson)
    key = of(ANSWER, f"{lesson} {number}")
    if isinstance(screen.ask, Choice):
        return _choose(screen.ask, values, given, number, key)
    if isinstance(screen.ask, Written):
        return _type(screen.ask, values, given, number, key)
    return True


def _choose(
    ask: Choice, values: Mapping[str, Value], given: dict[int, str], number: int, key: str
) -> bool:
    placed = given.get(number)
    before = int(placed[1:]) - 1 if placed and placed != RIGHT else None
    before = before if before is not None and before < len(ask.options) else None
    chosen = st.radio(
        ask.question,
        range(len(ask.options)),
        index=before,
        format_func=lambda i: ask.options[i].text,
        key=key,
        disabled=before is not None,
    )
    if before is None:
        pressed = st.button("Place the bet", disabled=chosen is None, type="primary")
        if pressed and chosen is not None:
            given[number] = f"k{chosen + 1}"
            st.rerun()
        return False
    right = ask.right(values[ask.claim])
    says = filled(ask.options[before].says, values)
    if before == right:
        st.success(says, icon=":material/check:")
        return True
    found = f" It is: {ask.options[right].text}" if right is not None else ""
    st.info(f"{says}{found}", icon=":material/lightbulb:")
    return True


def _type(
    ask: Written, values: Mapping[str, Value], given: dict[int, str], number: int, key: str
) -> bool:
    if given.get(number) == RIGHT:
        st.markdown(f"{ask.question} **{values[ask.claim]}**")
        st.success(filled(ask.right, values), icon=":material/check:")
        return True
    answer = st.text_input(ask.question, key=key)
    if answer.strip():
        if ask.is_right(answer, values[ask.claim]):
            given[number] = RIGHT
            st.rerun()
        st.info(filled(ask.wrong, values), icon=":material/lightbulb:")
    return True


def _written(given: Mapping[int, str]) -> str:
    return ".".join(f"{number}-{answer}" for number, answer in sorted(given.items()))
