// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/device_analysis.hpp>
#include <siderum/backends/portable/legendre/device_synthesis.hpp>
#include <siderum/backends/portable/legendre/host_analysis.hpp>
#include <siderum/backends/portable/legendre/host_synthesis.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/legendre_synthesis.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/stage_tuning.hpp>

namespace siderum::portable {

namespace legendre {

/// The part of a range that has the two-step form, and that next to the equator.
template <class MemorySpace>
PairRange two_step_part(LegendreRings<MemorySpace> const& rings, PairRange range) {
  return {range.begin, std::max(range.begin, std::min(range.end, rings.near_equator_begin))};
}
template <class MemorySpace>
PairRange equator_part(LegendreRings<MemorySpace> const& rings, PairRange range) {
  return {std::min(range.end, std::max(range.begin, rings.near_equator_begin)), range.end};
}

/// Lines of orders, the longest work first, one at a time, or a few that follow each other where
/// threads have many.
template <class Exec>
auto line_policy(Exec const& exec, std::int64_t lines, std::int64_t most_at_once = 1) {
  using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
  std::int64_t const at_once =
      std::clamp<std::int64_t>(lines / (16 * exec.concurrency()), 1, most_at_once);
  return Policy(exec, 0, lines, Kokkos::ChunkSize(static_cast<int>(at_once)));
}

}  // namespace legendre

/// The operation LegendreSynthesis (contract in legendre_synthesis.hpp) with Kokkos alone.
template <class Exec, class Real>
class LegendreSynthesis {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, MemorySpace>;
  using Modes = RingModes<Real, MemorySpace>;

  LegendreSynthesis(Exec const& exec, LegendreTables<MemorySpace> const& tables,
                    LegendreRings<MemorySpace> const& rings, std::int64_t /*maps*/,
                    StageTuning const& tuning)
      : exec_(exec), tables_(tables), rings_(rings) {
    if (int const vectors = tuning.value(host_vectors); vectors > 0) {
      vectors_ = vectors;
    }
  }

  /// On hosts the registers of ring pairs.
  static StageChoices choices() {
    if constexpr (is_host<Exec>) {
      return {{host_vectors, {1, 2, 3, 4}}};
    }
    return {};
  }

  void operator()(Coefficients const& coefficients, PairRange range, Modes const& modes) const {
    if constexpr (is_host<Exec>) {
      legendre::HostSynthesizer<Real> const synthesize{tables_, rings_, coefficients,
                                                       range,   modes,  vectors_};
      std::int64_t const lines = (orders() + synthesize.orders - 1) / synthesize.orders;
      for_each_on_host(label, legendre::line_policy(exec_, lines), synthesize);
    } else {
      std::int64_t map = 0;
      for (; map + 2 <= coefficients.maps(); map += 2) {
        launch<2>(coefficients, map, range, modes);
      }
      if (map < coefficients.maps()) {
        launch<1>(coefficients, map, range, modes);
      }
    }
  }

  std::int64_t bytes() const { return 0; }

 private:
  static constexpr char const* label = "siderum::harmonic_transform::legendre_synthesis[portable]";
  static constexpr char const* host_vectors = "host_vectors";

  /// That are treated.
  std::int64_t orders() const { return static_cast<std::int64_t>(tables_.order.extent(0)); }

  template <int maps>
  void launch(Coefficients const& coefficients, std::int64_t map, PairRange range,
              Modes const& modes) const {
    constexpr std::int64_t block =
        std::int64_t{legendre::synthesis_threads<Exec>} * legendre::synthesis_pairs;
    PairRange const part = legendre::two_step_part(rings_, range);
    std::int64_t const blocks = (part.count() + block - 1) / block;
    if (blocks > 0 && orders() > 0) {
      legendre::DeviceSynthesizer<Exec, Real, maps> const synthesize{
          tables_, rings_, coefficients, map, part, range.begin, modes, blocks};
      legendre::SynthesisPolicy<Exec, maps> policy(exec_, static_cast<int>(orders() * blocks),
                                                   legendre::synthesis_threads<Exec>);
      policy.set_scratch_size(0, Kokkos::PerTeam(synthesize.scratch_bytes()));
      Kokkos::parallel_for(label, policy, synthesize);
    }
    launch_equator<maps>(coefficients, map, range, modes);
  }

