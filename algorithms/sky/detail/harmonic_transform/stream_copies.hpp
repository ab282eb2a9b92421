// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <siderum/algorithms/sky/detail/harmonic_transform/stream_pieces.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>

/// Pieces of maps and coefficients on their way between the memory of a caller, on the host, and
/// work space of a device; on hosts a copy by all threads.
namespace siderum::detail {

/// Calls copy(row, first column, count, values of the piece) until all columns of all rows of a
/// piece have been filled.
template <class Exec, class Rows, class Copy>
void copy_piece_in(Exec const& exec, Rows const& piece, Copy const& copy) {
  std::size_t const length = piece.extent(1);
  auto const fill = [&](std::size_t row, std::size_t column, std::size_t count, auto* to) {
    for_each_stretch("siderum::harmonic_transform_stream::copy[portable]", count,
                     [&](std::size_t begin, std::size_t end) {
                       copy(row, static_cast<std::int64_t>(column + begin),
                            static_cast<std::int64_t>(end - begin), to + begin);
                     });
  };
  if constexpr (is_host<Exec>) {
    for (std::size_t row = 0; row < piece.extent(0); ++row) {
      fill(row, 0, length, piece.data() + row * length);
    }
  } else {
    StagedRows<Exec, Rows>(exec, piece).in([&](std::size_t first, auto const& values) {
      fill(first / length, first % length, values.size(), values.data());
    });
  }
}

/// The same where the columns are read.
template <class Exec, class Rows, class Copy>
void copy_piece_out(Exec const& exec, Rows const& piece, Copy const& copy) {
  std::size_t const length = piece.extent(1);
  auto const read = [&](std::size_t row, std::size_t column, std::size_t count, auto const* from) {
    for_each_stretch("siderum::harmonic_transform_stream::copy[portable]", count,
                     [&](std::size_t begin, std::size_t end) {
                       copy(row, static_cast<std::int64_t>(column + begin),
                            static_cast<std::int64_t>(end - begin), from + begin);
                     });
  };
  if constexpr (is_host<Exec>) {
    for (std::size_t row = 0; row < piece.extent(0); ++row) {
      read(row, 0, length, piece.data() + row * length);
    }
  } else {
    StagedRows<Exec, Rows>(exec, piece).out([&](std::size_t first, auto const& values) {
      read(first / length, first % length, values.size(), values.data());
    });
  }
}

/// The pixels of a run.
template <class Exec, class Rows, class Map>
void copy_run_in(Exec const& exec, StreamRun const& run, Map const& map, Rows const& piece) {
  copy_piece_in(exec, piece,
                [&](std::size_t row, std::int64_t first, std::int64_t count, auto* to) {
                  auto const* const pixels = map.data() + row * map.extent(1);
                  run.for_each_stretch(first, first + count,
                                       [&](std::int64_t place, std::int64_t pixel,
                                           std::int64_t step, std::int64_t pixels_of_stretch) {
                                         for (std::int64_t j = 0; j < pixels_of_stretch; ++j) {
                                           to[place - first + j] = pixels[pixel + j * step];
                                         }
                                       });
                });
}

template <class Exec, class Rows, class Map>
void copy_run_out(Exec const& exec, StreamRun const& run, Rows const& piece, Map const& map) {
  copy_piece_out(exec, piece,
                 [&](std::size_t row, std::int64_t first, std::int64_t count, auto const* from) {
                   auto* const pixels = map.data() + row * map.extent(1);
                   run.for_each_stretch(first, first + count,
                                        [&](std::int64_t place, std::int64_t pixel,
                                            std::int64_t step, std::int64_t pixels_of_stretch) {
                                          for (std::int64_t j = 0; j < pixels_of_stretch; ++j) {
                                            pixels[pixel + j * step] = from[place - first + j];
                                          }
                                        });
                 });
}

/// The coefficients of a block of orders, which follow each other on both sides.
template <class Exec, class From, class Block>
void copy_block_in(Exec const& exec, From const& a_lm, Block const& block) {
  copy_piece_in(exec, block.values,
                [&](std::size_t row, std::int64_t first, std::int64_t count, auto* to) {
                  std::copy_n(&a_lm.values(row, block.first + first), count, to);
                });
}

template <class Exec, class Block, class To>
void copy_block_out(Exec const& exec, Block const& block, To const& a_lm) {
  copy_piece_out(exec, block.values,
                 [&](std::size_t row, std::int64_t first, std::int64_t count, auto const* from) {
                   std::copy_n(from, count, &a_lm.values(row, block.first + first));
                 });
}

}  // namespace siderum::detail
