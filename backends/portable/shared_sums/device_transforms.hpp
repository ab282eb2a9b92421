// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/nufft_sums/device_tiles.hpp>
#include <siderum/backends/portable/nufft_sums/nearly_singular.hpp>
#include <siderum/backends/portable/shared_sums/all_sums.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

/// The NUFFT of light curves that share their times, on a device: what depends on the times is
/// found once for all, as on hosts (host_transforms.hpp).
namespace siderum::portable::shared {

/// What is worked off at once: each of some sections of each of some objects, the objects of a
/// section one after another.
struct SharedBatch {
  std::int64_t first_object;
  std::int64_t objects;
  std::int64_t first_section;  // counted from the start of the grid
  std::int64_t sections;

  KOKKOS_FUNCTION std::int64_t jobs() const { return objects * sections; }
};

/// The points, on the device.
template <class Real>
struct PreparedPoints {
  double const* time;
  Real const* weight;
  Real const* strength;  // (chunks, objects, chunk)
  std::int64_t objects;
  std::int64_t count;

  KOKKOS_FUNCTION Real strength_at(std::int64_t object, std::int64_t j, std::int64_t chunk) const {
    return strength[(j / chunk * objects + object) * chunk + j % chunk];
  }
};

/// Turns strengths to the centre of a section and spreads them: a team per section, tile of cells
/// and group of objects, for which the points that reach the tile and their weights are found once.
/// Each thread owns a cell and some objects of the group. No atomics, and the same bits every time,
/// whatever the objects are searched with.
template <class Exec, class Real, class Operations>
struct SharedTileSpreader {
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  using Points = nufft::TilePoints<Exec, Real>;
  static constexpr int team_size = Points::team_size;
  static constexpr int tile = Points::tile;
  static constexpr int of_thread = 4;                         // objects
  static constexpr int group = team_size / tile * of_thread;  // objects of a team
  static constexpr std::int64_t chunk = shared_chunk<Exec>;

  Points reached;
  PreparedPoints<Real> points;
  FrequencyGrid grid;
  SharedBatch batch;
  Kokkos::complex<Real>* spread;  // (jobs, cells)

  struct Scratch {
    typename Points::Scratch points;
    Real wave[team_size][2];              // cos and sin of the turn
    Real strength[team_size][group + 2];  // not a multiple of the banks
  };

  static std::size_t scratch_bytes() { return sizeof(Scratch) + 64; }

  KOKKOS_FUNCTION std::int64_t groups() const { return (batch.objects + group - 1) / group; }
  std::int64_t teams() const { return batch.sections * groups() * reached.tiles(); }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const rank = member.league_rank();
    std::int64_t const tiles = reached.tiles();
    int const tile_begin = static_cast<int>(rank % tiles) * tile;
    std::int64_t const first = rank / tiles % groups() * group;  // object of the batch
    std::int64_t const section = rank / tiles / groups();        // of the batch
    auto& scratch =
        *static_cast<Scratch*>(member.team_shmem().get_shmem_aligned(sizeof(Scratch), 16));
    SplitFrequency const centre = SplitFrequency::on_grid(
        grid.first, grid.step,
        static_cast<double>((batch.first_section + section) * reached.tables.modes +
                            reached.tables.modes / 2));
    int const own_cell = member.team_rank() % tile;
    int const own_object = member.team_rank() / tile * of_thread;  // of the group
    Real sum[of_thread][2] = {};
    reached.for_each_chunk(
        member, scratch.points, 0, 0, tile_begin,
        [&](int at, std::int64_t j) { load(scratch, at, j, first, centre); },
        [&](int found) {
          for (int p = 0; p < found; ++p) {
            add(scratch, p, own_cell, own_object, sum);
          }
        });
    int const cell = tile_begin + own_cell;
    for (int i = 0; i < of_thread; ++i) {
      std::int64_t const object = first + own_object + i;
      if (object < batch.objects && cell < reached.tables.cells) {
        spread[(section * batch.objects + object) * reached.tables.cells + cell] =
            Kokkos::complex<Real>(sum[i][0], sum[i][1]);
      }
    }
  }

