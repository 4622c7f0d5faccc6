"""How a share is written in percent, and rounded before."""

import numpy as np


def percentage(share: float, digits: int = 0) -> str:
    """Return a share in percent, as "24%", with this many decimals.

    A share that is not 0 is not written as 0: it is "<1%". One that is not 1 is ">99%". In the
    browser `percentage` of `ui/web/numbers.js` writes the same.

    Args:
        share: from 0 to 1.
        digits: the number of decimals; with 1 the bounds are "<0.1%" and ">99.9%".
    """
    least, written = 10**-digits, f"{share:.{digits}%}"
    if share > 0 and written == f"{0:.{digits}%}":
        return f"<{least:g}%"
    if share < 1 and written == f"{1:.{digits}%}":
        return f">{100 - least:g}%"
    return written


def rounded(values: np.ndarray | float, digits: int) -> np.ndarray:
    """Return values rounded to this many decimals, without making 0 or 1 of any other.

    What would become 0 or 1 gets one decimal more: with 4 digits, 3e-7 is 0.00001 and 0.99998 is
    0.99999. So `percentage` of a rounded share never claims more than `percentage` of the share.

    Args:
        values: an array of any shape, or one number.
        digits: the number of decimals.
    """
    exact = np.asarray(values, dtype=float)
    result, least = exact.round(digits), 10.0 ** -(digits + 1)
    result = np.where((exact > 0) & (result == 0), least, result)
    return np.where((exact < 1) & (result == 1), round(1 - least, digits + 1), result)
