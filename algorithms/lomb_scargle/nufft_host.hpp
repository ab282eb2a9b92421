// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <siderum/algorithms/lomb_scargle/nufft_sections.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::nufft {

/// What all sections of one length share: views of tables, transforms.
template <class Real, class Fft>
struct HostTables {
  int modes = 0;
  int cells = 0;
  int width = 0;
  int degree = 0;
  Real const* polynomial = nullptr;   // (degree + 1, widest_spread)
  Real const* deconvolver = nullptr;  // (modes)
  Fft const* transform = nullptr;
};

/// One section on a host: strengths turned to its centre and spread, transformed, and sums read
/// off by whoever follows. Two series of complex strengths share the places of the points (v, and
/// w with a floating mean), a third (w at twice the frequency) has twice their phases.
template <class Real, MeanSums mean, class Operations, class Fft, int padded_width>
class HostSection {
 public:
  static constexpr int series = mean == MeanSums::yes ? 3 : 2;
  static constexpr int lanes = native_lanes<Real>;
  using Vector = Lanes<Real, lanes>;
  using Complex = Kokkos::complex<Real>;

  /// Numbers of type Real that the work space of one thread takes.
  static std::size_t workspace(int cells) {
    return static_cast<std::size_t>(2 * series) * static_cast<std::size_t>(2 * grid_size(cells)) +
           64;
  }

  /// @param memory  workspace(tables.cells) numbers at an address that 64 bytes divide
  HostSection(HostTables<Real, Fft> const& tables, FrequencyGrid const& grid, Real* memory)
      : tables_(tables), grid_(grid) {
    for (int i = 0; i < series; ++i) {
      spread_[i] = memory + 4 * i * std::ptrdiff_t{grid_size(tables.cells)};
      sums_[i] = spread_[i] + 2 * std::ptrdiff_t{grid_size(tables.cells)};
    }
  }

  /// The sums of the section that begins at frequency `first` of the grid.
  void sum(double const* time, Real const* strength, Real const* weight, std::int64_t points,
           std::int64_t first) {
    for (int i = 0; i < series; ++i) {
      std::fill_n(spread_[i], 2 * grid_size(tables_.cells), Real(0));
    }
    centre_ = SplitFrequency::on_grid(grid_.first, grid_.step,
                                      static_cast<double>(first + tables_.modes / 2));
    for (std::int64_t begin = 0; begin < points; begin += chunk) {
      int const count = static_cast<int>(std::min<std::int64_t>(chunk, points - begin));
      turn(time + begin, strength + begin, weight + begin, count);
      place(1.0, count);
      if constexpr (mean == MeanSums::yes) {
        add<2>(0, count);
      } else {
        add<1>(0, count);
      }
      place(2.0, count);
      add<1>(series - 1, count);
    }
    for (int i = 0; i < series; ++i) {
      fold(spread_[i]);
      (*tables_.transform)(reinterpret_cast<Complex const*>(spread_[i] + 2 * margin),
                           reinterpret_cast<Complex*>(sums_[i]));
    }
  }

  /// The sums at `lanes` frequencies from the i-th of the section on; i divisible by lanes.
  TrigSumValues<Vector> at(int i) const {
    int const half = tables_.modes / 2;
    std::ptrdiff_t const cell = i < half ? tables_.cells - half + i : i - half;
    Vector const scale = Vector::load(tables_.deconvolver + i);
    Vector const zero(Real(0));
    TrigSumValues<Vector> values{zero, zero, zero, zero, zero, zero};
    load(sums_[0] + 2 * cell, scale, values.yc, values.ys);
    if constexpr (mean == MeanSums::yes) {
      load(sums_[1] + 2 * cell, scale, values.c, values.s);
    }
    load(sums_[series - 1] + 2 * cell, scale, values.c2, values.s2);
    return values;
  }

 private:
  static constexpr int chunk = 64;              // points at a time
  static constexpr int cell_group = lanes / 2;  // complex numbers in a register
  static constexpr int groups = (padded_width + 2 * (cell_group - 1)) / cell_group;
  static constexpr int spread_width = groups * cell_group;
  // Cells before the first and behind the last, which belong to the other end.
  static constexpr int margin = 32;
  // Weights of one point in registers.
  using Part = Lanes<Real, (padded_width < lanes ? padded_width : lanes)>;
  static constexpr int parts = padded_width / Part::size;
  static constexpr int double_lanes = native_lanes<double>;
  using Doubles = Lanes<double, double_lanes>;

  static int grid_size(int cells) { return cells + 2 * margin; }

  // Phases and turned strengths of a chunk.
  void turn(double const* time, Real const* strength, Real const* weight, int count) {
    for (int j = 0; j < chunk; ++j) {
      time_[j] = j < count ? time[j] : 0.0;
    }
    typename Operations::template SinCos<Real> const sin_cos;
    Doubles const high(centre_.high);
    Doubles const low(centre_.low);
    alignas(64) Real cosine[chunk];
    alignas(64) Real sine[chunk];
    for (int j = 0; j < chunk; j += double_lanes) {
      auto const x = sin_cos(reduced_cycles(high, low, Doubles::load(time_ + j)));
      x.cos.store(cosine + j);
      x.sin.store(sine + j);
    }
    for (int j = 0; j < count; ++j) {
      turned_[0][0][j] = strength[j] * cosine[j];
      turned_[0][1][j] = strength[j] * sine[j];
      Real const along = weight[j] * cosine[j];
      Real const across = weight[j] * sine[j];
      if constexpr (mean == MeanSums::yes) {
        turned_[1][0][j] = along;
        turned_[1][1][j] = across;
      }
      turned_[series - 1][0][j] = along * cosine[j] - across * sine[j];
      turned_[series - 1][1][j] = Real(2) * along * sine[j];
    }
  }

