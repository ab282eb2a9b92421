// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/shared_runs.hpp>
#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// Fourier modes on their way between the processes that have their orders and those that have
/// their rings. Messages are in host memory, whatever computes.
namespace siderum::detail {

enum class MessageWay { into_message, into_modes };

/// A message: for each map, each ring of a stretch of pairs, the orders of one process that reach
/// it.
template <class Exec, class Real, MessageWay way>
struct ModeMover {
  using Memory = typename Exec::memory_space;
  using Message =
      Kokkos::View<Kokkos::complex<Real>*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  portable::RingModes<Real, Memory> modes;
  Message message;
  Kokkos::View<std::int64_t const*, Memory> order;
  Kokkos::View<std::int64_t const*, Memory> start;  ///< (pairs + 1) in the part of a map
  std::int64_t first_slot;

  /// @param index  of a ring of a map
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const pairs = static_cast<std::int64_t>(start.extent(0)) - 1;
    std::int64_t const map = index / (2 * pairs);
    std::int64_t const slot = index % (2 * pairs);
    std::int64_t const pair = slot / 2;
    std::int64_t const count = (start(pair + 1) - start(pair)) / 2;
    std::int64_t const at = map * start(pairs) + start(pair) + slot % 2 * count;
    for (std::int64_t k = 0; k < count; ++k) {
      if constexpr (way == MessageWay::into_message) {
        message(at + k) = modes(map, first_slot + slot, order(k));
      } else {
        modes(map, first_slot + slot, order(k)) = message(at + k);
      }
    }
  }
};

template <class Exec, class Real>
class ModeExchange {
 public:
  using Memory = typename Exec::memory_space;
  using Modes = portable::RingModes<Real, Memory>;
  using Bytes = HarmonicShare::Bytes;

  /// @param pairs  of the grid
  ModeExchange(Exec const& exec, HarmonicShare const& share,
               std::vector<std::vector<std::int64_t>> orders,
               std::vector<portable::RingPair> const& pairs)
      : exec_(exec), share_(share), orders_(std::move(orders)) {
    for (portable::RingPair const& pair : pairs) {
      reach_.push_back(pair.orders);
    }
    for (std::vector<std::int64_t> const& order : orders_) {
      order_.push_back(copy_to_memory(exec, "siderum::harmonic_transform::orders_of_rank", order));
    }
  }

  /// From own orders of all rings of a run to all orders of own rings.
  void to_rings(Modes const& modes, SharedRun const& run, std::int64_t maps) const {
    pass(
        modes, maps, [&](int rank) { return of_rings(run, share_.rank, rank); },
        [&](int rank) { return of_own(run, rank); });
  }

  /// The way back.
  void to_orders(Modes const& modes, SharedRun const& run, std::int64_t maps) const {
    pass(
        modes, maps, [&](int rank) { return of_own(run, rank); },
        [&](int rank) { return of_rings(run, share_.rank, rank); });
  }

 private:
  /// What a message holds, and where it lies in the modes.
  struct Part {
    int of_orders;  ///< the process that has the orders
    portable::PairRange pairs;
    std::int64_t first_slot;
  };

  static Part of_rings(SharedRun const& run, int of_orders, int of_rings) {
    portable::PairRange const pairs = run.of_rank(of_rings);
    return {of_orders, pairs, 2 * (pairs.begin - run.pairs.begin)};
  }
  Part of_own(SharedRun const& run, int of_orders) const {
    return {of_orders, run.of_rank(share_.rank), 0};
  }

  template <class Sent, class Received>
  void pass(Modes const& modes, std::int64_t maps, Sent const& sent,
            Received const& received) const {
    std::vector<Bytes> messages(static_cast<std::size_t>(share_.ranks));
    for (int rank = 0; rank < share_.ranks; ++rank) {
      move<MessageWay::into_message>(modes, maps, sent(rank),
                                     messages[static_cast<std::size_t>(rank)]);
    }
    auto const own = static_cast<std::size_t>(share_.rank);
    Bytes kept = std::exchange(messages[own], {});
    messages = share_.exchange(messages);
    messages[own] = std::move(kept);
    for (int rank = 0; rank < share_.ranks; ++rank) {
      move<MessageWay::into_modes>(modes, maps, received(rank),
                                   messages[static_cast<std::size_t>(rank)]);
    }
  }

  /// Where the modes of each pair begin.
  std::vector<std::int64_t> starts(Part const& part) const {
    std::vector<std::int64_t> const& order = orders_[static_cast<std::size_t>(part.of_orders)];
    std::vector<std::int64_t> start{0};
    for (std::int64_t p = part.pairs.begin; p < part.pairs.end; ++p) {
      auto const reaching =
          std::lower_bound(order.begin(), order.end(), reach_[static_cast<std::size_t>(p)]);
      start.push_back(start.back() + 2 * (reaching - order.begin()));
    }
    return start;
  }

  template <MessageWay way>
  void move(Modes const& modes, std::int64_t maps, Part const& part, Bytes& bytes) const {
    using Mover = ModeMover<Exec, Real, way>;
    using Plain = Kokkos::View<Kokkos::complex<Real>*, Kokkos::HostSpace,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    std::vector<std::int64_t> const start = starts(part);
    auto const count = static_cast<std::size_t>(maps * start.back());
    if (way == MessageWay::into_message) {
      bytes.resize(count * sizeof(Kokkos::complex<Real>));
    }
    SIDERUM_VALIDATE(bytes.size() == count * sizeof(Kokkos::complex<Real>),
                     "The message of another process has " + std::to_string(bytes.size()) +
                         " bytes (" + std::to_string(count * sizeof(Kokkos::complex<Real>)) +
                         " belong to the transform). Make the same calls in all processes.");
    if (count == 0) {
      return;
    }
    Plain const host(reinterpret_cast<Kokkos::complex<Real>*>(bytes.data()), count);
    std::string const label = "siderum::harmonic_transform::message";
    auto const launch = [&](auto const& message) {
      Mover const mover{modes, typename Mover::Message(message.data(), count),
                        order_[static_cast<std::size_t>(part.of_orders)],
                        copy_to_memory(exec_, label + "_starts", start), part.first_slot};
      Kokkos::parallel_for("siderum::harmonic_transform::move_modes[portable]",
                           IndexPolicy<Exec>(exec_, 0, maps * 2 * part.pairs.count()), mover);
      exec_.fence(label);
    };
    if constexpr (is_host<Exec>) {
      launch(host);
    } else {
      auto const there =
          allocate<Kokkos::View<Kokkos::complex<Real>*, Memory>>(exec_, label, count);
      if (way == MessageWay::into_modes) {
        Kokkos::deep_copy(exec_, there, host);
      }
      launch(there);
      if (way == MessageWay::into_message) {
        Kokkos::deep_copy(exec_, host, there);
        exec_.fence(label);
      }
    }
  }

  Exec exec_;
  HarmonicShare share_;
  std::vector<std::vector<std::int64_t>> orders_;  ///< of each process
  std::vector<std::int64_t> reach_;                ///< RingPair::orders
  std::vector<Kokkos::View<std::int64_t*, Memory>> order_;
};

}  // namespace siderum::detail
