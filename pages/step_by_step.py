"""One variant, one step at a time: query, scores, weights, context and the next tokens."""

import math

import streamlit as st

import session
from figures.steps import candidates_figure, context_figure, query_text, scores_figure

session.start("Step by step")
st.header("Step by step")
st.caption(
    "What one model computed at each decoding step. Nothing is decoded again: it is a trace."
)
pair, paths = session.pick_pair()
source, target = session.pick_sentences(pair)
path = session.pick_variant(paths)
measure, unit = session.pick_view()
found = session.traces([path], source, target)
if not found:
    st.stop()


@st.fragment
def walk() -> None:
    """Show the map with its step control, and beside it what happened at that step."""
    trace = found[0]
    left, right = st.columns(2, gap="large")
    with left:
        step = session.show_player(found, measure, unit, source, target)
    record = trace.steps[step]
    with right:
        st.subheader(f"Step {step + 1} of {len(trace.steps)}")
        chosen = "given" if trace.mode == "forced" else "chosen"
        st.text(f"{record.token} is {chosen}, with probability {math.exp(record.log_prob):.1%}")
        st.markdown(f"**Query**: {query_text(trace, step)}.")
        if record.scores is None:
            st.info("No attention: the context is the encoder's last state at every step.")
        else:
            st.plotly_chart(scores_figure(trace, step, unit), key="scores", config=session.PLAIN)
        st.markdown(f"**Context vector**, {len(record.context)} dimensions")
        st.plotly_chart(context_figure(trace, step), key="context", config=session.PLAIN)
        st.markdown("**Next token**, the most probable (`▁` is a space)")
        st.plotly_chart(candidates_figure(trace, step), key="candidates", config=session.PLAIN)


walk()
