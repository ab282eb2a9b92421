// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

namespace detail {

/// What the steps of find_peaks share: each row is cut into chunks that keep their best candidate.
template <class Real, class MemorySpace>
struct PeakSearch {
  static constexpr std::int64_t chunk = 1024;

  Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> power;    // (objects, frequencies)
  Kokkos::View<double const*, MemorySpace> separation;                   // (objects)
  Kokkos::View<ExcludedIndices const*, MemorySpace> excluded;            // (windows)
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, MemorySpace> index;  // (objects, peaks)
  Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace> height;         // (objects, peaks)
  Kokkos::View<Best<Real>**, Kokkos::LayoutRight, MemorySpace> best;     // (objects, chunks)

  KOKKOS_FUNCTION std::int64_t frequencies() const {
    return static_cast<std::int64_t>(power.extent(1));
  }

  KOKKOS_FUNCTION bool near(std::int64_t object, std::int64_t k, std::int64_t other) const {
    double const distance = static_cast<double>(k > other ? k - other : other - k);
    return other >= 0 && (k == other || distance < separation(object));
  }

  KOKKOS_FUNCTION bool is_maximum(std::int64_t object, std::int64_t k) const {
    Real const here = power(object, k);
    return here == here && (k == 0 || !(here <= power(object, k - 1))) &&
           (k + 1 == frequencies() || !(here < power(object, k + 1)));
  }

  KOKKOS_FUNCTION bool allowed(std::int64_t object, std::int64_t k, int taken) const {
    for (std::size_t window = 0; window < excluded.extent(0); ++window) {
      if (excluded(window).first <= k && k <= excluded(window).last) {
        return false;
      }
    }
    for (int rank = 0; rank < taken; ++rank) {
      if (near(object, k, index(object, rank))) {
        return false;
      }
    }
    return true;
  }
};

/// The best candidate of each chunk: of all at first, afterwards of those whose best was ruled out
/// by the peak taken last.
template <class Real, class MemorySpace>
struct CandidateFinder {
  PeakSearch<Real, MemorySpace> search;
  int taken;

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t part) const {
    Best<Real>& best = search.best(object, part);
    if (taken > 0 &&
        (best.index < 0 || !search.near(object, best.index, search.index(object, taken - 1)))) {
      return;
    }
    Best<Real> found;
    std::int64_t const begin = part * search.chunk;
    std::int64_t const end = Kokkos::min(begin + search.chunk, search.frequencies());
    for (std::int64_t k = begin; k < end; ++k) {
      Real const here = search.power(object, k);
      if (here > found.power && search.is_maximum(object, k) && search.allowed(object, k, taken)) {
        found = {here, k};
      }
    }
    best = found;
  }
};

/// The best of all chunks becomes the next peak.
template <class Exec, class Real>
struct PeakTaker {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  PeakSearch<Real, MemorySpace> search;
  int rank;

  KOKKOS_FUNCTION void operator()(typename Policy::member_type const& member) const {
    std::int64_t const object = member.league_rank();
    std::int64_t const parts = static_cast<std::int64_t>(search.best.extent(1));
    Kokkos::ValLocScalar<Real, std::int64_t> found;
    // The location is the index itself, and the reducer keeps the first of equal values.
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, parts),
        [&](std::int64_t const part, Kokkos::ValLocScalar<Real, std::int64_t>& partial) {
          Best<Real> const& best = search.best(object, part);
          if (best.index >= 0 && best.power > partial.val) {
            partial.val = best.power;
            partial.loc = best.index;
          }
        },
        Kokkos::MaxFirstLoc<Real, std::int64_t, MemorySpace>(found));
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      bool const none = !(found.val > Kokkos::Experimental::finite_min_v<Real>);
      search.index(object, rank) = none ? -1 : found.loc;
      search.height(object, rank) = none ? Kokkos::Experimental::quiet_NaN_v<Real> : found.val;
    });
  }
};

}  // namespace detail

template <class Exec, class Real>
void find_peaks(Exec const& exec,
                std::type_identity_t<Kokkos::View<Real const**, Kokkos::LayoutRight,
                                                  typename Exec::memory_space>> const& power,
                Kokkos::View<double const*, typename Exec::memory_space> const& separation,
                Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
                Peaks<Real, Exec> const& peaks) {
  using MemorySpace = typename Exec::memory_space;
  using Search = detail::PeakSearch<Real, MemorySpace>;
  auto const objects = static_cast<std::int64_t>(power.extent(0));
  auto const frequencies = static_cast<std::int64_t>(power.extent(1));
  SIDERUM_VALIDATE(
      separation.extent(0) == power.extent(0) && peaks.index.extent(0) == power.extent(0) &&
          peaks.power.extent(0) == power.extent(0) &&
          peaks.index.extent(1) == peaks.power.extent(1),
      "The separations or the outputs of the peaks are not one row per object (there are " +
          std::to_string(objects) + "). Allocate them with that extent.");
  SIDERUM_VALIDATE(peaks.index.extent(1) >= 1 && frequencies >= 1,
                   "There is no room for a peak, or no frequency. Ask for at least one of each.");
  if (objects == 0) {
    return;
  }
  std::int64_t const parts = (frequencies + Search::chunk - 1) / Search::chunk;
  Search const search{power,
                      separation,
                      excluded,
                      peaks.index,
                      peaks.power,
                      allocate_work<Kokkos::View<Best<Real>**, Kokkos::LayoutRight, MemorySpace>>(
                          exec, "siderum::peaks::best", objects, parts)};
  using Taker = detail::PeakTaker<Exec, Real>;
  for (int rank = 0; rank < static_cast<int>(peaks.index.extent(1)); ++rank) {
    Kokkos::parallel_for("siderum::peaks::find[portable]",
                         PairPolicy<Exec>(exec, {0, 0}, {objects, parts}),
                         detail::CandidateFinder<Real, MemorySpace>{search, rank});
    Kokkos::parallel_for("siderum::peaks::take[portable]",
                         typename Taker::Policy(exec, static_cast<int>(objects), team_size<Exec>),
                         Taker{search, rank});
  }
}

}  // namespace siderum
