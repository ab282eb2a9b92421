// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/kept_file.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "support/no_administrator.hpp"

namespace siderum::test {
namespace {

namespace fs = std::filesystem;

class KeptFiles : public testing::Test {
 protected:
  KeptFiles() {
    std::string name = (fs::temp_directory_path() / "siderum-kept-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~KeptFiles() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }

  fs::path folder;
  fs::path file() const { return folder / "deep" / "kept"; }
};

TEST_F(KeptFiles, AreReadAsTheyWereWritten) {
  ASSERT_EQ(write_kept_file(file(), "first"), "");
  ASSERT_EQ(write_kept_file(file(), "one\ntwo"), "");
  KeptFile const kept = read_kept_file(file(), 7);
  EXPECT_EQ(kept.text, "one\ntwo");
  EXPECT_EQ(kept.problem, "");
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
            1);
}

TEST_F(KeptFiles, AreEmptyWhereThereAreNone) {
  std::ofstream(folder / "text") << "no folder";
  for (fs::path const& none : {file(), folder / "text" / "kept", fs::path()}) {
    KeptFile const kept = read_kept_file(none, 10);
    EXPECT_EQ(kept.text, "");
    EXPECT_EQ(kept.problem, "") << none;
  }
}

TEST_F(KeptFiles, SayWhyTheyCannotBeRead) {
  fs::create_directories(file());
  EXPECT_EQ(read_kept_file(file(), 10).problem, "it is a folder");
  fs::remove(file());
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(read_kept_file(file(), 10).problem, "it is no regular file");
  ASSERT_EQ(write_kept_file(file(), "eleven long"), "");
  EXPECT_EQ(read_kept_file(file(), 10).problem, "it is too large");
  EXPECT_EQ(read_kept_file(file(), 10).text, "");
  EXPECT_EQ(read_kept_file("/dev/zero", 10).problem, "it is no regular file");
}

TEST_F(KeptFiles, MayBeForbidden) {
  ASSERT_EQ(write_kept_file(file(), "a"), "");
  fs::permissions(file(), fs::perms::none);
  fs::permissions(folder, fs::perms::all);
  NoAdministrator const nobody;
  KeptFile const kept = read_kept_file(file(), 10);
  EXPECT_EQ(kept.problem, "Permission denied");
  EXPECT_EQ(kept.text, "");
}

TEST_F(KeptFiles, LeaveNothingWhereTheyCannotBeWritten) {
  fs::create_directories(file());
  EXPECT_EQ(write_kept_file(file(), "a"), "Is a directory");
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
            1);
  std::ofstream(folder / "text") << "no folder";
  EXPECT_EQ(write_kept_file(folder / "text" / "kept", "a"), "Not a directory");
  EXPECT_EQ(write_kept_file(fs::path("/proc") / "deep" / "kept", "a"), "No such file or directory");
}

TEST_F(KeptFiles, SayBeforeWhyTheyCannotBeWritten) {
  EXPECT_EQ(hindrance_to_keeping(file()), "");
  EXPECT_FALSE(fs::exists(file().parent_path())) << "nothing is changed";
  std::ofstream(folder / "text") << "no folder";
  EXPECT_EQ(hindrance_to_keeping(folder / "text" / "kept"), "Not a directory");
  EXPECT_EQ(hindrance_to_keeping(folder / "text" / "deep" / "kept"), "Not a directory");
  fs::permissions(folder, fs::perms::owner_read);
  {
    NoAdministrator const nobody;
    EXPECT_EQ(hindrance_to_keeping(file()), "Permission denied");
  }
  fs::permissions(folder, fs::perms::owner_all);
}

TEST_F(KeptFiles, HaveNoNameBeforeTheyAreWhole) {
  if (int const descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600); descriptor >= 0) {
    ::close(descriptor);
  } else {
    GTEST_SKIP() << "this file system has no files without a name";
  }
  ASSERT_EQ(write_kept_file(file(), "old"), "");
  // What a process that ran out of room for a file, and was killed by that, leaves.
  pid_t const child = ::fork();
  if (child == 0) {
    rlimit const limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    static_cast<void>(write_kept_file(file(), std::string(10'000, 'a')));
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read_kept_file(file(), 10).text, "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
            1);
}

}  // namespace
}  // namespace siderum::test
