"""A control with a few options, which the link keeps."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.ui.shell.url_parameters import warn_of_unknown


def pick_switch(
    key: str,
    label: str,
    options: Sequence[str],
    default: str,
    *,
    disabled: bool = False,
    help_: str | None = None,
    checked: bool = False,
) -> str:
    """Return the chosen one of a few options; the link keeps the choice.

    Args:
        key: the key of the widget, and the name of the parameter in the link.
        label: the label of the control.
        options: the options.
        default: the option chosen at first.
        disabled: whether the control is disabled.
        help_: the tooltip of the control.
        checked: whether the caller has already warned of invalid values in the link.
    """
    if not checked:
        warn_of_unknown(key, options)
    chosen = st.segmented_control(
        label,
        options,
        key=key,
        default=default,
        required=True,
        wrap=True,
        bind="query-params",
        disabled=disabled,
        help=help_,
    )
    return chosen or default  # going back in the browser can leave the control empty
