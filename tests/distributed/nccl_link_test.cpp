// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// NCCL with one GPU, which sends to itself. `make test-nccl` has two.
#include <memory>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/distributed/nccl/nccl_link.hpp>

#include "support/echoes.hpp"
#include "support/link_checks.hpp"

namespace siderum::test {
namespace {

std::unique_ptr<distributed::Link> nccl_of(Echoes& all) {
  using Exec = SIDERUM_TEST_SPACE;
  using Order = backend::default_for_t<Exec>::StreamOrder<Exec>;
  Exec const exec;
  return distributed::make_nccl_link(
      all, {Order().card(exec), Order().stream(exec), [exec] { return Order().is_idle(exec); }});
}

TEST(NcclLink, AddsUpNumbersOfTheGpu) {
  Echoes alone(1);
  auto const link = nccl_of(alone);
  ASSERT_NE(link, nullptr);
  expect_sums(*link, 1);
  expect_sums(*link, 1);
}

TEST(NcclLink, PassesPiecesOfTheGpuOn) {
  Echoes alone(1);
  auto const link = nccl_of(alone);
  ASSERT_NE(link, nullptr);
  expect_pieces(*link, 1);
}

TEST(NcclLink, IsMadeAgain) {
  Echoes alone(1);
  for (int i = 0; i < 3; ++i) {
    auto const link = nccl_of(alone);
    ASSERT_NE(link, nullptr);
    expect_sums(*link, 1);
  }
}

TEST(NcclLink, WantsAGpuForEachProcess) {
  Echoes two(2);  // which name the same one
  EXPECT_EQ(nccl_of(two), nullptr);
}

TEST(NcclLink, BeginsNothingAfterAFailure) {
  Echoes alone(1);
  alone.let_one_fail();
  EXPECT_THROW(nccl_of(alone), Error);
}

}  // namespace
}  // namespace siderum::test
