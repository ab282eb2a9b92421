// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/spaces.hpp>

/// The launch operations SharedProductSums and SharedNufftSums: the sums of TrigSums on a regular
/// grid, of objects that have their times t_j and weights w_j in common. Those of the weights are
/// given; those of the values are formed here for all objects at once, by the operation Product,
///
///     (objects x points) strengths  times  (points x frequencies) [cos 2 pi f t, sin 2 pi f t],
///
/// or by the operation Fft as in NufftSums, where places and weights of the points on the fine grid
/// are found once for many objects.
///
/// Contract, for every backend `SharedProductSums<Exec, Real>` and `SharedNufftSums<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has it for the space
/// - constructed from (exec, series, grid, mean sums, stretch), SharedNufftSums also from
///   (tolerance, work bytes), for at least one object; holds the instance and the views by value.
///   A stretch is a number of frequencies: a power of two, 8192 or more
/// - `strips()`: the frequencies are divided into as many runs of equal length, for each of which
///   an object has one slot: object * strips() + number of the strip
/// - `operator()(weights, epilogue, label)` enqueues on exec and does not fence. The range of the
///   weights begins at a multiple of the stretch and holds no more than one
/// - the error of a sum is that of ProductSums or of NufftSums; SharedNufftSums gives the same bits
///   whatever other objects there are
/// - an Epilogue is one of NufftSums
/// - work space of SharedNufftSums on a device: one batch of sections, at most the work bytes (or
///   one section); hosts take 3 to 9 sections for each thread, of SharedProductSums 3 MB
namespace siderum {

/// Points of one product: the strengths of all objects lie in chunks of as many points.
template <class Exec>
inline constexpr std::int64_t shared_chunk = is_host<Exec> ? 256 : 1024;

/// What is summed.
template <class Exec, class Real>
struct SharedSeries {
  using MemorySpace = typename Exec::memory_space;

  /// One object, whose strengths are not read. Times are filled up to a whole chunk.
  TrigSeries<Real, MemorySpace> weights;
  /// (chunks, objects, chunk) v_j, filled up with 0
  Kokkos::View<Real const*, MemorySpace> strength;
  std::int64_t objects;
  std::int64_t points;

  std::int64_t chunks() const { return (points + shared_chunk<Exec> - 1) / shared_chunk<Exec>; }
};

/// The sums of the weights of a stretch of the frequencies.
template <class Real, class MemorySpace>
struct SharedWeights {
  /// (2, frequencies of the range) c + i s at f, and at 2 f. The memory of the second row reaches
  /// a register of frequencies beyond its end.
  Kokkos::View<Kokkos::complex<Real> const**, Kokkos::LayoutRight, MemorySpace> sums;
  FrequencyRange range;
};

}  // namespace siderum
