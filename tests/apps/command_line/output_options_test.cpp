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
  EXPECT_THROW(check_distinct_files({{"--a", path("link.csv")}}, {path("there.csv")}), Error);
}

TEST_F(DistinctFiles, MayHaveDifferentNamesOrBeNoFiles) {
  EXPECT_NO_THROW(check_distinct_files({{"--a", path("new.csv")}, {"--b", path("sub/new.csv")}},
                                       {path("there.csv")}));
  EXPECT_NO_THROW(check_distinct_files({{"--a", "/dev/null"}, {"--b", "/dev/null"}}, {"-"}));
  EXPECT_NO_THROW(check_distinct_files({{"--a", ""}, {"--b", ""}}, {}));
}

TEST_F(DistinctFiles, AreNotBothStandardOutput) {
  for (std::string const other : {"-", "/dev/stdout", "/dev/fd/1"}) {
    EXPECT_THROW(check_distinct_files({{"--a", "-"}, {"--b", other}}, {}), Error) << other;
  }
  EXPECT_NO_THROW(check_distinct_files({{"--a", "-"}, {"--b", path("new.csv")}}, {"-"}));
  EXPECT_NO_THROW(check_distinct_files({{"--a", "-"}, {"--b", ""}}, {}));
}

TEST(InfoText, ShowsWhatIsKnownOfAGpu) {
  engine::BuildReport report;
  report.version = "1.2.3";
  report.spaces = {
      {"OpenMP", "cpu", "some processor", {"portable"}, 16, std::int64_t{3} << 29, true},
      {"Cuda",
       "gpu",
       "NVIDIA H100, compute capability 9.0, driver 580.95.05 for CUDA 13.0",
       {"cuda", "portable"},
       0,
       std::int64_t{80} << 30,
       true}};
  std::string const text = info_text(report);
  EXPECT_TRUE(text.find("\nOpenMP       some processor (cpu), 16 threads, 1.5 GiB, backends: "
                        "portable\n") != std::string::npos)
      << text;
  EXPECT_TRUE(
      text.ends_with("\nCuda         NVIDIA H100, compute capability 9.0, driver 580.95.05 "
                     "for CUDA 13.0 (gpu), 80.0 GiB, backends: cuda, portable\n"))
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
  report.spaces = {{"OpenMP",
                    "cpu",
                    "some processor",
                    {"portable"},
                    4,
                    std::int64_t{8} << 30,
                    true,
                    {"direct", "nufft"},
                    true},
                   {"CUDA", "gpu", "no driver", {"portable"}, 0, 0, false}};

  EXPECT_EQ(info_text(report),
            "siderum      1.2.3\n"
            "compiler     a compiler\n"
            "processor    native\n"
            "Kokkos       4.7\n"
            "OpenMP       some processor (cpu), 4 threads, 8.0 GiB, backends: portable; "
            "methods: direct, nufft (rates measured)\n"
            "CUDA         no driver (gpu), not usable here\n");
}

}  // namespace
}  // namespace siderum::apps
