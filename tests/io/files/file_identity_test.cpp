// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/file_identity.hpp>

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "../io_support.hpp"

namespace siderum::io {
namespace {

class NamesOfOneFile : public testing::Test {
 protected:
  std::string of(std::vector<std::string> const& files) {
    return test::sentence_of([&] { refuse_repeated(files); }, folder_);
  }

  test::TemporaryFolder folder_;
  std::string const file_ = folder_.write("a.csv", "1,2\n");
};

TEST_F(NamesOfOneFile, AreAllOfItsNames) {
  std::string const other = folder_.write("b.csv", "1,2\n");
  std::string const soft = folder_.path("soft.csv");
  std::string const hard = folder_.path("hard.csv");
  std::filesystem::create_symlink("a.csv", soft);
  std::filesystem::create_hard_link(file_, hard);

  for (std::string const& name : {file_, folder_.path("./a.csv"), soft, hard}) {
    EXPECT_TRUE(same_file(file_, name)) << name;
  }
  EXPECT_FALSE(same_file(file_, other));
  EXPECT_EQ(of({file_, other}), "no error");
  EXPECT_EQ(of({file_, other, soft}),
            "a.csv and soft.csv are one file (its points would count twice). Name it once.");
  EXPECT_EQ(of({hard, file_}),
            "hard.csv and a.csv are one file (its points would count twice). Name it once.");
  EXPECT_EQ(of({file_, file_}),
            "a.csv is named twice (its points would count twice). Name it once.");
}

TEST_F(NamesOfOneFile, AreStandardInputThatComesFromIt) {
  test::StandardInput const input(file_);
  EXPECT_EQ(of({file_, "-"}),
            "a.csv and standard input are one file (its points would count twice). Name it once.");
}

TEST_F(NamesOfOneFile, AreOfAPipeOneName) {
  std::string const pipe = folder_.path("pipe");
  std::string const other = folder_.path("other");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(other.c_str(), 0600), 0);
  EXPECT_FALSE(same_file("/dev/null", "/dev/null"));
  EXPECT_EQ(of({pipe, other}), "no error");
  EXPECT_EQ(of({pipe, pipe}), "pipe is named twice (its points would count twice). Name it once.");
}

}  // namespace
}  // namespace siderum::io
