// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/false_alarm_probability.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// The definitions behind false_alarm_probability.hpp but the bootstrap.
namespace siderum {

namespace detail {

/// The first two moments of the times, weighted.
struct TimeMoments {
  double weights = 0.0;
  double times = 0.0;
  double squares = 0.0;

  KOKKOS_FUNCTION TimeMoments& operator+=(TimeMoments const& other) {
    weights += other.weights;
    times += other.times;
    squares += other.squares;
    return *this;
  }
};

}  // namespace detail
}  // namespace siderum

template <>
struct Kokkos::reduction_identity<siderum::detail::TimeMoments> {
  KOKKOS_FORCEINLINE_FUNCTION static siderum::detail::TimeMoments sum() { return {}; }
};

namespace siderum {
namespace detail {

/// One object per team.
template <class Exec, class Real>
struct NoiseDescriber {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  PreparedCurves<Real, MemorySpace> prepared;
  double maximum_frequency;
  Normalization normalization;
  Noise noise;
  Kokkos::View<NoiseSearch*, MemorySpace> searches;  // (objects)

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    CurveSummary const& found = prepared.summary(object);
    if (found.status != ObjectStatus::ok) {
      Kokkos::single(Kokkos::PerTeam(member), [&]() {
        searches(object) = NoiseSearch{.normalization = normalization, .noise = noise};
      });
      return;
    }
    // About the middle of the times, so that squares of long baselines cancel little.
    double const middle = 0.5 * found.baseline;
    auto const range = Kokkos::TeamThreadRange(member, prepared.series.offsets(object),
                                               prepared.series.offsets(object + 1));
    TimeMoments sums;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, TimeMoments& partial) {
          double const w = static_cast<double>(prepared.series.weight(j));
          double const t = prepared.series.time(j) - middle;
          partial += {w, w * t, w * t * t};
        },
        Kokkos::Sum<TimeMoments>(sums));
    double const mean = sums.times / sums.weights;
    double const variance = Kokkos::fmax(sums.squares / sums.weights - mean * mean, 0.0);
    double const scale = normalization == Normalization::raw ? static_cast<double>(found.points)
                                                             : found.inverse_variances;
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      searches(object) = {
          .points = static_cast<double>(found.points),
          .cycles = maximum_frequency * found.baseline,
          .bandwidth = maximum_frequency * Kokkos::sqrt(4.0 * Kokkos::numbers::pi * variance),
          .largest_power = 0.5 * found.variance * scale,
          .normalization = normalization,
          .noise = noise};
    });
  }
};

template <class Exec, class Real>
struct ProbabilityEvaluator {
  FalseAlarmMethod method;
  Kokkos::View<NoiseSearch const*, typename Exec::memory_space> searches;  // (objects)
  PeakTable<Real const, Exec> power;                                       // (objects, peaks)
  PeakTable<double, Exec> log_probability;                                 // (objects, peaks)

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t rank) const {
    log_probability(object, rank) = log_false_alarm_probability(
        method, searches(object), static_cast<double>(power(object, rank)));
  }
};

template <class First, class Second>
void validate_same_table(First const& first, Second const& second, char const* what) {
  SIDERUM_VALIDATE(first.extent(0) == second.extent(0) && first.extent(1) == second.extent(1),
                   std::string("The tables of ") + what +
                       " differ in extent (they have one number per object and peak). Allocate"
                       " them alike.");
}

}  // namespace detail

template <class Exec, class Real>
void describe_noise(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    double maximum_frequency,
                    Kokkos::View<NoiseSearch*, typename Exec::memory_space> const& searches,
                    LombScargleOptions const& options) {
  SIDERUM_VALIDATE(std::isfinite(maximum_frequency) && maximum_frequency > 0.0,
                   "The highest frequency of the search is " + number_text(maximum_frequency) +
                       " (false alarms are counted from 0 up to it). Give a finite one above 0.");
  detail::validate_extent(searches.extent(0), curves.objects(), "searches of the objects");
  if (curves.objects() == 0) {
    return;
  }
  bool const known = options.normalization == Normalization::psd && options.errors == Errors::use &&
                     curves.has_errors();
  using Describer = detail::NoiseDescriber<Exec, Real>;
  Kokkos::parallel_for(
      "siderum::false_alarm_probability::describe[portable]",
      typename Describer::Policy(exec, static_cast<int>(curves.objects()), team_size<Exec>),
      Describer{prepare(exec, curves, options), maximum_frequency, options.normalization,
                known ? Noise::known : Noise::estimated, searches});
}

namespace detail {

template <class Exec, class Real>
void log_false_alarm_probabilities(
    Exec const& exec, FalseAlarmMethod method,
    Kokkos::View<NoiseSearch const*, typename Exec::memory_space> const& searches,
    PeakTable<Real const, Exec> const& power, PeakTable<double, Exec> const& log_probability) {
  validate_extent(searches.extent(0), static_cast<std::int64_t>(power.extent(0)),
                  "searches of the objects");
  validate_same_table(power, log_probability, "powers and probabilities");
  Kokkos::parallel_for("siderum::false_alarm_probability::evaluate[portable]",
                       PairPolicy<Exec>(exec, {0, 0},
                                        {static_cast<std::int64_t>(power.extent(0)),
                                         static_cast<std::int64_t>(power.extent(1))}),
                       ProbabilityEvaluator<Exec, Real>{method, searches, power, log_probability});
}

}  // namespace detail
}  // namespace siderum
