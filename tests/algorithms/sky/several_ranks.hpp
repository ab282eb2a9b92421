// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::test {

/// Whether processes reach the memory of each other.
enum class Reach { messages, memory };
inline std::vector<Reach> reaches() {
  return is_host<SIDERUM_TEST_SPACE> ? std::vector{Reach::messages, Reach::memory}
                                     : std::vector{Reach::messages};
}

/// Processes that share transforms in SIDERUM_TEST_SPACE, played by one after the other: what each
/// has sent is kept, and who waits for what another one has not sent yet is played again from the
/// beginning.
class SeveralRanks {
 public:
  explicit SeveralRanks(int ranks, Reach reach = Reach::messages)
      : reach_(reach), sent_(static_cast<std::size_t>(ranks)) {}

  /// @param run  (share) what a process does
  /// @return what run returns, by rank
  template <class Run>
  auto operator()(Run const& run) {
    using Result = decltype(run(std::declval<HarmonicShare const&>()));
    std::vector<std::optional<Result>> results(sent_.size());
    for (std::size_t left = sent_.size(); left > 0;) {
      for (std::size_t rank = 0; rank < sent_.size(); ++rank) {
        if (results[rank]) {
          continue;
        }
        std::size_t call = 0;
        HarmonicShare const share = share_of(rank, call);
        try {
          results[rank] = run(share);
          --left;
        } catch (NotYet const&) {
          // Another one comes first.
        }
      }
    }
    std::vector<Result> all;
    for (std::optional<Result>& result : results) {
      all.push_back(std::move(*result));
    }
    return all;
  }

 private:
  using Bytes = HarmonicShare::Bytes;
  struct NotYet {};

  HarmonicShare share_of(std::size_t rank, std::size_t& call) {
    HarmonicShare share;
    share.rank = static_cast<int>(rank);
    share.ranks = static_cast<int>(sent_.size());
    share.exchange = [this, rank, &call](std::vector<Bytes> const& messages) {
      return pass(rank, call, messages);
    };
    share.exchange_there = [this, rank, &call](std::span<std::span<std::byte const> const> sent,
                                               std::span<std::span<std::byte> const> received) {
      std::vector<Bytes> messages;
      for (std::span<std::byte const> const piece : sent) {
        messages.push_back(fetch(piece));
      }
      messages = pass(rank, call, messages);
      for (std::size_t sender = 0; sender < messages.size(); ++sender) {
        bring(messages[sender], received[sender]);
      }
    };
    share.add_up = [this, rank, &call](std::span<std::uint64_t> numbers) {
      auto const bytes = std::as_bytes(numbers);
      std::vector<Bytes> const all =
          pass(rank, call, {sent_.size(), Bytes(bytes.begin(), bytes.end())});
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = 0;
        for (Bytes const& each : all) {
          numbers[i] += reinterpret_cast<std::uint64_t const*>(each.data())[i];
        }
      }
    };
    if (reach_ == Reach::memory) {
      share.fetch_there = [this, rank, &call](std::span<std::byte> memory,
                                              std::span<BytesOfRank const> pieces) {
        std::vector<Bytes> const all =
            pass(rank, call, {sent_.size(), Bytes(memory.begin(), memory.end())});
        for (BytesOfRank const& piece : pieces) {
          Bytes const& theirs = all[static_cast<std::size_t>(piece.rank)];
          ASSERT_EQ(theirs.size(), memory.size());
          auto const from = std::span(theirs).subspan(piece.begin, piece.count);
          std::copy(from.begin(), from.end(), memory.subspan(piece.begin).begin());
        }
      };
    }
    return share;
  }

  template <class Byte, class Memory>
  using Plain = Kokkos::View<Byte*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using There = SIDERUM_TEST_SPACE::memory_space;

  static Bytes fetch(std::span<std::byte const> piece) {
    Bytes bytes(piece.size());
    Kokkos::deep_copy(Plain<std::byte, Kokkos::HostSpace>(bytes.data(), bytes.size()),
                      Plain<std::byte const, There>(piece.data(), piece.size()));
    return bytes;
  }

  static void bring(Bytes const& bytes, std::span<std::byte> piece) {
    ASSERT_EQ(bytes.size(), piece.size());
    Kokkos::deep_copy(Plain<std::byte, There>(piece.data(), piece.size()),
                      Plain<std::byte const, Kokkos::HostSpace>(bytes.data(), bytes.size()));
  }

  std::vector<Bytes> pass(std::size_t rank, std::size_t& call, std::vector<Bytes> const& messages) {
    std::size_t const now = call++;
    if (sent_[rank].size() == now) {
      sent_[rank].push_back(messages);
    }
    std::vector<Bytes> received;
    for (auto const& of_sender : sent_) {
      if (of_sender.size() <= now) {
        throw NotYet();
      }
      received.push_back(of_sender[now][rank]);
    }
    return received;
  }

  Reach reach_;
  std::vector<std::vector<std::vector<Bytes>>> sent_;  ///< by sender, call and receiver
};

}  // namespace siderum::test