  template <int maps>
  void launch_equator(Coefficients const& coefficients, std::int64_t map, PairRange range,
                      Modes const& modes) const {
    constexpr std::int64_t block = legendre::equator_threads<Exec>;
    PairRange const part = legendre::equator_part(rings_, range);
    std::int64_t const blocks = (part.count() + block - 1) / block;
    if (blocks > 0 && orders() > 0) {
      legendre::DeviceEquatorSynthesizer<Exec, Real, maps> const synthesize{
          tables_, rings_, coefficients, map, part, range.begin, modes, blocks};
      TeamPerIndex<Exec> policy(exec_, static_cast<int>(orders() * blocks),
                                legendre::equator_threads<Exec>);
      policy.set_scratch_size(0, Kokkos::PerTeam(synthesize.scratch_bytes()));
      Kokkos::parallel_for(label, policy, synthesize);
    }
  }

  Exec exec_;
  LegendreTables<MemorySpace> tables_;
  LegendreRings<MemorySpace> rings_;
  int vectors_ = legendre::host_sum_vectors;
};

/// The operation LegendreAnalysis (contract in legendre_analysis.hpp) with Kokkos alone.
template <class Exec, class Real>
class LegendreAnalysis {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, MemorySpace>;
  using Modes = RingModes<Real, MemorySpace>;

  LegendreAnalysis(Exec const& exec, LegendreTables<MemorySpace> const& tables,
                   LegendreRings<MemorySpace> const& rings, std::int64_t /*maps*/,
                   StageTuning const& tuning)
      : exec_(exec), tables_(tables), rings_(rings) {
    if (int const places = tuning.value(host_places); places > 0) {
      places_ = places;
    }
    if constexpr (!is_host<Exec>) {
      sums_ = allocate<legendre::DeviceSums<MemorySpace>>(
          exec, "siderum::harmonic_transform::sums",
          static_cast<std::int64_t>(tables.a.extent(0)) * legendre::device_sums);
    }
  }

  /// On hosts the registers of ring pairs that stay in the nearest cache.
  static StageChoices choices() {
    if constexpr (is_host<Exec>) {
      return {{host_places, {16, 32, 48, 64, 96, 128}}};
    }
    return {};
  }

  void operator()(Modes const& modes, PairRange range, Coefficients const& coefficients,
                  SumInto into) const {
    if constexpr (is_host<Exec>) {
      legendre::HostAnalyzer<Real> const analyze{tables_,      rings_, modes,  range,
                                                 coefficients, into,   places_};
      std::int64_t const lines = (orders() + analyze.orders - 1) / analyze.orders;
      // What a line has asked the memory for comes to who has the next one too.
      for_each_on_host(label, legendre::line_policy(exec_, lines, 4), analyze);
    } else {
      for (std::int64_t map = 0; map < coefficients.maps(); ++map) {
        launch(modes, map, range, coefficients, into);
      }
    }
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(sums_.span() * sizeof(double)); }

 private:
  static constexpr char const* label = "siderum::harmonic_transform::legendre_analysis[portable]";
  static constexpr char const* host_places = "host_places";

  /// That are treated.
  std::int64_t orders() const { return static_cast<std::int64_t>(tables_.order.extent(0)); }

  void launch(Modes const& modes, std::int64_t map, PairRange range,
              Coefficients const& coefficients, SumInto into) const {
    if (orders() == 0) {
      return;
    }
    legendre::DeviceAnalyzer<Exec, Real> const analyze{tables_,
                                                       rings_,
                                                       modes,
                                                       map,
                                                       legendre::two_step_part(rings_, range),
                                                       legendre::equator_part(rings_, range),
                                                       range.begin,
                                                       sums_,
                                                       coefficients,
                                                       into};
    legendre::AnalysisPolicy<Exec> policy(exec_, static_cast<int>(orders()), analyze.threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(analyze.scratch_bytes()));
    Kokkos::parallel_for(label, policy, analyze);
  }

  Exec exec_;
  LegendreTables<MemorySpace> tables_;
  LegendreRings<MemorySpace> rings_;
  std::int64_t places_ = legendre::usual_host_places();
  Kokkos::View<double*, MemorySpace> sums_;
};

}  // namespace siderum::portable
