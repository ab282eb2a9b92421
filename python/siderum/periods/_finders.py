# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How periods are looked for: the kinds of periodograms, each with its options."""

import dataclasses
import functools
from typing import Any

from siderum import _engine
from siderum._engine import Error
from siderum._options import flag, number_of, real, refusal, whole

NORMALIZATIONS = ("standard", "model", "log", "psd", "raw")
METHODS = ("automatic", "direct", "product", "nufft")


@functools.lru_cache(maxsize=256, typed=True)
def lomb_scargle_options(fit_mean=True, center_data=True, errors=True, normalization="standard",
                         method="automatic", tolerance=0.0, minimum_points=0):
    """What the engine takes of a sinusoid."""
    return _engine.make_options(
        int(bool(fit_mean)), int(bool(center_data)), int(bool(errors)),
        number_of(normalization, NORMALIZATIONS, "normalization"),
        number_of(method, METHODS, "method"), tolerance, minimum_points)


def count_of(value, what):
    return whole(value, what, 0, 10 ** 6)


def bins_of_phase(value, what):
    return whole(value, what, 2, 64)


def bins_of_values(value, what):
    return whole(value, what, 2, 16)


def terms_of_one_band(value, what):
    return whole(value, what, 1, 12)


def terms_of_bands(value, what):
    return whole(value, what, 0, 6)


def spans_of(value, what):
    try:
        spans = tuple(real(span, "span") for span in value)
    except TypeError:
        spans = ()
    if len(spans) != 3:
        raise refusal(value, what, "they are three shares of the points, ascending")
    return spans


def refuse_idle(option, why):
    raise Error(f"The option {option} does nothing here ({why}). Leave it out.")


def sums_of(value, what):
    """The finder of a search for candidates; None: that by default."""
    if value is None:
        return None
    finder = finder_of(value)
    if not isinstance(finder, LombScargleFinder) or finder.nterms != 1 or finder.bands \
            or finder.normalization != "standard":
        raise Error(f"The {what} is by Lomb-Scargle with one term, in the standard normalization"
                    " (another one has no candidates). Give LombScargle.finder(..) without them.")
    return finder


@dataclasses.dataclass(frozen=True)
class LombScargleFinder:
    """Sinusoids, and sums of harmonics, by least squares (Zechmeister & Kuerster 2009, A&A 496,
    577; Palmer 2009, ApJ 695, 496; with bands VanderPlas & Ivezic 2015, ApJ 812, 18).

    fit_mean:      a constant is fitted at each frequency.
    center_data:   the weighted mean is subtracted before.
    errors:        points weigh error^-2; False: all the same. Without errors it is of no effect.
    nterms:        harmonics of the model, 1 to 12; with bands, of what they share, 0 to 6.
    bands:         one model of all bands of an object, with a harmonic of each band's own.
    normalization: of the power: "standard" (0 to 1), "model", "log", "psd", as astropy names them,
                   or "raw", Lomb's and Scargle's own.
    method:        how sums are formed: "automatic" (the fastest), "direct" and "product" (exact to
                   rounding), "nufft" (within the tolerance).
    tolerance:     of nufft: the largest error of a power, of the object's largest; 0: 1e-9, in
                   single precision 1e-5.
    A search raises siderum.Error for numbers and words that are no options, and for options that do
    nothing: fit_mean=False with bands, whose means are always fitted, and a tolerance with a method
    that is exact.

    >>> siderum.periods.LombScargle.finder(nterms=2).nterms
    2
    """

    fit_mean: bool = True
    center_data: bool = True
    errors: bool = True
    nterms: int = 1
    bands: bool = False
    normalization: str = "standard"
    method: str = "automatic"
    tolerance: float = 0.0

    name = ""  # the engine's word: none of the finders that fold

    def _checks(self):
        return {"fit_mean": flag, "center_data": flag, "errors": flag, "bands": flag,
                "nterms": terms_of_bands if self.bands else terms_of_one_band, "tolerance": real}

    def _refuse_idle(self):
        if self.bands and not self.fit_mean:
            refuse_idle("fit_mean=False", "the model of several bands fits the mean of each")
        if self.tolerance and self.method in ("direct", "product"):
            refuse_idle("tolerance", f"the method {self.method!r} is exact to rounding; it is"
                        " that of nufft")

    def engine_options(self) -> Any:
        """What the engine takes."""
        return lomb_scargle_options(self.fit_mean, self.center_data, self.errors,
                                    self.normalization, self.method, self.tolerance)

    def finder_options(self) -> dict[str, Any]:
        """What the engine takes of a finder that folds."""
        return {}


class Folding:
    """A finder that folds the points."""

    nterms = 1
    bands = False
    normalization = "standard"

    def _refuse_idle(self):
        pass

    def engine_options(self) -> Any:
        """What the engine takes."""
        return lomb_scargle_options()


