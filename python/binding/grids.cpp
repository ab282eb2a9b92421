// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <algorithm>
#include <cmath>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <siderum/algorithms/periods/peak_aliases.hpp>
#include <siderum/algorithms/periods/suggested_range.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/regular_grid.hpp>
#include <siderum/python/binding/arrays.hpp>

namespace siderum::python {

namespace {

using Times = Line<double const>;
using Offsets = Line<std::int64_t const>;

nb::tuple as_tuple(FrequencyGrid const& grid) {
  return nb::make_tuple(grid.first, grid.step, grid.count);
}

/// The largest number by its magnitude, of those that are finite; 0: there is none.
double largest_magnitude(Times const& numbers) {
  double largest = 0.0;
  for (double const number : span_of(numbers)) {
    double const magnitude = std::abs(number);
    largest = std::isfinite(magnitude) ? std::max(largest, magnitude) : largest;
  }
  return largest;
}

std::vector<nb::tuple> aliases(std::vector<double> const& frequency, double tolerance, double day) {
  std::vector<nb::tuple> result;
  for (PeakAlias const& alias : mark_aliases(frequency, {.tolerance = tolerance, .day = day})) {
    result.push_back(
        nb::make_tuple(static_cast<int>(alias.relation), alias.stronger, alias.multiple));
  }
  return result;
}

}  // namespace

void add_grids(nb::module_& module) {
  module.def("validate_grid", [](double first, double step, std::int64_t count) {
    validate(FrequencyGrid{first, step, count});
  });
  module.def("half_open_grid", [](double minimum, double maximum, std::int64_t count) {
    return as_tuple(half_open_grid(minimum, maximum, count));
  });
  module.def("baseline_grid", [](double minimum, double maximum, double baseline, double element) {
    return as_tuple(baseline_grid(minimum, maximum, baseline, element));
  });
  module.def("autofrequency", [](Times const& time, double samples_per_peak, double nyquist_factor,
                                 double minimum, double maximum) {
    return as_tuple(
        autofrequency(span_of(time), {samples_per_peak, nyquist_factor, minimum, maximum}));
  });
  module.def(
      "regular_grid",
      [](Times const& frequency) -> nb::object {
        auto const grid = regular_grid(span_of(frequency));
        return grid ? nb::object(as_tuple(*grid)) : nb::none();
      },
      nb::arg("frequency").noconvert());
  module.def("suggest_range", [](Times const& time, Offsets const& offsets, int harmonics) {
    SuggestedRange const range =
        suggest_frequency_range(span_of(time), span_of(offsets), harmonics);
    return nb::make_tuple(range.minimum, range.maximum, range.count);
  });
  module.def("longest_baseline", [](Times const& time, Offsets const& offsets) {
    return longest_baseline(span_of(time), span_of(offsets));
  });
  module.def("largest_magnitude", &largest_magnitude, nb::arg("numbers").noconvert());
  // Rounded once, as the engine has them.
  module.def("frequencies_at", [](double first, double step, Line<std::int64_t const> const& index,
                                  Line<double> const& frequency) {
    for (std::size_t i = 0; i < index.size(); ++i) {
      frequency.data()[i] = FrequencyGrid{first, step, 1}.frequency(index.data()[i]);
    }
  });
  module.def("mark_aliases", &aliases);
}

}  // namespace siderum::python
