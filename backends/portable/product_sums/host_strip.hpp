// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/product_sums/host_waves.hpp>
#include <siderum/backends/portable/trig_sums/host_blocks.hpp>
#include <siderum/backends/portable/trig_sums/host_functors.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::product {

/// The sums of consecutive blocks of 2 * half frequencies of a regular grid, as HostBlocks has
/// them, from two matrix products (one at f, one at 2f): the rows of the left factor are
/// [v cos F; v sin F] (and the same of w with a floating mean), F the centres of the blocks, those
/// of the right one [cos g; sin g], and the points are summed over.
template <class Real, MeanSums mean, class Operations, class Product>
class HostStrip {
 public:
  static constexpr int lanes = native_lanes<Real>;
  static constexpr int half = 128;
  static constexpr int block = 2 * half;
  static constexpr int vectors = half / lanes;
  static constexpr int capacity = 64;  // blocks
  using Vector = Lanes<Real, lanes>;

  /// Numbers of type Real that the work space of one thread takes.
  static constexpr std::size_t workspace() {
    return std::size_t{2 * series * capacity} * (chunk + block) + std::size_t{2 * block} * chunk;
  }

  /// @param memory  workspace() numbers at an address that 64 bytes divide
  HostStrip(SeriesPoints<Real> const& points, FrequencyGrid const& grid, Product const& multiply,
            Real* memory)
      : points_(points),
        grid_(grid),
        multiply_(multiply),
        centres_(memory),
        offsets_(centres_ + 2 * series * capacity * chunk),
        sums_(offsets_ + 2 * block * chunk) {}

  /// Sums the blocks first_block .. first_block + blocks - 1, blocks <= capacity; block i holds the
  /// frequencies i * block .. (i + 1) * block - 1 of the grid, also beyond its count.
  void sum(std::int64_t first_block, int blocks) {
    blocks_ = blocks;
    if (points_.count == 0) {
      std::fill_n(sums_, 2 * series * blocks * block, Real(0));
    }
    for (std::int64_t begin = 0; begin < points_.count; begin += chunk) {
      load(begin);
      tabulate_offsets();
      tabulate_centres(first_block);
      auto const start = begin == 0 ? ProductStart::from_zero : ProductStart::add;
      int const rows_at_f = 2 * (series - 1) * blocks;
      multiply_({rows_at_f, block, count_}, centres_, offsets_, sums_, start);
      multiply_({2 * blocks, block, count_}, centres_ + rows_at_f * count_,
                offsets_ + block * count_, sums_ + rows_at_f * block, start);
    }
  }

  /// The sums of lanes v * lanes .. (v + 1) * lanes - 1 above the centre of block a, in
  /// ascending order of frequency.
  TrigSumValues<Vector> above(int a, int v) const { return combine(a, v, Vector(Real(1))); }

  /// The same below the centre, in descending order of frequency.
  TrigSumValues<Vector> below(int a, int v) const { return combine(a, v, Vector(Real(-1))); }

 private:
  static constexpr int chunk = 256;                             // points
  static constexpr int series = mean == MeanSums::yes ? 3 : 2;  // v, (w,) w at 2f

  // The points of a chunk, filled up with points of no weight.
  void load(std::int64_t begin) {
    int const count = static_cast<int>(std::min<std::int64_t>(chunk, points_.count - begin));
    count_ = (count + lanes - 1) / lanes * lanes;
    std::copy_n(points_.time + begin, count, time_);
    std::copy_n(points_.strength + begin, count, strength_);
    std::copy_n(points_.weight + begin, count, weight_);
    std::fill(time_ + count, time_ + count_, 0.0);
    std::fill(strength_ + count, strength_ + count_, Real(0));
    std::fill(weight_ + count, weight_ + count_, Real(0));
  }

