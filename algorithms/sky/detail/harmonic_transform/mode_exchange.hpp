// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/shared_runs.hpp>
#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// Fourier modes on their way between the processes that have their orders and those that have
/// their rings, from the memory of one to that of the other. What a process has of both stays where
/// it is. Hosts keep the orders of a process side by side in a row of modes: where processes reach
/// each other's memory, each fetches rows to their places.
namespace siderum::detail {

enum class MessageWay { into_message, into_modes };

/// From own orders of all rings of a run to all orders of own rings, or the way back.
enum class ModesWay { to_rings, to_orders };

/// A message has, of each map and each block of neighbouring pairs, the orders of one process that
/// reach any of them. What is side by side in modes is so there: orders on hosts, where a pair is a
/// block, and slots on devices.
template <class Exec>
inline constexpr std::int64_t pairs_of_block = is_host<Exec> ? 1 : 16;

/// Between the modes of a stretch of pairs and a message: a team for each block of a map, or for
/// some orders of it.
template <class Exec, class Real, MessageWay way>
struct ModeMover {
  using Memory = typename Exec::memory_space;

  portable::RingModes<Real, Memory> modes;
  Kokkos::View<Kokkos::complex<Real>*, Memory> message;
  Kokkos::View<std::int64_t const*, Memory> order;
  Kokkos::View<std::int64_t const*, Memory> start;  ///< (blocks + 1): of a block, among a map
  std::int64_t pairs;
  std::int64_t first_slot;
  std::int64_t teams_of_block;

