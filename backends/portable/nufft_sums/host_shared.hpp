// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <siderum/backends/portable/nufft_sums/host_section.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::nufft {

/// NufftSums on a host that has more threads than there are sections, all of which it shares out:
/// runs of points that they spread, transforms of series, sums that are formed directly, and
/// stretches of frequencies. The bits are those of HostSectionSummer.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue, int padded_width>
class HostSharedSummer {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Fft = typename Operations::template Fft<Exec, Real>;
  using Sections = HostSections<Real, mean, Operations, Fft, padded_width>;

  /// @param items  of which none has frequencies of two sections, those of one section in a row
  HostSharedSummer(Exec const& exec, TrigSeries<Real, MemorySpace> const& series,
                   Kokkos::View<WorkItem const*, MemorySpace> const& items,
                   FrequencyGrid const& grid, TablesOfLengths<Real, Fft> const& tables,
                   Epilogue const& epilogue, std::string const& label)
      : exec_(exec), grid_(grid), epilogue_(epilogue), label_(label) {
    for (std::size_t i = 0; i < items.extent(0); ++i) {
      WorkItem const& item = items(i);
      auto const points = points_of(series, item.object);
      std::int64_t const length = section_length(points.count, grid.count, Place::host);
      std::int64_t const first = item.first / length * length;
      if (sections_.empty() || sections_.back().object != item.object ||
          sections_.back().first != first) {
        HostTables<Real, Fft> const& of_length = *tables.find(length);
        sections_.push_back({item.object, first, points, &of_length, numbers_});
        if (epilogue.wanted(item.object)) {
          numbers_ += 2 * of_section * Sections::numbers_of_grid(of_length.cells);
        }
      }
      pieces_.push_back({item, sections_.size() - 1, {}, {}});
    }
  }

  void operator()() {
    ThreadMemory const memory(static_cast<std::size_t>(numbers_) * sizeof(Real));
    numbers_of_sections_ = static_cast<Real*>(memory.data());
    clear();
    spread();
    transform();
    if constexpr (Epilogue::solves) {
      sum_directly();
    }
    for_each(pieces_.size(), [&](std::size_t i) {
      Piece const& piece = pieces_[i];
      work_off(epilogue_, piece.item, [&](auto& state) { consume(piece, state); });
    });
  }

 private:
  static constexpr int of_section = Sections::series;

  struct Section {
    std::int64_t object;
    std::int64_t first;  // frequency
    SeriesPoints<Real> points;
    HostTables<Real, Fft> const* tables;
    std::int64_t numbers;  // where its grids begin, and behind them their transforms
  };

  struct Piece {
    WorkItem item;
    std::size_t section;
    std::vector<std::int64_t> nearly_singular;  // frequencies, ascending
    std::vector<DirectSums<double>> exact;      // of these
  };

