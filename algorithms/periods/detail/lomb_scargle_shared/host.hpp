// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/product_host.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/prepare.hpp>

namespace siderum::detail {

/// The weights' sums of a stretch of frequencies, and where it lies in the grid.
template <class Real, class MemorySpace>
struct WeightSums {
  MultiHarmonicSums<Real, MemorySpace> sums;  // weights (1, 2, frequencies of the stretch)
  FrequencyRange range;

  KOKKOS_FUNCTION TrigSumValues<Real> with(std::int64_t k, Real yc, Real ys, MeanSums mean) const {
    auto const once = sums.weights(0, 0, k - range.first);
    auto const twice = sums.weights(0, 1, k - range.first);
    bool const floats = mean == MeanSums::yes;
    return {
        yc,           ys,          floats ? once.real() : Real(0), floats ? once.imag() : Real(0),
        twice.real(), twice.imag()};
  }

  /// Those of neighbouring frequencies from k on; the memory of the sums must reach so far.
  template <int lanes>
  TrigSumValues<Lanes<Real, lanes>> with(std::int64_t k, Lanes<Real, lanes> const& yc,
                                         Lanes<Real, lanes> const& ys, MeanSums mean) const {
    Lanes<Real, lanes> const zero(Real(0));
    TrigSumValues<Lanes<Real, lanes>> values{yc, ys, zero, zero, zero, zero};
    auto const read = [&](int multiple, auto& real, auto& imaginary) {
      split_pairs(reinterpret_cast<Real const*>(&sums.weights(0, multiple - 1, k - range.first)),
                  real, imaginary);
    };
    if (mean == MeanSums::yes) {
      read(1, values.c, values.s);
    }
    read(2, values.c2, values.s2);
    return values;
  }
};

/// Hands the sums of an object at the frequencies first .. last - 1 to the epilogue; `read` gives
/// those of the values at some frequencies from k on, and `improve` may better all of them.
template <class Real, class MemorySpace, class Epilogue, class Read, class Improve>
void consume_shared(Epilogue const& epilogue, typename Epilogue::State& state, std::int64_t object,
                    std::int64_t first, std::int64_t last,
                    WeightSums<Real, MemorySpace> const& weights, MeanSums mean, Read const& read,
                    Improve const& improve) {
  constexpr int lanes = native_lanes<Real>;
  if (!epilogue.wanted(object)) {
    for (std::int64_t k = first; k < last; ++k) {
      epilogue.skip(object, k);
    }
    return;
  }
  for (std::int64_t k = first; k < last; k += lanes) {
    Lanes<Real, lanes> yc(Real(0));
    Lanes<Real, lanes> ys(Real(0));
    read(k, yc, ys);
    auto sums = weights.with(k, yc, ys, mean);
    int const valid = static_cast<int>(std::min<std::int64_t>(lanes, last - k));
    improve(sums, k, valid);
    epilogue.consume(state, object, k, epilogue.evaluate(state, sums), valid);
  }
}

/// A group of objects and a strip of frequencies per thread: tables of cos and sin for some
/// frequencies at a time, chunk after chunk of the points, and the power where the sums came to be.
template <class Exec, class Real, class Operations, class Epilogue>
struct SharedHostSummer {
  using MemorySpace = typename Exec::memory_space;
  using Product = typename Operations::template Product<Exec, Real>;
  static constexpr int chunk = static_cast<int>(points_of_product<Exec>);
  static constexpr int group = 128;        // objects
  static constexpr int frequencies = 128;  // at a time
  static constexpr int lanes = native_lanes<Real>;

  PreparedShared<Exec, Real> const& prepared;
  FrequencyGrid grid;
  WeightSums<Real, MemorySpace> weights;
  MeanSums mean;
  std::int64_t objects;
  std::int64_t strip;        // frequencies
  std::int64_t first_strip;  // of the stretch, counted from the start of the grid
  std::int64_t strips;       // of the stretch
  std::int64_t all_strips;   // of the grid
  Product multiply;
  Epilogue epilogue;

  /// Numbers of type Real that the work space of one thread takes.
  static constexpr std::size_t workspace() {
    return std::size_t{2 * frequencies} * (chunk + group);
  }

  void operator()(std::int64_t index) const {
    std::int64_t const of_strip = first_strip + index % strips;
    std::int64_t const begin = index / strips * group;
    int const count = static_cast<int>(std::min<std::int64_t>(group, objects - begin));
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
    for (std::int64_t part = 0; part < prepared.chunks; ++part) {
      product::tabulate_waves<Real, Operations>(
          frequencies, {static_cast<double>(k), 1.0}, grid,
          prepared.weights.series.time.data() + part * chunk, chunk,
          [&](int line, int j, Vector cosine, Vector sine) {
            cosine.store(waves + line * chunk + j);
            sine.store(waves + (frequencies + line) * chunk + j);
          });
      multiply({.rows = count, .columns = 2 * frequencies, .inner = chunk},
               prepared.strength.data() + (part * objects + begin) * chunk, waves, sums,
               part == 0 ? ProductStart::from_zero : ProductStart::add);
    }
  }
};

}  // namespace siderum::detail
