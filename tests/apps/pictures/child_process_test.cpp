// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/child_process.hpp>

#include <csignal>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

std::string shell() {
  return find_program("sh");
}

TEST(FindProgram, LooksIntoThePath) {
  EXPECT_FALSE(shell().empty());
  EXPECT_TRUE(find_program("no-such-program-of-siderum").empty());
  EXPECT_TRUE(find_program(".").empty()) << "a folder";
}

TEST(RunProcess, FeedsAndGathersMoreThanAPipeHolds) {
  std::string input;
  for (int i = 0; i < 200000; ++i) {
    input += std::to_string(i) + '\n';
  }

  ProcessOutcome const outcome = run_process({shell(), "-c", "echo first >&2; cat"}, input);

  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, input);
  EXPECT_EQ(outcome.errors, "first\n");
}

TEST(ChildProcess, IsFedPieceByPiece) {
  ChildProcess child({shell(), "-c", "cat"});
  std::string all;
  for (int i = 0; i < 50; ++i) {
    std::string const piece(10'000 * (i % 3), static_cast<char>('a' + i % 26));
    child.write(piece);
    all += piece;
  }
  ProcessOutcome const outcome = child.finish();
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, all);
}

TEST(ChildProcess, MayEndBeforeItIsFed) {
  ChildProcess child({shell(), "-c", "echo done; exit 4"});
  for (int i = 0; i < 20; ++i) {
    child.write(std::string(1 << 18, 'x'));
  }
  ProcessOutcome const outcome = child.finish();
  EXPECT_EQ(outcome.exit_status, 4);
  EXPECT_EQ(outcome.output, "done\n");
}

TEST(ChildProcess, GetsTheEnvironmentButForWhatItIsToBeWithout) {
  setenv("SIDERUM_TEST_KEPT", "kept", 1);
  setenv("SIDERUM_TEST_TAKEN", "taken", 1);
  ChildProcess child({shell(), "-c", "echo $SIDERUM_TEST_KEPT$SIDERUM_TEST_TAKEN"},
                     {"SIDERUM_TEST_TAKEN", "SIDERUM_TEST_NEVER_SET"});
  EXPECT_EQ(child.finish().output, "kept\n");
}

TEST(ChildProcess, IsKilledWhereNobodyWaitsForIt) {
  { ChildProcess const child({shell(), "-c", "sleep 1000"}); }
  SUCCEED() << "it would last long else";
}

TEST(RunProcess, ReportsTheExitStatus) {
  EXPECT_EQ(run_process({shell(), "-c", "exit 3"}, "").exit_status, 3);
  EXPECT_EQ(run_process({shell(), "-c", "kill -9 $$"}, "").exit_status, 128 + 9);
}

TEST(RunProcess, OutlivesAChildThatDoesNotRead) {
  std::string const input(1 << 20, 'x');

  EXPECT_EQ(run_process({shell(), "-c", "exit 0"}, input).exit_status, 0);
}

TEST(RunProcess, DoesNotWaitForWhatAChildLeavesBehind) {
  ProcessOutcome const outcome =
      run_process({shell(), "-c", "sleep 1000 & echo $!; exit 7"}, std::string(1 << 20, 'x'));
  ASSERT_EQ(::kill(std::stoi(outcome.output), SIGTERM), 0) << "it sleeps no more";
  EXPECT_EQ(outcome.exit_status, 7);
}

TEST(RunProcess, RefusesWhatCannotBeStarted) {
  EXPECT_THROW(run_process({"/no/such/program"}, ""), Error);
}

}  // namespace
}  // namespace siderum::apps
