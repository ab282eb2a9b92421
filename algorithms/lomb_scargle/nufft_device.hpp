// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/lomb_scargle/nufft_sections.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

/// The steps of the NUFFT on a device. A job is one section of one object; the jobs of all objects
/// whose sections have the same length are worked off in batches, each by one launch that spreads,
/// one batch of transforms and one launch that hands the sums to the epilogue.
namespace siderum::nufft {

/// Points that a team looks at together. Their range of places is known, so that a team can pass
/// over those that are far from its cells: with times in order nearly all.
inline constexpr int points_of_chunk = 128;

/// Where the points of a chunk lie, in turns of the grid: places x = frac(step t), and frac(2 x).
struct ChunkBounds {
  double least[2];
  double most[2];
};

/// Places and bounds, a thread per chunk.
template <class MemorySpace>
struct PlaceFinder {
  Kokkos::View<double const*, MemorySpace> time;
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;       // (objects + 1), of points
  Kokkos::View<std::int64_t const*, MemorySpace> first_chunks;  // (objects + 1)
  Kokkos::View<std::int32_t const*, MemorySpace> objects;       // (chunks)
  double step;
  double* place;        // (points)
  ChunkBounds* bounds;  // (chunks)

  KOKKOS_FUNCTION static double turns(double cycles) {
    return cycles < 0.0 ? cycles + 1.0 : cycles;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t chunk) const {
    std::int64_t const object = objects(chunk);
    std::int64_t const begin = offsets(object) + (chunk - first_chunks(object)) * points_of_chunk;
    std::int64_t const end = begin + points_of_chunk < offsets(object + 1) ? begin + points_of_chunk
                                                                           : offsets(object + 1);
    ChunkBounds found{{1.0, 1.0}, {0.0, 0.0}};
    for (std::int64_t j = begin; j < end; ++j) {
      double const x[2] = {turns(reduced_cycles(step, 0.0, time(j))),
                           turns(reduced_cycles(2.0 * step, 0.0, time(j)))};
      place[j] = x[0];
      for (int i = 0; i < 2; ++i) {
        found.least[i] = x[i] < found.least[i] ? x[i] : found.least[i];
        found.most[i] = x[i] > found.most[i] ? x[i] : found.most[i];
      }
    }
    bounds[chunk] = found;
  }
};

/// Tables of the sections of one length, in the memory of the device.
template <class Real>
struct DeviceTables {
  int modes = 0;
  int cells = 0;
  int width = 0;
  int degree = 0;
  Real const* polynomial = nullptr;   // (degree + 1, widest_spread)
  Real const* deconvolver = nullptr;  // (modes)
};

/// Which sections of which objects the jobs of a batch are: `sections` of each object, from
/// section `first_section` of the grid on.
struct JobBatch {
  std::int64_t first_job;
  std::int64_t sections;
  std::int64_t first_section;
  std::int32_t const* objects;  // of this length

  KOKKOS_FUNCTION std::int64_t object(std::int64_t job) const {
    return objects[(first_job + job) / sections];
  }
  KOKKOS_FUNCTION std::int64_t section(std::int64_t job) const {
    return first_section + (first_job + job) % sections;
  }
};

/// Turns strengths to the centre of a section and spreads them: a team per tile of cells of one of
/// the two grids of a job (places x for v and w, 2x for w at twice the frequency). Each thread
/// owns cells and gathers the points that reach them, in their order: no atomics, and the same bits
/// every time.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue>
struct TileSpreader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_count = mean == MeanSums::yes ? 3 : 2;
  static constexpr int team_size = points_of_chunk;
  static constexpr int cells_of_thread = 2;
  static constexpr int tile = team_size * cells_of_thread;

  TrigSeries<Real, MemorySpace> series;
  Kokkos::View<std::int64_t const*, MemorySpace> first_chunks;
  double const* place;
  ChunkBounds const* bounds;
  FrequencyGrid grid;
  DeviceTables<Real> tables;
  JobBatch jobs;
  Epilogue epilogue;
  Kokkos::complex<Real>* spread;  // (jobs, series, cells)

  struct Scratch {
    Real weight[team_size][portable::widest_spread + 1];
    Real strength[team_size][2][2];  // one or two series, real and imaginary
    int first[team_size];            // cell of the tile that weight[.][0] belongs to
    int count;
  };

