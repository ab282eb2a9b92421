// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <unistd.h>

#include <siderum/apps/command_line/distinct_files.hpp>
#include <siderum/apps/command_line/info_text.hpp>
#include <siderum/apps/command_line/shortest.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

namespace filesystem = std::filesystem;

class DistinctFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder = filesystem::temp_directory_path() / ("siderum_files_" + std::to_string(getpid()));
    filesystem::create_directories(folder / "sub");
    std::ofstream(folder / "there.csv") << "x\n";
    filesystem::create_symlink(folder / "there.csv", folder / "link.csv");
  }
  void TearDown() override { filesystem::remove_all(folder); }

  std::string path(std::string const& name) const { return (folder / name).string(); }

  filesystem::path folder;
};

TEST_F(DistinctFiles, AreSeenThroughSpellingsAndLinks) {
  for (std::string const other : {"new.csv", "sub/../new.csv", "./new.csv"}) {
    EXPECT_THROW(check_distinct_files({{"--a", path("new.csv")}, {"--b", path(other)}}, {}), Error)
        << other;
  }
  EXPECT_THROW(check_distinct_files({{"--a", path("there.csv")}, {"--b", path("link.csv")}}, {}),
               Error);
  EXPECT_THROW(check_distinct_files({{"--a", path("link.csv")}}, {{"FILE", path("there.csv")}}),
               Error);
}

TEST_F(DistinctFiles, MayHaveDifferentNamesOrBeNoFiles) {
  EXPECT_NO_THROW(check_distinct_files({{"--a", path("new.csv")}, {"--b", path("sub/new.csv")}},
                                       {{"FILE", path("there.csv")}}));
  EXPECT_NO_THROW(
      check_distinct_files({{"--a", "/dev/null"}, {"--b", "/dev/null"}}, {{"FILE", "-"}}));
  EXPECT_NO_THROW(check_distinct_files({}, {}));
}

TEST_F(DistinctFiles, AreNotBothStandardOutput) {
  for (std::string const other : {"-", "/dev/stdout", "/dev/fd/1"}) {
    EXPECT_THROW(check_distinct_files({{"--a", "-"}, {"--b", other}}, {}), Error) << other;
  }
  EXPECT_NO_THROW(check_distinct_files({{"--a", "-"}, {"--b", path("new.csv")}}, {{"FILE", "-"}}));
  EXPECT_NO_THROW(check_distinct_files({{"--a", "-"}}, {}));
}

TEST(InfoText, ShowsWhatIsKnownOfGpus) {
  engine::BuildReport report;
  std::string const detail = "compute capability 9.0, driver 580.95.05 for CUDA 13.0";
  engine::EngineReport cuda{"cuda", "/lib/siderum-engine-cuda.so", "", {}, {}};
  cuda.cards = {{"NVIDIA H200", detail, 150'110'011'392},
                {"NVIDIA H100", detail, std::int64_t{80} << 30}};
  cuda.space = {"Cuda", {"cuda", "portable"}, {"direct", "product", "nufft"}};
  report.engines = {cuda};
  std::string const text = info_text(report);
  EXPECT_TRUE(
      text.ends_with("engine cuda  Cuda, backends: cuda, portable; methods: direct, "
                     "product, nufft (rates built in)\n"
                     "  file       /lib/siderum-engine-cuda.so\n"
                     "  gpu:0      NVIDIA H200, " +
                     detail +
                     ", 139.8 GiB\n"
                     "  gpu:1      NVIDIA H100, " +
                     detail + ", 80.0 GiB\n"))
      << text;
}

TEST(ShortestAsDouble, PrintsAsTheFloatDoes) {
  EXPECT_EQ(shortest_as_double(0.1f), 0.1);
  EXPECT_EQ(shortest_as_double(-3.25f), -3.25);
  EXPECT_EQ(shortest_as_double(1e-40f), 1e-40);
  EXPECT_EQ(shortest_as_double(std::numeric_limits<float>::infinity()),
            std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(shortest_as_double(std::numeric_limits<float>::quiet_NaN())));
}

TEST(InfoText, NamesWhatTheBuildHas) {
  engine::BuildReport report;
  report.version = "1.2.3";
  report.compiler = "a compiler";
  report.processor_target = "native";
  report.libraries = {{"Kokkos", "4.7"}};
  engine::EngineReport cpu{"cpu", "/lib/siderum-engine-cpu.so", "", {}, {}};
  cpu.cards = {{"some processor", "", std::int64_t{3} << 29}};
  cpu.space = {"OpenMP", {"portable"}, {"direct", "nufft"}, 4, true};
  engine::EngineReport const absent{"cuda", "", "There is no engine for GPUs", {}, {}};
  engine::EngineReport const broken{"hip", "/lib/siderum-engine-hip.so", "It is broken", {}, {}};
  report.engines = {cpu, absent, broken};
  EXPECT_EQ(info_text(report),
            "siderum      1.2.3\n"
            "compiler     a compiler\n"
            "processor    native\n"
            "Kokkos       4.7\n"
            "engine cpu   OpenMP, 4 threads, backends: portable; methods: direct, nufft (rates "
            "measured)\n"
            "  file       /lib/siderum-engine-cpu.so\n"
            "  cpu        some processor, 1.5 GiB\n"
            "engine cuda  not installed\n"
            "engine hip   cannot be used: It is broken\n"
            "  file       /lib/siderum-engine-hip.so\n");
}

}  // namespace
}  // namespace siderum::apps
