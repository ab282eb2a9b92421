// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/nufft_sums/host_spreader.hpp>
#include <siderum/backends/portable/nufft_sums/nearly_singular.hpp>
#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/trig_sums/host_item.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::nufft {

/// One section on a host: strengths turned to its centre and spread, transformed, and sums read
/// off by whoever follows. Two series of complex strengths share the places of the points (v, and
/// w with a floating mean), a third (w at twice the frequency) has twice their phases.
template <class Real, MeanSums mean, class Operations, class Fft, int padded_width>
class HostSection {
 public:
  static constexpr int series = mean == MeanSums::yes ? 3 : 2;
  static constexpr int lanes = native_lanes<Real>;
  using Spreader = HostSpreader<Real, Operations, Fft, padded_width>;
  static constexpr int chunk = Spreader::chunk;
  using Vector = Lanes<Real, lanes>;
  using Complex = Kokkos::complex<Real>;

  /// Numbers of type Real that the work space of one thread takes.
  static std::size_t workspace(int cells) {
    return static_cast<std::size_t>(series + 1) *
           static_cast<std::size_t>(2 * Spreader::grid_size(cells));
  }

  /// @param memory  workspace(tables.cells) numbers at an address that 64 bytes divide
  HostSection(HostTables<Real, Fft> const& tables, FrequencyGrid const& grid, Real* memory)
      : tables_(tables), grid_(grid), spreader_(tables) {
    for (int i = 0; i <= series; ++i) {
      grids_[i] = memory + 2 * i * std::ptrdiff_t{Spreader::grid_size(tables.cells)};
    }
  }

  /// The sums of the section that begins at frequency `first` of the grid.
  void sum(double const* time, Real const* strength, Real const* weight, std::int64_t points,
           std::int64_t first) {
    Real* const* const spread = grids_ + 1;
    for (int i = 0; i < series; ++i) {
      std::fill_n(spread[i], 2 * Spreader::grid_size(tables_.cells), Real(0));
    }
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid_.first, grid_.step, static_cast<double>(first + tables_.modes / 2));
    for (std::int64_t begin = 0; begin < points; begin += chunk) {
      int const count = static_cast<int>(std::min<std::int64_t>(chunk, points - begin));
      spreader_.load(time + begin, centre, count);
      turn(strength + begin, weight + begin, count);
      spreader_.place(grid_.step, count);
      spreader_.template add<series - 1>(turned_, spread, count);
      spreader_.place(2.0 * grid_.step, count);
      spreader_.template add<1>(turned_ + (series - 1), spread + (series - 1), count);
    }
    for (int i = 0; i < series; ++i) {
      spreader_.fold(spread[i]);
      (*tables_.transform)(reinterpret_cast<Complex*>(spread[i] + 2 * Spreader::margin),
                           reinterpret_cast<Complex*>(sums(i)));
    }
  }

  /// The sums at `lanes` frequencies from the i-th of the section on; i divisible by lanes.
  TrigSumValues<Vector> at(int i) const {
    Vector const zero(Real(0));
    TrigSumValues<Vector> values{zero, zero, zero, zero, zero, zero};
    read_sums(tables_, sums(0), i, values.yc, values.ys);
    if constexpr (mean == MeanSums::yes) {
      read_sums(tables_, sums(1), i, values.c, values.s);
    }
    read_sums(tables_, sums(series - 1), i, values.c2, values.s2);
    return values;
  }

 private:
  // Each transform goes to the grid before its own, which is free by then.
  Real* sums(int i) const { return grids_[i]; }

  // Strengths of a chunk turned to the centre.
  void turn(Real const* strength, Real const* weight, int count) {
    Real const* const cosine = spreader_.cosine();
    Real const* const sine = spreader_.sine();
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

  HostTables<Real, Fft> tables_;
  FrequencyGrid grid_;
  Spreader spreader_;
  Real* grids_[series + 1];
  alignas(64) Real turned_[series][2][chunk];
};

/// Tables of all lengths of sections that a batch has.
template <class Real, class Fft>
struct TablesOfLengths {
  HostTables<Real, Fft> const* begin = nullptr;
  HostTables<Real, Fft> const* end = nullptr;

  /// Of that length; null: there are none.
  HostTables<Real, Fft> const* find(std::int64_t length) const {
    auto const* const found =
        std::find_if(begin, end, [&](auto const& tables) { return tables.modes == length; });
    return found == end ? nullptr : found;
  }
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
  TablesOfLengths<Real, Fft> tables;
  Epilogue epilogue;

  void operator()(std::int64_t index) const {
    WorkItem const item = items(index);
    work_off(epilogue, item, [&](auto& state) { sum(item, state); });
  }

 private:
  template <class State>
  void sum(WorkItem const& item, State& state) const {
    std::int64_t const begin = series.offsets(item.object);
    std::int64_t const points = series.offsets(item.object + 1) - begin;
    std::int64_t const length = section_length(points, grid.count, Place::host);
    HostTables<Real, Fft> const& of_length = *tables.find(length);
    ThreadMemory const memory(Section::workspace(of_length.cells) * sizeof(Real));
    Section section(of_length, grid, static_cast<Real*>(memory.data()));
    auto const strength_at = [&](std::int64_t j) { return series.strength.data() + begin + j; };
    HostPoints<Real, Operations, decltype(strength_at)> const of_object{
        series.time.data() + begin, series.weight.data() + begin, strength_at, points};
    for (std::int64_t first = item.first / length * length; first < item.last; first += length) {
      section.sum(series.time.data() + begin, series.strength.data() + begin,
                  series.weight.data() + begin, points, first);
      std::int64_t const last = std::min(first + length, item.last);
      for (std::int64_t k = std::max(first, item.first); k < last; k += Section::lanes) {
        int const valid = static_cast<int>(std::min<std::int64_t>(Section::lanes, last - k));
        auto sums = section.at(static_cast<int>(k - first));
        if constexpr (Epilogue::solves) {
          of_object.improve(sums, grid, k, valid, mean, epilogue, state);
        }
        epilogue.consume(state, item.object, k, epilogue.evaluate(state, sums), valid);
      }
    }
  }
};

}  // namespace siderum::portable::nufft
