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
/// over those that are far from its cells: with times in order nearly all. So is that of runs of
/// as many chunks.
inline constexpr int points_of_chunk = 128;
inline constexpr int chunks_of_run = 128;

/// Where the bounds of the runs of an object begin, which all lie behind those of the one before.
KOKKOS_INLINE_FUNCTION std::int64_t first_run(std::int64_t object, std::int64_t first_chunk) {
  return first_chunk / chunks_of_run + object;
}

/// Where the points of a chunk lie, in turns of the grid: places x = frac(step t), and frac(2 x).
struct ChunkBounds {
  double least[2];
  double most[2];
};

/// Places and bounds, a team per chunk.
template <class Exec>
struct PlaceFinder {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int team_size = points_of_chunk;

  Kokkos::View<double const*, MemorySpace> time;
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  // (objects + 1), of points
  std::int64_t const* first_chunks;                        // (objects + 1)
  std::int64_t const* objects;                             // (chunks)
  double step;
  double* place;        // (points)
  ChunkBounds* bounds;  // (chunks)

  static std::size_t scratch_bytes() { return 64; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const chunk = member.league_rank();
    std::int64_t const object = objects[chunk];
    std::int64_t const begin = offsets(object) + (chunk - first_chunks[object]) * points_of_chunk;
    std::int64_t const end = begin + points_of_chunk < offsets(object + 1) ? begin + points_of_chunk
                                                                           : offsets(object + 1);
    ChunkBounds found;
    for (int which = 0; which < 2; ++which) {
      Kokkos::MinMaxScalar<double> extremes;
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(member, begin, end),
          [&](std::int64_t const j, Kokkos::MinMaxScalar<double>& partial) {
            double const x = turns(reduced_cycles((which + 1) * step, 0.0, time(j)));
            if (which == 0) {
              place[j] = x;
            }
            partial.min_val = x < partial.min_val ? x : partial.min_val;
            partial.max_val = x > partial.max_val ? x : partial.max_val;
          },
          Kokkos::MinMax<double>(extremes));
      found.least[which] = extremes.min_val;
      found.most[which] = extremes.max_val;
    }
    Kokkos::single(Kokkos::PerTeam(member), [&]() { bounds[chunk] = found; });
  }

 private:
  KOKKOS_FUNCTION static double turns(double cycles) {
    return cycles < 0.0 ? cycles + 1.0 : cycles;
  }
};

/// Bounds of runs of chunks, a team for each chunk, of which the first of a run has work.
template <class Exec>
struct RunFinder {
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int team_size = chunks_of_run;

  std::int64_t const* first_chunks;  // (objects + 1)
  std::int64_t const* objects;       // (chunks)
  ChunkBounds const* bounds;         // (chunks)
  ChunkBounds* runs;

  static std::size_t scratch_bytes() { return 64; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const chunk = member.league_rank();
    std::int64_t const object = objects[chunk];
    std::int64_t const first = first_chunks[object];
    std::int64_t const behind = first_chunks[object + 1];
    if ((chunk - first) % chunks_of_run != 0) {
      return;
    }
    std::int64_t const end = chunk + chunks_of_run < behind ? chunk + chunks_of_run : behind;
    ChunkBounds found;
    for (int which = 0; which < 2; ++which) {
      Kokkos::MinMaxScalar<double> extremes;
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(member, chunk, end),
          [&](std::int64_t const i, Kokkos::MinMaxScalar<double>& partial) {
            partial.min_val = Kokkos::fmin(bounds[i].least[which], partial.min_val);
            partial.max_val = Kokkos::fmax(bounds[i].most[which], partial.max_val);
          },
          Kokkos::MinMax<double>(extremes));
      found.least[which] = extremes.min_val;
      found.most[which] = extremes.max_val;
    }
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      runs[first_run(object, first) + (chunk - first) / chunks_of_run] = found;
    });
  }
};

/// Which sections of which objects the jobs of a batch are: `sections` of each object, from
/// section `first_section` of the grid on, in groups that a team spreads together (1, 2 or 4;
/// `sections` is a multiple).
struct JobBatch {
  std::int64_t first_job;
  std::int64_t sections;
  std::int64_t first_section;
  int group;
  std::int64_t const* objects;  // of this length

  KOKKOS_FUNCTION std::int64_t object(std::int64_t job) const {
    return objects[(first_job + job) / sections];
  }
  KOKKOS_FUNCTION std::int64_t section(std::int64_t job) const {
    return first_section + (first_job + job) % sections;
  }
};

