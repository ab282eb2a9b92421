// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "reference/local_lines.hpp"

/// What every search by folding begins with.
namespace siderum::reference {

/// An object without its phases: w of mean 1, chi0 = sum w (y - mean)^2 / n about the weighted
/// mean.
struct Unfolded {
  std::vector<long double> time;  ///< t - min t
  std::vector<long double> value;
  std::vector<long double> weight;
  long double mean = 0;
  long double variance = 0;  ///< chi0

  /// @param error  (points) may be null: all weights 1
  Unfolded(std::int64_t points, double const* time, double const* value, double const* error);

  std::int64_t count() const { return static_cast<std::int64_t>(time.size()); }

  /// The points at f (t - min t) modulo 1, stably sorted by it.
  SortedPoints fold(long double frequency) const;

  bool has_no_span() const;
  /// Whether chi0 is at most (4 epsilon)^2 times the weighted mean square, epsilon that of double.
  bool is_constant() const;
};

}  // namespace siderum::reference
