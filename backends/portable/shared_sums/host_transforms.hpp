// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/nufft_sums/host_spreader.hpp>
#include <siderum/backends/portable/nufft_sums/nearly_singular.hpp>
#include <siderum/backends/portable/shared_sums/host_consume.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::shared {

/// One section of a group of objects on a host: phases, cells and weights of a chunk of the points
/// are found once, and the strengths of all objects of the group turned and spread by them.
template <class Real, class Operations, class Fft, int padded_width>
class SharedSection {
 public:
  using Tables = nufft::HostTables<Real, Fft>;
  using Spreader = nufft::HostSpreader<Real, Operations, Fft, padded_width>;
  using Vector = typename Spreader::Vector;
  static constexpr int chunk = Spreader::chunk;
  static constexpr int most_objects = 8;

  /// Objects of a group: as many grids as stay in the cache of a core.
  static int group(int cells) {
    constexpr std::int64_t cache = std::int64_t{1} << 20;
    return static_cast<int>(std::clamp<std::int64_t>(
        cache / (numbers(cells) * std::int64_t{sizeof(Real)}), 2, most_objects));
  }

  /// Numbers of type Real that the work space of one thread takes.
  static std::size_t workspace(int cells) {
    return static_cast<std::size_t>((group(cells) + 1) * numbers(cells));
  }

  /// @param memory  workspace(tables.cells) numbers at an address that 64 bytes divide
  SharedSection(Tables const& tables, FrequencyGrid const& grid, Real* memory)
      : tables_(tables), grid_(grid), spreader_(tables), sums_(memory) {
    for (int i = 0; i < group(tables.cells); ++i) {
      spread_[i] = memory + (i + 1) * numbers(tables.cells);
    }
  }

  /// Spreads the points of `objects` objects for the section that begins at frequency `first`.
  /// @param strength_of  (object of the group, point) -> the strengths of a chunk
  template <class StrengthOf>
  void spread(double const* time, std::int64_t points, std::int64_t first, int objects,
              StrengthOf const& strength_of) {
    for (int i = 0; i < objects; ++i) {
      std::fill_n(spread_[i], numbers(tables_.cells), Real(0));
    }
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid_.first, grid_.step, static_cast<double>(first + tables_.modes / 2));
    for (std::int64_t begin = 0; begin < points; begin += chunk) {
      int const count = static_cast<int>(std::min<std::int64_t>(chunk, points - begin));
      spreader_.load(time + begin, centre, count);
      for (int i = 0; i < objects; ++i) {
        turn(strength_of(i, begin), i);
      }
      spreader_.place(grid_.step, count);
      add(objects, count);
    }
  }

  /// Makes the sums of an object of the group those that `read` gives.
  void transform(int object) {
    using Complex = Kokkos::complex<Real>;
    spreader_.fold(spread_[object]);
    (*tables_.transform)(reinterpret_cast<Complex*>(spread_[object] + 2 * Spreader::margin),
                         reinterpret_cast<Complex*>(sums_));
  }

  /// The sums from the i-th frequency of the section on; i divisible by the lanes.
  void read(int i, Vector& yc, Vector& ys) const { nufft::read_sums(tables_, sums_, i, yc, ys); }

 private:
  static std::int64_t numbers(int cells) { return std::int64_t{2} * Spreader::grid_size(cells); }

  void turn(Real const* strength, int object) {
    Real const* const cosine = spreader_.cosine();
    Real const* const sine = spreader_.sine();
    for (int j = 0; j < chunk; ++j) {
      turned_[object][0][j] = strength[j] * cosine[j];
      turned_[object][1][j] = strength[j] * sine[j];
    }
  }

  // Several grids at a time, which share the weights in registers.
  void add(int objects, int count) {
    int i = 0;
    for (; objects - i >= 4; i += 4) {
      spreader_.template add<4>(turned_ + i, spread_ + i, count);
    }
    for (; objects - i >= 2; i += 2) {
      spreader_.template add<2>(turned_ + i, spread_ + i, count);
    }
    if (i < objects) {
      spreader_.template add<1>(turned_ + i, spread_ + i, count);
    }
  }

  Tables tables_;
  FrequencyGrid grid_;
  Spreader spreader_;
  Real* sums_;
  Real* spread_[most_objects] = {};
  alignas(64) Real turned_[most_objects][2][chunk];
};

/// A group of objects and a section per thread, and the power where the sums came to be.
template <class Exec, class Real, class Operations, class Epilogue, int padded_width>
struct SharedSectionSummer {
  using MemorySpace = typename Exec::memory_space;
  using Fft = typename Operations::template Fft<Exec, Real>;
  using Section = SharedSection<Real, Operations, Fft, padded_width>;
  static constexpr std::int64_t chunk = shared_chunk<Exec>;
  static_assert(chunk % Section::chunk == 0);

  SharedSeries<Exec, Real> series;
  FrequencyGrid grid;
  SharedWeights<Real, MemorySpace> weights;
  MeanSums mean;
  nufft::HostTables<Real, Fft> tables;
  Strips sections;            // of the stretch
  std::int64_t all_sections;  // of the grid
  Epilogue epilogue;

  /// Work items.
  std::int64_t items() const {
    int const group = Section::group(tables.cells);
    return (series.objects + group - 1) / group * sections.count;
  }

  void operator()(std::int64_t index) const {
    std::int64_t const section = sections.first + index % sections.count;
    std::int64_t const begin = index / sections.count * Section::group(tables.cells);
    int const count = static_cast<int>(
        std::min<std::int64_t>(Section::group(tables.cells), series.objects - begin));
    std::int64_t const first = section * tables.modes;
    std::int64_t const last = std::min<std::int64_t>(first + tables.modes, weights.range.last);
    ThreadMemory const memory(Section::workspace(tables.cells) * sizeof(Real));
    Section sums(tables, grid, static_cast<Real*>(memory.data()));
    auto const& shared = series.weights;
    auto const strength_of = [&](int object, std::int64_t point) {
      return series.strength.data() + (point / chunk * series.objects + begin + object) * chunk +
             point % chunk;
    };
    sums.spread(shared.time.data(), series.points, first, count, strength_of);
    for (int i = 0; i < count; ++i) {
      auto state = epilogue.begin(begin + i);
      sums.transform(i);
      auto const strength_at = [&](std::int64_t j) { return strength_of(i, j); };
      nufft::HostPoints<Real, Operations, decltype(strength_at)> const points{
          shared.time.data(), shared.weight.data(), strength_at, series.points};
      consume_shared(
          epilogue, state, begin + i, first, last, weights, mean,
          [&](std::int64_t k, auto& yc, auto& ys) {
            sums.read(static_cast<int>(k - first), yc, ys);
          },
          [&](auto& at, std::int64_t k, int valid) {
            if constexpr (Epilogue::solves) {
              points.improve(at, grid, k, valid, mean, epilogue, state);
            }
          });
      if constexpr (Epilogue::reduces) {
        epilogue.finish((begin + i) * all_sections + section, state);
      }
    }
  }
};

}  // namespace siderum::portable::shared