  // First cells and weights of a chunk, for phases `multiple` times those of the step.
  void place(double multiple, int count) {
    auto const cells = static_cast<double>(tables_.cells);
    double const half_width = 0.5 * tables_.width;
    Doubles const step(multiple * grid_.step);
    alignas(64) double first[chunk];
    alignas(64) Real offset[chunk];
    for (int j = 0; j < chunk; j += double_lanes) {
      Doubles const cycles = reduced_cycles(step, Doubles(0.0), Doubles::load(time_ + j));
      Doubles const positive = select_less(cycles, Doubles(0.0), cycles + Doubles(1.0), cycles);
      // The first cell is the integer at or above the left edge.
      Doubles const edge = multiply_add(positive, Doubles(cells), Doubles(-half_width));
      Doubles const nearest = nearest_integer(edge);
      Doubles const cell = select_less(nearest, edge, nearest + Doubles(1.0), nearest);
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
      Real const* const coefficient = tables_.polynomial + k * portable::widest_spread;
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

  // Adds a chunk to `count_series` grids from `first_series` on.
  template <int count_series>
  void add(int first_series, int count) {
    for (int j = 0; j < count; ++j) {
      Vector strength[count_series];
      Real* to[count_series];
      for (int i = 0; i < count_series; ++i) {
        strength[i] =
            alternate<lanes>(turned_[first_series + i][0][j], turned_[first_series + i][1][j]);
        to[i] = spread_[first_series + i] + 2 * std::ptrdiff_t{cell_[j]};
      }
      for (int g = 0; g < groups; ++g) {
        Vector const weight = twice_each<lanes>(weights_[j] + g * cell_group);
        for (int i = 0; i < count_series; ++i) {
          Real* const cell = to[i] + g * lanes;
          multiply_add(weight, strength[i], Vector::load(cell)).store(cell);
        }
      }
    }
  }

  // The cells beyond either end belong to the other.
  void fold(Real* spread) const {
    std::ptrdiff_t const turn = 2 * std::ptrdiff_t{tables_.cells};
    Real* const begin = spread + 2 * margin;
    for (std::ptrdiff_t i = 0; i < 2 * margin; ++i) {
      begin[turn - 2 * margin + i] += spread[i];
      begin[i] += begin[turn + i];
    }
  }

  static void load(Real const* from, Vector const& scale, Vector& real, Vector& imaginary) {
    split_pairs(from, real, imaginary);
    real = real * scale;
    imaginary = imaginary * scale;
  }

  static constexpr int together = 4;  // points

  HostTables<Real, Fft> tables_;
  FrequencyGrid grid_;
  SplitFrequency centre_{};
  Real* spread_[series];
  Real* sums_[series];
  alignas(64) double time_[chunk];
  alignas(64) Real turned_[series][2][chunk];
  alignas(64) Real weights_[chunk][spread_width + padded_width];
  Real* to_[chunk];
  int cell_[chunk];
};

/// What the NUFFT does on a host: one thread per item, section after section.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue, int padded_width>
struct HostSectionSummer {
  using MemorySpace = typename Exec::memory_space;
  using Fft = typename Operations::template Fft<Exec, Real>;
  using Section = HostSection<Real, mean, Operations, Fft, padded_width>;

  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  FrequencyGrid grid;
  HostTables<Real, Fft> const* tables;  // by the power of two of the length of a section
  Epilogue epilogue;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(index);
    auto state = epilogue.begin(item.object);
    if (epilogue.wanted(item.object)) {
      sum(item, state);
    } else {
      for (std::int64_t k = item.first; k < item.last; ++k) {
        epilogue.skip(item.object, k);
      }
    }
    if constexpr (Epilogue::reduces) {
      epilogue.finish(item.slot, state);
    }
  }

 private:
  template <class State>
  void sum(WorkItem const& item, State& state) const {
    std::int64_t const begin = series.offsets(item.object);
    std::int64_t const points = series.offsets(item.object + 1) - begin;
    std::int64_t const length = section_length(points, grid.count, Place::host);
    HostTables<Real, Fft> const& of_length = tables[std::countr_zero(std::uint64_t(length))];
    ThreadMemory const memory(Section::workspace(of_length.cells) * sizeof(Real));
    Section section(of_length, grid, static_cast<Real*>(memory.data()));
    for (std::int64_t first = item.first / length * length; first < item.last; first += length) {
      section.sum(series.time.data() + begin, series.strength.data() + begin,
                  series.weight.data() + begin, points, first);
      std::int64_t const last = std::min(first + length, item.last);
      for (std::int64_t k = std::max(first, item.first); k < last; k += Section::lanes) {
        int const valid = static_cast<int>(std::min<std::int64_t>(Section::lanes, last - k));
        epilogue.consume(state, item.object, k,
                         epilogue.evaluate(state, section.at(static_cast<int>(k - first))), valid);
      }
    }
  }
};

}  // namespace siderum::nufft
