// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/product_sums/host_waves.hpp>
#include <siderum/backends/portable/shared_sums/host_consume.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::shared {

/// A group of objects and a strip of frequencies per thread: tables of cos and sin for some
/// frequencies at a time, chunk after chunk of the points, and the power where the sums came to be.
template <class Exec, class Real, class Operations, class Epilogue>
struct SharedHostSummer {
  using MemorySpace = typename Exec::memory_space;
  using Product = typename Operations::template Product<Exec, Real>;
  static constexpr int chunk = static_cast<int>(shared_chunk<Exec>);
  static constexpr int group = 128;        // objects
  static constexpr int frequencies = 128;  // at a time
  static constexpr int lanes = native_lanes<Real>;

  SharedSeries<Exec, Real> series;
  FrequencyGrid grid;
  SharedWeights<Real, MemorySpace> weights;
  MeanSums mean;
  std::int64_t strip;       // frequencies
  Strips strips;            // of the stretch
  std::int64_t all_strips;  // of the grid
  Product multiply;
  Epilogue epilogue;

  /// Work items.
  std::int64_t items() const { return (series.objects + group - 1) / group * strips.count; }

  /// Numbers of type Real that the work space of one thread takes.
  static constexpr std::size_t workspace() {
    return std::size_t{2 * frequencies} * (chunk + group);
  }

  void operator()(std::int64_t index) const {
    std::int64_t const of_strip = strips.first + index % strips.count;
    std::int64_t const begin = index / strips.count * group;
    int const count = static_cast<int>(std::min<std::int64_t>(group, series.objects - begin));
    ThreadMemory const memory(workspace() * sizeof(Real));
    Real* const waves = static_cast<Real*>(memory.data());
    Real* const sums = waves + 2 * frequencies * chunk;
    typename Epilogue::State states[group];
    for (int row = 0; row < count; ++row) {
      states[row] = epilogue.begin(begin + row);
    }
    std::int64_t const last = std::min((of_strip + 1) * strip, weights.range.last);
    for (std::int64_t k = of_strip * strip; k < last; k += frequencies) {
      sum(k, begin, count, waves, sums);
      std::int64_t const end = std::min<std::int64_t>(k + frequencies, last);
      for (int row = 0; row < count; ++row) {
        Real const* const of_row = sums + std::int64_t{row} * 2 * frequencies;
        consume_shared(
            epilogue, states[row], begin + row, k, end, weights, mean,
            [&](std::int64_t at, auto& yc, auto& ys) {
              yc = std::decay_t<decltype(yc)>::load(of_row + (at - k));
              ys = std::decay_t<decltype(ys)>::load(of_row + frequencies + (at - k));
            },
            [](auto const&, std::int64_t, int) {});
      }
    }
    if constexpr (Epilogue::reduces) {
      for (int row = 0; row < count; ++row) {
        epilogue.finish((begin + row) * all_strips + of_strip, states[row]);
      }
    }
  }

 private:
  // The sums of the values, (objects of the group, [cos, sin], frequencies).
  void sum(std::int64_t k, std::int64_t begin, int count, Real* waves, Real* sums) const {
    using Vector = Lanes<Real, lanes>;
    for (std::int64_t part = 0; part < series.chunks(); ++part) {
      product::tabulate_waves<Real, Operations>(
          frequencies, {static_cast<double>(k), 1.0}, grid,
          series.weights.time.data() + part * chunk, chunk,
          [&](int line, int j, Vector cosine, Vector sine) {
            cosine.store(waves + line * chunk + j);
            sine.store(waves + (frequencies + line) * chunk + j);
          });
      multiply({.rows = count, .columns = 2 * frequencies, .inner = chunk},
               series.strength.data() + (part * series.objects + begin) * chunk, waves, sums,
               part == 0 ? ProductStart::from_zero : ProductStart::add);
    }
  }
};

}  // namespace siderum::portable::shared
