// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <siderum/backends/portable/nufft_sums/host_spreader.hpp>
#include <siderum/backends/portable/nufft_sums/nearly_singular.hpp>
#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/trig_sums/host_blocks.hpp>
#include <siderum/backends/portable/trig_sums/host_item.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::nufft {

/// Cells that one thread adds to, and the points that reach them.
struct SpreadRun {
  std::int64_t first;  // point
  std::int64_t last;   // point, behind the last
  int begin;           // cell of a grid with margins, a multiple of the cells that go together
  int end;
};

/// The sums of sections on a host: strengths turned to the centre of a section and spread,
/// transformed, and sums read off by whoever follows. Two series of complex strengths share the
/// places of the points (v, and w with a floating mean), a third (w at twice the frequency) has
/// twice their phases.
template <class Real, MeanSums mean, class Operations, class Fft, int padded_width>
class HostSections {
 public:
  static constexpr int series = mean == MeanSums::yes ? 3 : 2;
  static constexpr int lanes = native_lanes<Real>;
  using Spreader = HostSpreader<Real, Operations, Fft, padded_width>;
  static constexpr int chunk = Spreader::chunk;
  using Vector = Lanes<Real, lanes>;

  HostSections(HostTables<Real, Fft> const& tables, FrequencyGrid const& grid)
      : tables_(tables), grid_(grid), spreader_(tables) {}

  /// Numbers of type Real in the grid of one series.
  static std::ptrdiff_t numbers_of_grid(int cells) {
    return 2 * std::ptrdiff_t{Spreader::grid_size(cells)};
  }

  /// Adds all points to the grids of the section that begins at frequency `first`.
  void spread(SeriesPoints<Real> const& points, std::int64_t first, Real* const* grids) {
    SplitFrequency const centre = centre_of(first);
    for (std::int64_t begin = 0; begin < points.count; begin += chunk) {
      int const count = static_cast<int>(std::min<std::int64_t>(chunk, points.count - begin));
      turn(points, begin, centre, count);
      spreader_.place(grid_.step, count);
      spreader_.template add<series - 1>(turned_, grids, count);
      spreader_.place(2.0 * grid_.step, count);
      spreader_.template add<1>(turned_ + (series - 1), grids + (series - 1), count);
    }
  }

  /// Adds those of a run to its cells: in the grid of twice the phases, or in those of once.
  /// Threads that do the runs of all grids leave the same bits as spread().
  void spread(SeriesPoints<Real> const& points, std::int64_t first, SpreadRun const& run,
              bool twice, Real* const* grids) {
    SplitFrequency const centre = centre_of(first);
    for (std::int64_t begin = run.first; begin < run.last; begin += chunk) {
      int const count = static_cast<int>(std::min<std::int64_t>(chunk, run.last - begin));
      turn(points, begin, centre, count);
      if (twice) {
        spreader_.place(2.0 * grid_.step, count);
        spreader_.template add_within<1>(turned_ + (series - 1), grids + (series - 1), count,
                                         run.begin, run.end);
      } else {
        spreader_.place(grid_.step, count);
        spreader_.template add_within<series - 1>(turned_, grids, count, run.begin, run.end);
      }
    }
  }

  /// The transform of the grid of one series; `from` is lost.
  void transform(Real* from, Real* to) const {
    using Complex = Kokkos::complex<Real>;
    spreader_.fold(from);
    (*tables_.transform)(reinterpret_cast<Complex*>(from + 2 * Spreader::margin),
                         reinterpret_cast<Complex*>(to));
  }

  /// The sums at `lanes` frequencies from the i-th of the section on, of the transforms of its
  /// series; i divisible by lanes.
  TrigSumValues<Vector> at(Real const* const* transforms, int i) const {
    Vector const zero(Real(0));
    TrigSumValues<Vector> values{zero, zero, zero, zero, zero, zero};
    read_sums(tables_, transforms[0], i, values.yc, values.ys);
    if constexpr (mean == MeanSums::yes) {
      read_sums(tables_, transforms[1], i, values.c, values.s);
    }
    read_sums(tables_, transforms[series - 1], i, values.c2, values.s2);
    return values;
  }

  /// At most `wanted` runs of points whose times ascend, of some points each and each with other
  /// cells; one with all cells where times do not ascend or go round the grid.
  std::vector<SpreadRun> runs(SeriesPoints<Real> const& points, bool ascends, bool twice,
                              std::int64_t wanted) const {
    double const step = twice ? 2.0 * grid_.step : grid_.step;
    std::vector<SpreadRun> found;
    if (ascends && points.count > 0 && wanted > 1) {
      double const reach = step * (points.time[points.count - 1] - points.time[0]);
      if (reach * tables_.cells + 3.0 * Spreader::spread_width < tables_.cells) {
        // Behind a whole turn the cells begin anew.
        int const first = group_of(points.time[0], step);
        std::int64_t const turn = first_point(
            points, 0, points.count, [&](double time) { return group_of(time, step) < first; });
        add_runs(points, 0, turn, step, wanted, found);
        add_runs(points, turn, points.count, step, wanted, found);
      }
    }
    if (found.empty()) {
      found.push_back({0, points.count, 0, Spreader::grid_size(tables_.cells)});
    }
    return found;
  }