  static std::size_t scratch_bytes() { return sizeof(Scratch) + 64; }
  std::int64_t tiles() const { return (tables.cells + tile - 1) / tile; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tiles_of_grid = (tables.cells + tile - 1) / tile;
    std::int64_t const rank = member.league_rank();
    std::int64_t const job = rank / (2 * tiles_of_grid);
    int const which = static_cast<int>(rank / tiles_of_grid % 2);
    int const tile_begin = static_cast<int>(rank % tiles_of_grid) * tile;
    if (!epilogue.wanted(jobs.object(job))) {
      return;
    }
    if (which == 0) {
      gather<(mean == MeanSums::yes ? 2 : 1)>(member, job, which, tile_begin, 0);
    } else {
      gather<1>(member, job, which, tile_begin, series_count - 1);
    }
  }

 private:
  template <int count>
  KOKKOS_FUNCTION void gather(Member const& member, std::int64_t job, int which, int tile_begin,
                              int first_series) const {
    auto& scratch =
        *static_cast<Scratch*>(member.team_shmem().get_shmem_aligned(sizeof(Scratch), 16));
    std::int64_t const object = jobs.object(job);
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid.first, grid.step,
        static_cast<double>(jobs.section(job) * tables.modes + tables.modes / 2));
    Real sum[cells_of_thread][count][2] = {};
    std::int64_t const end = series.offsets(object + 1);
    std::int64_t begin = series.offsets(object);
    for (std::int64_t chunk = first_chunks(object); begin < end;
         ++chunk, begin += points_of_chunk) {
      if (!may_reach(bounds[chunk].least[which], bounds[chunk].most[which], tile_begin)) {
        continue;
      }
      select<count>(member, scratch, begin + member.team_rank(), end, which, tile_begin, centre);
      member.team_barrier();
      for (int p = 0; p < scratch.count; ++p) {
        for (int i = 0; i < cells_of_thread; ++i) {
          int const at = member.team_rank() + i * team_size - scratch.first[p];
          if (at >= 0 && at < tables.width) {
            Real const weight = scratch.weight[p][at];
            for (int s = 0; s < count; ++s) {
              sum[i][s][0] = multiply_add(weight, scratch.strength[p][s][0], sum[i][s][0]);
              sum[i][s][1] = multiply_add(weight, scratch.strength[p][s][1], sum[i][s][1]);
            }
          }
        }
      }
      member.team_barrier();
    }
    for (int i = 0; i < cells_of_thread; ++i) {
      int const cell = tile_begin + member.team_rank() + i * team_size;
      if (cell < tables.cells) {
        for (int s = 0; s < count; ++s) {
          spread[(job * series_count + first_series + s) * tables.cells + cell] =
              Kokkos::complex<Real>(sum[i][s][0], sum[i][s][1]);
        }
      }
    }
  }

  // Whether a point between two places may reach the tile, on the circle of the grid.
  KOKKOS_FUNCTION bool may_reach(double least, double most, int tile_begin) const {
    auto const cells = static_cast<double>(tables.cells);
    double const low = (tile_begin - tables.width) / cells;
    double const high = (tile_begin + tile + tables.width) / cells;
    return (least <= high && most >= low) || least + 1.0 <= high || most - 1.0 >= low;
  }

  // Puts the points of a chunk that reach the tile into scratch, in their order.
  template <int count>
  KOKKOS_FUNCTION void select(Member const& member, Scratch& scratch, std::int64_t j,
                              std::int64_t end, int which, int tile_begin,
                              SplitFrequency const& centre) const {
    int first = 0;
    Real s = 0;
    bool const is_reached = j < end && reaches(j, which, tile_begin, first, s);
    int const place_in_list = member.team_scan(is_reached ? 1 : 0);
    if (member.team_rank() == team_size - 1) {
      scratch.count = place_in_list + (is_reached ? 1 : 0);
    }
    if (!is_reached) {
      return;
    }
    scratch.first[place_in_list] = first;
    Real* const weight = scratch.weight[place_in_list];
    for (int i = 0; i < portable::widest_spread; ++i) {
      Real value = tables.polynomial[i];
      for (int k = 1; k <= tables.degree; ++k) {
        value = multiply_add(value, s, tables.polynomial[k * portable::widest_spread + i]);
      }
      weight[i] = value;
    }
    typename Operations::template SinCos<Real> const sin_cos;
    auto const x = sin_cos(reduced_cycles(centre.high, centre.low, series.time(j)));
    Real const along = series.weight(j) * x.cos;
    Real const across = series.weight(j) * x.sin;
    auto& strength = scratch.strength[place_in_list];
    if (which == 1) {
      strength[0][0] = multiply_add(along, x.cos, -(across * x.sin));
      strength[0][1] = Real(2) * along * x.sin;
    } else {
      strength[0][0] = series.strength(j) * x.cos;
      strength[0][1] = series.strength(j) * x.sin;
      if constexpr (count == 2) {
        strength[1][0] = along;
        strength[1][1] = across;
      }
    }
  }

  // The first cell of a point, counted from the tile, and the variable of its polynomials.
  KOKKOS_FUNCTION bool reaches(std::int64_t j, int which, int tile_begin, int& first,
                               Real& s) const {
    double x = place[j];
    if (which == 1) {
      x = x + x;
      x = x >= 1.0 ? x - 1.0 : x;
    }
    double const edge = x * tables.cells - 0.5 * tables.width;
    double const cell = Kokkos::ceil(edge);
    s = static_cast<Real>(2.0 * (cell - edge) - 1.0);
    first = static_cast<int>(cell) - tile_begin;
    if (first <= -tables.width) {
      first += tables.cells;
    } else if (first >= tile) {
      first -= tables.cells;
    }
    return first > -tables.width && first < tile;
  }
};

