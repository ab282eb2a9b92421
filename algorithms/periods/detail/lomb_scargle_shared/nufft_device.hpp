// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/nearly_singular.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/nufft_device_tables.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/nufft_tiles.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/device.hpp>
#include <siderum/backends/portable/sin_cos.hpp>

/// The NUFFT of light curves that share their times, on a device: what depends on the times is
/// found once for all, as on hosts (nufft_host.hpp).
namespace siderum::detail {

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
  static constexpr std::int64_t chunk = points_of_product<Exec>;

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
  static constexpr int team_size = 128;
  static constexpr std::int64_t part = nufft::part_of_section;
  static constexpr std::int64_t chunk = points_of_product<Exec>;
  using Aside = nufft::PutAside<team_size, static_cast<int>(part)>;

  PreparedPoints<Real> points;
  FrequencyGrid grid;
  WeightSums<Real, MemorySpace> weights;
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
    std::int64_t const last = first + part < weights.range.last ? first + part : weights.range.last;
    auto state = epilogue.begin(object);
    if (epilogue.wanted(object)) {
      auto const strength_at = [&](std::int64_t j) { return points.strength_at(object, j, chunk); };
      nufft::DevicePoints<Exec, Real, Operations, decltype(strength_at)> const of_object{
          points.time, points.weight, strength_at, points.count};
      Kokkos::complex<Real> const* const of_job = sums + job * tables.cells;
      nufft::consume_by_team<team_size, static_cast<int>(part)>(
          member, epilogue, state, object, first, last, grid, mean, of_object, [&](std::int64_t k) {
            int const i = static_cast<int>(k - start);
            auto const value = of_job[tables.cell_of(i)] * tables.deconvolver[i];
            return weights.with(k, value.real(), value.imag(), mean);
          });
    } else {
      for (std::int64_t k = first + member.team_rank(); k < last; k += team_size) {
        epilogue.skip(object, k);
      }
    }
    portable::finish_team(epilogue, member, object * all_parts + first / part, state);
  }
};

/// The transforms of all objects, in batches that fit the work space.
template <class Backend, class Exec, class Real>
class SharedDeviceTransforms {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Fft = typename Backend::template Fft<Exec, Real>;
  using Complex = Kokkos::complex<Real>;

  /// @param length   of a section
  /// @param longest  number of frequencies of a call
  SharedDeviceTransforms(Exec const& exec, PreparedShared<Exec, Real> const& prepared,
                         std::int64_t objects, FrequencyGrid const& grid, std::int64_t length,
                         std::int64_t longest, LombScargleOptions const& options)
      : exec_(exec),
        prepared_(prepared),
        objects_(objects),
        grid_(grid),
        tables_(nufft::DeviceTables<Exec, Real>::of(exec, length, options.tolerance)) {
    std::int64_t const job_bytes = 2 * std::int64_t{tables_.cells} * std::int64_t{sizeof(Complex)};
    std::int64_t const most =
        std::max<std::int64_t>(nufft::bytes_of_batch(options.work_bytes) / job_bytes, 1);
    std::int64_t const parts = (objects + most - 1) / most;
    std::int64_t const sections = (longest + length - 1) / length;
    batch_ = {0, (objects + parts - 1) / parts, 0, 0};
    batch_.sections = std::clamp<std::int64_t>(most / batch_.objects, 1, sections);
    spread_ =
        allocate_work<Complexes>(exec, "siderum::shared::spread", batch_.jobs() * tables_.cells);
    transformed_ = allocate_work<Complexes>(exec, "siderum::shared::transformed",
                                            batch_.jobs() * tables_.cells);
    find_places();
  }

  /// The sums of a stretch, which begins where a section does.
  template <class Epilogue>
  void operator()(WeightSums<Real, MemorySpace> const& weights, MeanSums mean,
                  Epilogue const& epilogue, std::string const& label) const {
    Fft const transform(exec_, tables_.cells, static_cast<int>(batch_.jobs()));
    std::int64_t const modes = tables_.modes;
    std::int64_t const behind = (weights.range.last + modes - 1) / modes;
    for (std::int64_t section = weights.range.first / modes; section < behind;
         section += batch_.sections) {
      for (std::int64_t object = 0; object < objects_; object += batch_.objects) {
        run({object, std::min(batch_.objects, objects_ - object), section,
             std::min(batch_.sections, behind - section)},
            transform, weights, mean, epilogue, label);
      }
    }
  }

 private:
  using Complexes = Kokkos::View<Complex*, MemorySpace>;
  using Bounds = Kokkos::View<nufft::ChunkBounds*, MemorySpace>;
  using Spreader = SharedTileSpreader<Exec, Real, Backend>;

  void find_places() {
    std::int64_t const points = prepared_.ends[1];
    std::int64_t const chunks = (points + nufft::points_of_chunk - 1) / nufft::points_of_chunk;
    // The first chunk of the only object and the one behind its last; the object of each chunk.
    std::vector<std::int64_t> indices{0, chunks};
    indices.resize(static_cast<std::size_t>(2 + chunks), 0);
    indices_ = copy_to_work(exec_, "siderum::shared::chunks", indices);
    place_ =
        allocate_work<Kokkos::View<double*, MemorySpace>>(exec_, "siderum::shared::place", points);
    bounds_ = allocate_work<Bounds>(exec_, "siderum::shared::bounds", chunks);
    runs_ = allocate_work<Bounds>(exec_, "siderum::shared::runs", nufft::first_run(1, chunks) + 1);
    auto const& series = prepared_.weights.series;
    std::int64_t const* const objects = indices_.data() + 2;
    portable::run_teams(
        exec_, "siderum::shared::places[portable]", chunks,
        nufft::PlaceFinder<Exec>{series.time, series.offsets, indices_.data(), objects, grid_.step,
                                 place_.data(), bounds_.data()});
    portable::run_teams(
        exec_, "siderum::shared::runs[portable]", chunks,
        nufft::RunFinder<Exec>{indices_.data(), objects, bounds_.data(), runs_.data()});
  }

  template <class Epilogue>
  void run(SharedBatch const& batch, Fft const& transform,
           WeightSums<Real, MemorySpace> const& weights, MeanSums mean, Epilogue const& epilogue,
           std::string const& label) const {
    using Reader = SharedSectionReader<Exec, Real, Backend, Epilogue>;
    auto const& series = prepared_.weights.series;
    PreparedPoints<Real> const points{series.time.data(), series.weight.data(),
                                      prepared_.strength.data(), objects_, prepared_.ends[1]};
    Spreader const spread{
        {series.offsets, indices_.data(), place_.data(), bounds_.data(), runs_.data(), tables_},
        points,
        grid_,
        batch,
        spread_.data()};
    portable::run_teams(exec_, "siderum::shared::spread[portable]", spread.teams(), spread);
    transform(spread_.data(), transformed_.data());
    portable::run_teams(
        exec_, label, batch.jobs() * (tables_.modes / Reader::part),
        Reader{points, grid_, weights, mean, tables_, batch,
               (grid_.count + Reader::part - 1) / Reader::part, epilogue, transformed_.data()});
  }

  Exec exec_;
  PreparedShared<Exec, Real> const& prepared_;
  std::int64_t objects_;
  FrequencyGrid grid_;
  nufft::SectionTables<Real> tables_;
  SharedBatch batch_;  // the largest
  Complexes spread_;
  Complexes transformed_;
  Kokkos::View<std::int64_t*, MemorySpace> indices_;
  Kokkos::View<double*, MemorySpace> place_;
  Bounds bounds_;
  Bounds runs_;
};

}  // namespace siderum::detail
