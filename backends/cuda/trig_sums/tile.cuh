// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/tensor_product.cuh>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::cuda {

/// The shape of the work of one block: 32 centres F_a, 64 steps apart, times 32 offsets +- g_b.
struct TileShape {
  static constexpr int threads = 128;
  static constexpr int blocks_of_a_multiprocessor = 2;  // by their registers
  static constexpr int centres = 32;
  static constexpr int half = 32;
  static constexpr int spacing = 2 * half;  // steps between centres
  static constexpr int unit = centres * spacing;
  static constexpr int points = 16;  // staged at a time
  static constexpr int segment = 8;  // centres or offsets that one thread makes by rotation
  // Rows of the factors: 16 bytes of four threads and eight rows meet all banks once.
  static constexpr int stride = points + 8;
};

/// The factors of a tile of points in shared memory, FP64: rows of centres (v cos F, v sin F at f,
/// w cos 2F, w sin 2F, and with a floating mean w cos F, w sin F) and of offsets (cos g, sin g and
/// cos 2g, sin 2g), columns of points. Within a set, groups of eight cosine rows and eight sine
/// rows alternate, so that one thread ends up with all four products of a centre and an offset.
template <MeanSums mean>
struct TileFactors {
  static constexpr int sets = mean == MeanSums::yes ? 3 : 2;
  double centre[sets][2 * TileShape::centres][TileShape::stride];
  double offset[2][2 * TileShape::half][TileShape::stride];
};

__device__ __forceinline__ constexpr int cosine_row(int index) {
  return index / 8 * 16 + index % 8;
}

/// What makes the factors of one object: 128 threads, each one point and eight centres or offsets.
template <class Real, MeanSums mean, class Operations>
struct TileBuilder {
  using Shape = TileShape;
  using Phase = SinCosValue<double>;

  double const* time;
  Real const* strength;
  Real const* weight;
  FrequencyGrid grid;

  /// The points begin .. begin + count - 1 for the centres from frequency `start` on.
  __device__ __forceinline__ void operator()(TileFactors<mean>& factors, std::int64_t begin,
                                             int count, std::int64_t start) const {
    typename Operations::template SinCos<double> const sin_cos;
    int const j = threadIdx.x % Shape::points;
    int const task = threadIdx.x / Shape::points;
    bool const present = j < count;
    double const t = present ? time[begin + j] : 0.0;
    double const step = grid.step;
    if (task < Shape::centres / Shape::segment) {
      double const v = present ? static_cast<double>(strength[begin + j]) : 0.0;
      double const w = present ? static_cast<double>(weight[begin + j]) : 0.0;
      int const first = task * Shape::segment;
      SplitFrequency const f = SplitFrequency::on_grid(
          grid.first, step,
          static_cast<double>(start + std::int64_t{first} * Shape::spacing) + (Shape::half - 0.5));
      build_centres(factors, j, first, sin_cos(reduced_cycles(f.high, f.low, t)),
                    sin_cos(reduced_cycles(Shape::spacing * step, 0.0, t)), v, w);
    } else {
      int const first = task * Shape::segment - Shape::centres;
      build_offsets(factors, j, first, sin_cos(reduced_cycles((first + 0.5) * step, 0.0, t)),
                    sin_cos(reduced_cycles(step, 0.0, t)));
    }
  }

 private:
  __device__ __forceinline__ static void build_centres(TileFactors<mean>& factors, int j, int first,
                                                       Phase x, Phase const& step, double v,
                                                       double w) {
    typename Operations::PhaseRotation const rotate;
#pragma unroll
    for (int i = 0; i < Shape::segment; ++i) {
      int const row = cosine_row(first + i);
      double const wc = w * x.cos;
      double const ws = w * x.sin;
      factors.centre[0][row][j] = v * x.cos;
      factors.centre[0][row + 8][j] = v * x.sin;
      factors.centre[1][row][j] = wc * x.cos - ws * x.sin;
      factors.centre[1][row + 8][j] = 2.0 * wc * x.sin;
      if constexpr (mean == MeanSums::yes) {
        factors.centre[2][row][j] = wc;
        factors.centre[2][row + 8][j] = ws;
      }
      x = rotate(x, step);
    }
  }

