// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/shared_sums/all_sums.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::shared {

/// The table of cos and sin of a strip of frequencies for a chunk of the points, ([cos, sin],
/// frequencies, points): a thread per frequency and point.
template <class Exec, class Real, class Operations>
struct WaveBuilder {
  using MemorySpace = typename Exec::memory_space;
  static constexpr std::int64_t chunk = shared_chunk<Exec>;
  Kokkos::View<double const*, MemorySpace> time;
  FrequencyGrid grid;
  std::int64_t first;        // frequency
  std::int64_t frequencies;  // of the strip
  std::int64_t part;         // chunk
  Real* waves;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    typename Operations::template SinCos<Real> const sin_cos;
    SplitFrequency const f =
        SplitFrequency::on_grid(grid.first, grid.step, static_cast<double>(first + at / chunk));
    auto const x = sin_cos(reduced_cycles(f.high, f.low, time(part * chunk + at % chunk)));
    waves[at] = x.cos;
    waves[frequencies * chunk + at] = x.sin;
  }
};

/// Hands the sums of a strip to the epilogue: a team per object.
template <class Exec, class Real, class Epilogue>
struct SharedReader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int team_size = DeviceShape<Exec>::team;

  SharedWeights<Real, MemorySpace> weights;
  MeanSums mean;
  std::int64_t first_object;
  std::int64_t strip;       // frequencies
  std::int64_t of_strip;    // counted from the start of the grid
  std::int64_t all_strips;  // of the grid
  Epilogue epilogue;
  Real const* sums;  // (objects, [cos, sin], frequencies)

  static std::size_t scratch_bytes() { return team_size * sizeof(typename Epilogue::State) + 64; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = first_object + member.league_rank();
    std::int64_t const first = of_strip * strip;
    std::int64_t const last =
        first + strip < weights.range.last ? first + strip : weights.range.last;
    Real const* const row = sums + member.league_rank() * 2 * strip;
    bool const wanted = epilogue.wanted(object);
    auto state = epilogue.begin(object);
    for (std::int64_t k = first + member.team_rank(); k < last; k += team_size) {
      if (wanted) {
        auto const values = all_sums(weights, k, row[k - first], row[strip + k - first], mean);
        epilogue.consume(state, object, k, epilogue.evaluate(state, values));
      } else {
        epilogue.skip(object, k);
      }
    }
    finish_team(epilogue, member, object * all_strips + of_strip, state);
  }
};

}  // namespace siderum::portable::shared
