// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/work_space.hpp>
#include <siderum/engine/module/stretches.hpp>

namespace siderum::engine {

/// Coefficients on their way between the processes that have their orders and those that have
/// their degrees, from the memory of one to that of the other, piece by piece. Each has room for
/// all of them, where what is own counts; what a process has of both stays where it is. Every
/// process calls the same functions.
template <class Exec, class Real>
class DegreeExchange {
 public:
  using Memory = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, Memory>;

  /// @param orders   of each process
  /// @param degrees  of each process
  DegreeExchange(Exec const& exec, HarmonicShare const& share, HarmonicRange range,
                 std::span<std::vector<std::int64_t> const> orders,
                 std::span<DegreeRange const> degrees)
      : exec_(exec), share_(share) {
    auto const here = static_cast<std::size_t>(share.rank);
    for (std::size_t rank = 0; rank < orders.size(); ++rank) {
      bool const is_other = rank != here;
      by_orders_.emplace_back(
          exec, is_other ? stretches_of(range, orders[here], degrees[rank]) : Stretches());
      by_degrees_.emplace_back(
          exec, is_other ? stretches_of(range, orders[rank], degrees[here]) : Stretches());
      for (std::size_t other = 0; other < degrees.size(); ++other) {
        if (other != rank) {
          longest_ = std::max(longest_, stretches_of(range, orders[rank], degrees[other]).count());
        }
      }
    }
  }

  /// From own orders of all degrees to all orders of own degrees.
  void to_degrees(Coefficients const& a_lm) const { pass(a_lm, by_orders_, by_degrees_); }

  /// The way back.
  void to_orders(Coefficients const& a_lm) const { pass(a_lm, by_degrees_, by_orders_); }

 private:
  using Complex = Kokkos::complex<Real>;
  using Numbers = Kokkos::View<Complex*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Room = Kokkos::View<Complex*, Memory>;

  /// What this process has in common with another, as the one that has the orders or the degrees;
  /// with itself nothing.
  struct Part {
    Part(Exec const& exec, Stretches const& stretches)
        : there(exec, stretches), count(stretches.count()) {}

    StretchesOn<Exec> there;
    std::int64_t count;
  };

  void pass(Coefficients const& a_lm, std::vector<Part> const& from,
            std::vector<Part> const& to) const {
    std::int64_t const piece = std::min(most_of_piece<Exec, Complex>(share_.ranks - 1), longest_);
    std::int64_t const of_others = (share_.ranks - 1) * piece;
    Room const out = allocate_work<Room>(exec_, "siderum::sky::messages", of_others);
    Room const in = allocate_work<Room>(exec_, "siderum::sky::messages", of_others);
    for (std::int64_t row = 0; row < a_lm.maps(); ++row) {
      Numbers const table(
          a_lm.values.data() + row * static_cast<std::int64_t>(a_lm.values.stride(0)),
          a_lm.values.extent(1));
      // All go on as long as any two have something for each other.
      for (std::int64_t first = 0; first < longest_; first += piece) {
        std::vector<Numbers> const sent = messages(from, out, first, piece);
        std::vector<Numbers> const received = messages(to, in, first, piece);
        move<TableWay::into_message>(table, from, sent, first);
        exec_.fence("siderum::sky::messages");
        exchange(sent, received);
        move<TableWay::into_table>(table, to, received, first);
      }
    }
  }

  /// Those of each process, each of the others in its place; that to itself is empty.
  std::vector<Numbers> messages(std::vector<Part> const& parts, Room const& room,
                                std::int64_t first, std::int64_t piece) const {
    std::vector<Numbers> messages;
    std::int64_t place = 0;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      std::int64_t const count = std::clamp<std::int64_t>(parts[rank].count - first, 0, piece);
      messages.emplace_back(room.data() + place * piece, static_cast<std::size_t>(count));
      place += static_cast<std::int64_t>(rank) == share_.rank ? 0 : 1;
    }
    return messages;
  }

  template <TableWay way>
  void move(Numbers const& table, std::vector<Part> const& parts,
            std::vector<Numbers> const& messages, std::int64_t first) const {
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      parts[rank].there.template move<way>(table, messages[rank], first);
    }
  }

  void exchange(std::vector<Numbers> const& sent, std::vector<Numbers> const& received) const {
    std::vector<std::span<std::byte const>> out;
    std::vector<std::span<std::byte>> in;
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      out.push_back(bytes_of_message(sent[rank]));
      in.push_back(bytes_of_message(received[rank]));
    }
    share_.exchange_there(out, in);
  }

  Exec exec_;
  HarmonicShare const& share_;
  std::vector<Part> by_orders_;
  std::vector<Part> by_degrees_;
  std::int64_t longest_ = 0;  ///< most coefficients of a row that any two have for each other
};

}  // namespace siderum::engine