  // Also at twice the frequencies.
  template <class Store>
  void tabulate(int lines, WaveLines const& at, FrequencyGrid const& grid, Store const& store) {
    tabulate_waves<Real, Operations>(
        lines, at, grid, time_, count_, [&](int line, int j, Vector cosine, Vector sine) {
          Vector const twice = cosine + cosine;
          store(line, j, cosine, sine, multiply_add(twice, cosine, Vector(Real(-1))), twice * sine);
        });
  }

  // Rows [cos g; sin g], then the same at twice the frequencies.
  void tabulate_offsets() {
    tabulate(half, {0.5, 1.0}, FrequencyGrid{0.0, grid_.step, grid_.count},
             [&](int b, int j, Vector cosine, Vector sine, Vector cosine_2nd, Vector sine_2nd) {
               Real* const to = offsets_ + b * count_ + j;
               int const part = half * count_;
               cosine.store(to);
               sine.store(to + part);
               cosine_2nd.store(to + 2 * part);
               sine_2nd.store(to + 3 * part);
             });
  }

  // Rows [v cos F; v sin F] (then those of w), then [w cos 2F; w sin 2F].
  void tabulate_centres(std::int64_t first_block) {
    tabulate(blocks_, {static_cast<double>(first_block * block) + (half - 0.5), block}, grid_,
             [&](int a, int j, Vector cosine, Vector sine, Vector cosine_2nd, Vector sine_2nd) {
               Real* to = centres_ + a * count_ + j;
               int const part = blocks_ * count_;
               Vector const v = Vector::load(strength_ + j);
               Vector const w = Vector::load(weight_ + j);
               (v * cosine).store(to);
               (v * sine).store(to + part);
               if constexpr (mean == MeanSums::yes) {
                 to += 2 * part;
                 (w * cosine).store(to);
                 (w * sine).store(to + part);
               }
               to += 2 * part;
               (w * cosine_2nd).store(to);
               (w * sine_2nd).store(to + part);
             });
  }

  TrigSumValues<Vector> combine(int a, int v, Vector side) const {
    auto const read = [&](int which, int part, int column) {
      return Vector::load(sums_ + ((2 * which + part) * blocks_ + a) * block + column * half +
                          v * lanes);
    };
    auto const cosine = [&](int which) {
      return multiply_add(-side, read(which, 1, 1), read(which, 0, 0));
    };
    auto const sine = [&](int which) {
      return multiply_add(side, read(which, 0, 1), read(which, 1, 0));
    };
    TrigSumValues<Vector> values{
        cosine(0), sine(0), Vector(Real(0)), Vector(Real(0)), cosine(series - 1), sine(series - 1)};
    if constexpr (mean == MeanSums::yes) {
      values.c = cosine(1);
      values.s = sine(1);
    }
    return values;
  }

  SeriesPoints<Real> points_;
  FrequencyGrid grid_;
  Product multiply_;
  Real* centres_;
  Real* offsets_;
  Real* sums_;
  int count_ = 0;
  int blocks_ = 0;
  alignas(64) double time_[chunk];
  alignas(64) Real strength_[chunk];
  alignas(64) Real weight_[chunk];
};

/// What the products do on a host: one thread per item, strip after strip.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue>
struct HostStripSummer {
  using MemorySpace = typename Exec::memory_space;
  using Product = typename Operations::template Product<Exec, Real>;
  using Strip = HostStrip<Real, mean, Operations, Product>;

  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  FrequencyGrid grid;
  Product multiply;
  Epilogue epilogue;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(index);
    std::int64_t const begin = series.offsets(item.object);
    SeriesPoints<Real> const points{series.time.data() + begin, series.strength.data() + begin,
                                    series.weight.data() + begin,
                                    series.offsets(item.object + 1) - begin};
    ThreadMemory const memory(Strip::workspace() * sizeof(Real));
    Strip strip(points, grid, multiply, static_cast<Real*>(memory.data()));
    sum_item(strip, epilogue, item);
  }
};

}  // namespace siderum::portable::product
