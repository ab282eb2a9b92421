// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::portable {

/// The points of one object, as a host loop reads them.
template <class Real>
struct SeriesPoints {
  double const* time;
  Real const* strength;
  Real const* weight;
  std::int64_t count;
};

/// The sums of up to `capacity` consecutive blocks of 2 * half frequencies of a regular grid.
///
/// A block is f = F +- g_b with g_b = (b + 1/2) step, b < half, around its centre F, so that by
/// the addition theorems
///
///     sum v cos 2 pi (F +- g) t = cc -+ ss,  cc = sum (v cos F)(cos g),  ss = sum (v sin F)(sin g)
///     sum v sin 2 pi (F +- g) t = sc +- cs,  sc = sum (v sin F)(cos g),  cs = sum (v cos F)(sin g)
///
/// Four multiplications and additions serve two frequencies and no sine is left in the inner loop,
/// which runs at the speed of a small matrix product: the cos g, sin g of a chunk of points stay in
/// the first-level cache for all blocks, the four sums of a few blocks stay in registers.
/// The centres' phases are rotated from block to block and restarted exactly every `restart`
/// blocks.
template <class Real, MeanSums mean, class Operations>
class HostBlocks {
 public:
  static constexpr int lanes = native_lanes<Real>;
  static constexpr int vectors = 2;
  static constexpr int half = vectors * lanes;
  static constexpr int block = 2 * half;
  static constexpr int restart = 8;
  static constexpr int capacity = 64;
  using Vector = Lanes<Real, lanes>;

  HostBlocks(SeriesPoints<Real> const& points, FrequencyGrid const& grid)
      : points_(points), grid_(grid) {}

  /// Sums the blocks first_block .. first_block + blocks - 1; block i holds the frequencies
  /// i * block .. (i + 1) * block - 1 of the grid, also beyond its count. `first_block` is a
  /// multiple of restart, so that the division of the work does not change any result.
  void sum(std::int64_t first_block, int blocks) {
    std::fill_n(&sums_[0][0][0][0], std::int64_t{capacity} * sets * 4 * half, Real(0));
    for (std::int64_t begin = 0; begin < points_.count; begin += chunk) {
      load(begin);
      tabulate_offsets();
      for (int a = 0; a < blocks; a += rows) {
        for (int row = 0; row < rows; ++row) {
          centre(first_block, a + row, row);
        }
        multiply_sets(a);
      }
    }
  }

  /// The sums of lanes v * lanes .. (v + 1) * lanes - 1 above the centre of block a, in
  /// ascending order of frequency.
  TrigSumValues<Vector> above(int a, int v) const { return combine(a, v, Vector(Real(1))); }

  /// The same below the centre, in descending order of frequency.
  TrigSumValues<Vector> below(int a, int v) const { return combine(a, v, Vector(Real(-1))); }

 private:
  static constexpr int chunk = 64;  // points: their tables of both angles are 32 KiB in FP64
  static constexpr int rows = detail::vector_registers >= 32 ? 2 : 1;
  static constexpr int sets = mean == MeanSums::yes ? 3 : 2;
  enum Set { values_at_f, weights_at_2f, weights_at_f };
  enum Product { cc, ss, sc, cs };
  using Phase = SinCosValue<Vector>;
  using Cycles = Lanes<double, lanes>;
  static_assert(capacity % restart == 0 && restart % rows == 0 && chunk % lanes == 0);

  static Phase doubled(Phase const& x) {
    Vector const twice = x.cos + x.cos;
    return {twice * x.sin, multiply_add(twice, x.cos, Vector(Real(-1)))};
  }

  void load(std::int64_t begin) {
    count_ = static_cast<int>(std::min<std::int64_t>(chunk, points_.count - begin));
    groups_ = (count_ + lanes - 1) / lanes;
    std::fill_n(time_, groups_ * lanes, 0.0);
    std::fill_n(strength_, groups_ * lanes, Real(0));
    std::fill_n(weight_, groups_ * lanes, Real(0));
    std::copy_n(points_.time + begin, count_, time_);
    std::copy_n(points_.strength + begin, count_, strength_);
    std::copy_n(points_.weight + begin, count_, weight_);
  }

  void tabulate_offsets() {
    typename Operations::template SinCos<Real> const sin_cos;
    for (int v = 0; v < vectors; ++v) {
      Cycles const offset = Cycles::ramp(v * lanes + 0.5, 1.0) * Cycles(grid_.step);
      for (int j = 0; j < count_; ++j) {
        Phase const x = sin_cos(offset * Cycles(time_[j]));
        Phase const xx = doubled(x);
        x.cos.store(&offset_f_[j][v * lanes]);
        x.sin.store(&offset_f_[j][half + v * lanes]);
        xx.cos.store(&offset_2f_[j][v * lanes]);
        xx.sin.store(&offset_2f_[j][half + v * lanes]);
      }
    }
    for (int g = 0; g < groups_; ++g) {
      step_[g] = sin_cos(Cycles(block * grid_.step) * Cycles::load(&time_[g * lanes]));
    }
  }

