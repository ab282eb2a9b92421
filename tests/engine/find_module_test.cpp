// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/find_module.hpp>

#include <cstdlib>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include <siderum/version.hpp>

namespace siderum::engine {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A folder that ends with the test, which may set SIDERUM_ENGINE_PATH.
class FindModule : public testing::Test {
 protected:
  FindModule() {
    fs::create_directories(folder_ / "text");
    fs::create_directories(folder_ / "empty");
    std::ofstream(file("text")) << "no library\n";
  }
  ~FindModule() override {
    unsetenv("SIDERUM_ENGINE_PATH");
    fs::remove_all(folder_);
  }

  fs::path file(std::string const& inner) const {
    return folder_ / inner / "siderum-engine-cpu.so";
  }
  static fs::path fake(std::string const& name) {
    return fs::path(std::getenv("SIDERUM_FAKE_MODULES")) / name;
  }
  static std::vector<fs::path> folders_of(std::string const& path) {
    setenv("SIDERUM_ENGINE_PATH", path.c_str(), 1);
    std::vector<fs::path> folders = module_folders();
    std::vector<fs::path> const without = (unsetenv("SIDERUM_ENGINE_PATH"), module_folders());
    EXPECT_GE(folders.size(), without.size());
    EXPECT_TRUE(std::equal(without.rbegin(), without.rend(), folders.rbegin()));
    folders.resize(folders.size() - without.size());
    return folders;
  }

  fs::path folder_ = fs::temp_directory_path() / ("siderum_modules_" + std::to_string(getpid()));
};

TEST_F(FindModule, LooksIntoThePathThenBesideTheLibraryThenIntoTheInstallation) {
  EXPECT_THAT(folders_of("/a:/b/c"), ElementsAre("/a", "/b/c"));
  std::vector<fs::path> const folders = module_folders();
  ASSERT_EQ(folders.size(), 2U);
  EXPECT_TRUE(fs::exists(folders[0] / "libsiderum_engine.so"));
  EXPECT_TRUE(folders[1].is_absolute());
}

// Begun by the next test, with a path of libraries that the working directory was part of.
TEST_F(FindModule, DISABLED_WhereTheLibraryWasLoadedFrom) {
  fs::path const folder = fs::canonical(std::getenv("LD_LIBRARY_PATH"));
  fs::current_path("/");
  EXPECT_EQ(module_folders().front(), folder);
}

TEST_F(FindModule, KnowsTheFolderOfARelativePathAfterTheWorkingDirectoryHasChanged) {
  fs::path const own = module_folders().front();
  pid_t const child = fork();
  if (child == 0) {
    fs::current_path(own.parent_path());
    setenv("LD_LIBRARY_PATH", own.filename().c_str(), 1);
    execl("/proc/self/exe", "find_module", "--gtest_also_run_disabled_tests",
          "--gtest_filter=*WhereTheLibraryWasLoadedFrom", nullptr);
    _exit(2);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(FindModule, NeverLooksIntoTheWorkingDirectory) {
  EXPECT_THAT(folders_of(""), ElementsAre());
  EXPECT_THAT(folders_of(":.::./lib:lib:../lib:"), ElementsAre());
  EXPECT_THAT(folders_of(":/a::lib:/b:"), ElementsAre("/a", "/b"));
}

TEST_F(FindModule, TakesTheFirstFileEvenIfItIsBroken) {
  std::vector<fs::path> const folders{folder_ / "nowhere", folder_ / "empty", folder_ / "text",
                                      fake("other_version")};
  EXPECT_EQ(module_file("cpu", folders), file("text"));
  FoundModule const found = find_module("cpu", folders);
  EXPECT_EQ(found.module, nullptr);
  EXPECT_EQ(found.file, file("text"));
  EXPECT_THAT(found.problem, StartsWith(file("text").string() + " cannot be opened ("));
  EXPECT_EQ(found.problem.find(file("text").string(), 1), std::string::npos);
}

TEST_F(FindModule, TellsWhatIsWrong) {
  FoundModule const version = find_module("cpu", {fake("other_version")});
  EXPECT_EQ(version.module, nullptr);
  EXPECT_EQ(version.problem, (fake("other_version") / "siderum-engine-cpu.so").string() +
                                 " is of another version (0.0.1, siderum is " + build::version +
                                 ")");
  FoundModule const hip = find_module("hip", {fake("without_hip")});
  EXPECT_EQ(hip.module, nullptr);
  EXPECT_THAT(hip.problem, StartsWith("There is no HIP of AMD here (libamdhip64.so.0: cannot"));
  FoundModule const none = find_module("cpu", {fake("no_engine")});
  EXPECT_EQ(none.module, nullptr);
  EXPECT_EQ(none.problem, (fake("no_engine") / "siderum-engine-cpu.so").string() +
                              " is no engine (it lacks what an engine exports)");
  FoundModule const nothing = find_module("cpu", {folder_ / "empty"});
  EXPECT_TRUE(nothing.file.empty());
  EXPECT_EQ(nothing.problem,
            "The engine cpu is not installed (no siderum-engine-cpu.so in SIDERUM_ENGINE_PATH or"
            " beside the library)");
}

TEST_F(FindModule, PrefersTheOneOfThisProcessorThenTheBestLevelThatItHas) {
  fs::path const levels = folder_ / "levels";
  fs::create_directories(levels);
  auto const add = [&](std::string const& suffix) {
    std::ofstream(levels / ("siderum-engine-cpu" + suffix + ".so")) << "no library\n";
  };
  auto const chosen = [&] { return module_file("cpu", {levels}).filename(); };
  add("-x86-64-v9");
  EXPECT_EQ(chosen(), "");
#if defined(__x86_64__)
  add("-x86-64-v2");
  add("-x86-64-v3");
  add("-x86-64-v4");
  std::string const level = __builtin_cpu_supports("avx512vl") ? "v4"
                            : __builtin_cpu_supports("avx2")   ? "v3"
                                                               : "v2";
  EXPECT_EQ(chosen(), "siderum-engine-cpu-x86-64-" + level + ".so");
#endif
  add("");
  EXPECT_EQ(chosen(), "siderum-engine-cpu.so");
}

TEST_F(FindModule, OpensTheOneOfThisBuild) {
  FoundModule const found = find_module("cpu", module_folders());
  EXPECT_NE(found.module, nullptr);
  EXPECT_EQ(found.problem, "");
}

}  // namespace
}  // namespace siderum::engine
