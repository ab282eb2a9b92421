// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Output files on file systems that know no files without a name: this executable's own openat
// refuses O_TMPFILE when it is told to.
#include <siderum/io/files/output_file.hpp>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/io_support.hpp"

namespace {

bool has_unnamed_files = true;
int refusals = 0;

}  // namespace

// Under another name here, since some systems make the one of the C library an inline function.
int refusing_openat(int folder, char const* path, int flags, ...) __asm__("openat");

int refusing_openat(int folder, char const* path, int flags, ...) {
  if (!has_unnamed_files && (flags & O_TMPFILE) == O_TMPFILE) {
    ++refusals;
    errno = EOPNOTSUPP;
    return -1;
  }
  std::va_list rest;
  va_start(rest, flags);
  bool const makes_one = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  mode_t const mode = makes_one ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

namespace siderum::io {
namespace {

using testing::ElementsAre;
using testing::MatchesRegex;

class NamedTemporaryFile : public testing::Test {
 protected:
  NamedTemporaryFile() {
    has_unnamed_files = false;
    refusals = 0;
  }
  ~NamedTemporaryFile() override { has_unnamed_files = true; }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (auto const& entry : std::filesystem::directory_iterator(folder_.path(""))) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  test::TemporaryFolder folder_;
};

TEST_F(NamedTemporaryFile, IsRecognisedByItsName) {
  folder_.write("out.csv", "old");
  OutputFile file(folder_.path("out.csv"));
  EXPECT_EQ(refusals, 1);
  EXPECT_THAT(names(), ElementsAre(MatchesRegex("\\.siderum-[0-9]+-[0-9]+"), "out.csv"));
  file.write("new");
  EXPECT_EQ(test::contents_of(folder_.path("out.csv")), "old");
  file.commit();
  EXPECT_THAT(names(), ElementsAre("out.csv"));
  EXPECT_EQ(test::contents_of(folder_.path("out.csv")), "new");
}

TEST_F(NamedTemporaryFile, TakesNamesAsLongAsNamesCanBe) {
  std::string const name(255, 'x');
  OutputFile file(folder_.path(name));
  file.write("a");
  file.commit();
  EXPECT_THAT(names(), ElementsAre(name));
}

TEST_F(NamedTemporaryFile, PassesOverNamesOfOthers) {
  std::string const beginning = ".siderum-" + std::to_string(::getpid()) + "-";
  for (int number = 0; number < 100; ++number) {
    folder_.write(beginning + std::to_string(number), "of a process that was killed");
  }
  OutputFile file(folder_.path("out.csv"));
  file.write("a");
  file.commit();
  EXPECT_EQ(folder_.size(), 101U);
  EXPECT_EQ(test::contents_of(folder_.path("out.csv")), "a");
}

TEST_F(NamedTemporaryFile, GoesWithTheObjectOrWithAll) {
  { OutputFile file(folder_.path("out.csv")); }
  EXPECT_THAT(names(), ElementsAre());
  OutputFile first(folder_.path("a"));
  OutputFile second(folder_.path("b"));
  EXPECT_EQ(folder_.size(), 2U);
  remove_temporary_files();
  EXPECT_EQ(folder_.size(), 0U);
}

TEST_F(NamedTemporaryFile, GoesWithTheProcessThatMadeIt) {
  EXPECT_EXIT(
      {
        static OutputFile* volatile kept = nullptr;
        kept = new OutputFile(folder_.path("a"));
        std::exit(folder_.size() == 1 ? 3 : 4);
      },
      testing::ExitedWithCode(3), "");
  EXPECT_EQ(folder_.size(), 0U);
  OutputFile file(folder_.path("b"));
  EXPECT_EXIT(std::exit(5), testing::ExitedWithCode(5), "");
  EXPECT_EQ(folder_.size(), 1U);
  file.commit();
  EXPECT_THAT(names(), ElementsAre("b"));
}

TEST(UnnamedTemporaryFile, ShowsNothingBeforeItIsComplete) {
  test::TemporaryFolder const folder;
  int const probe = ::open(folder.path("").c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0) {
    GTEST_SKIP() << "the file system of the folder for temporary files has none";
  }
  ::close(probe);
  for (std::string const content : {"first", "second"}) {
    OutputFile file(folder.path("out.csv"));
    file.write(content);
    EXPECT_EQ(folder.size(), content == "first" ? 0U : 1U);
    file.finish();
    EXPECT_EQ(folder.size(), content == "first" ? 0U : 1U);
    file.commit();
    EXPECT_EQ(folder.size(), 1U);
    EXPECT_EQ(test::contents_of(folder.path("out.csv")), content);
  }
}

}  // namespace
}  // namespace siderum::io