 private:
  KOKKOS_FUNCTION void load(Scratch& scratch, int at, std::int64_t j, std::int64_t first,
                            SplitFrequency const& centre) const {
    typename Operations::template SinCos<Real> const sin_cos;
    auto const x = sin_cos(reduced_cycles(centre.high, centre.low, points.time[j]));
    scratch.wave[at][0] = x.cos;
    scratch.wave[at][1] = x.sin;
    for (int i = 0; i < group; ++i) {
      scratch.strength[at][i] = first + i < batch.objects
                                    ? points.strength_at(batch.first_object + first + i, j, chunk)
                                    : Real(0);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void add(Scratch const& scratch, int p, int own_cell, int own_object,
                                       Real (&sum)[of_thread][2]) const {
    Real weight;
    if (reached.reaches_cell(scratch.points, p, own_cell, weight)) {
      Real const along = weight * scratch.wave[p][0];
      Real const across = weight * scratch.wave[p][1];
      for (int i = 0; i < of_thread; ++i) {
        Real const value = scratch.strength[p][own_object + i];
        sum[i][0] = multiply_add(along, value, sum[i][0]);
        sum[i][1] = multiply_add(across, value, sum[i][1]);
      }
    }
  }
};

/// Hands the sums of transformed jobs to the epilogue: a team per part of a section.
template <class Exec, class Real, class Operations, class Epilogue>
struct SharedSectionReader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int team_size = DeviceShape<Exec>::team;
  static constexpr std::int64_t part = nufft::part_of_section;
  static constexpr std::int64_t chunk = shared_chunk<Exec>;
  using Aside = nufft::PutAside<team_size, static_cast<int>(part)>;

  PreparedPoints<Real> points;
  FrequencyGrid grid;
  SharedWeights<Real, MemorySpace> weights;
  MeanSums mean;
  nufft::SectionTables<Real> tables;
  SharedBatch batch;
  std::int64_t all_parts;  // of the grid
  Epilogue epilogue;
  Kokkos::complex<Real> const* sums;  // (jobs, cells)

  static std::size_t scratch_bytes() {
    return team_size * sizeof(typename Epilogue::State) + sizeof(Aside) + 128;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const parts = tables.modes / part;
    std::int64_t const job = member.league_rank() / parts;
    std::int64_t const object = batch.first_object + job % batch.objects;
    std::int64_t const start = (batch.first_section + job / batch.objects) * tables.modes;
    std::int64_t const first = start + member.league_rank() % parts * part;
    if (first >= weights.range.last) {
      return;
    }
    std::int64_t const end = start + tables.modes;
    std::int64_t const last = end < weights.range.last ? end : weights.range.last;
    nufft::OwnFrequencies const own{start, last, (first - start) / part,
                                    (last - start + part - 1) / part};
    auto state = epilogue.begin(object);
    if (epilogue.wanted(object)) {
      auto const strength_at = [&](std::int64_t j) { return points.strength_at(object, j, chunk); };
      nufft::DevicePoints<Exec, Real, Operations, decltype(strength_at)> const of_object{
          points.time, points.weight, strength_at, points.count};
      Kokkos::complex<Real> const* const of_job = sums + job * tables.cells;
      nufft::consume_by_team<Real, team_size, static_cast<int>(part)>(
          member, epilogue, state, object, own, grid, mean, of_object, [&](std::int64_t k) {
            int const i = static_cast<int>(k - start);
            auto const value = of_job[tables.cell_of(i)] * tables.deconvolver[i];
            return all_sums(weights, k, value.real(), value.imag(), mean);
          });
    } else {
      own.for_each(member.team_rank(), team_size,
                   [&](std::int64_t k) { epilogue.skip(object, k); });
    }
    finish_team(epilogue, member, object * all_parts + first / part, state);
  }
};

}  // namespace siderum::portable::shared
