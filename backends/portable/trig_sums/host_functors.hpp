// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/trig_sums/host_blocks.hpp>
#include <siderum/backends/portable/trig_sums/host_item.hpp>

namespace siderum::portable {

/// Hands the sums of block a, which begins at frequency `start`, to the epilogue in ascending
/// order.
template <class Blocks, class Epilogue>
void consume_block(Blocks const& blocks, int a, std::int64_t start, Epilogue const& epilogue,
                   WorkItem const& item, typename Epilogue::State& state) {
  auto const valid_lanes = [&](std::int64_t k) {
    return static_cast<int>(std::min<std::int64_t>(Blocks::lanes, item.last - k));
  };
  for (int v = Blocks::vectors - 1; v >= 0; --v) {
    std::int64_t const k = start + Blocks::half - (v + 1) * Blocks::lanes;
    if (k < item.last) {
      epilogue.consume(state, item.object, k, reverse(epilogue.evaluate(state, blocks.below(a, v))),
                       valid_lanes(k));
    }
  }
  for (int v = 0; v < Blocks::vectors; ++v) {
    std::int64_t const k = start + Blocks::half + v * Blocks::lanes;
    if (k < item.last) {
      epilogue.consume(state, item.object, k, epilogue.evaluate(state, blocks.above(a, v)),
                       valid_lanes(k));
    }
  }
}

/// Works off one item by a summer of blocks (HostBlocks says what one has).
template <class Blocks, class Epilogue>
void sum_item(Blocks& blocks, Epilogue const& epilogue, WorkItem const& item) {
  work_off(epilogue, item, [&](auto& state) {
    std::int64_t const last_block = (item.last + Blocks::block - 1) / Blocks::block;
    for (std::int64_t first = item.first / Blocks::block; first < last_block;
         first += Blocks::capacity) {
      int const count =
          static_cast<int>(std::min<std::int64_t>(Blocks::capacity, last_block - first));
      blocks.sum(first, count);
      for (int a = 0; a < count; ++a) {
        consume_block(blocks, a, (first + a) * Blocks::block, epilogue, item, state);
      }
    }
  });
}

/// TrigSums on a host for a regular grid: one thread per item, blocks of frequencies side by side.
template <class Real, MeanSums mean, class Operations, class Epilogue, class MemorySpace>
struct HostGridSummer {
  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  FrequencyGrid grid;
  Epilogue epilogue;

  using Blocks = HostBlocks<Real, mean, Operations>;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(index);
    std::int64_t const begin = series.offsets(item.object);
    // About 150 KiB on the stack of the thread: a heap block would be mapped anew for each item.
    Blocks blocks(
        SeriesPoints<Real>{series.time.data() + begin, series.strength.data() + begin,
                           series.weight.data() + begin, series.offsets(item.object + 1) - begin},
        grid);
    sum_item(blocks, epilogue, item);
  }
};

/// TrigSums on a host for any list: frequencies side by side, one sine and cosine for each point.
template <class Real, MeanSums mean, class Operations, class Epilogue, class MemorySpace>
struct HostListSummer {
  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  Kokkos::View<double const*, MemorySpace> frequency;
  Epilogue epilogue;

  static constexpr int lanes = native_lanes<Real>;
  static constexpr std::int64_t chunk = 64;  // points summed apart, as in HostBlocks
  using Vector = Lanes<Real, lanes>;
  using Cycles = Lanes<double, lanes>;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(index);
    auto state = epilogue.begin(item.object);
    bool const wanted = epilogue.wanted(item.object);
    for (std::int64_t k = item.first; k < item.last; k += lanes) {
      int const valid = static_cast<int>(std::min<std::int64_t>(lanes, item.last - k));
      if (wanted) {
        epilogue.consume(state, item.object, k,
                         epilogue.evaluate(state, sum(item.object, frequencies(k, valid))), valid);
      } else {
        for (int i = 0; i < valid; ++i) {
          epilogue.skip(item.object, k + i);
        }
      }
    }
    if constexpr (Epilogue::reduces) {
      epilogue.finish(item.slot, state);
    }
  }

 private:
  Cycles frequencies(std::int64_t k, int valid) const {
    double values[lanes] = {};
    std::copy_n(&frequency(k), valid, values);
    return Cycles::load(values);
  }

  TrigSumValues<Vector> sum(std::int64_t object, Cycles const& f) const {
    Vector const zero(Real(0));
    TrigSumValues<Vector> total{zero, zero, zero, zero, zero, zero};
    for (std::int64_t begin = series.offsets(object); begin < series.offsets(object + 1);
         begin += chunk) {
      TrigSumValues<Vector> const part =
          sum_chunk(begin, std::min(begin + chunk, series.offsets(object + 1)), f);
      total = {total.yc + part.yc, total.ys + part.ys, total.c + part.c,
               total.s + part.s,   total.c2 + part.c2, total.s2 + part.s2};
    }
    return total;
  }

  TrigSumValues<Vector> sum_chunk(std::int64_t begin, std::int64_t end, Cycles const& f) const {
    typename Operations::template SinCos<Real> const sin_cos;
    Vector const zero(Real(0));
    TrigSumValues<Vector> part{zero, zero, zero, zero, zero, zero};
    for (std::int64_t j = begin; j < end; ++j) {
      SinCosValue<Vector> const x = sin_cos(reduced_cycles(f, Cycles(0.0), Cycles(series.time(j))));
      Vector const v(series.strength(j));
      Vector const w(series.weight(j));
      part.yc = multiply_add(v, x.cos, part.yc);
      part.ys = multiply_add(v, x.sin, part.ys);
      Vector const wc = w * x.cos;
      Vector const ws = w * x.sin;
      part.c2 = multiply_add(wc, x.cos, multiply_add(-ws, x.sin, part.c2));
      part.s2 = multiply_add(wc + wc, x.sin, part.s2);
      if constexpr (mean == MeanSums::yes) {
        part.c = part.c + wc;
        part.s = part.s + ws;
      }
    }
    return part;
  }
};

}  // namespace siderum::portable
