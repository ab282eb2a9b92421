// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What goes from the memory of one device to that of another by way of the hosts.
#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <siderum/engine/module/staged_link.hpp>

#include "support/echoes.hpp"
#include "support/link_checks.hpp"

namespace siderum::test {
namespace {

using Exec = SIDERUM_TEST_SPACE;

TEST(StagedLink, AddsUpNumbersOfTheDevice) {
  Echoes all(3);
  engine::StagedLink<Exec> link(Exec(), all);
  expect_sums(link, 3);
}

TEST(StagedLink, PassesPiecesOfTheDeviceOn) {
  Echoes all(3);
  engine::StagedLink<Exec> link(Exec(), all);
  expect_pieces(link, 3);
}

TEST(StagedLink, HearsOfFailures) {
  Echoes all(2);
  engine::StagedLink<Exec> link(Exec(), all);
  all.let_one_fail();
  auto const numbers = there(std::vector<std::uint64_t>{1, 2});
  EXPECT_THROW(link.all_reduce(numbers.data(), 2), Error);
}

}  // namespace
}  // namespace siderum::test
