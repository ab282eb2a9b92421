// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/transform_memory.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <siderum/backends/portable/legendre_synthesis.hpp>

namespace siderum::engine {

namespace {

// Rank 0 hands parts to the others in pieces of so many bytes (shared_tables.hpp).
constexpr double most_of_pieces = 64 << 20;

}  // namespace

std::string gigabytes(double bytes) {
  char text[32];
  double const amount = bytes / 1e9;
  constexpr double small = 0.01;  // [GB]
  if (amount < small) {
    std::snprintf(text, sizeof text, "%.3g MB", 1e3 * amount);
  } else {
    std::snprintf(text, sizeof text, amount < 100.0 ? "%.3g GB" : "%.0f GB", amount);
  }
  return text;
}

TransformBytes bytes_of(TransformSize const& size, std::size_t bytes_of_real,
                        TransformRanks const& ranks, bool on_device) {
  auto const real = static_cast<double>(bytes_of_real);
  constexpr double number = sizeof(double);
  double const rows =
      static_cast<double>(size.fields) * static_cast<double>(components(size.field));
  auto const map = static_cast<double>(size.pixels);
  auto const count = static_cast<double>(size.range.count());
  // Rings of the caps of HEALPix, a third of its pixels, count 2.5 times (HarmonicTransform), so
  // that who has those of the belt alone has more pixels than the mean.
  constexpr double most_of_mean = (2.0 + 2.5) / 3.0;
  double const part = map * std::min(1.0, most_of_mean / ranks.all);
  double const of_all = rows * (map * (number + real) + count * 2.0 * number);
  // What is kept has nothing there.
  double const on_host = ranks.is_kept || !(ranks.all == 1 || ranks.is_first) ? 0.0 : of_all;
  double const of_pieces =
      ranks.all == 1 ? 0.0 : std::min(most_of_pieces, std::max(map * real, count * 2.0 * real));
  // Maps and coefficients that an iteration has besides (iterative_analysis.hpp).
  bool const is_least_squares = size.solver == AnalysisSolver::least_squares;
  double const rest = size.transforms == 1
                          ? 0.0
                          : rows * ((is_least_squares ? 2.0 : 1.0) * part * real +
                                    (is_least_squares ? 3.0 : 1.0) * count * 2.0 * real);
  // Of two rings the modes of all orders; messages are those of own orders, and of own rings.
  double const of_pair = rows * 4.0 * static_cast<double>(size.range.mmax + 1) *
                         (size.field == Field::scalar ? real : std::max(real, number) + real);
  double const modes =
      ranks.all == 1 ? 0.0 : of_pair * std::min<double>(portable::pair_granule, 0.5 * map + 1.0);
  // A device computes one run while another is on its way (HarmonicTransform).
  double const runs_at_once = on_device ? 2.0 : 1.0;
  double const run = runs_at_once * modes * (1.0 + 2.0 / ranks.all);
  double const scalars = size.field == Field::scalar ? 0.0 : rows * count * 2.0 * number;
  // Of own orders: 20 bytes for each pair of rings, of which HEALPix has 0.58 for the root of its
  // pixels and Gauss-Legendre grids fewer; two tables of steps, of which there are half as many as
  // coefficients; four sums of a step and a map, both ways.
  double const pairs = 0.58 * std::sqrt(map);
  double const of_device = on_device ? 20.0 * pairs * static_cast<double>(size.range.mmax + 1) +
                                           0.5 * count * number * (2.0 + 8.0 * rows)
                                     : 0.0;
  // Pieces of another precision come from copies in it.
  double const copies =
      bytes_of_real == sizeof(double) ? 0.0 : rows * (map * real + count * 2.0 * real);
  return {rest + rows * (part * real + count * 2.0 * real) + scalars +
              (count * 3.0 * number + of_device) / ranks.all + run + of_pieces,
          least_bytes_of_stream(size.range, size.field, bytes_of_real),
          on_host,
          copies + rest,
          modes,
          run};
}

TransformBytes bytes_of(RotationSize const& size, std::size_t bytes_of_real,
                        TransformRanks const& ranks) {
  auto const degrees = static_cast<double>(size.lmax) + 1.0;
  double const of_row = degrees * (degrees + 1.0);
  double const numbers = static_cast<double>(size.rows) * of_row;
  bool const has_given = ranks.all == 1 || ranks.is_first;
  auto const real = static_cast<double>(bytes_of_real);
  double const of_pieces = ranks.all == 1 ? 0.0 : std::min(most_of_pieces, of_row * real);
  double const there = numbers * real + of_pieces;
  return {there, there, has_given ? 2.0 * numbers * sizeof(double) : 0.0, 0.0};
}

}  // namespace siderum::engine
