// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

/// The steps of the products on a device: one launch that builds the factors of a batch of jobs,
/// two products for the batch, and one launch that hands the sums to the epilogue. A job is one
/// strip of the frequencies of one object.
namespace siderum::portable::product {

/// How the frequencies of a grid are divided: rows of 2 * half frequencies about a centre, and
/// strips of `rows` of them.
struct StripShape {
  int half;
  int rows;
  std::int64_t first_row;  ///< of the range, counted from the start of the grid
  std::int64_t all_rows;   ///< of the range
  std::int64_t strips;     ///< of the range

  KOKKOS_FUNCTION int spacing() const { return 2 * half; }
};

/// The jobs of a batch: the strips of objects with a similar number of points.
struct StripBatch {
  std::int64_t first_job;
  std::int64_t const* objects;
  StripShape shape;

  KOKKOS_FUNCTION std::int64_t object(std::int64_t job) const {
    return objects[(first_job + job) / shape.strips];
  }
  KOKKOS_FUNCTION std::int64_t first_row(std::int64_t job) const {
    return shape.first_row + (first_job + job) % shape.strips * shape.rows;
  }
};

/// Matrices of a batch in memory, job after job: first the factors and products at f (of v, and of
/// w with a floating mean), then those at 2f.
template <class Real>
struct StripMatrices {
  Real* centres_at_f;   // (jobs, [v, w], [cos, sin], rows, inner)
  Real* centres_at_2f;  // (jobs, [cos, sin], rows, inner)
  Real* offsets_at_f;   // (jobs, [cos, sin], half, inner)
  Real* offsets_at_2f;  // (jobs, [cos, sin], half, inner)
  Real* sums_at_f;      // (jobs, [v, w], [cos, sin], rows, [cos, sin], half)
  Real* sums_at_2f;     // (jobs, [cos, sin], rows, [cos, sin], half)
};

/// The factors of some points of each object: a team for a few lines (a centre or an offset) of a
/// job, threads along the points.
template <class Exec, class Real, MeanSums mean, class Operations>
struct FactorBuilder {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_at_f = mean == MeanSums::yes ? 2 : 1;
  static constexpr int team_size = DeviceShape<Exec>::team;
  static constexpr int lines_of_team = 8;

  TrigSeries<Real, MemorySpace> series;
  FrequencyGrid grid;
  StripBatch batch;
  StripMatrices<Real> matrices;
  std::int64_t first_point;  // of each object
  int inner;                 // points, filled up with points of no weight

  static std::size_t scratch_bytes() { return 64; }

  KOKKOS_FUNCTION int lines() const { return batch.shape.rows + batch.shape.half; }
  std::int64_t teams(std::int64_t jobs) const {
    return jobs * ((lines() + lines_of_team - 1) / lines_of_team);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const groups = (lines() + lines_of_team - 1) / lines_of_team;
    std::int64_t const job = member.league_rank() / groups;
    int const first_line = static_cast<int>(member.league_rank() % groups) * lines_of_team;
    std::int64_t const object = batch.object(job);
    std::int64_t const begin = series.offsets(object) + first_point;
    std::int64_t const end = series.offsets(object + 1);
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, lines_of_team * inner), [&](int const index) {
          int const line = first_line + index / inner;
          int const column = index % inner;
          std::int64_t const j = begin + column;
          if (line < batch.shape.rows) {
            store_centre(job, line, column, j, j < end);
          } else if (line < lines()) {
            store_offset(job, line - batch.shape.rows, column, j < end ? series.time(j) : 0.0);
          }
        });
  }

 private:
  KOKKOS_FUNCTION static SinCosValue<Real> sin_cos(SplitFrequency const& f, double time) {
    typename Operations::template SinCos<Real> const of_cycles;
    return of_cycles(reduced_cycles(f.high, f.low, time));
  }

  KOKKOS_FUNCTION void store_centre(std::int64_t job, int row, int column, std::int64_t j,
                                    bool exists) const {
    std::int64_t const part = std::int64_t{batch.shape.rows} * inner;
    std::int64_t const at = std::int64_t{row} * inner + column;
    Real* const at_f = matrices.centres_at_f + job * 2 * series_at_f * part + at;
    Real* const at_2f = matrices.centres_at_2f + job * 2 * part + at;
    auto const middle = static_cast<double>((batch.first_row(job) + row) * batch.shape.spacing()) +
                        (batch.shape.half - 0.5);
    auto const x = sin_cos(SplitFrequency::on_grid(grid.first, grid.step, middle),
                           exists ? series.time(j) : 0.0);
    Real const v = exists ? series.strength(j) : Real(0);
    Real const w = exists ? series.weight(j) : Real(0);
    at_f[0] = v * x.cos;
    at_f[part] = v * x.sin;
    if constexpr (mean == MeanSums::yes) {
      at_f[2 * part] = w * x.cos;
      at_f[3 * part] = w * x.sin;
    }
    Real const twice = x.cos + x.cos;
    at_2f[0] = w * multiply_add(twice, x.cos, Real(-1));
    at_2f[part] = w * twice * x.sin;
  }

  KOKKOS_FUNCTION void store_offset(std::int64_t job, int b, int column, double time) const {
    std::int64_t const part = std::int64_t{batch.shape.half} * inner;
    std::int64_t const at = job * 2 * part + std::int64_t{b} * inner + column;
    auto const x = sin_cos(SplitFrequency::on_grid(0.0, grid.step, b + 0.5), time);
    Real const twice = x.cos + x.cos;
    matrices.offsets_at_f[at] = x.cos;
    matrices.offsets_at_f[at + part] = x.sin;
    matrices.offsets_at_2f[at] = multiply_add(twice, x.cos, Real(-1));
    matrices.offsets_at_2f[at + part] = twice * x.sin;
  }
};

