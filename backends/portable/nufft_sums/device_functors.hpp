// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/nufft_sums/device_tiles.hpp>
#include <siderum/backends/portable/nufft_sums/nearly_singular.hpp>
#include <siderum/backends/portable/sin_cos.hpp>

/// The steps of the NUFFT on a device. A job is one section of one object; the jobs of all objects
/// whose sections have the same length are worked off in batches, each by one launch that spreads,
/// one batch of transforms and one launch that hands the sums to the epilogue.
namespace siderum::portable::nufft {

/// Which sections of which objects the jobs of a batch are: `sections` of each object, from
/// section `first_section` of the grid on, in groups that a team spreads together (a power of two
/// up to largest_group; `sections` is a multiple).
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
/// one section and gathers the points that reach it, dealt out in as many shares as the largest
/// group has sections, of which each is a sum of its own: in a smaller group several threads of a
/// cell have them. No atomics, and the same bits every time, whatever the group.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue>
struct TileSpreader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  using Points = TilePoints<Exec, Real>;
  static constexpr int series_count = mean == MeanSums::yes ? 3 : 2;
  static constexpr int team_size = Points::team_size;
  static constexpr int tile = Points::tile;
  static constexpr int most_jobs = largest_group<Exec>;
  static constexpr int shares = most_jobs;

  TrigSeries<Real, MemorySpace> series;
  Points points;
  FrequencyGrid grid;
  JobBatch jobs;
  Epilogue epilogue;
  Kokkos::complex<Real>* spread;  // (jobs, series, cells)

  struct Scratch {
    typename Points::Scratch points;
    Real strength[team_size][most_jobs][2][2];  // one or two series, real and imaginary
  };

  static std::size_t scratch_bytes() { return sizeof(Scratch) + 64; }

  /// Teams for a number of jobs.
  std::int64_t teams(std::int64_t job_count) const {
    return job_count / jobs.group * 2 * points.tiles();
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const rank = member.league_rank();
    std::int64_t const tiles = points.tiles();
    std::int64_t const first_job = rank / (2 * tiles) * jobs.group;
    int const which = static_cast<int>(rank / tiles % 2);
    int const tile_begin = static_cast<int>(rank % tiles) * tile;
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
    int const own_cell = member.team_rank() % tile;
    int const own_job = member.team_rank() / tile % jobs.group;
    int const own_share = member.team_rank() / (tile * jobs.group);
    int const threads_of_cell = shares / jobs.group;  // 1, 2, .. or shares
    Real sum[shares][count][2] = {};
    points.for_each_chunk(
        member, scratch.points, jobs.object(first_job), which, tile_begin,
        [&](int at, std::int64_t j) {
          for (int job = 0; job < jobs.group; ++job) {
            turn<count>(j, first_job + job, which, scratch.strength[at][job]);
          }
        },
        [&](int found) {
          for (int p = 0; p < found; p += shares) {
            for (int share = 0; share < shares; ++share) {
              if (share % threads_of_cell == own_share && p + share < found) {
                add(scratch, p + share, own_job, own_cell, sum[share]);
              }
            }
          }
        });
    join_shares(member, scratch, own_share, threads_of_cell, sum);
    int const cells = points.tables.cells;
    int const cell = tile_begin + own_cell;
    if (own_share == 0 && cell < cells) {
      for (int s = 0; s < count; ++s) {
        spread[((first_job + own_job) * series_count + first_series + s) * cells + cell] =
            Kokkos::complex<Real>(sum[0][s][0], sum[0][s][1]);
      }
    }
  }

  // Adds the shares of the points to the first, in order, from whichever threads have them.
  template <int count>
  KOKKOS_FUNCTION void join_shares(Member const& member, Scratch& scratch, int own_share,
                                   int threads_of_cell, Real (&sum)[shares][count][2]) const {
    static_assert(sizeof(sum) <= sizeof(scratch.points.weight[0]));
    Real* const room = scratch.points.weight[member.team_rank() % (team_size / threads_of_cell)];
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
    Real weight;
    if (points.reaches_cell(scratch.points, p, own_cell, weight)) {
      for (int s = 0; s < count; ++s) {
        Real const* const strength = scratch.strength[p][own_job][s];
        sum[s][0] = multiply_add(weight, strength[0], sum[s][0]);
        sum[s][1] = multiply_add(weight, strength[1], sum[s][1]);
      }
    }
  }

  template <int count>
  KOKKOS_FUNCTION void turn(std::int64_t j, std::int64_t job, int which,
                            Real (&strength)[2][2]) const {
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid.first, grid.step,
        static_cast<double>(jobs.section(job) * points.tables.modes + points.tables.modes / 2));
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
};

/// Hands the sums of transformed jobs to the epilogue: a team per part of a section.
template <class Exec, class Real, MeanSums mean, class Operations, class Epilogue>
struct SectionReader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_count = mean == MeanSums::yes ? 3 : 2;
  static constexpr int team_size = DeviceShape<Exec>::team;
  static constexpr std::int64_t part = part_of_section;
  using Aside = PutAside<team_size, static_cast<int>(part)>;

  TrigSeries<Real, MemorySpace> series;
  FrequencyGrid grid;
  Kokkos::View<std::int64_t const*, MemorySpace> slots;  // (objects + 1)
  FrequencyRange range;
  SectionTables<Real> tables;
  JobBatch jobs;
  Epilogue epilogue;
  Kokkos::complex<Real> const* sums;  // (jobs, series, cells)

  static std::size_t scratch_bytes() {
    return team_size * sizeof(typename Epilogue::State) + 64 +
           (Epilogue::solves ? sizeof(Aside) + 64 : 0);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const parts = tables.modes / part;
    std::int64_t const job = member.league_rank() / parts;
    std::int64_t const object = jobs.object(job);
    std::int64_t const section = jobs.section(job);
    std::int64_t const start = section * tables.modes;
    std::int64_t const end = start + tables.modes;
    OwnFrequencies const own{start > range.first ? start : range.first,
                             end < range.last ? end : range.last, member.league_rank() % parts,
                             parts};
    auto state = epilogue.begin(object);
    if (epilogue.wanted(object)) {
      read_part(member, state, object, own,
                [&](std::int64_t k) { return at(job, static_cast<int>(k - start)); });
    } else {
      own.for_each(member.team_rank(), team_size,
                   [&](std::int64_t k) { epilogue.skip(object, k); });
    }
    finish_team(
        epilogue, member,
        slots(object) + (section - jobs.first_section) * parts + member.league_rank() % parts,
        state);
  }

 private:
  template <class Read>
  KOKKOS_FORCEINLINE_FUNCTION void read_part(Member const& member, typename Epilogue::State& state,
                                             std::int64_t object, OwnFrequencies const& own,
                                             Read const& read) const {
    std::int64_t const from = series.offsets(object);
    auto const strength_at = [&](std::int64_t j) { return series.strength(from + j); };
    DevicePoints<Exec, Real, Operations, decltype(strength_at)> const points{
        series.time.data() + from, series.weight.data() + from, strength_at,
        series.offsets(object + 1) - from};
    consume_by_team<Real, team_size, static_cast<int>(part)>(member, epilogue, state, object, own,
                                                             grid, mean, points, read);
  }

  KOKKOS_FUNCTION TrigSumValues<Real> at(std::int64_t job, int i) const {
    int const cell = tables.cell_of(i);
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

}  // namespace siderum::portable::nufft