  // v cos F, v sin F and w cos 2F, w sin 2F of the chunk for the centre of one block.
  void centre(std::int64_t first_block, int a, int row) {
    typename Operations::template SinCos<Real> const sin_cos;
    typename Operations::PhaseRotation const rotate;
    SplitFrequency const f = SplitFrequency::on_grid(
        grid_.first, grid_.step, static_cast<double>((first_block + a) * block) + (half - 0.5));
    for (int g = 0; g < groups_; ++g) {
      if (a % restart == 0) {
        phase_[g] =
            sin_cos(reduced_cycles(Cycles(f.high), Cycles(f.low), Cycles::load(&time_[g * lanes])));
      } else {
        phase_[g] = rotate(phase_[g], step_[g]);
      }
      Phase const x = phase_[g];
      Phase const xx = doubled(x);
      Vector const v = Vector::load(&strength_[g * lanes]);
      Vector const w = Vector::load(&weight_[g * lanes]);
      (v * x.cos).store(&factor_[values_at_f][row][0][g * lanes]);
      (v * x.sin).store(&factor_[values_at_f][row][1][g * lanes]);
      (w * xx.cos).store(&factor_[weights_at_2f][row][0][g * lanes]);
      (w * xx.sin).store(&factor_[weights_at_2f][row][1][g * lanes]);
      if constexpr (mean == MeanSums::yes) {
        (w * x.cos).store(&factor_[weights_at_f][row][0][g * lanes]);
        (w * x.sin).store(&factor_[weights_at_f][row][1][g * lanes]);
      }
    }
  }

  void multiply_sets(int a) {
    multiply(factor_[values_at_f], offset_f_, &sums_[a][values_at_f][0][0]);
    multiply(factor_[weights_at_2f], offset_2f_, &sums_[a][weights_at_2f][0][0]);
    if constexpr (mean == MeanSums::yes) {
      multiply(factor_[weights_at_f], offset_f_, &sums_[a][weights_at_f][0][0]);
    }
  }

  // The inner loop. The sums of a chunk start from zero and are added to those of the chunks
  // before, which keeps rounding at that of sqrt(points) / 8 terms.
  void multiply(Real const (&factor)[rows][2][chunk], Real const (&offset)[chunk][2 * half],
                Real* sums) const {
    constexpr std::int64_t row_stride = std::int64_t{sets} * 4 * half;
    Vector p[rows][4][vectors];
    for (int row = 0; row < rows; ++row) {
      for (int product = 0; product < 4; ++product) {
        for (int v = 0; v < vectors; ++v) {
          p[row][product][v] = Vector(Real(0));
        }
      }
    }
    for (int j = 0; j < count_; ++j) {
      for (int v = 0; v < vectors; ++v) {
        Vector const cos_g = Vector::load(&offset[j][v * lanes]);
        Vector const sin_g = Vector::load(&offset[j][half + v * lanes]);
        for (int row = 0; row < rows; ++row) {
          Vector const cos_f(factor[row][0][j]);
          Vector const sin_f(factor[row][1][j]);
          p[row][cc][v] = multiply_add(cos_f, cos_g, p[row][cc][v]);
          p[row][ss][v] = multiply_add(sin_f, sin_g, p[row][ss][v]);
          p[row][sc][v] = multiply_add(sin_f, cos_g, p[row][sc][v]);
          p[row][cs][v] = multiply_add(cos_f, sin_g, p[row][cs][v]);
        }
      }
    }
    for (int row = 0; row < rows; ++row) {
      for (int product = 0; product < 4; ++product) {
        for (int v = 0; v < vectors; ++v) {
          Real* const sum = sums + row * row_stride + product * half + v * lanes;
          (Vector::load(sum) + p[row][product][v]).store(sum);
        }
      }
    }
  }

  TrigSumValues<Vector> combine(int a, int v, Vector side) const {
    auto const product = [&](Set set, Product which) {
      return Vector::load(&sums_[a][set][which][v * lanes]);
    };
    auto const cosine = [&](Set set) {
      return multiply_add(-side, product(set, ss), product(set, cc));
    };
    auto const sine = [&](Set set) {
      return multiply_add(side, product(set, cs), product(set, sc));
    };
    TrigSumValues<Vector> values{cosine(values_at_f), sine(values_at_f),     Vector(Real(0)),
                                 Vector(Real(0)),     cosine(weights_at_2f), sine(weights_at_2f)};
    if constexpr (mean == MeanSums::yes) {
      values.c = cosine(weights_at_f);
      values.s = sine(weights_at_f);
    }
    return values;
  }

  SeriesPoints<Real> points_;
  FrequencyGrid grid_;
  int count_ = 0;
  int groups_ = 0;
  alignas(64) Real offset_f_[chunk][2 * half];
  alignas(64) Real offset_2f_[chunk][2 * half];
  alignas(64) Real factor_[sets][rows][2][chunk];
  alignas(64) double time_[chunk];
  alignas(64) Real strength_[chunk];
  alignas(64) Real weight_[chunk];
  Phase phase_[chunk / lanes];
  Phase step_[chunk / lanes];
  alignas(64) Real sums_[capacity][sets][4][half];
};

}  // namespace siderum::portable
