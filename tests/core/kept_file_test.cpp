// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/kept_file.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

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
  ASSERT_TRUE(write_kept_file(file(), "first"));
  ASSERT_TRUE(write_kept_file(file(), "one\ntwo"));
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
  ASSERT_TRUE(write_kept_file(file(), "eleven long"));
  EXPECT_EQ(read_kept_file(file(), 10).problem, "it is too large");
  EXPECT_EQ(read_kept_file(file(), 10).text, "");
  EXPECT_EQ(read_kept_file("/dev/zero", 10).problem, "it is no regular file");
}

TEST_F(KeptFiles, MayBeForbidden) {
  ASSERT_TRUE(write_kept_file(file(), "a"));
  fs::permissions(file(), fs::perms::none);
  fs::permissions(folder, fs::perms::all);
  // Nothing is forbidden to the administrator.
  uid_t const user = ::geteuid();
  ASSERT_TRUE(user != 0 || ::seteuid(65534) == 0);
  KeptFile const kept = read_kept_file(file(), 10);
  ASSERT_TRUE(user != 0 || ::seteuid(user) == 0);
  EXPECT_EQ(kept.problem, "Permission denied");
  EXPECT_EQ(kept.text, "");
}

TEST_F(KeptFiles, LeaveNothingWhereTheyCannotBeWritten) {
  fs::create_directories(file());
  EXPECT_FALSE(write_kept_file(file(), "a"));
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()),
            1);
  std::ofstream(folder / "text") << "no folder";
  EXPECT_FALSE(write_kept_file(folder / "text" / "kept", "a"));
}

}  // namespace
}  // namespace siderum::test
