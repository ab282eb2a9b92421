// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/algorithms/periods/detail/false_alarm_probability/noise_search.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum {

namespace detail {

/// Draws the points of one sample per team: curve `first + league rank` of all objects' samples.
template <class Exec, class Real>
struct SampleDrawer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  LightCurves<Real, MemorySpace> from;
  std::int64_t first;
  std::int64_t samples;
  std::uint64_t seed;
  std::int64_t first_object;
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  // (curves of the piece + 1)
  Kokkos::View<double*, MemorySpace> time;
  Kokkos::View<Real*, MemorySpace> value;
  Kokkos::View<Real*, MemorySpace> error;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const curve = member.league_rank();
    std::int64_t const object = (first + curve) / samples;
    std::int64_t const sample = (first + curve) % samples;
    std::int64_t const begin = from.offsets(object);
    std::int64_t const points = from.offsets(object + 1) - begin;
    CounterRandom const random(seed, static_cast<std::uint64_t>(first_object + object));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, points), [&](std::int64_t const j) {
      double const share = random.uniform_at(static_cast<std::uint64_t>(sample * points + j));
      // Below `points` also where the product was rounded up.
      std::int64_t const drawn =
          Kokkos::min(static_cast<std::int64_t>(share * static_cast<double>(points)), points - 1);
      std::int64_t const to = offsets(curve) + j;
      time(to) = from.time(begin + j);
      value(to) = from.value(begin + drawn);
      if (from.has_errors()) {
        error(to) = from.error(begin + drawn);
      }
    });
  }
};

/// Tells samples without variance (0) from objects that cannot be searched (NaN).
template <class Exec, class Real>
struct MaximaMarker {
  Kokkos::View<CurveSummary const*, typename Exec::memory_space> summary;  // (objects)
  PeakTable<Real, Exec> maxima;                                            // (objects, samples)

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t sample) const {
    Real& power = maxima(object, sample);
    if (summary(object).status != ObjectStatus::ok) {
      power = Kokkos::Experimental::quiet_NaN_v<Real>;
    } else if (power != power) {
      power = Real(0);
    }
  }
};

/// The end of the longest run of samples from `first` that has at most `most` points, or one.
template <class Offsets>
std::int64_t end_of_samples(Offsets const& host_offsets, std::int64_t samples, std::int64_t curves,
                            std::int64_t first, std::int64_t most) {
  std::int64_t points = 0;
  std::int64_t last = first;
  while (last < curves) {
    std::int64_t const object = last / samples;
    points += host_offsets(object + 1) - host_offsets(object);
    if (last > first && points > most) {
      break;
    }
    ++last;
  }
  return last;
}

/// Where the samples first .. last - 1 begin, if they lie one behind the other.
template <class Offsets>
Kokkos::View<std::int64_t*, Kokkos::HostSpace> offsets_of_samples(Offsets const& host_offsets,
                                                                  std::int64_t samples,
                                                                  std::int64_t first,
                                                                  std::int64_t last) {
  auto const offsets = allocate_on_host<Kokkos::View<std::int64_t*, Kokkos::HostSpace>>(
      "siderum::bootstrap::offsets", last - first + 1);
  offsets(0) = 0;
  for (std::int64_t curve = first; curve < last; ++curve) {
    std::int64_t const object = curve / samples;
    offsets(curve - first + 1) =
        offsets(curve - first) + host_offsets(object + 1) - host_offsets(object);
  }
  return offsets;
}

/// The samples first .. last - 1 as light curves.
template <class Exec, class Real>
LightCurves<Real, typename Exec::memory_space> draw_samples(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    BootstrapOptions const& bootstrap, std::int64_t first, std::int64_t last) {
  using MemorySpace = typename Exec::memory_space;
  auto const host_offsets = offsets_of_samples(curves.host_offsets, bootstrap.samples, first, last);
  std::int64_t const points = host_offsets(last - first);
  auto const offsets = allocate<Kokkos::View<std::int64_t*, MemorySpace>>(
      exec, "siderum::bootstrap::offsets", last - first + 1);
  Kokkos::deep_copy(exec, offsets, host_offsets);
  using Reals = Kokkos::View<Real*, MemorySpace>;
  SampleDrawer<Exec, Real> const draw{
      curves,
      first,
      bootstrap.samples,
      bootstrap.seed,
      bootstrap.first_object,
      offsets,
      allocate<Kokkos::View<double*, MemorySpace>>(exec, "siderum::bootstrap::time", points),
      allocate<Reals>(exec, "siderum::bootstrap::value", points),
      allocate<Reals>(exec, "siderum::bootstrap::error", curves.has_errors() ? points : 0)};
  Kokkos::parallel_for("siderum::bootstrap::draw[portable]",
                       typename SampleDrawer<Exec, Real>::Policy(
                           exec, static_cast<int>(last - first), team_size<Exec>),
                       draw);
  return {draw.time, draw.value, draw.error, offsets, host_offsets};
}