/// Turns strengths to the centres of sections and spreads them: a team per group of sections of an
/// object and tile of cells of one of their two grids (places x for v and w, 2x for w at twice the
/// frequency), so that places and weights are found once for the group. Each thread owns a cell of
/// one section and gathers the points that reach it, dealt out in four shares of which each is a
/// sum of its own: in a smaller group several threads of a cell have them. No atomics, and the same
/// bits every time, whatever the group. Tiles are small, since on a fine grid all points lie in few
/// cells.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue>
struct TileSpreader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_count = mean == MeanSums::yes ? 3 : 2;
  static constexpr int team_size = points_of_chunk;
  static constexpr int largest_group = 4;
  static constexpr int tile = team_size / largest_group;  // cells
  static constexpr int shares = largest_group;

  TrigSeries<Real, MemorySpace> series;
  std::int64_t const* first_chunks;
  double const* place;
  ChunkBounds const* bounds;
  ChunkBounds const* runs;
  FrequencyGrid grid;
  SectionTables<Real> tables;
  JobBatch jobs;
  Epilogue epilogue;
  Kokkos::complex<Real>* spread;  // (jobs, series, cells)

  struct Scratch {
    Real weight[team_size][portable::widest_spread + 1];
    Real strength[team_size][largest_group][2][2];  // one or two series, real and imaginary
    int first[team_size];                           // cell of the tile that weight[.][0] belongs to
    int chunks[team_size];                          // of a run that may reach the tile
    int count;
  };

  static std::size_t scratch_bytes() { return sizeof(Scratch) + 64; }

  KOKKOS_FUNCTION std::int64_t tiles() const { return (tables.cells + tile - 1) / tile; }
  /// Teams for a number of jobs.
  std::int64_t teams(std::int64_t job_count) const { return job_count / jobs.group * 2 * tiles(); }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const rank = member.league_rank();
    std::int64_t const first_job = rank / (2 * tiles()) * jobs.group;
    int const which = static_cast<int>(rank / tiles() % 2);
    int const tile_begin = static_cast<int>(rank % tiles()) * tile;
    if (!epilogue.wanted(jobs.object(first_job))) {
      return;
    }
    if (which == 0) {
      gather<(mean == MeanSums::yes ? 2 : 1)>(member, first_job, which, tile_begin, 0);
    } else {
      gather<1>(member, first_job, which, tile_begin, series_count - 1);
    }
  }

 private:
  template <int count>
  KOKKOS_FUNCTION void gather(Member const& member, std::int64_t first_job, int which,
                              int tile_begin, int first_series) const {
    auto& scratch =
        *static_cast<Scratch*>(member.team_shmem().get_shmem_aligned(sizeof(Scratch), 16));
    std::int64_t const object = jobs.object(first_job);
    int const own_cell = member.team_rank() % tile;
    int const own_job = member.team_rank() / tile % jobs.group;
    int const own_share = member.team_rank() / (tile * jobs.group);
    int const threads_of_cell = shares / jobs.group;  // 1, 2 or 4
    Real sum[shares][count][2] = {};
    std::int64_t const first_chunk = first_chunks[object];
    std::int64_t const last = first_chunks[object + 1];
    for (std::int64_t first = first_chunk; first < last; first += chunks_of_run) {
      ChunkBounds const& run =
          runs[first_run(object, first_chunk) + (first - first_chunk) / chunks_of_run];
      if (!may_reach(run.least[which], run.most[which], tile_begin)) {
        continue;
      }
      int const chunks = list_chunks(member, scratch, first, last, which, tile_begin);
      for (int i = 0; i < chunks; ++i) {
        std::int64_t const begin =
            series.offsets(object) + (first + scratch.chunks[i] - first_chunk) * points_of_chunk;
        int const points = select<count>(member, scratch, begin + member.team_rank(), object,
                                         first_job, which, tile_begin);
        for (int p = 0; p < points; p += shares) {
          for (int share = 0; share < shares; ++share) {
            if (share % threads_of_cell == own_share && p + share < points) {
              add(scratch, p + share, own_job, own_cell, sum[share]);
            }
          }
        }
        member.team_barrier();
      }
    }
    join_shares(member, scratch, own_share, threads_of_cell, sum);
    int const cell = tile_begin + own_cell;
    if (own_share == 0 && cell < tables.cells) {
      for (int s = 0; s < count; ++s) {
        spread[((first_job + own_job) * series_count + first_series + s) * tables.cells + cell] =
            Kokkos::complex<Real>(sum[0][s][0], sum[0][s][1]);
      }
    }
  }

  // Adds the shares of the points to the first, in order, from whichever threads have them.
  template <int count>
  KOKKOS_FUNCTION void join_shares(Member const& member, Scratch& scratch, int own_share,
                                   int threads_of_cell, Real (&sum)[shares][count][2]) const {
    Real* const room = scratch.weight[member.team_rank() % (team_size / threads_of_cell)];
    for (int share = 1; share < shares; ++share) {
      if (threads_of_cell > 1 && share % threads_of_cell == own_share) {
        for (int s = 0; s < count; ++s) {
          room[2 * (share * count + s)] = sum[share][s][0];
          room[2 * (share * count + s) + 1] = sum[share][s][1];
        }
      }
    }
    member.team_barrier();
    for (int share = 1; share < shares; ++share) {
      bool const is_own = share % threads_of_cell == own_share;
      for (int s = 0; s < count; ++s) {
        for (int part = 0; part < 2; ++part) {
          sum[0][s][part] += is_own ? sum[share][s][part] : room[2 * (share * count + s) + part];
        }
      }
    }
  }

  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION void add(Scratch const& scratch, int p, int own_job, int own_cell,
                                       Real (&sum)[count][2]) const {
    int const at = own_cell - scratch.first[p];
    if (at >= 0 && at < tables.width) {
      Real const weight = scratch.weight[p][at];
      for (int s = 0; s < count; ++s) {
        Real const* const strength = scratch.strength[p][own_job][s];
        sum[s][0] = multiply_add(weight, strength[0], sum[s][0]);
        sum[s][1] = multiply_add(weight, strength[1], sum[s][1]);
      }
    }
  }

  // Which chunks of a run may reach the tile; ends with all threads at one place.
  KOKKOS_FUNCTION int list_chunks(Member const& member, Scratch& scratch, std::int64_t first,
                                  std::int64_t last, int which, int tile_begin) const {
    std::int64_t const chunk = first + member.team_rank();
    bool const is_near = chunk < last && may_reach(bounds[chunk].least[which],
                                                   bounds[chunk].most[which], tile_begin);
    return compact(member, scratch, is_near,
                   [&](int at) { scratch.chunks[at] = member.team_rank(); });
  }

  // Calls keep(place in the list) on the threads that have something; returns the length.
  template <class Keep>
  KOKKOS_FUNCTION int compact(Member const& member, Scratch& scratch, bool has_something,
                              Keep const& keep) const {
    int const at = member.team_scan(has_something ? 1 : 0);
    if (member.team_rank() == team_size - 1) {
      scratch.count = at + (has_something ? 1 : 0);
    }
    if (has_something) {
      keep(at);
    }
    member.team_barrier();
    return scratch.count;
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
  KOKKOS_FUNCTION int select(Member const& member, Scratch& scratch, std::int64_t j,
                             std::int64_t object, std::int64_t first_job, int which,
                             int tile_begin) const {
    int first = 0;
    Real s = 0;
    bool const is_reached =
        j < series.offsets(object + 1) && reaches(j, which, tile_begin, first, s);
    return compact(member, scratch, is_reached, [&](int at) {
      scratch.first[at] = first;
      evaluate_weights(s, scratch.weight[at]);
      for (int job = 0; job < jobs.group; ++job) {
        turn<count>(j, first_job + job, which, scratch.strength[at][job]);
      }
    });
  }

  KOKKOS_FUNCTION void evaluate_weights(Real s, Real* weight) const {
    Real value[portable::widest_spread];
    for (int i = 0; i < portable::widest_spread; ++i) {
      value[i] = tables.polynomial[i];
    }
    for (int k = 1; k <= tables.degree; ++k) {
      for (int i = 0; i < portable::widest_spread; ++i) {
        value[i] = multiply_add(value[i], s, tables.polynomial[k * portable::widest_spread + i]);
      }
    }
    for (int i = 0; i < portable::widest_spread; ++i) {
      weight[i] = value[i];
    }
  }

  template <int count>
  KOKKOS_FUNCTION void turn(std::int64_t j, std::int64_t job, int which,
                            Real (&strength)[2][2]) const {
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid.first, grid.step,
        static_cast<double>(jobs.section(job) * tables.modes + tables.modes / 2));
    typename Operations::template SinCos<Real> const sin_cos;
    auto const x = sin_cos(reduced_cycles(centre.high, centre.low, series.time(j)));
    Real const along = series.weight(j) * x.cos;
    Real const across = series.weight(j) * x.sin;
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
  SectionTables<Real> tables;
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