@dataclasses.dataclass(frozen=True)
class SuperSmoother(Folding):
    """Friedman's Super Smoother on folded light curves (Friedman 1984; Reimann 1994; Gowanlock et
    al. 2022): no model of the curve's form.

    variant: "multi-pass" (Friedman's) or "single-pass" (cheaper).
    ends:    phases are "periodic" or "open".
    alpha:   bass, 0 to 10: 9 suits pulsating stars and asteroids, 0 transits.
    spans:   the three spans, shares of the points, ascending.
    span:    one fixed span in place of a choice of three; 0: the choice.
    ties:    points of equal phase share one fit ("average") or "keep" their own.
    score:   "power", n/2 (1 - chi2/chi0), or "normalized", without the n/2.
    errors:  points weigh error^-2.
    candidates:  score only windows about so many peaks of Lomb-Scargle, their halves and doubles;
                 0: the whole grid.
    half_window: with candidates: steps to either side of each.
    candidate_search: with candidates: LombScargle.finder(..), by which they are found; None: that
                 with its defaults. It ignores errors where the smoother does.
    A search raises siderum.Error for numbers and words that are no options, and for options that do
    nothing: alpha, spans and variant with a fixed span, half_window and candidate_search without
    candidates.

    >>> siderum.periods.SuperSmoother(alpha=0).spans
    (0.05, 0.2, 0.5)
    """

    variant: str = "multi-pass"
    ends: str = "periodic"
    alpha: float = 9.0
    spans: tuple[float, float, float] = (0.05, 0.2, 0.5)
    span: float = 0.0
    ties: str = "average"
    score: str = "power"
    errors: bool = True
    candidates: int = 0
    half_window: int = 10
    candidate_search: LombScargleFinder | None = None

    name = "super-smoother"

    def _checks(self):
        return {"alpha": real, "spans": spans_of, "span": real, "errors": flag,
                "candidates": count_of, "half_window": count_of, "candidate_search": sums_of}

    def _refuse_idle(self):
        for option in ("alpha", "spans", "variant") if self.span else ():
            if getattr(self, option) != getattr(type(self), option):
                refuse_idle(option, "a fixed span is one smooth, with the same span everywhere, of"
                            " which nothing is chosen")
        for option in () if self.candidates else ("half_window", "candidate_search"):
            if getattr(self, option) != getattr(type(self), option):
                refuse_idle(option, "it is that of candidates, and none are asked for")

    def engine_options(self) -> Any:
        """What the engine takes of the search for candidates."""
        search = self.candidate_search or LombScargleFinder()
        return dataclasses.replace(search, errors=search.errors and self.errors).engine_options()

    def of_whole_grid(self) -> "SuperSmoother":
        """The same without candidates, which has the power of every frequency."""
        return dataclasses.replace(self, candidates=0, half_window=type(self).half_window,
                                   candidate_search=None)

    def finder_options(self) -> dict[str, Any]:
        """What the engine takes of a finder that folds."""
        return {"variant": number_of(self.variant, ("multi-pass", "single-pass"), "variant"),
                "ends": number_of(self.ends, ("periodic", "open"), "way of ends"),
                "alpha": self.alpha, "spans": list(self.spans), "span": self.span,
                "ties": number_of(self.ties, ("average", "keep"), "way of ties"),
                "score": number_of(self.score, ("power", "normalized"), "score"),
                "errors": int(self.errors)}


@dataclasses.dataclass(frozen=True)
class PhaseDispersion(Folding):
    """Phase dispersion minimisation (Stellingwerf 1978, ApJ 224, 953): means of bins of phase.

    bins: of phase, 2 to 64.
    A search raises siderum.Error for numbers out of range.

    >>> siderum.periods.PhaseDispersion(bins=20)
    PhaseDispersion(bins=20)
    """

    bins: int = 10

    name = "pdm"

    def _checks(self):
        return {"bins": bins_of_phase}

    def finder_options(self) -> dict[str, Any]:
        """What the engine takes of a finder that folds."""
        return {"bins": self.bins}


@dataclasses.dataclass(frozen=True)
class ConditionalEntropy(Folding):
    """Conditional entropy (Graham et al. 2013, MNRAS 434, 2629) of values given the phase.

    phase_bins: of phase, 10 where it is not said. value_bins: of the values, 5 then.
    A search raises siderum.Error for numbers out of range.

    >>> siderum.periods.ConditionalEntropy(phase_bins=8)
    ConditionalEntropy(phase_bins=8, value_bins=5)
    """

    phase_bins: int = 10
    value_bins: int = 5

    name = "conditional-entropy"

    def _checks(self):
        return {"phase_bins": bins_of_phase, "value_bins": bins_of_values}

    def finder_options(self) -> dict[str, Any]:
        """What the engine takes of a finder that folds."""
        return {"phase_bins": self.phase_bins, "value_bins": self.value_bins}


FINDERS = {"lomb-scargle": LombScargleFinder, "super-smoother": SuperSmoother,
           "pdm": PhaseDispersion, "conditional-entropy": ConditionalEntropy}


@functools.lru_cache(maxsize=64)
def checked(finder, types):
    """With its numbers as the engine takes them, of fields that have these types: True equals 1."""
    found = dataclasses.replace(finder, **{
        name: check(getattr(finder, name), name.replace("_", " "))
        for name, check in finder._checks().items()})
    found._refuse_idle()
    return found


def finder_of(finder):
    """A finder, of its word, its class or itself."""
    if isinstance(finder, str):
        number_of(finder, tuple(FINDERS), "finder")
        finder = FINDERS[finder]()
    elif isinstance(finder, type) and finder in FINDERS.values():
        finder = finder()
    elif isinstance(finder, type) and hasattr(finder, "finder"):
        finder = finder.finder()
    elif not isinstance(finder, tuple(FINDERS.values())):
        raise Error(f"There is no finder {finder!r} (there is {', '.join(FINDERS)}, or their"
                    " classes). Give one of these.")
    types = tuple(map(type, vars(finder).values()))
    try:
        return checked(finder, types)
    except TypeError:  # it has a list, and cannot be looked up
        return checked.__wrapped__(finder, types)