template <class Backend, class Exec, class Real>
void bootstrap_maxima(Exec const& exec,
                      LightCurves<Real, typename Exec::memory_space> const& curves,
                      FrequencyGrid const& grid, PeakTable<Real, Exec> const& maxima,
                      MultiHarmonicOptions const& options, BootstrapOptions const& bootstrap) {
  SIDERUM_VALIDATE(bootstrap.samples >= 1 && bootstrap.points_at_a_time >= 1,
                   "The bootstrap has " + std::to_string(bootstrap.samples) + " samples and " +
                       std::to_string(bootstrap.points_at_a_time) +
                       " points at a time (it needs at least one of each). Ask for more.");
  validate(grid);
  validate_terms(options.terms);
  validate_extent(maxima.extent(0), curves.objects(), "objects");
  validate_extent(maxima.extent(1), bootstrap.samples, "samples");
  LombScargleOptions const model = options.terms == 1
                                       ? options.periodogram
                                       : with_points_for(options.terms, options.periodogram);
  std::int64_t const all = curves.objects() * bootstrap.samples;
  // The same method for all, however many are drawn at a time.
  MultiHarmonicOptions chosen = options;
  chosen.periodogram.method = resolve_method<Backend, Exec, Real>(
      offsets_of_samples(curves.host_offsets, bootstrap.samples, 0, all), grid, options.periodogram,
      options.terms);
  std::int64_t most = bootstrap.points_at_a_time;
  if (bootstrap.progress != nullptr) {
    constexpr std::int64_t pieces = 16;
    most = std::min(most, curves.host_offsets(curves.objects()) * bootstrap.samples / pieces);
  }
  std::int64_t last = 0;
  for (std::int64_t first = 0; first < all; first = last) {
    last = end_of_samples(curves.host_offsets, bootstrap.samples, all, first, most);
    auto best = BestPeriods<Real, Exec>::allocate(exec, last - first);
    best.power = {maxima.data() + first, static_cast<std::size_t>(last - first)};
    siderum::best_multi_harmonic<Backend>(exec, draw_samples(exec, curves, bootstrap, first, last),
                                          grid, best, chosen);
    if (bootstrap.progress != nullptr) {
      exec.fence("siderum::bootstrap::piece");
      bootstrap.progress->advance(last, all);
    }
  }
  Kokkos::parallel_for("siderum::bootstrap::mark[portable]",
                       PairPolicy<Exec>(exec, {0, 0}, {curves.objects(), bootstrap.samples}),
                       MaximaMarker<Exec, Real>{prepare(exec, curves, model).summary, maxima});
}

template <class Exec, class Real>
struct ExceedingCounter {
  PeakTable<Real const, Exec> maxima;
  PeakTable<Real const, Exec> power;
  PeakTable<std::int64_t, Exec> exceeding;

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t rank) const {
    Real const limit = power(object, rank);
    std::int64_t count = limit == limit ? 0 : -1;
    for (std::size_t sample = 0; count >= 0 && sample < maxima.extent(1); ++sample) {
      Real const maximum = maxima(object, sample);
      count = maximum == maximum ? count + (maximum >= limit ? 1 : 0) : -1;
    }
    exceeding(object, rank) = count;
  }
};

/// Writes the maximum that has `rank` others before it in descending order, for an object per team.
template <class Exec, class Real>
struct RankSelector {
  using Policy = TeamPerIndex<Exec>;
  PeakTable<Real const, Exec> maxima;
  std::int64_t rank;
  Kokkos::View<Real*, typename Exec::memory_space> level;

  KOKKOS_FUNCTION void operator()(typename Policy::member_type const& member) const {
    std::int64_t const object = member.league_rank();
    auto const samples = static_cast<std::int64_t>(maxima.extent(1));
    Kokkos::single(Kokkos::PerTeam(member),
                   [&]() { level(object) = Kokkos::Experimental::quiet_NaN_v<Real>; });
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, samples), [&](std::int64_t const sample) {
      Real const mine = maxima(object, sample);
      std::int64_t before = 0;
      for (std::int64_t other = 0; other < samples; ++other) {
        Real const theirs = maxima(object, other);
        before += theirs > mine || (theirs == mine && other < sample) ? 1 : 0;
      }
      if (before == rank && mine == mine) {
        level(object) = mine;
      }
    });
  }
};

template <class Exec, class Real>
void count_exceeding(Exec const& exec, PeakTable<Real const, Exec> const& maxima,
                     PeakTable<Real const, Exec> const& power,
                     PeakTable<std::int64_t, Exec> const& exceeding) {
  validate_extent(maxima.extent(0), static_cast<std::int64_t>(power.extent(0)),
                  "maxima of the objects");
  validate_same_table(power, exceeding, "powers and counts");
  Kokkos::parallel_for("siderum::bootstrap::count[portable]",
                       PairPolicy<Exec>(exec, {0, 0},
                                        {static_cast<std::int64_t>(power.extent(0)),
                                         static_cast<std::int64_t>(power.extent(1))}),
                       ExceedingCounter<Exec, Real>{maxima, power, exceeding});
}

}  // namespace detail

template <class Exec, class Real>
void bootstrap_levels(Exec const& exec,
                      std::type_identity_t<PeakTable<Real const, Exec>> const& maxima,
                      double probability,
                      Kokkos::View<Real*, typename Exec::memory_space> const& level) {
  SIDERUM_VALIDATE(probability > 0.0 && probability <= 1.0,
                   "The probability " + number_text(probability) +
                       " is none (a false-alarm probability is above 0 and at most 1). Give one.");
  auto const objects = static_cast<std::int64_t>(maxima.extent(0));
  auto const samples = static_cast<std::int64_t>(maxima.extent(1));
  detail::validate_extent(level.extent(0), objects, "levels of the objects");
  auto const rank =
      static_cast<std::int64_t>(std::floor(probability * (static_cast<double>(samples) + 1.0))) - 1;
  if (objects == 0) {
    return;
  }
  using Selector = detail::RankSelector<Exec, Real>;
  Kokkos::parallel_for("siderum::bootstrap::level[portable]",
                       typename Selector::Policy(exec, static_cast<int>(objects), team_size<Exec>),
                       Selector{maxima, rank, level});
}

}  // namespace siderum