  /// Orders of a team.
  static constexpr std::int64_t most_orders =
      is_host<Exec> ? std::numeric_limits<std::int64_t>::max() : 64;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const blocks = static_cast<std::int64_t>(start.extent(0)) - 1;
    std::int64_t const part = member.league_rank() % teams_of_block;
    std::int64_t const block = member.league_rank() / teams_of_block % blocks;
    std::int64_t const map = member.league_rank() / teams_of_block / blocks;
    constexpr std::int64_t most_pairs = pairs_of_block<Exec>;
    std::int64_t const first_pair = block * most_pairs;
    std::int64_t const slots = 2 * Kokkos::min(most_pairs, pairs - first_pair);
    std::int64_t const orders = (start(block + 1) - start(block)) / slots;
    std::int64_t const slot = first_slot + 2 * first_pair;
    std::int64_t const at = map * start(blocks) + start(block);
    if constexpr (is_host<Exec>) {
      for (std::int64_t s = 0; s < slots; ++s) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(member, orders), [&](std::int64_t k) {
          move(message(at + s * orders + k), modes(map, slot + s, order(k)));
        });
      }
    } else {
      constexpr std::int64_t most = most_orders;
      std::int64_t const first = part * most;
      std::int64_t const count = Kokkos::min(most, orders - first);
      // Of a block that fewer orders reach, some teams have none.
      Kokkos::parallel_for(
          Kokkos::TeamThreadRange(member, Kokkos::max(count, std::int64_t{0}) * slots),
          [&](std::int64_t i) {
            move(message(at + first * slots + i),
                 modes(map, slot + i % slots, order(first + i / slots)));
          });
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void move(Kokkos::complex<Real>& in_message,
                                               Kokkos::complex<Real>& in_modes) {
    if constexpr (way == MessageWay::into_message) {
      in_message = in_modes;
    } else {
      in_modes = in_message;
    }
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
    std::string const of_rank = "siderum::harmonic_transform::orders_of_rank";
    for (std::vector<std::int64_t> const& order : orders) {
      order_.push_back(copy_to_memory(exec, of_rank, order));
    }
    std::vector<std::int64_t> starts;
    std::int64_t of_orders = 0;
    std::int64_t of_rings = 0;
    for (SharedRun const& run : runs.runs()) {
      sides_.push_back(
          {by_orders(run, orders, pairs, starts), by_rings(run, orders, pairs, starts)});
      of_orders = std::max(of_orders, count(sides_.back().by_orders, maps));
      of_rings = std::max(of_rings, count(sides_.back().by_rings, maps));
    }
    starts_ = copy_to_memory(exec, "siderum::harmonic_transform::starts_of_blocks", starts);
    for (std::size_t i = 0; i < (fetches() ? 0 : at_once); ++i) {
      buffers_.push_back({allocate_messages(of_orders), allocate_messages(of_rings)});
    }
    check_alike();
  }

  /// One run of a call: what it sends is packed, then passed on, then unpacked. Where processes
  /// reach each other's memory, nothing is packed.
  struct Passage {
    ModesWay way;
    std::size_t run;  ///< its number
    std::int64_t maps;
    std::size_t buffer;  ///< 0 .. at_once - 1
  };

  void pack(Modes const& modes, Passage const& passage) const {
    if (fetches()) {
      return;
    }
    Side const side = sent(passage);
    std::vector<Message> const messages = messages_of(side, passage.maps);
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
      move<MessageWay::into_message>(modes, passage.maps, side.parts[rank], messages[rank]);
    }
  }

  /// When nothing packs this passage any more, nor unpacks the one before in its buffer.
  void pass_on(Modes const& modes, Passage const& passage) const {
    if constexpr (is_host<Exec>) {
      if (fetches()) {
        fetch(modes, passage);
        return;
      }
    }
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
    if (fetches()) {
      return;
    }
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
    std::size_t first_start;  ///< among those of all blocks
    std::int64_t blocks;
    std::int64_t orders;   ///< of the block that most of them reach
    std::int64_t numbers;  ///< of a map
  };
  using Parts = std::vector<Part>;

  /// Of a run: what this process has as one of those that have orders, by who has the rings, and as
  /// one of those that have rings, by who has the orders; nothing of its own.
  struct Sides {
    Parts by_orders;
    Parts by_rings;
  };

  /// Messages to or from each process, one after the other in a buffer.
  struct Side {
    Parts const& parts;
    Message buffer;
  };

  Message allocate_messages(std::int64_t numbers) const {
    return allocate<Message>(exec_, "siderum::harmonic_transform::messages", numbers);
  }

  using Orders = std::vector<std::vector<std::int64_t>>;
  using Pairs = std::vector<portable::RingPair>;

  Parts by_orders(SharedRun const& run, Orders const& orders, Pairs const& all,
                  std::vector<std::int64_t>& starts) const {
    Parts parts;
    for (int rank = 0; rank < share_.ranks; ++rank) {
      portable::PairRange const pairs = of_other(rank, run.of_rank(rank));
      parts.push_back(
          part(share_.rank, pairs, 2 * (pairs.begin - run.pairs.begin), orders, all, starts));
    }
    return parts;
  }
  Parts by_rings(SharedRun const& run, Orders const& orders, Pairs const& all,
                 std::vector<std::int64_t>& starts) const {
    Parts parts;
    for (int rank = 0; rank < share_.ranks; ++rank) {
      parts.push_back(
          part(rank, of_other(rank, run.of_rank(share_.rank)), run.own_slot, orders, all, starts));
    }
    return parts;
  }
  portable::PairRange of_other(int rank, portable::PairRange pairs) const {
    return rank == share_.rank ? portable::PairRange{pairs.begin, pairs.begin} : pairs;
  }

  /// @param starts  where those of its blocks are appended, and what follows the last
  static Part part(int of_orders, portable::PairRange pairs, std::int64_t first_slot,
                   Orders const& orders, Pairs const& all, std::vector<std::int64_t>& starts) {
    std::vector<std::int64_t> const& order = orders[static_cast<std::size_t>(of_orders)];
    Part part{of_orders, pairs, first_slot, starts.size(), 0, 0, 0};
    starts.push_back(0);
    for (std::int64_t begin = pairs.begin; begin < pairs.end; begin += pairs_of_block<Exec>) {
      std::int64_t const end = std::min(begin + pairs_of_block<Exec>, pairs.end);
      // The last pair is the one that most orders reach.
      auto const reaching = std::lower_bound(order.begin(), order.end(),
                                             all[static_cast<std::size_t>(end - 1)].orders);
      part.orders = reaching - order.begin();
      part.numbers += 2 * (end - begin) * part.orders;
      ++part.blocks;
      starts.push_back(part.numbers);
    }
    return part;
  }

  /// Throws Error where another process will send what this one does not expect, or otherwise
  /// laid out. Later nobody says how long messages are.
  void check_alike() const {
    auto const ranks = static_cast<std::size_t>(share_.ranks);
    std::vector<HarmonicShare::Bytes> sent(ranks);
    std::vector<HarmonicShare::Bytes> expected(ranks);
    auto const add = [](std::int64_t number, HarmonicShare::Bytes& to) {
      auto const* const bytes = reinterpret_cast<std::byte const*>(&number);
      to.insert(to.end(), bytes, bytes + sizeof number);
    };
    auto const note = [&](Parts const& parts, auto& lengths) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        add(pairs_of_block<Exec>, lengths[rank]);
        add(parts[rank].numbers, lengths[rank]);
      }
    };
    for (Sides const& sides : sides_) {
      note(sides.by_orders, sent);
      note(sides.by_rings, expected);
    }
    SIDERUM_VALIDATE(share_.exchange(sent) == expected,
                     "Another process divides the transform otherwise than this one (its messages"
                     " have other lengths). Make the same calls in all processes.");
  }

  bool fetches() const { return is_host<Exec> && share_.fetch_there != nullptr; }

  /// Modes of others to their places among those of this process: modes of all are laid out alike,
  /// and orders of a process follow each other in a row.
  void fetch(Modes const& modes, Passage const& passage) const {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Kokkos::complex<Real>));
    std::vector<BytesOfRank> pieces;
    Parts const& parts = parts_of(passage, ModesWay::to_orders);
    for (int rank = 0; rank < share_.ranks; ++rank) {
      Part const& part = parts[static_cast<std::size_t>(rank)];
      auto const& order = order_[static_cast<std::size_t>(part.of_orders)];
      for (std::int64_t row = 0; part.numbers > 0 && row < 2 * part.blocks * passage.maps; ++row) {
        std::int64_t const slot = row % (2 * part.blocks);
        std::size_t const start = part.first_start + static_cast<std::size_t>(slot / 2);
        std::int64_t const reaching = (starts_(start + 1) - starts_(start)) / 2;
        if (reaching > 0) {
          std::int64_t const begin =
              modes.place(row / (2 * part.blocks), part.first_slot + slot, order(0));
          pieces.push_back({rank, static_cast<std::size_t>(begin * size),
                            static_cast<std::size_t>(reaching * size)});
        }
      }
    }
    share_.fetch_there({reinterpret_cast<std::byte*>(modes.values.data()),
                        modes.values.span() * sizeof(Kokkos::complex<Real>)},
                       pieces);
  }

  static std::int64_t count(Parts const& parts, std::int64_t maps) {
    std::int64_t all = 0;
    for (Part const& part : parts) {
      all += maps * part.numbers;
    }
    return all;
  }

  Side sent(Passage const& passage) const { return side(passage, ModesWay::to_rings); }
  Side received(Passage const& passage) const { return side(passage, ModesWay::to_orders); }
  /// @param by_orders_if  the way on which this side is that of orders
  Side side(Passage const& passage, ModesWay by_orders_if) const {
    Buffer const& buffer = buffers_[passage.buffer];
    return {parts_of(passage, by_orders_if),
            passage.way == by_orders_if ? buffer.of_orders : buffer.of_rings};
  }
  Parts const& parts_of(Passage const& passage, ModesWay by_orders_if) const {
    Sides const& sides = sides_[passage.run];
    return passage.way == by_orders_if ? sides.by_orders : sides.by_rings;
  }

  /// The messages, each in its place.
  std::vector<Message> messages_of(Side const& side, std::int64_t maps) const {
    std::vector<Message> messages;
    std::int64_t begin = 0;
    for (Part const& part : side.parts) {
      std::int64_t const end = begin + maps * part.numbers;
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
    using Mover = ModeMover<Exec, Real, way>;
    if (part.numbers == 0) {
      return;
    }
    std::int64_t const teams_of_block = (part.orders - 1) / Mover::most_orders + 1;
    Mover const mover{
        modes,
        message,
        order_[static_cast<std::size_t>(part.of_orders)],
        Kokkos::subview(starts_,
                        Kokkos::make_pair(part.first_start, part.first_start + part.blocks + 1)),
        part.pairs.count(),
        part.first_slot,
        teams_of_block};
    Kokkos::parallel_for(
        "siderum::harmonic_transform::move_modes[portable]",
        TeamPerIndex<Exec>(exec_, static_cast<int>(maps * part.blocks * teams_of_block),
                           team_size<Exec>),
        mover);
  }

  Exec exec_;
  HarmonicShare const& share_;
  std::vector<Sides> sides_;  ///< of the runs
  std::vector<Kokkos::View<std::int64_t*, Memory>> order_;
  Kokkos::View<std::int64_t*, Memory> starts_;  ///< of the blocks of all parts, each from 0
  std::vector<Buffer> buffers_;
};

}  // namespace siderum::detail