/// Hands the sums of a batch to the epilogue: a team per row of a strip.
template <class Exec, class Real, MeanSums mean, class Epilogue>
struct StripReader {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr int series_at_f = mean == MeanSums::yes ? 2 : 1;
  static constexpr int team_size = DeviceShape<Exec>::team;

  FrequencyRange range;
  StripBatch batch;
  StripMatrices<Real> matrices;
  Epilogue epilogue;

  static std::size_t scratch_bytes() { return team_size * sizeof(typename Epilogue::State) + 64; }
  std::int64_t teams(std::int64_t jobs) const { return jobs * batch.shape.rows; }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const job = member.league_rank() / batch.shape.rows;
    int const row = static_cast<int>(member.league_rank() % batch.shape.rows);
    std::int64_t const object = batch.object(job);
    std::int64_t const row_of_grid = batch.first_row(job) + row;
    std::int64_t const row_of_range = row_of_grid - batch.shape.first_row;
    if (row_of_range >= batch.shape.all_rows) {
      return;
    }
    std::int64_t const start = row_of_grid * batch.shape.spacing();
    std::int64_t const first = start > range.first ? start : range.first;
    std::int64_t const end = start + batch.shape.spacing();
    std::int64_t const last = end < range.last ? end : range.last;
    bool const wanted = epilogue.wanted(object);
    auto state = epilogue.begin(object);
    for (std::int64_t k = first + member.team_rank(); k < last; k += team_size) {
      if (wanted) {
        epilogue.consume(state, object, k,
                         epilogue.evaluate(state, at(job, row, static_cast<int>(k - start))));
      } else {
        epilogue.skip(object, k);
      }
    }
    finish_team(epilogue, member, object * batch.shape.all_rows + row_of_range, state);
  }

 private:
  KOKKOS_FUNCTION TrigSumValues<Real> at(std::int64_t job, int row, int i) const {
    int const half = batch.shape.half;
    bool const above = i >= half;
    Real const side = above ? Real(1) : Real(-1);
    int const column = above ? i - half : half - 1 - i;
    std::int64_t const matrix = std::int64_t{2} * batch.shape.rows * 2 * half;
    std::int64_t const here = std::int64_t{row} * 2 * half + column;
    Real const* const at_f = matrices.sums_at_f + job * series_at_f * matrix + here;
    Real const* const at_2f = matrices.sums_at_2f + job * matrix + here;
    TrigSumValues<Real> values{cosine(at_f, side),  sine(at_f, side), Real(0), Real(0),
                               cosine(at_2f, side), sine(at_2f, side)};
    if constexpr (mean == MeanSums::yes) {
      values.c = cosine(at_f + matrix, side);
      values.s = sine(at_f + matrix, side);
    }
    return values;
  }

  // By the addition theorems of HostBlocks.
  KOKKOS_FUNCTION Real cosine(Real const* sums, Real side) const {
    return multiply_add(-side, sums[sine_row() + batch.shape.half], sums[0]);
  }
  KOKKOS_FUNCTION Real sine(Real const* sums, Real side) const {
    return multiply_add(side, sums[batch.shape.half], sums[sine_row()]);
  }
  KOKKOS_FUNCTION std::int64_t sine_row() const {
    return std::int64_t{batch.shape.rows} * 2 * batch.shape.half;
  }
};

}  // namespace siderum::portable::product
