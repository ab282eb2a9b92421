// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// Which points reach which cells of a fine grid, on a device: a team looks after a tile of cells.
/// Tiles are small, since on a fine grid all points lie in few cells.
namespace siderum::portable::nufft {

/// Points that a team looks at together. Their range of places is known, so that a team can pass
/// over those that are far from its cells: with times in order nearly all. So is that of runs of
/// as many chunks.
template <class Exec>
inline constexpr int points_of_chunk = DeviceShape<Exec>::team;
template <class Exec>
inline constexpr int chunks_of_run = DeviceShape<Exec>::team;

/// Cells of a tile, and how many tiles, of as many sections, have a thread for each cell in a team.
inline constexpr int cells_of_tile = 32;
template <class Exec>
inline constexpr int largest_group = DeviceShape<Exec>::team / cells_of_tile;

/// Where the bounds of the runs of an object begin, which all lie behind those of the one before.
template <class Exec>
KOKKOS_INLINE_FUNCTION std::int64_t first_run(std::int64_t object, std::int64_t first_chunk) {
  return first_chunk / chunks_of_run<Exec> + object;
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
  static constexpr int team_size = points_of_chunk<Exec>;

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
    std::int64_t const begin =
        offsets(object) + (chunk - first_chunks[object]) * points_of_chunk<Exec>;
    std::int64_t const end = begin + points_of_chunk<Exec> < offsets(object + 1)
                                 ? begin + points_of_chunk<Exec>
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
  static constexpr int team_size = chunks_of_run<Exec>;

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
    if ((chunk - first) % chunks_of_run<Exec> != 0) {
      return;
    }
    std::int64_t const end =
        chunk + chunks_of_run<Exec> < behind ? chunk + chunks_of_run<Exec> : behind;
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
      runs[first_run<Exec>(object, first) + (chunk - first) / chunks_of_run<Exec>] = found;
    });
  }
};

/// Finds the points of an object that reach a tile of cells: a team for each tile, a thread for
/// each point of a chunk.
template <class Exec, class Real>
struct TilePoints {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;
  static constexpr int team_size = points_of_chunk<Exec>;
  static constexpr int tile = cells_of_tile;

  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  // (objects + 1), of points
  std::int64_t const* first_chunks;                        // (objects + 1)
  double const* place;
  ChunkBounds const* bounds;
  ChunkBounds const* runs;
  SectionTables<Real> tables;

  struct Scratch {
    Real weight[team_size][widest_spread + 1];
    int first[team_size];   // cell of the tile that weight[.][0] belongs to
    int chunks[team_size];  // of a run that may reach the tile
    int count;
  };

  KOKKOS_FUNCTION std::int64_t tiles() const { return (tables.cells + tile - 1) / tile; }

  /// Chunk after chunk calls keep(at, j) on the thread that finds the at-th point to reach the
  /// tile, j, then use(points) on all threads.
  /// @param which  grid of the object: 0 for places x, 1 for 2 x
  template <class Keep, class Use>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_chunk(Member const& member, Scratch& scratch,
                                                  std::int64_t object, int which, int tile_begin,
                                                  Keep const& keep, Use const& use) const {
    std::int64_t const first_chunk = first_chunks[object];
    std::int64_t const last = first_chunks[object + 1];
    for (std::int64_t first = first_chunk; first < last; first += chunks_of_run<Exec>) {
      ChunkBounds const& run =
          runs[first_run<Exec>(object, first_chunk) + (first - first_chunk) / chunks_of_run<Exec>];
      if (!may_reach(run.least[which], run.most[which], tile_begin)) {
        continue;
      }
      int const chunks = list_chunks(member, scratch, first, last, which, tile_begin);
      for (int i = 0; i < chunks; ++i) {
        std::int64_t const begin =
            offsets(object) + (first + scratch.chunks[i] - first_chunk) * points_of_chunk<Exec>;
        use(select(member, scratch, begin + member.team_rank(), offsets(object + 1), which,
                   tile_begin, keep));
        member.team_barrier();
      }
    }
  }

  /// The weight of a point of the list in a cell, counted from the tile; none where it is far.
  KOKKOS_FORCEINLINE_FUNCTION bool reaches_cell(Scratch const& scratch, int point, int cell,
                                                Real& weight) const {
    int const at = cell - scratch.first[point];
    if (at < 0 || at >= tables.width) {
      return false;
    }
    weight = scratch.weight[point][at];
    return true;
  }

 private:
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
  template <class Keep>
  KOKKOS_FUNCTION int select(Member const& member, Scratch& scratch, std::int64_t j,
                             std::int64_t end, int which, int tile_begin, Keep const& keep) const {
    int first = 0;
    Real s = 0;
    bool const is_reached = j < end && reaches(j, which, tile_begin, first, s);
    return compact(member, scratch, is_reached, [&](int at) {
      scratch.first[at] = first;
      evaluate_weights(s, scratch.weight[at]);
      keep(at, j);
    });
  }

  KOKKOS_FUNCTION void evaluate_weights(Real s, Real* weight) const {
    Real value[widest_spread];
    for (int i = 0; i < widest_spread; ++i) {
      value[i] = tables.polynomial[i];
    }
    for (int k = 1; k <= tables.degree; ++k) {
      for (int i = 0; i < widest_spread; ++i) {
        value[i] = multiply_add(value[i], s, tables.polynomial[k * widest_spread + i]);
      }
    }
    for (int i = 0; i < widest_spread; ++i) {
      weight[i] = value[i];
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

}  // namespace siderum::portable::nufft
