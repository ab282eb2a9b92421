# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What results become: tables of astropy or pandas, axes of matplotlib."""

from siderum._engine import Error


def to_table(columns, units=None):
    """A Table of astropy where that is installed, else a DataFrame of pandas.

    units: of columns by name, as astropy names them; the columns of pandas have none."""
    try:
        from astropy.table import QTable
    except ImportError:
        try:
            import pandas
        except ImportError:
            raise Error("A table is one of astropy or pandas (neither is installed). Install one,"
                        " or take the arrays as they are.") from None
        return pandas.DataFrame(columns)
    return QTable(columns, units=units)


def is_unit(unit):
    """Whether it is one of astropy's, not text."""
    return hasattr(unit, "to")


def in_unit(numbers, unit):
    """A column of a table: a Quantity where the unit is one of astropy's."""
    return numbers * unit if is_unit(unit) else numbers


def axes_of(ax):
    """Axes as they are given, else those that pyplot draws into."""
    if ax is not None:
        if not hasattr(ax, "pcolormesh"):
            raise Error(f"Axes of matplotlib were expected, and {type(ax).__name__} was given"
                        " (pictures are drawn into them). Give such, or None.")
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise Error("Pictures are drawn by matplotlib (which is not installed). Install it.") \
            from None
    return pyplot.gca()
