// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <siderum/core/bytes_of_rank.hpp>

/// Harmonic transforms that several processes do together (Hupca et al. 2010, arXiv 1010.1260):
/// each sums over the degrees of its own orders for all rings, and over the orders along its own
/// rings; the Fourier modes F_m(theta) change hands between the two.
namespace siderum {

/// What one process is of several, and how they speak. Every process calls the same transforms in
/// the same order.
struct HarmonicShare {
  using Bytes = std::vector<std::byte>;

  int rank = 0;  ///< 0 .. ranks - 1
  int ranks = 1;
  /// Sends the i-th message to process i. @return those for this process, by sender
  std::function<std::vector<Bytes>(std::vector<Bytes> const&)> exchange;
  /// The same of memory of the space that transforms: a piece for each process, and room for the
  /// piece of each, of whose size both know. Called when nothing writes there any more.
  std::function<void(std::span<std::span<std::byte const> const>,
                     std::span<std::span<std::byte> const>)>
      exchange_there;
  /// Replaces each number by its sum over the processes, modulo 2^64.
  std::function<void(std::span<std::uint64_t>)> add_up;
  /// Nothing, or what replaces bytes of memory that all have laid out alike by those of others.
  /// What these fetch is not written until it returns.
  std::function<void(std::span<std::byte>, std::span<BytesOfRank const>)> fetch_there;
};

/// What each process has of a transform, by rank; ascending are only the orders.
struct HarmonicParts {
  std::vector<std::vector<std::int64_t>> orders;
  /// Numbers of rings of the grid, as their pixels follow each other in the maps of the process.
  std::vector<std::vector<std::int64_t>> rings;
};

/// A table of numbers of which each process has some columns, on all: (rows, columns).
/// @param own    the columns of this process
/// @param value  (rows, own.size()) of these
std::vector<double> join_columns(HarmonicShare const& share, std::int64_t rows,
                                 std::int64_t columns, std::span<std::int64_t const> own,
                                 std::span<double const> value);

}  // namespace siderum
