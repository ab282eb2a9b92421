// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/launcher.hpp>

#include <cstdlib>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/core/error.hpp>

#include "support/sentence.hpp"

namespace siderum::distributed {
namespace {

using Pairs = std::vector<std::pair<char const*, char const*>>;

/// The variables of launchers are these while it lives.
class Variables {
 public:
  explicit Variables(Pairs const& values) {
    clear();
    for (auto const& [name, value] : values) {
      setenv(name, value, 1);
    }
  }
  ~Variables() { clear(); }
  Variables(Variables const&) = delete;
  Variables& operator=(Variables const&) = delete;

 private:
  static void clear() {
    for (char const* const name :
         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK",
          "PMI_SIZE", "MPI_LOCALRANKID", "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
          "SIDERUM_DISTRIBUTED"}) {
      unsetenv(name);
    }
  }
};

TEST(Launcher, OfOpenMpiIsSeen) {
  Variables const variables(Pairs{{"OMPI_COMM_WORLD_RANK", "3"},
                                  {"OMPI_COMM_WORLD_SIZE", "4"},
                                  {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}});
  auto const launch = launch_of_environment();
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->rank, 3);
  EXPECT_EQ(launch->size, 4);
  EXPECT_EQ(launch->rank_on_host, 1);
  EXPECT_TRUE(is_one_of_several(false));
}

TEST(Launcher, OfSlurmIsSeen) {
  Variables const pmi(Pairs{{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}});
  EXPECT_TRUE(is_one_of_several(false));
  Variables const pmix(Pairs{{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}});
  EXPECT_TRUE(is_one_of_several(false));
}

TEST(Launcher, OfOneProcessAsksForNothing) {
  Variables const variables(Pairs{{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}});
  EXPECT_FALSE(is_one_of_several(false));
  EXPECT_TRUE(is_one_of_several(true));
}

TEST(Launcher, IsAbsentWithoutItsVariables) {
  Variables const variables(Pairs{});
  EXPECT_FALSE(launch_of_environment());
  EXPECT_FALSE(is_one_of_several(false));
}

TEST(Launcher, CanBeDeclined) {
  Variables const variables(Pairs{
      {"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}, {"SIDERUM_DISTRIBUTED", "no"}});
  EXPECT_FALSE(is_one_of_several(false));
  EXPECT_FALSE(is_one_of_several(true));
}

TEST(Launcher, RefusesAnotherWord) {
  Variables const variables(Pairs{{"SIDERUM_DISTRIBUTED", "maybe"}});
  EXPECT_EQ(test::sentence_of([] { is_one_of_several(false); }),
            "SIDERUM_DISTRIBUTED cannot be 'maybe' (it takes yes or no). Set it to one of these, or"
            " unset it.");
}

}  // namespace
}  // namespace siderum::distributed
