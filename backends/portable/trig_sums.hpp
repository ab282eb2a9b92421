// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/spaces.hpp>

/// The launch operation TrigSums: for every object and every frequency f of a grid or list,
///
///     yc = sum_j v_j cos(2 pi f t_j)      ys = sum_j v_j sin(2 pi f t_j)
///     c  = sum_j w_j cos(2 pi f t_j)      s  = sum_j w_j sin(2 pi f t_j)      (MeanSums::yes)
///     c2 = sum_j w_j cos(4 pi f t_j)      s2 = sum_j w_j sin(4 pi f t_j)
///
/// each handed to an epilogue where it was computed: nothing of size objects x frequencies is kept.
///
/// Contract, for every backend `TrigSums<Exec, Real>`:
/// - constructed from (exec, series, frequencies, mean sums); holds the instance and the views
///   by value
/// - `slots()`: (objects + 1) in the memory of exec; the work of object i is divided into the items
///   slots(i) .. slots(i + 1) - 1, `slot_count()` in all: at most objects + a multiple of the
///   concurrency of exec, so that one result per item is memory O(objects)
/// - `operator()(epilogue, label)` enqueues on exec and does not fence
/// - phases are formed in FP64; the error of a sum is within
///   (4 epsilon(Real) (sqrt(points) + 3) + 8 epsilon(FP64) (|f| + B step) max t) sum |v_j|, with
///   step the grid's (0 for a list) and B = 32 on hosts, 1024 on devices: frequencies near 0 are
///   reached from a centre as far away
/// - the value at one frequency does not depend on the division, on the thread count or on
///   what else is searched
///
/// An Epilogue is a functor with
/// - `State`, what one thread carries through an item, and `static constexpr bool reduces`
/// - `bool wanted(object)`; where not, `skip(object, k)` is called for each k in place of the sums
/// - `State begin(object)`
/// - `Number evaluate(State const&, TrigSumValues<Number> const&)` for Real and, on hosts, Lanes
/// - `consume(State&, object, k, Real value)` and, on hosts, the same for the first `valid`
///   of Lanes that belong to k, k + 1, ...; k ascends within one State
/// - where it reduces: `static void join(State&, State const&)` and `finish(slot, State const&)`
namespace siderum {

enum class MeanSums : std::uint8_t { no, yes };

/// Calls `call` with the value as a type: std::integral_constant<MeanSums, ...>.
template <class Call>
void with_mean_sums(MeanSums mean, Call const& call) {
  if (mean == MeanSums::yes) {
    call(std::integral_constant<MeanSums, MeanSums::yes>());
  } else {
    call(std::integral_constant<MeanSums, MeanSums::no>());
  }
}

/// The sums at one frequency (Number: a Real) or at several side by side (Lanes).
template <class Number>
struct TrigSumValues {
  Number yc, ys;
  Number c, s;  ///< 0 unless MeanSums::yes
  Number c2, s2;
};

/// What is summed: ragged, object i holds the points offsets(i) .. offsets(i + 1) - 1.
template <class Real, class MemorySpace>
struct TrigSeries {
  Kokkos::View<double const*, MemorySpace> time;    ///< (points) since a time near the object's
  Kokkos::View<Real const*, MemorySpace> strength;  ///< (points) v_j
  Kokkos::View<Real const*, MemorySpace> weight;    ///< (points) w_j
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  ///< (objects + 1)
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> host_offsets;
};

/// A share of the work: the frequencies first .. last - 1 of one object.
struct WorkItem {
  std::int64_t object;
  std::int64_t first;
  std::int64_t last;
  std::int64_t slot;  ///< the items of an object have consecutive slots, in order of frequency
};

namespace portable {

/// Plain memory: Kokkos waits for every device before it frees a view of the host.
struct DividedWork {
  std::vector<WorkItem> items;      ///< the dearest first
  std::vector<std::int64_t> slots;  ///< (objects + 1)
};

enum class ItemSizes : std::uint8_t {
  even,       ///< for devices, which take many items at once
  shrinking,  ///< for threads: the last ones are short, so that no thread is waited for long
};

/// Divides objects x frequencies into items: a long object is split at multiples of `unit`
/// frequencies from range.first into items of the given sizes, short ones stay whole. At most
/// objects + target items.
DividedWork divide_work(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                        FrequencyRange range, std::int64_t unit, std::int64_t target,
                        ItemSizes sizes = ItemSizes::even);

/// The target for a space: enough items for an even load at the end, few enough that one result
/// each is nothing.
template <class Exec>
std::int64_t wanted_items(Exec const& exec) {
  constexpr std::int64_t items_of_host_thread = 16;
  constexpr std::int64_t device_threads_of_item = 32;
  std::int64_t const threads = exec.concurrency();
  return is_host<Exec> ? threads * items_of_host_thread : threads / device_threads_of_item;
}

}  // namespace portable
}  // namespace siderum
