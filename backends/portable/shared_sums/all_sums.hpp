// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/shared_sums.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::portable::shared {

/// Some of the runs of frequencies that have a slot.
struct Strips {
  std::int64_t first;  ///< counted from the start of the grid
  std::int64_t count;
};

/// The strips that a range has a part in, which begins with one.
inline Strips strips_of(FrequencyRange range, std::int64_t length) {
  std::int64_t const first = range.first / length;
  return {first, (range.last + length - 1) / length - first};
}

/// The six sums at frequency k: those of the weights with those of the values.
template <class Real, class MemorySpace>
KOKKOS_INLINE_FUNCTION TrigSumValues<Real> all_sums(SharedWeights<Real, MemorySpace> const& weights,
                                                    std::int64_t k, Real yc, Real ys,
                                                    MeanSums mean) {
  auto const once = weights.sums(0, k - weights.range.first);
  auto const twice = weights.sums(1, k - weights.range.first);
  bool const floats = mean == MeanSums::yes;
  return {yc,           ys,          floats ? once.real() : Real(0), floats ? once.imag() : Real(0),
          twice.real(), twice.imag()};
}

/// Those at neighbouring frequencies from k on.
template <class Real, class MemorySpace, int lanes>
TrigSumValues<Lanes<Real, lanes>> all_sums(SharedWeights<Real, MemorySpace> const& weights,
                                           std::int64_t k, Lanes<Real, lanes> const& yc,
                                           Lanes<Real, lanes> const& ys, MeanSums mean) {
  Lanes<Real, lanes> const zero(Real(0));
  TrigSumValues<Lanes<Real, lanes>> values{yc, ys, zero, zero, zero, zero};
  auto const read = [&](int row, auto& real, auto& imaginary) {
    split_pairs(reinterpret_cast<Real const*>(&weights.sums(row, k - weights.range.first)), real,
                imaginary);
  };
  if (mean == MeanSums::yes) {
    read(0, values.c, values.s);
  }
  read(1, values.c2, values.s2);
  return values;
}

}  // namespace siderum::portable::shared
