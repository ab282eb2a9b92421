// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/lomb_scargle/harmonic_sums.hpp>
#include <siderum/algorithms/multi_harmonic/normal_equations.hpp>

namespace siderum::detail {

/// From the sums of a piece to its powers. `exact`: terms is capacity, known when it is compiled.
template <class Real, class MemorySpace, int capacity, bool exact>
struct HarmonicSolver {
  HarmonicSums<Real, MemorySpace> sums;                      // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (objects of the piece)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (objects of the piece)
  int terms_wanted;
  MeanSums mean;
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION int terms() const { return exact ? capacity : terms_wanted; }

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Real& result = power[object * stride + k];
    if (summary(object).status != ObjectStatus::ok) {
      result = Kokkos::Experimental::quiet_NaN_v<Real>;
      return;
    }
    PointSums<capacity> at;
    for (int m = 0; m < terms(); ++m) {
      at.yc[m] = static_cast<double>(sums.values(object, m, k).real());
      at.ys[m] = static_cast<double>(sums.values(object, m, k).imag());
    }
    for (int m = 0; m < 2 * terms(); ++m) {
      at.c[m] = static_cast<double>(sums.weights(object, m, k).real());
      at.s[m] = static_cast<double>(sums.weights(object, m, k).imag());
    }
    PowerScale<Real> const of_object = scale(object);
    double const reduction =
        fit_reduction(at, terms(), mean, static_cast<double>(of_object.smallest_axis));
    result = static_cast<Real>(
        normalized_power(reduction, normalization, static_cast<double>(of_object.factor)));
  }
};

/// The best of a chunk of each row of a piece.
template <class Real, class MemorySpace>
struct ChunkBest {
  static constexpr std::int64_t chunk = 256;
  Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> power;  // (objects, frequencies)
  Kokkos::View<Best<Real>**, Kokkos::LayoutRight, MemorySpace> best;   // (objects, chunks)
  std::int64_t first;                                                  // the frequency of column 0

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t part) const {
    Best<Real> found;
    std::int64_t const end =
        Kokkos::min((part + 1) * chunk, static_cast<std::int64_t>(power.extent(1)));
    for (std::int64_t k = part * chunk; k < end; ++k) {
      found.keep(power(object, k), first + k);
    }
    best(object, part) = found;
  }
};

/// Joins the chunks of a piece with what earlier pieces left.
template <class Exec, class Real>
struct ChunkJoiner {
  using MemorySpace = typename Exec::memory_space;
  Kokkos::View<Best<Real> const**, Kokkos::LayoutRight, MemorySpace> chunks;  // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;                     // of the piece
  std::int64_t first_object;
  bool first_piece;  // of these objects
  BestPeriods<Real, Exec> best;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t const object = first_object + row;
    Best<Real> joined;
    if (!first_piece && best.index(object) >= 0) {
      joined = {best.power(object), best.index(object)};
    }
    for (std::size_t part = 0; part < chunks.extent(1); ++part) {
      joined.keep(chunks(row, part).power, chunks(row, part).index);
    }
    best.index(object) = joined.index;
    best.power(object) = joined.index < 0 ? Kokkos::Experimental::quiet_NaN_v<Real> : joined.power;
    best.status(object) = summary(row).status;
  }
};

}  // namespace siderum::detail
