// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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
/// their rings, from the memory of one to that of the other. What a process has of both stays where
/// it is.
namespace siderum::detail {

enum class MessageWay { into_message, into_modes };

/// A message: for each map, each ring of a stretch of pairs, the orders of one process that reach
/// it. A team for each ring of a map.
template <class Exec, class Real, MessageWay way>
struct ModeMover {
  using Memory = typename Exec::memory_space;

  portable::RingModes<Real, Memory> modes;
  Kokkos::View<Kokkos::complex<Real>*, Memory> message;
  Kokkos::View<std::int64_t const*, Memory> order;
  Kokkos::View<std::int64_t const*, Memory> start;  ///< of the modes of each pair of the stretch
  std::int64_t pairs;
  std::int64_t first_slot;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const map = member.league_rank() / (2 * pairs);
    std::int64_t const slot = member.league_rank() % (2 * pairs);
    std::int64_t const pair = slot / 2;
    std::int64_t const count = (start(pair + 1) - start(pair)) / 2;
    std::int64_t const at =
        map * (start(pairs) - start(0)) + start(pair) - start(0) + slot % 2 * count;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, count), [&](std::int64_t k) {
      if constexpr (way == MessageWay::into_message) {
        message(at + k) = modes(map, first_slot + slot, order(k));
      } else {
        modes(map, first_slot + slot, order(k)) = message(at + k);
      }
    });
  }
};

template <class Exec, class Real>
class ModeExchange {
 public:
  using Memory = typename Exec::memory_space;
  using Modes = portable::RingModes<Real, Memory>;

  /// @param pairs  of the grid
  /// @param maps   at most, of a call
  ModeExchange(Exec const& exec, HarmonicShare const& share,
               std::vector<std::vector<std::int64_t>> const& orders,
               std::vector<portable::RingPair> const& pairs, SharedRuns const& runs,
               std::int64_t maps)
      : exec_(exec), share_(share) {
    for (std::vector<std::int64_t> const& order : orders) {
      std::vector<std::int64_t> start{0};
      for (portable::RingPair const& pair : pairs) {
        auto const reaching = std::lower_bound(order.begin(), order.end(), pair.orders);
        start.push_back(start.back() + 2 * (reaching - order.begin()));
      }
      order_.push_back(copy_to_memory(exec, "siderum::harmonic_transform::orders_of_rank", order));
      there_.push_back(copy_to_memory(exec, "siderum::harmonic_transform::starts_of_rank", start));
      start_.push_back(std::move(start));
    }
    std::int64_t of_orders = 0;
    std::int64_t of_rings = 0;
    for (SharedRun const& run : runs.runs()) {
      of_orders = std::max(of_orders, count(by_orders(run), maps));
      of_rings = std::max(of_rings, count(by_rings(run), maps));
    }
    of_orders_ = allocate<Message>(exec, "siderum::harmonic_transform::messages", of_orders);
    of_rings_ = allocate<Message>(exec, "siderum::harmonic_transform::messages", of_rings);
    check_alike(runs);
  }

  /// From own orders of all rings of a run to all orders of own rings.
  void to_rings(Modes const& modes, SharedRun const& run, std::int64_t maps) const {
    pass(modes, maps, {by_orders(run), of_orders_}, {by_rings(run), of_rings_});
  }

  /// The way back.
  void to_orders(Modes const& modes, SharedRun const& run, std::int64_t maps) const {
    pass(modes, maps, {by_rings(run), of_rings_}, {by_orders(run), of_orders_});
  }

  std::int64_t bytes() const {
    return static_cast<std::int64_t>((of_orders_.extent(0) + of_rings_.extent(0)) *
                                     sizeof(Kokkos::complex<Real>));
  }

 private:
  using Message = Kokkos::View<Kokkos::complex<Real>*, Memory>;

  /// What a message holds, and where it lies in the modes.
  struct Part {
    int of_orders;  ///< the process that has the orders
    portable::PairRange pairs;
    std::int64_t first_slot;
  };

  /// Messages to or from each process, one after the other in a buffer.
  struct Side {
    std::vector<Part> parts;
    Message buffer;
  };