 private:
  SplitFrequency centre_of(std::int64_t first) const {
    return SplitFrequency::on_grid(grid_.first, grid_.step,
                                   static_cast<double>(first + tables_.modes / 2));
  }

  // Strengths of a chunk turned to the centre.
  void turn(SeriesPoints<Real> const& points, std::int64_t begin, SplitFrequency const& centre,
            int count) {
    spreader_.load(points.time + begin, centre, count);
    Real const* const strength = points.strength + begin;
    Real const* const weight = points.weight + begin;
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

  // The first of the cells of a point, whole groups of them.
  int group_of(double time, double step) const {
    int const cell = spreader_.first_cell(time, step);
    return cell - cell % Spreader::cell_group;
  }

  // The first of the points begin .. end - 1 for whose time it is true, as for all behind it; or
  // end.
  template <class Is>
  static std::int64_t first_point(SeriesPoints<Real> const& points, std::int64_t begin,
                                  std::int64_t end, Is const& is) {
    return std::partition_point(points.time + begin, points.time + end,
                                [&](double time) { return !is(time); }) -
           points.time;
  }

  // Of the points begin .. end - 1, whose cells ascend: each run has about as many of them, and two
  // widths of a kernel at least, so that few points belong to two runs.
  void add_runs(SeriesPoints<Real> const& points, std::int64_t begin, std::int64_t end, double step,
                std::int64_t wanted, std::vector<SpreadRun>& runs) const {
    if (begin == end) {
      return;
    }
    std::int64_t const count = (wanted * (end - begin) + points.count - 1) / points.count;
    for (std::int64_t i = 0; i < count; ++i) {
      std::int64_t const point = begin + (end - begin) * i / count;
      int const cell = group_of(points.time[point], step);
      if (i > 0) {
        if (cell - runs.back().begin < 2 * Spreader::spread_width) {
          continue;
        }
        runs.back().end = cell;
        runs.back().last = first_point(points, begin, end,
                                       [&](double time) { return group_of(time, step) >= cell; });
      }
      std::int64_t const first = first_point(points, begin, end, [&](double time) {
        return group_of(time, step) + Spreader::spread_width > cell;
      });
      runs.push_back({first, end, cell, 0});
    }
    runs.back().end = group_of(points.time[end - 1], step) + Spreader::spread_width;
  }

  HostTables<Real, Fft> tables_;
  FrequencyGrid grid_;
  Spreader spreader_;
  alignas(64) Real turned_[series][2][chunk];
};

/// Of one object, in the memory of a host.
template <class Real, class MemorySpace>
SeriesPoints<Real> points_of(TrigSeries<Real, MemorySpace> const& series, std::int64_t object) {
  std::int64_t const begin = series.offsets(object);
  return {series.time.data() + begin, series.strength.data() + begin, series.weight.data() + begin,
          series.offsets(object + 1) - begin};
}

/// Those, for sums that are formed directly.
template <class Real, class Operations>
auto direct_points(SeriesPoints<Real> const& points) {
  auto const strength_at = [from = points.strength](std::int64_t j) { return from + j; };
  return HostPoints<Real, Operations, decltype(strength_at)>{points.time, points.weight,
                                                             strength_at, points.count};
}

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
  using Sections = HostSections<Real, mean, Operations, Fft, padded_width>;
  static constexpr int series_of_section = Sections::series;

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
    auto const points = points_of(series, item.object);
    std::int64_t const length = section_length(points.count, grid.count, Place::host);
    HostTables<Real, Fft> const& of_length = *tables.find(length);
    Sections sections(of_length, grid);
    std::ptrdiff_t const numbers = Sections::numbers_of_grid(of_length.cells);
    ThreadMemory const memory(static_cast<std::size_t>((series_of_section + 1) * numbers) *
                              sizeof(Real));
    // Each transform goes to the grid before its own, which is free by then.
    Real* grids[series_of_section + 1];
    for (int i = 0; i <= series_of_section; ++i) {
      grids[i] = static_cast<Real*>(memory.data()) + i * numbers;
    }
    auto const of_object = direct_points<Real, Operations>(points);
    for (std::int64_t first = item.first / length * length; first < item.last; first += length) {
      std::fill_n(grids[1], series_of_section * numbers, Real(0));
      sections.spread(points, first, grids + 1);
      for (int i = 0; i < series_of_section; ++i) {
        sections.transform(grids[i + 1], grids[i]);
      }
      std::int64_t const last = std::min(first + length, item.last);
      for (std::int64_t k = std::max(first, item.first); k < last; k += Sections::lanes) {
        int const valid = static_cast<int>(std::min<std::int64_t>(Sections::lanes, last - k));
        auto sums = sections.at(grids, static_cast<int>(k - first));
        if constexpr (Epilogue::solves) {
          of_object.improve(sums, grid, k, valid, mean, epilogue, state);
        }
        epilogue.consume(state, item.object, k, epilogue.evaluate(state, sums), valid);
      }
    }
  }
};

}  // namespace siderum::portable::nufft