  __device__ __forceinline__ static void build_offsets(TileFactors<mean>& factors, int j, int first,
                                                       Phase x, Phase const& step) {
    typename Operations::PhaseRotation const rotate;
#pragma unroll
    for (int i = 0; i < Shape::segment; ++i) {
      int const row = cosine_row(first + i);
      factors.offset[0][row][j] = x.cos;
      factors.offset[0][row + 8][j] = x.sin;
      factors.offset[1][row][j] = 2.0 * x.cos * x.cos - 1.0;
      factors.offset[1][row + 8][j] = 2.0 * x.cos * x.sin;
      x = rotate(x, step);
    }
  }
};

/// The products of one warp: 16 centres times 16 offsets of every set, in registers.
template <MeanSums mean>
struct WarpProducts {
  using Shape = TileShape;
  static constexpr int sets = TileFactors<mean>::sets;
  static constexpr int groups = 2;  // of eight centres, and of eight offsets
  // [set][group of centres][group of offsets][cosine, sine columns][4]
  double c[sets][groups][groups][2][4] = {};

  /// Adds the staged points. first_centre and first_offset: the warp's groups, counted in eights.
  __device__ __forceinline__ void add(TileFactors<mean> const& factors, int first_centre,
                                      int first_offset) {
    int const lane = threadIdx.x % 32;
    int const group = lane / 4;
    int const member = lane % 4;
#pragma unroll
    for (int k = 0; k < Shape::points; k += 8) {
      int const column = k + 2 * member;
#pragma unroll
      for (int angle = 0; angle < 2; ++angle) {
        double b[groups][2][2];
#pragma unroll
        for (int j = 0; j < groups; ++j) {
#pragma unroll
          for (int part = 0; part < 2; ++part) {
            load(b[j][part],
                 &factors.offset[angle][(first_offset + j) * 16 + part * 8 + group][column]);
          }
        }
        multiply(angle, factors, first_centre, group, column, b);
        if (mean == MeanSums::yes && angle == 0) {
          multiply(sets - 1, factors, first_centre, group, column, b);
        }
      }
    }
  }

  /// The sums at offset 2 member + i of group j above (side 1) or below (side -1) the centre.
  template <class Real>
  __device__ __forceinline__ TrigSumValues<Real> combine(int centre_group, int j, int i,
                                                         double side) const {
    auto const cosine = [&](int set) {
      double const(&product)[2][4] = c[set][centre_group][j];
      return static_cast<Real>(product[0][i] - side * product[1][2 + i]);
    };
    auto const sine = [&](int set) {
      double const(&product)[2][4] = c[set][centre_group][j];
      return static_cast<Real>(product[0][2 + i] + side * product[1][i]);
    };
    TrigSumValues<Real> sums{cosine(0), sine(0), Real(0), Real(0), cosine(1), sine(1)};
    if constexpr (mean == MeanSums::yes) {
      sums.c = cosine(2);
      sums.s = sine(2);
    }
    return sums;
  }

  static constexpr int values = sets * groups * groups * 2 * 4;  // of one thread

  /// Leaves the products in `to`, (values, threads of the block).
  __device__ __forceinline__ void store(double* to) const {
    double const* const from = &c[0][0][0][0][0];
#pragma unroll
    for (int i = 0; i < values; ++i) {
      __stcg(to + i * Shape::threads + threadIdx.x, from[i]);
    }
  }

  /// Adds those that were left in `from`.
  __device__ __forceinline__ void add_stored(double const* from) {
    double* const to = &c[0][0][0][0][0];
#pragma unroll
    for (int i = 0; i < values; ++i) {
      to[i] += __ldcg(from + i * Shape::threads + threadIdx.x);
    }
  }

 private:
  __device__ __forceinline__ static void load(double (&to)[2], double const* from) {
    double2 const pair = *reinterpret_cast<double2 const*>(from);
    to[0] = pair.x;
    to[1] = pair.y;
  }

  __device__ __forceinline__ void multiply(int set, TileFactors<mean> const& factors,
                                           int first_centre, int group, int column,
                                           double const (&b)[groups][2][2]) {
#pragma unroll
    for (int i = 0; i < groups; ++i) {
      double cosine[2];
      double sine[2];
      load(cosine, &factors.centre[set][(first_centre + i) * 16 + group][column]);
      load(sine, &factors.centre[set][(first_centre + i) * 16 + 8 + group][column]);
      double const a[4] = {cosine[0], sine[0], cosine[1], sine[1]};
#pragma unroll
      for (int j = 0; j < groups; ++j) {
#pragma unroll
        for (int part = 0; part < 2; ++part) {
          multiply_accumulate(c[set][i][j][part], a, b[j][part]);
        }
      }
    }
  }
};

}  // namespace siderum::cuda
