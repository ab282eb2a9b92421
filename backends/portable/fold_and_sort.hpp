// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/phase.hpp>

/// The launch operation FoldAndSort: for every object and every frequency f, the points folded with
/// f and sorted by phase are given to a scorer where they were sorted, and the score to an
/// epilogue: nothing of size points x frequencies is kept.
///
/// Contract, for every backend `FoldAndSort<Exec, Real>`:
/// - constructed from (exec, series, frequencies, range or windows, work bytes); holds the instance
///   and the views by value. Objects hold at most max_folded_points points.
/// - `slots()`, `slot_count()` as for TrigSums: the items of an object are consecutive
/// - `operator()(scorer, epilogue, label)` enqueues on exec and does not fence
/// - the phase of a point is f t rounded to 2^-phase_bits cycles, modulo 1, exact to 2^-53 cycles
///   before that; points of equal phase stay in the order of the input
/// - the score at one frequency does not depend on the division, on the thread count or on what
///   else is searched
/// - scratch is bounded by what runs at one time: O(points of the longest object) per thread of a
///   host and per team of a device. Where a curve is too long for the scratch of a team, as many
///   teams run as have theirs within the work bytes in memory, one at least
///
/// A Scorer is a functor with
/// - `static constexpr bool ordered`: where false, the points are folded but not sorted
/// - `static constexpr int owned`: how many arrays of a Number per point a call takes
/// - `ScorerNeeds needs(points)`: how much of a group's memory a call takes
/// - `static constexpr WindowEnds ends`: whether windows wrap
/// - `Number place(Number phase)`: SIDERUM_NUMBER_FUNCTION, FP64: what the group's x holds
/// - `Number score(Group&)`: SIDERUM_NUMBER_FUNCTION; a Group is what works on one frequency (on a
///   host several side by side, where Number is Lanes) and offers what HostGroup documents
/// and, if what is rare takes many instructions,
/// - `Number score_plain(Group&, Group::Alarm&)`: the same score, to rounding, of points of which
///   no two have one phase, or an alarm; for groups of one frequency, where `bool plain()` holds
///
/// An Epilogue is that of TrigSums, with `consume(State&, object, k, ...)` of scores.
namespace siderum {

inline constexpr int phase_bits = 44;
inline constexpr int point_index_bits = 20;
inline constexpr std::int64_t max_folded_points = std::int64_t{1} << point_index_bits;

/// Work bytes where nobody says how many.
inline constexpr std::int64_t usual_fold_bytes = std::int64_t{1} << 30;

/// Whether windows of neighbours wrap from the last phase to the first.
enum class WindowEnds : std::uint8_t { wrap, stop };

/// The curves that are folded: ragged, object i holds the points offsets(i) .. offsets(i + 1) - 1.
template <class Real, class MemorySpace>
struct FoldSeries {
  Kokkos::View<double const*, MemorySpace> time;  ///< (points) since a time near the object's
  Kokkos::View<Real const*, MemorySpace> value;   ///< (points) y_j
  Kokkos::View<Real const*, MemorySpace> weight;  ///< (points) w_j
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  ///< (objects + 1)
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> host_offsets;
};

/// What a scorer takes of a group's memory, beside the sorted points.
struct ScorerNeeds {
  int owned = 0;    ///< arrays of one Number per point
  int columns = 0;  ///< running sums that are kept at one time
  int margin = 0;   ///< how far windows of the running sums reach beyond the ends
};

namespace portable {

/// A phase as a whole number of 2^-phase_bits cycles and, below it, the index of the point: the
/// plain order of keys is the stable order of phases.
inline constexpr double phase_unit = 1.0 / static_cast<double>(std::int64_t{1} << phase_bits);
inline constexpr std::uint64_t phase_mask = (std::uint64_t{1} << phase_bits) - 1;
inline constexpr std::uint64_t index_mask = (std::uint64_t{1} << point_index_bits) - 1;

/// Doubles between phase_anchor and twice that have units of 2^-phase_bits: a phase that is added
/// to one and a half anchors is rounded to those, and its low bits are the phase modulo 1.
inline constexpr double phase_anchor = static_cast<double>(std::int64_t{1} << (52 - phase_bits));
inline constexpr std::uint64_t anchor_exponent = std::uint64_t{1023 + 52 - phase_bits} << 52;

KOKKOS_FORCEINLINE_FUNCTION std::uint64_t fold_key(double frequency, double time,
                                                   std::uint64_t index) {
  double const anchored = reduced_cycles(frequency, 0.0, time) + 1.5 * phase_anchor;
  return (Kokkos::bit_cast<std::uint64_t>(anchored) << point_index_bits) | index;
}

/// The phase and phase_anchor [cycles].
KOKKOS_FORCEINLINE_FUNCTION double anchored_phase(std::uint64_t key) {
  return Kokkos::bit_cast<double>((key >> point_index_bits) | anchor_exponent);
}

/// The phase in 0 .. 1 [cycles].
KOKKOS_FORCEINLINE_FUNCTION double phase_of(std::uint64_t key) {
  return anchored_phase(key) - phase_anchor;
}

}  // namespace portable
}  // namespace siderum
