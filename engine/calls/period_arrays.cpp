// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/period_arrays.hpp>

#include <string>

#include <siderum/core/error.hpp>
#include <siderum/engine/calls/check_arrays.hpp>
#include <siderum/engine/calls/check_search.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

struct Extents {
  std::int64_t objects;
  std::int64_t frequencies;
};

template <class Real>
void check_bands(CurveArrays<Real> const& curves, ArraySearch const& search) {
  std::string const bands = std::to_string(search.bands);
  SIDERUM_VALIDATE(search.bands >= 1,
                   "There are " + bands + " bands (one is the least). Ask for 1 or more.");
  if (search.bands == 1) {
    return;
  }
  SIDERUM_VALIDATE(!search.finder && !curves.offsets.empty(),
                   "Several bands are searched by Lomb-Scargle, with times of each object (no other"
                   " search knows them). Ask for one band, or for such a search.");
  std::int64_t const rows = std::ssize(curves.offsets) - 1;
  SIDERUM_VALIDATE(rows % search.bands == 0, "The offsets have " + std::to_string(rows) +
                                                 " rows (each object has one for each of the " +
                                                 bands +
                                                 " bands, empty ones too). Give those of all.");
}

template <class Real>
Extents check(ArrayChecks const& checks, CurveArrays<Real> const& curves,
              ArraySearch const& search) {
  SIDERUM_VALIDATE(search.terms >= 1, "The model has " + std::to_string(search.terms) +
                                          " harmonics (one is the least). Ask for 1 or more.");
  SIDERUM_VALIDATE(!search.finder || search.terms == 1,
                   "The search has a finder, and " + std::to_string(search.terms) +
                       " harmonics (these are of Lomb-Scargle alone). Leave out one of them.");
  std::int64_t const points = checks.elements(curves.time, "times");
  bool const is_shared = curves.offsets.empty();
  check_bands(curves, search);
  Extents extents{is_shared ? curves.value.rows : (std::ssize(curves.offsets) - 1) / search.bands,
                  0};
  checks.line(curves.time, "times", points, "points");
  if (is_shared) {
    checks.table(curves.value, "values", extents.objects, points);
    SIDERUM_VALIDATE(!search.finder && search.terms <= 1 && search.frequencies.index() == 0,
                     "Objects that share their times are searched on a grid by Lomb-Scargle with "
                     "one term alone (no other search gains by it). Give offsets, and times of "
                     "each object.");
  } else {
    checks.line(curves.value, "values", points, "points");
  }
  if (checks.elements(curves.error, "errors") != 0) {
    checks.line(curves.error, "errors", points, "points");
  }
  if (auto const* const list = std::get_if<Array<double const>>(&search.frequencies)) {
    extents.frequencies = checks.elements(*list, "frequencies");
    SIDERUM_VALIDATE(
        (search.terms <= 1 && search.bands <= 1) || list->where.memory == MemoryKind::host,
        "Models of several terms or bands have no list of frequencies on a GPU (their"
        " sums are those of a grid). Give a grid.");
  } else {
    extents.frequencies = std::get<FrequencyGrid>(search.frequencies).count;
  }
  return extents;
}

}  // namespace

template <class Real>
SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                       std::type_identity_t<Array<Real>> const& power,
                       Array<ObjectStatus> const& status, Execution const& execution) {
  check_memory_fraction(execution);
  ArrayChecks const checks("times", curves.time.where);
  auto const [objects, frequencies] = check(checks, curves, search);
  checks.table(power, "powers", objects, frequencies);
  if (status.size() != 0) {
    checks.line(status, "statuses", objects, "objects");
  }
  Execution here = where_arrays_are(curves.time.where, execution);
  if (objects == 0) {
    return {};
  }
  WatchedProgress progress(execution.progress);
  here.progress = progress.get();
  return with_module(here, [&](Module& module) {
    return module.jobs_of(Real()).periodograms(curves, search, power, status, here);
  });
}

template <class Real>
SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                       BestPeriodArrays<Real> const& best, Execution const& execution) {
  check_memory_fraction(execution);
  ArrayChecks const checks("times", curves.time.where);
  std::int64_t const objects = check(checks, curves, search).objects;
  SIDERUM_VALIDATE(search.frequencies.index() == 0 || (search.terms <= 1 && search.bands <= 1),
                   "Models of several terms or bands have no best of a list (their sums are those"
                   " of a grid). Give a grid, or take the largest of the periodogram.");
  checks.line(best.index, "best indices", objects, "objects");
  checks.line(best.power, "best powers", objects, "objects");
  checks.line(best.status, "statuses", objects, "objects");
  Execution here = where_arrays_are(curves.time.where, execution);
  if (objects == 0) {
    return {};
  }
  WatchedProgress progress(execution.progress);
  here.progress = progress.get();
  return with_module(here, [&](Module& module) {
    return module.jobs_of(Real()).best_periods(curves, search, best, here);
  });
}

template SumMethod periodograms<double>(CurveArrays<double> const&, ArraySearch const&,
                                        Array<double> const&, Array<ObjectStatus> const&,
                                        Execution const&);
template SumMethod periodograms<float>(CurveArrays<float> const&, ArraySearch const&,
                                       Array<float> const&, Array<ObjectStatus> const&,
                                       Execution const&);
template SumMethod best_periods<double>(CurveArrays<double> const&, ArraySearch const&,
                                        BestPeriodArrays<double> const&, Execution const&);
template SumMethod best_periods<float>(CurveArrays<float> const&, ArraySearch const&,
                                       BestPeriodArrays<float> const&, Execution const&);

}  // namespace siderum::engine