/// Hands the sums of transformed jobs to the epilogue: a team per part of a section.
template <class Exec, class Real, MeanSums mean, class Epilogue>
struct SectionReader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_count = mean == MeanSums::yes ? 3 : 2;
  static constexpr int team_size = 128;
  static constexpr std::int64_t part = 1024;  // frequencies; divides every section

  Kokkos::View<std::int64_t const*, MemorySpace> slots;  // (objects + 1)
  FrequencyRange range;
  DeviceTables<Real> tables;
  JobBatch jobs;
  Epilogue epilogue;
  Kokkos::complex<Real> const* sums;  // (jobs, series, cells)

  static std::size_t scratch_bytes() { return team_size * sizeof(typename Epilogue::State) + 64; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const parts = tables.modes / part;
    std::int64_t const job = member.league_rank() / parts;
    std::int64_t const object = jobs.object(job);
    std::int64_t const section = jobs.section(job);
    std::int64_t const start = section * tables.modes;
    std::int64_t const begin = start + member.league_rank() % parts * part;
    std::int64_t const first = begin > range.first ? begin : range.first;
    std::int64_t const last = begin + part < range.last ? begin + part : range.last;
    bool const wanted = epilogue.wanted(object);
    auto state = epilogue.begin(object);
    for (std::int64_t k = first + member.team_rank(); k < last; k += team_size) {
      if (wanted) {
        epilogue.consume(state, object, k,
                         epilogue.evaluate(state, at(job, static_cast<int>(k - start))));
      } else {
        epilogue.skip(object, k);
      }
    }
    portable::finish_team(
        epilogue, member,
        slots(object) + (section - jobs.first_section) * parts + member.league_rank() % parts,
        state);
  }

 private:
  KOKKOS_FUNCTION TrigSumValues<Real> at(std::int64_t job, int i) const {
    int const half = tables.modes / 2;
    int const cell = i < half ? tables.cells - half + i : i - half;
    Real const scale = tables.deconvolver[i];
    auto const read = [&](int s) {
      return sums[(job * series_count + s) * tables.cells + cell] * scale;
    };
    auto const values = read(0);
    auto const doubled = read(series_count - 1);
    TrigSumValues<Real> result{values.real(), values.imag(),  Real(0),
                               Real(0),       doubled.real(), doubled.imag()};
    if constexpr (mean == MeanSums::yes) {
      auto const weights = read(1);
      result.c = weights.real();
      result.s = weights.imag();
    }
    return result;
  }
};

}  // namespace siderum::nufft