  /// What this process has as one of those that have orders, by who has the rings; nothing of its
  /// own.
  std::vector<Part> by_orders(SharedRun const& run) const {
    std::vector<Part> parts;
    for (int rank = 0; rank < share_.ranks; ++rank) {
      portable::PairRange const pairs = of_other(rank, run.of_rank(rank));
      parts.push_back({share_.rank, pairs, 2 * (pairs.begin - run.pairs.begin)});
    }
    return parts;
  }
  /// And as one of those that have rings, by who has the orders.
  std::vector<Part> by_rings(SharedRun const& run) const {
    std::vector<Part> parts;
    for (int rank = 0; rank < share_.ranks; ++rank) {
      parts.push_back({rank, of_other(rank, run.of_rank(share_.rank)), run.own_slot});
    }
    return parts;
  }
  portable::PairRange of_other(int rank, portable::PairRange pairs) const {
    return rank == share_.rank ? portable::PairRange{pairs.begin, pairs.begin} : pairs;
  }

  /// Throws Error where another process will send what this one does not expect. Later nobody
  /// says how long messages are.
  void check_alike(SharedRuns const& runs) const {
    auto const ranks = static_cast<std::size_t>(share_.ranks);
    std::vector<HarmonicShare::Bytes> sent(ranks);
    std::vector<HarmonicShare::Bytes> expected(ranks);
    auto const note = [&](std::vector<Part> const& parts, auto& lengths) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        std::int64_t const length = count(parts[rank], 1);
        auto const* const bytes = reinterpret_cast<std::byte const*>(&length);
        lengths[rank].insert(lengths[rank].end(), bytes, bytes + sizeof length);
      }
    };
    for (SharedRun const& run : runs.runs()) {
      note(by_orders(run), sent);
      note(by_rings(run), expected);
    }
    SIDERUM_VALIDATE(share_.exchange(sent) == expected,
                     "Another process divides the transform otherwise than this one (its messages"
                     " have other lengths). Make the same calls in all processes.");
  }

  /// Numbers of a message.
  std::int64_t count(Part const& part, std::int64_t maps) const {
    std::vector<std::int64_t> const& start = start_[static_cast<std::size_t>(part.of_orders)];
    return maps * (start[static_cast<std::size_t>(part.pairs.end)] -
                   start[static_cast<std::size_t>(part.pairs.begin)]);
  }
  std::int64_t count(std::vector<Part> const& parts, std::int64_t maps) const {
    std::int64_t all = 0;
    for (Part const& part : parts) {
      all += count(part, maps);
    }
    return all;
  }

  /// The messages, each in its place.
  std::vector<Message> messages(Side const& side, std::int64_t maps) const {
    std::vector<Message> messages;
    std::int64_t begin = 0;
    for (Part const& part : side.parts) {
      std::int64_t const end = begin + count(part, maps);
      messages.push_back(Kokkos::subview(side.buffer, Kokkos::make_pair(begin, end)));
      begin = end;
    }
    return messages;
  }

  void pass(Modes const& modes, std::int64_t maps, Side const& to, Side const& from) const {
    std::vector<Message> const sent = messages(to, maps);
    std::vector<Message> const received = messages(from, maps);
    std::vector<std::span<std::byte const>> out;
    std::vector<std::span<std::byte>> in;
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      move<MessageWay::into_message>(modes, maps, to.parts[rank], sent[rank]);
      out.push_back(bytes_of(sent[rank]));
      in.push_back(bytes_of(received[rank]));
    }
    exec_.fence("siderum::harmonic_transform::messages");
    share_.exchange_there(out, in);
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      move<MessageWay::into_modes>(modes, maps, from.parts[rank], received[rank]);
    }
  }

  static std::span<std::byte> bytes_of(Message const& message) {
    return {reinterpret_cast<std::byte*>(message.data()),
            message.extent(0) * sizeof(Kokkos::complex<Real>)};
  }

  template <MessageWay way>
  void move(Modes const& modes, std::int64_t maps, Part const& part, Message const& message) const {
    auto const rank = static_cast<std::size_t>(part.of_orders);
    std::int64_t const pairs = part.pairs.count();
    if (message.extent(0) == 0) {
      return;
    }
    ModeMover<Exec, Real, way> const mover{
        modes,
        message,
        order_[rank],
        Kokkos::subview(there_[rank], Kokkos::make_pair(part.pairs.begin, part.pairs.end + 1)),
        pairs,
        part.first_slot};
    Kokkos::parallel_for(
        "siderum::harmonic_transform::move_modes[portable]",
        TeamPerIndex<Exec>(exec_, static_cast<int>(maps * 2 * pairs), team_size<Exec>), mover);
  }

  Exec exec_;
  HarmonicShare const& share_;
  std::vector<std::vector<std::int64_t>> start_;  ///< (ranks, pairs + 1) among the modes of a map
  std::vector<Kokkos::View<std::int64_t*, Memory>> order_;
  std::vector<Kokkos::View<std::int64_t*, Memory>> there_;
  Message of_orders_;
  Message of_rings_;
};

}  // namespace siderum::detail
