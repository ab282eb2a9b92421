// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What a process of a host reads in the memory of others. Here all are this one; several are in
// distributed/together and same_sky.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

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
