// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::portable::nufft {

/// What all sections of one length share on a host.
template <class Real, class Fft>
struct HostTables : SectionTables<Real> {
  Fft const* transform = nullptr;
};

/// Spreads a chunk of points over grids of complex numbers on a host: phases at the centre of a
/// section, first cells and weights of the points, which all series at the same places share.
template <class Real, class Operations, class Fft, int padded_width>
class HostSpreader {
 public:
  static constexpr int chunk = 64;  // points at a time
  static constexpr int lanes = native_lanes<Real>;
  using Vector = Lanes<Real, lanes>;
  using Strengths = Real[2][chunk];  // real and imaginary parts

  explicit HostSpreader(HostTables<Real, Fft> const& tables) : tables_(tables) {}

  /// Cells of a grid with those before the first and behind the last, which belong to the other
  /// end; the first of the transform is `margin`.
  static constexpr int margin = 32;
  static int grid_size(int cells) { return cells + 2 * margin; }

  /// Takes up to `chunk` points, and their phases at the frequency.
  void load(double const* time, SplitFrequency const& centre, int count) {
    for (int j = 0; j < chunk; ++j) {
      time_[j] = j < count ? time[j] : 0.0;
    }
    typename Operations::template SinCos<Real> const sin_cos;
    Doubles const high(centre.high);
    Doubles const low(centre.low);
    for (int j = 0; j < chunk; j += double_lanes) {
      auto const x = sin_cos(reduced_cycles(high, low, Doubles::load(time_ + j)));
      x.cos.store(cosine_ + j);
      x.sin.store(sine_ + j);
    }
  }

  /// Of the chunk.
  Real const* cosine() const { return cosine_; }
  Real const* sine() const { return sine_; }

  /// Where the cells of a point at frac(step t) begin in a grid with margins.
  int first_cell(double time, double step) const {
    return static_cast<int>(cell_above(left_edge(Doubles(step), Doubles(time)))[0]) + margin;
  }

  /// First cells and weights of the chunk at places frac(step t).
  void place(double step_of_grid, int count) {
    Doubles const step(step_of_grid);
    alignas(64) double first[chunk];
    alignas(64) Real offset[chunk];
    for (int j = 0; j < chunk; j += double_lanes) {
      Doubles const edge = left_edge(step, Doubles::load(time_ + j));
      Doubles const cell = cell_above(edge);
      cell.store(first + j);
      convert<Real>((cell - edge) + (cell - edge) - Doubles(1.0)).store(offset + j);
    }
    for (int j = 0; j < count; ++j) {
      int const cell = static_cast<int>(first[j]) + margin;
      int const within = cell % cell_group;
      cell_[j] = cell - within;
      Real* const to = weights_[j];
      for (int i = 0; i < groups; ++i) {
        Lanes<Real, cell_group>(Real(0)).store(to + i * cell_group);
      }
      to_[j] = to + within;
    }
    for (int j = count; j < chunk; ++j) {
      to_[j] = weights_[j];
    }
    for (int j = 0; j < count; j += together) {
      evaluate(offset, j);
    }
  }

  /// Cells go together by so many, and so many cells from a multiple of that on hold all of a
  /// point.
  static constexpr int cell_group = lanes / 2;  // complex numbers in a register
  static constexpr int groups = (padded_width + 2 * (cell_group - 1)) / cell_group;
  static constexpr int spread_width = groups * cell_group;

  /// Adds the chunk to `series` grids.
  template <int series>
  void add(Strengths const* strengths, Real* const* grids, int count) const {
    for (int j = 0; j < count; ++j) {
      add_point<series>(strengths, grids, j, 0, groups);
    }
  }

  /// Adds what of the chunk falls on the cells begin .. end - 1, which are multiples of cell_group.
  template <int series>
  void add_within(Strengths const* strengths, Real* const* grids, int count, int begin,
                  int end) const {
    for (int j = 0; j < count; ++j) {
      if (cell_[j] >= begin && cell_[j] + spread_width <= end) {
        add_point<series>(strengths, grids, j, 0, groups);
      } else {
        add_point<series>(strengths, grids, j, std::max(0, (begin - cell_[j]) / cell_group),
                          std::min(groups, (end - cell_[j]) / cell_group));
      }
    }
  }

