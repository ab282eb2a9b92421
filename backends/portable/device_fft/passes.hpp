// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <siderum/backends/portable/device_fft/butterflies.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::device_fft {

/// What a team transforms at once: some columns of a pass, numbers that lie side by side, so that
/// memory is read and written in runs. 32 KiB, which every device has as scratch.
template <class Real>
inline constexpr int numbers_of_tile = 32768 / sizeof(Kokkos::complex<Real>);

/// Two columns at least.
template <class Real>
inline constexpr int longest_pass = numbers_of_tile<Real> / 2;

/// Where a number of a tile lies in scratch: neither neighbours nor those a power of two apart
/// share a bank.
KOKKOS_FORCEINLINE_FUNCTION constexpr int padded(int i) {
  return i + (i >> 3) + (i >> 5) + (i >> 8);
}

/// exp(2 pi i k / length) for k < length, as a product of two, so that the tables stay small.
template <class Real>
struct Roots {
  using Complex = Kokkos::complex<Real>;

  Complex const* coarse;  // of the multiples of 2^bits
  Complex const* fine;    // of 0 .. 2^bits - 1
  int bits;

  KOKKOS_FORCEINLINE_FUNCTION Complex operator()(int k) const {
    return coarse[k >> bits] * fine[k & ((1 << bits) - 1)];
  }
};

/// How a pass lies in a transform (plan.hpp).
struct PassShape {
  static constexpr int most_stages = 8;
  static constexpr int most_earlier = 8;

  int all;       ///< numbers of the transform
  int length;    ///< of the pass
  int before;    ///< product of the lengths of the passes before it
  int distance;  ///< and of those behind it: that of the numbers of a column
  int stages;
  int radices[most_stages];
  int earlier_count;
  int earlier[most_earlier];  ///< lengths of the passes before it
  int tile_bits;              ///< a tile has 2^tile_bits columns

  KOKKOS_FUNCTION int columns() const { return all / length; }
  KOKKOS_FUNCTION int tiles() const { return (columns() + (1 << tile_bits) - 1) >> tile_bits; }
};

/// One pass of a batch of transforms: a team per tile. All passes but the last are in place. The
/// last takes its columns, which are rows in memory, by frequency, and so puts all in order.
template <class Exec, class Real, bool is_last>
struct PassTransformer {
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  using Complex = Kokkos::complex<Real>;

  PassShape shape;
  Roots<Real> roots;
  int const* groups;  // groups_by_frequency
  Complex* in;
  Complex* out;  // `in` but for the last pass

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const tiles = shape.tiles();
    Tile tile{};
    auto const first = static_cast<std::int64_t>(member.league_rank() / tiles) * shape.all;
    tile.in = in + first;
    tile.out = out + first;
    tile.first_column = static_cast<int>(member.league_rank() % tiles) << shape.tile_bits;
    tile.scratch = static_cast<Complex*>(
        member.team_shmem().get_shmem_aligned(scratch_bytes(), sizeof(Complex)));
    int span = shape.length;
    for (int stage = 0; stage < shape.stages; ++stage) {
      Stage const which{span, stage == 0, stage + 1 == shape.stages};
      int const radix = shape.radices[stage];
      run(member, tile, which, radix);
      member.team_barrier();
      span /= radix;
    }
  }

  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    return static_cast<std::size_t>(padded((shape.length << shape.tile_bits) - 1) + 1) *
           sizeof(Complex);
  }

 private:
  struct Tile {
    Complex const* in;  // of this transform
    Complex* out;
    Complex* scratch;
    int first_column;
  };

  /// A stage transforms what lies span / radix apart.
  struct Stage {
    int span;
    bool reads;   ///< from memory, else from scratch
    bool writes;  ///< to memory
  };

  KOKKOS_FUNCTION void run(Member const& member, Tile const& tile, Stage const& stage,
                           int radix) const {
    switch (radix) {
      case 2:
        return run<2>(member, tile, stage);
      case 3:
        return run<3>(member, tile, stage);
      case 4:
        return run<4>(member, tile, stage);
      case 5:
        return run<5>(member, tile, stage);
      default:
        return run<8>(member, tile, stage);
    }
  }

  template <int radix>
  KOKKOS_FUNCTION void run(Member const& member, Tile const& tile, Stage const& stage) const {
    int const apart = stage.span / radix;
    int const butterflies = shape.length / radix;
    // Neighbouring threads have neighbouring columns, or numbers of a row that is read.
    bool const along_rows = is_last && stage.reads && !stage.writes;
    auto const each = Kokkos::TeamThreadRange(member, butterflies << shape.tile_bits);
    Kokkos::parallel_for(each, [&](int const index) {
      int const column = along_rows ? index / butterflies : index & ((1 << shape.tile_bits) - 1);
      int const butterfly = along_rows ? index % butterflies : index >> shape.tile_bits;
      if (tile.first_column + column >= shape.columns()) {
        return;
      }
      int const j = butterfly % apart;
      int const row = stage.writes ? groups[butterfly] * radix : (butterfly - j) * radix + j;
      Complex x[radix];
      load(tile, stage, column, row, apart, x);
      transform(x);
      if (stage.writes) {
        store(tile, column, butterfly, butterflies, x);
      } else {
        turn(x, roots(j * (shape.all / stage.span)));
        for (int q = 0; q < radix; ++q) {
          tile.scratch[place(row + q * apart, column)] = x[q];
        }
      }
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION int place(int row, int column) const {
    return padded((row << shape.tile_bits) + column);
  }

  template <int radix>
  KOKKOS_FORCEINLINE_FUNCTION void load(Tile const& tile, Stage const& stage, int column, int row,
                                        int apart, Complex (&x)[radix]) const {
    if (stage.reads) {
      Complex const* const from =
          tile.in + first_of(tile.first_column + column) + row * shape.distance;
      for (int k = 0; k < radix; ++k) {
        x[k] = from[k * apart * shape.distance];
      }
    } else {
      for (int k = 0; k < radix; ++k) {
        x[k] = tile.scratch[place(row + k * apart, column)];
      }
    }
  }

  // The frequencies of the pass `frequency` and those `step` apart, of one column.
  template <int radix>
  KOKKOS_FORCEINLINE_FUNCTION void store(Tile const& tile, int column, int frequency, int step,
                                         Complex (&x)[radix]) const {
    int const of_all = tile.first_column + column;
    int apart = 0;
    Complex* to = tile.out;
    if constexpr (is_last) {
      apart = shape.columns();
      to += of_all;
    } else {
      apart = shape.distance;
      to += first_of(of_all);
      int const left = of_all % shape.distance * shape.before;
      turn(x, roots(left * step));
      Complex const start = roots(left * frequency);
      for (int q = 0; q < radix; ++q) {
        x[q] = x[q] * start;
      }
    }
    for (int q = 0; q < radix; ++q) {
      to[(frequency + q * step) * apart] = x[q];
    }
  }

  // Where a column begins.
  KOKKOS_FORCEINLINE_FUNCTION int first_of(int column) const {
    if constexpr (is_last) {
      int rows = shape.columns();
      int rest = column;  // a frequency
      int row = 0;
      for (int i = 0; i < shape.earlier_count; ++i) {
        int const length = shape.earlier[i];
        rows /= length;
        row += rest % length * rows;
        rest /= length;
      }
      return row * shape.length;
    } else {
      int const left = column % shape.distance;
      return (column - left) * shape.length + left;
    }
  }
};

}  // namespace siderum::portable::device_fft
