// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/power.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#include <siderum/core/light_curves.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/status.hpp>

namespace siderum {

/// What the search knows of one object, in FP64.
struct CurveSummary {
  double epoch = 0.0;              ///< min t
  double baseline = 0.0;           ///< max t - min t
  double mean = 0.0;               ///< the weighted mean, or 0 where values are not centred
  double mean_rest = 0.0;          ///< what one double leaves of the mean
  double variance = 0.0;           ///< YY = sum w (y - mean)^2
  double inverse_variances = 0.0;  ///< sum error^-2, without errors the number of points
  std::int64_t points = 0;
  ObjectStatus status = ObjectStatus::no_points;
};

/// What one pass over the points of an object gathers, in FP64.
struct CurveSums {
  double earliest = Kokkos::Experimental::infinity_v<double>;
  double latest = -Kokkos::Experimental::infinity_v<double>;
  double weights = 0.0;
  double values = 0.0;    ///< weighted
  double squares = 0.0;   ///< weighted
  double largest = 0.0;   ///< |value|
  double heaviest = 0.0;  ///< weight of a point

  KOKKOS_FUNCTION CurveSums& operator+=(CurveSums const& other) {
    earliest = other.earliest < earliest ? other.earliest : earliest;
    latest = other.latest > latest ? other.latest : latest;
    weights += other.weights;
    values += other.values;
    squares += other.squares;
    largest = other.largest > largest ? other.largest : largest;
    heaviest = other.heaviest > heaviest ? other.heaviest : heaviest;
    return *this;
  }
};

}  // namespace siderum

template <>
struct Kokkos::reduction_identity<siderum::CurveSums> {
  KOKKOS_FORCEINLINE_FUNCTION static siderum::CurveSums sum() { return {}; }
};

namespace siderum {

/// Light curves made ready for TrigSums.
template <class Real, class MemorySpace>
struct PreparedCurves {
  TrigSeries<Real, MemorySpace> series;                      ///< strengths w (y - mean) / sqrt(YY)
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    ///< (objects)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  ///< (objects)
};

/// What curves are prepared for: for normal equations no few points may outweigh all others.
enum class PreparedFor : std::uint8_t { equations, folding };

/// Enqueues the preparation; O(points) in time and memory. Defined in prepare_launch.hpp.
template <class Exec, class Real>
PreparedCurves<Real, typename Exec::memory_space> prepare(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    LombScargleOptions const& options, PreparedFor prepared_for = PreparedFor::equations);

}  // namespace siderum