  /// The cells beyond either end belong to the other.
  void fold(Real* grid) const {
    std::ptrdiff_t const turn = 2 * std::ptrdiff_t{tables_.cells};
    Real* const begin = grid + 2 * margin;
    for (std::ptrdiff_t i = 0; i < 2 * margin; ++i) {
      begin[turn - 2 * margin + i] += grid[i];
      begin[i] += begin[turn + i];
    }
  }

 private:
  // Weights of one point in registers.
  using Part = Lanes<Real, (padded_width < lanes ? padded_width : lanes)>;
  static constexpr int parts = padded_width / Part::size;
  // Points at a time: four, where all of their weights, an offset of each and a coefficient stay in
  // registers.
  static constexpr int together = 4 * parts + 4 + 1 <= siderum::detail::vector_registers ? 4 : 2;
  static constexpr int double_lanes = native_lanes<double>;
  using Doubles = Lanes<double, double_lanes>;

  // That of the kernel of a point at frac(step t), in cells.
  Doubles left_edge(Doubles const& step, Doubles const& time) const {
    Doubles const cycles = reduced_cycles(step, Doubles(0.0), time);
    Doubles const positive = select_less(cycles, Doubles(0.0), cycles + Doubles(1.0), cycles);
    return multiply_add(positive, Doubles(static_cast<double>(tables_.cells)),
                        Doubles(-0.5 * tables_.width));
  }

  static Doubles cell_above(Doubles const& edge) {
    Doubles const nearest = nearest_integer(edge);
    return select_less(nearest, edge, nearest + Doubles(1.0), nearest);
  }

  // The groups first .. last - 1 of the cells of a point.
  template <int series>
  [[gnu::always_inline]] void add_point(Strengths const* strengths, Real* const* grids, int j,
                                        int first, int last) const {
    Vector strength[series];
    Real* to[series];
    for (int i = 0; i < series; ++i) {
      strength[i] = alternate<lanes>(strengths[i][0][j], strengths[i][1][j]);
      to[i] = grids[i] + 2 * std::ptrdiff_t{cell_[j]};
    }
    for (int g = first; g < last; ++g) {
      Vector const weight = twice_each<lanes>(weights_[j] + g * cell_group);
      for (int i = 0; i < series; ++i) {
        Real* const cell = to[i] + g * lanes;
        multiply_add(weight, strength[i], Vector::load(cell)).store(cell);
      }
    }
  }

  // The polynomials of some points side by side, so that a coefficient is read once for all.
  void evaluate(Real const* offset, int j) {
    Part value[together][parts];
    Part s[together];
    for (int p = 0; p < together; ++p) {
      s[p] = Part(offset[j + p]);
      for (int v = 0; v < parts; ++v) {
        value[p][v] = Part::load(tables_.polynomial + v * Part::size);
      }
    }
    for (int k = 1; k <= tables_.degree; ++k) {
      Real const* const coefficient = tables_.polynomial + k * widest_spread;
      for (int v = 0; v < parts; ++v) {
        Part const next = Part::load(coefficient + v * Part::size);
        for (int p = 0; p < together; ++p) {
          value[p][v] = multiply_add(value[p][v], s[p], next);
        }
      }
    }
    for (int p = 0; p < together; ++p) {
      for (int v = 0; v < parts; ++v) {
        value[p][v].store(to_[j + p] + v * Part::size);
      }
    }
  }

  HostTables<Real, Fft> tables_;
  alignas(64) double time_[chunk];
  alignas(64) Real cosine_[chunk];
  alignas(64) Real sine_[chunk];
  alignas(64) Real weights_[chunk][spread_width + padded_width];
  Real* to_[chunk];
  int cell_[chunk];
};

/// The `lanes` sums from the i-th of a section on, of what a transform left; i divisible by lanes.
template <class Real, class Fft, class Vector>
void read_sums(HostTables<Real, Fft> const& tables, Real const* sums, int i, Vector& real,
               Vector& imaginary) {
  std::ptrdiff_t const cell = tables.cell_of(i);
  Vector const scale = Vector::load(tables.deconvolver + i);
  split_pairs(sums + 2 * cell, real, imaginary);
  real = real * scale;
  imaginary = imaginary * scale;
}

}  // namespace siderum::portable::nufft