  template <class Function>
  void for_each(std::size_t count, Function const& function) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    for_each_on_host(label_,
                     Policy(exec_, 0, static_cast<std::int64_t>(count), Kokkos::ChunkSize(1)),
                     [&](std::int64_t index) { function(static_cast<std::size_t>(index)); });
  }

  bool wanted(Section const& section) const { return epilogue_.wanted(section.object); }

  Real* grid_of(Section const& section, int i) const {
    return numbers_of_sections_ + section.numbers +
           i * Sections::numbers_of_grid(section.tables->cells);
  }

  // The wanted sections in so many parts each.
  template <class Function>
  void for_each_part(std::size_t parts, Function const& function) const {
    for_each(sections_.size() * parts, [&](std::size_t index) {
      Section const& section = sections_[index / parts];
      if (wanted(section)) {
        function(section, static_cast<int>(index % parts));
      }
    });
  }

  void clear() const {
    constexpr int slices = 16;
    for_each_part(of_section * slices, [&](Section const& section, int part) {
      std::ptrdiff_t const numbers = of_section * Sections::numbers_of_grid(section.tables->cells);
      constexpr int parts = of_section * slices;
      Real* const begin = grid_of(section, 0);
      std::fill(begin + numbers * part / parts, begin + numbers * (part + 1) / parts, Real(0));
    });
  }

  void spread() const {
    struct Task {
      Section const* section;
      bool twice;
      SpreadRun run;
    };
    std::vector<Task> tasks;
    std::int64_t const wanted_runs =
        tasks_of_thread * exec_.concurrency() / static_cast<std::int64_t>(sections_.size()) / 2 + 1;
    // Of once and twice the phases: those of all sections of one object.
    std::vector<SpreadRun> runs[2];
    std::int64_t object = -1;
    for (Section const& section : sections_) {
      if (!wanted(section)) {
        continue;
      }
      SeriesPoints<Real> const& points = section.points;
      if (section.object != object) {
        object = section.object;
        bool const ascends = std::is_sorted(points.time, points.time + points.count);
        Sections const sections(*section.tables, grid_);
        for (bool const twice : {false, true}) {
          runs[twice] = sections.runs(points, ascends, twice, wanted_runs);
        }
      }
      for (bool const twice : {false, true}) {
        for (SpreadRun const& run : runs[twice]) {
          tasks.push_back({&section, twice, run});
        }
      }
    }
    for_each(tasks.size(), [&](std::size_t i) {
      Task const& task = tasks[i];
      Real* grids[of_section];
      for (int of = 0; of < of_section; ++of) {
        grids[of] = grid_of(*task.section, of);
      }
      Sections(*task.section->tables, grid_)
          .spread(task.section->points, task.section->first, task.run, task.twice, grids);
    });
  }

  void transform() const {
    for_each_part(of_section, [&](Section const& section, int i) {
      Sections(*section.tables, grid_)
          .transform(grid_of(section, i), grid_of(section, of_section + i));
    });
  }

  // at(k, sums, valid) for all groups of frequencies of a piece.
  template <class At>
  void read(Piece const& piece, At const& at) const {
    Section const& section = sections_[piece.section];
    Sections const sections(*section.tables, grid_);
    Real const* transforms[of_section];
    for (int i = 0; i < of_section; ++i) {
      transforms[i] = grid_of(section, of_section + i);
    }
    for (std::int64_t k = piece.item.first; k < piece.item.last; k += Sections::lanes) {
      at(k, sections.at(transforms, static_cast<int>(k - section.first)),
         static_cast<int>(std::min<std::int64_t>(Sections::lanes, piece.item.last - k)));
    }
  }

  // They lie side by side and take longest, so that no thread has them all.
  void sum_directly() {
    for_each(pieces_.size(), [&](std::size_t i) {
      Piece& piece = pieces_[i];
      if (!wanted(sections_[piece.section])) {
        return;
      }
      auto const state = epilogue_.begin(piece.item.object);
      read(piece, [&](std::int64_t k, auto sums, int valid) {
        replace_nearly_singular(sums, k, valid, mean, epilogue_, state, [&](std::int64_t of) {
          piece.nearly_singular.push_back(of);
          return DirectSums<double>{};
        });
      });
      piece.exact.resize(piece.nearly_singular.size());
    });
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      for (std::size_t j = 0; j < pieces_[i].exact.size(); ++j) {
        all.push_back({i, j});
      }
    }
    for_each(all.size(), [&](std::size_t i) {
      Piece& piece = pieces_[all[i].first];
      std::size_t const j = all[i].second;
      piece.exact[j] = direct_points<Real, Operations>(sections_[piece.section].points)
                           .sums_at(grid_, piece.nearly_singular[j]);
    });
  }

  template <class State>
  void consume(Piece const& piece, State& state) const {
    std::size_t next = 0;
    read(piece, [&](std::int64_t k, auto sums, int valid) {
      if constexpr (Epilogue::solves) {
        replace_nearly_singular(sums, k, valid, mean, epilogue_, state,
                                [&](std::int64_t) { return piece.exact[next++]; });
      }
      epilogue_.consume(state, piece.item.object, k, epilogue_.evaluate(state, sums), valid);
    });
  }

  static constexpr std::int64_t tasks_of_thread = 4;

  Exec exec_;
  FrequencyGrid grid_;
  Epilogue epilogue_;
  std::string label_;
  std::vector<Section> sections_;
  std::vector<Piece> pieces_;
  std::int64_t numbers_ = 0;
  Real* numbers_of_sections_ = nullptr;
};

}  // namespace siderum::portable::nufft
