// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What a process of a host reads in the memory of others. Here all are this one; several are in
// distributed/together and same_sky.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/module/neighbour_link.hpp>

#include "support/echoes.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Link = engine::NeighbourLink<Exec>;

TEST(NeighbourLink, PassesPiecesOn) {
  Echoes all(3);
  auto const link = Link::make(Exec(), all);
  for (std::size_t const length : {1U, 1000U, 5'000'003U}) {
    std::vector<std::byte> bytes(length);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::byte>(i * 7919 % 251);
    }
    std::vector<std::byte> first(length / 2);
    std::vector<std::byte> third(length);
    auto const sent = std::span<std::byte const>(bytes);
    link->exchange(std::vector{sent.subspan(length - first.size()), sent.first(0), sent},
                   std::vector{std::span(first), std::span<std::byte>(), std::span(third)});
    EXPECT_TRUE(std::equal(first.begin(), first.end(), bytes.end() - std::ssize(first)));
    EXPECT_EQ(third, bytes);
  }
}

TEST(NeighbourLink, FetchesPiecesToTheirPlaces) {
  class Neighbours final : public Echoes {
   public:
    Neighbours() : Echoes(3) {}
    void exchange(std::span<std::span<std::byte const> const> sent,
                  std::span<std::span<std::byte> const> received) override {
      Echoes::exchange(sent, received);
      for (std::size_t rank = 1; rank < 3 && received[1].size() == sizeof(std::uint64_t); ++rank) {
        auto const address = reinterpret_cast<std::uintptr_t>(theirs[rank].data());
        std::memcpy(received[rank].data(), &address, sizeof address);
      }
    }
    std::vector<std::vector<std::byte>> theirs;
  } all;
  constexpr std::size_t length = 3'000'000;
  for (std::size_t rank = 0; rank < 3; ++rank) {
    all.theirs.emplace_back(length);
    for (std::size_t i = 0; i < length; ++i) {
      all.theirs[rank][i] = static_cast<std::byte>((i * 7919 + rank) % 251);
    }
  }
  // Many short ones in a row, of one process and of two in turn, and one that is long.
  std::vector<BytesOfRank> pieces;
  for (std::size_t i = 0; i < 300; ++i) {
    pieces.push_back({i < 200 ? 1 : static_cast<int>(1 + i % 2), 1000 * i, 1 + i});
  }
  pieces.push_back({2, 500'000, 2'500'000});
  std::vector<std::byte> expected(length);
  for (BytesOfRank const& piece : pieces) {
    std::copy_n(all.theirs[static_cast<std::size_t>(piece.rank)].begin() +
                    static_cast<std::ptrdiff_t>(piece.begin),
                piece.count, expected.begin() + static_cast<std::ptrdiff_t>(piece.begin));
  }
  std::vector<std::byte> memory(length);
  Link::make(Exec(), all)->fetch()(memory, pieces);
  EXPECT_TRUE(memory == expected);
}

TEST(NeighbourLink, IsNotThereBetweenHosts) {
  class TwoHosts final : public Echoes {
   public:
    TwoHosts() : Echoes(4) {}
    int size_of_host() const override { return 2; }
  } all;
  EXPECT_EQ(Link::make(Exec(), all), nullptr);
}

// As in a container, where the number of a process may be that of another one.
TEST(NeighbourLink, IsNotThereWhereAnotherProcessIsMet) {
  class Strangers final : public Echoes {
   public:
    Strangers() : Echoes(2) {}
    void exchange(std::span<std::span<std::byte const> const> sent,
                  std::span<std::span<std::byte> const> received) override {
      Echoes::exchange(sent, received);
      received[1].back() ^= std::byte{1};  // of the number that is to be found there
    }
  } all;
  EXPECT_EQ(Link::make(Exec(), all), nullptr);
}

TEST(NeighbourLink, SaysWhatCannotBeRead) {
  class Gone final : public Echoes {
   public:
    Gone() : Echoes(2) {}
    void exchange(std::span<std::span<std::byte const> const> sent,
                  std::span<std::span<std::byte> const> received) override {
      Echoes::exchange(sent, received);
      if (received[1].size() == sizeof(std::uint64_t)) {  // an address
        std::fill(received[1].begin(), received[1].end(), std::byte{0});
      }
    }
  } all;
  auto const link = Link::make(Exec(), all);
  std::vector<std::byte> bytes(10);
  std::span<std::byte const> const none;
  EXPECT_EQ(sentence_of([&] {
              link->exchange(std::vector{none, std::span<std::byte const>(bytes)},
                             std::vector{std::span<std::byte>(), std::span(bytes)});
            }),
            "The memory of another process cannot be read any more (Bad address). Start the"
            " processes again.");
}

// Or a sender would change what others still read.
TEST(NeighbourLink, MeetsWhenAllIsRead) {
  class Watcher final : public Echoes {
   public:
    Watcher() : Echoes(2) {}
    void meet() override { has_read_all = !found.empty() && found == bytes; }

    std::vector<std::byte> bytes = std::vector<std::byte>(3'000'000, std::byte{7});
    std::vector<std::byte> found = std::vector<std::byte>(bytes.size());
    bool has_read_all = false;
  } all;
  std::span<std::byte const> const none;
  Link::make(Exec(), all)
      ->exchange(std::vector{none, std::span<std::byte const>(all.bytes)},
                 std::vector{std::span<std::byte>(), std::span(all.found)});
  EXPECT_TRUE(all.has_read_all);
}

TEST(NeighbourLink, HearsOfFailures) {
  Echoes all(2);
  auto const link = Link::make(Exec(), all);
  all.let_one_fail();
  EXPECT_THROW(link->exchange({}, {}), Error);
}

}  // namespace
}  // namespace siderum::test
