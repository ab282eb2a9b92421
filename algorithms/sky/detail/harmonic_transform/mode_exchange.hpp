// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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
/// their rings, from the memory of one to that of the other. What a process has of both stays where
/// it is.
namespace siderum::detail {

enum class MessageWay { into_message, into_modes };

/// From own orders of all rings of a run to all orders of own rings, or the way back.
enum class ModesWay { to_rings, to_orders };

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

  /// @param pairs    of the grid
  /// @param maps     at most, of a call
  /// @param at_once  runs whose messages there are at one time
  ModeExchange(Exec const& exec, HarmonicShare const& share,
               std::vector<std::vector<std::int64_t>> const& orders,
               std::vector<portable::RingPair> const& pairs, SharedRuns const& runs,
               std::int64_t maps, std::size_t at_once)
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
    std::string const label = "siderum::harmonic_transform::messages";
    for (std::size_t i = 0; i < at_once; ++i) {
      buffers_.push_back({allocate<Message>(exec, label, of_orders),  //
                          allocate<Message>(exec, label, of_rings)});
    }
    check_alike(runs);
  }

  /// One run of a call: what it sends is packed, then passed on, then unpacked.
  struct Passage {
    ModesWay way;
    SharedRun const& run;
    std::int64_t maps;
    std::size_t buffer;  ///< 0 .. at_once - 1
  };

  void pack(Modes const& modes, Passage const& passage) const {
    Side const side = sent(passage);
    std::vector<Message> const messages = messages_of(side, passage.maps);
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
      move<MessageWay::into_message>(modes, passage.maps, side.parts[rank], messages[rank]);
    }
  }

  /// When nothing packs this passage any more, nor unpacks the one before in its buffer.
  void pass_on(Passage const& passage) const {
    std::vector<std::span<std::byte const>> out;
    std::vector<std::span<std::byte>> in;
    for (Message const& message : messages_of(sent(passage), passage.maps)) {
      out.push_back(bytes_of(message));
    }
    for (Message const& message : messages_of(received(passage), passage.maps)) {
      in.push_back(bytes_of(message));
    }
    share_.exchange_there(out, in);
  }

  void unpack(Modes const& modes, Passage const& passage) const {
    Side const side = received(passage);
    std::vector<Message> const messages = messages_of(side, passage.maps);
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
      move<MessageWay::into_modes>(modes, passage.maps, side.parts[rank], messages[rank]);
    }
  }

  std::int64_t bytes() const {
    std::size_t numbers = 0;
    for (Buffer const& buffer : buffers_) {
      numbers += buffer.of_orders.extent(0) + buffer.of_rings.extent(0);
    }
    return static_cast<std::int64_t>(numbers * sizeof(Kokkos::complex<Real>));
  }

 private:
  using Message = Kokkos::View<Kokkos::complex<Real>*, Memory>;

  /// Of a passage: messages of own orders, and of own rings.
  struct Buffer {
    Message of_orders;
    Message of_rings;
  };

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

  Side sent(Passage const& passage) const { return side(passage, ModesWay::to_rings); }
  Side received(Passage const& passage) const { return side(passage, ModesWay::to_orders); }
  /// @param by_orders_if  the way on which this side is that of orders
  Side side(Passage const& passage, ModesWay by_orders_if) const {
    Buffer const& buffer = buffers_[passage.buffer];
    return passage.way == by_orders_if ? Side{by_orders(passage.run), buffer.of_orders}
                                       : Side{by_rings(passage.run), buffer.of_rings};
  }

  /// The messages, each in its place.
  std::vector<Message> messages_of(Side const& side, std::int64_t maps) const {
    std::vector<Message> messages;
    std::int64_t begin = 0;
    for (Part const& part : side.parts) {
      std::int64_t const end = begin + count(part, maps);
      messages.push_back(Kokkos::subview(side.buffer, Kokkos::make_pair(begin, end)));
      begin = end;
    }
    return messages;
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
  std::vector<Buffer> buffers_;
};

}  // namespace siderum::detail
