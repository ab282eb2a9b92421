// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gmock/gmock.h>

#include <Kokkos_Core.hpp>

#include <siderum/distributed/link.hpp>

/// What a link of Echoes must do, between the memories of SIDERUM_TEST_SPACE.
namespace siderum::test {

template <class Value>
Kokkos::View<Value*, SIDERUM_TEST_SPACE::memory_space> there(std::vector<Value> const& values) {
  Kokkos::View<Value*, SIDERUM_TEST_SPACE::memory_space> const view("test::there", values.size());
  Kokkos::View<Value const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      values.data(), values.size());
  Kokkos::deep_copy(view, host);
  return view;
}

template <class View>
auto here(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<typename View::non_const_value_type>(host.data(), host.data() + host.size());
}

/// @param size  of the Echoes
inline void expect_sums(distributed::Link& link, int size) {
  constexpr std::uint64_t minus_three = ~std::uint64_t{0} - 2;
  std::vector<std::uint64_t> const numbers{1, 0, minus_three, std::uint64_t{1} << 62, 7};
  auto const view = there(numbers);
  link.all_reduce(view.data(), 4);
  auto const ranks = static_cast<std::uint64_t>(size);
  EXPECT_THAT(here(view), testing::ElementsAre(ranks, 0, ranks * minus_three,
                                               ranks * (std::uint64_t{1} << 62), 7));
}

/// Pieces of several lengths, one of them empty.
inline void expect_pieces(distributed::Link& link, int size) {
  std::vector<std::byte> bytes(1000 * static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(i * 7919 % 251);
  }
  auto const from = there(bytes);
  auto const to = there(std::vector<std::byte>(bytes.size()));
  std::vector<std::span<std::byte const>> sent;
  std::vector<std::span<std::byte>> received;
  std::vector<std::byte> expected(bytes.size());
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(size); ++rank) {
    std::size_t const length = rank == 1 ? 0 : 1000 - rank;
    sent.emplace_back(from.data() + 1000 * rank, length);
    received.emplace_back(to.data() + 1000 * rank, length);
    std::copy_n(bytes.begin() + 1000 * static_cast<std::ptrdiff_t>(rank), length,
                expected.begin() + 1000 * static_cast<std::ptrdiff_t>(rank));
  }
  link.exchange(sent, received);
  EXPECT_EQ(here(to), expected);
}

}  // namespace siderum::test
