// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/output_file.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/io_support.hpp"
#include "support/no_administrator.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::with_threads;

class OutputFileTest : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(OutputFileTest, AppearsWhenCommitted) {
  std::string const path = folder_.path("out.csv");
  OutputFile file(path);
  file.write("a\n");
  EXPECT_FALSE(std::filesystem::exists(path));
  file.write("b\n");
  file.commit();
  EXPECT_EQ(test::contents_of(path), "a\nb\n");
  EXPECT_EQ(folder_.size(), 1U);
}

TEST_F(OutputFileTest, IsCompleteBeforeItTakesItsPlace) {
  std::string const path = folder_.write("out.csv", "old");
  {
    OutputFile file(path);
    file.write("lost");
    file.finish();
    EXPECT_TRUE(file.is_finished());
  }
  EXPECT_EQ(test::contents_of(path), "old");
  EXPECT_EQ(folder_.size(), 1U);
  OutputFile file(path);
  file.write("new");
  file.finish();
  EXPECT_EQ(test::contents_of(path), "old");
  file.commit();
  EXPECT_EQ(test::contents_of(path), "new");
}

TEST_F(OutputFileTest, FinishesWhatIsWrittenDirectly) {
  OutputFile full("/dev/full");
  full.write("a");
  EXPECT_THROW(full.finish(), Error);
}

TEST_F(OutputFileTest, LeavesNothingWithoutCommit) {
  {
    OutputFile file(folder_.path("out.csv"));
    file.write("a");
  }
  EXPECT_EQ(folder_.size(), 0U);
}

TEST_F(OutputFileTest, ReplacesOnlyAtTheEndAndKeepsPermissions) {
  std::string const path = folder_.write("out.csv", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  {
    OutputFile file(path);
    file.write("lost");
  }
  EXPECT_EQ(test::contents_of(path), "old");
  OutputFile file(path);
  file.write("new");
  EXPECT_EQ(test::contents_of(path), "old");
  file.commit();
  EXPECT_EQ(test::contents_of(path), "new");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(OutputFileTest, KeepsTheOwnerWhereItMay) {
  std::string const path = folder_.write("out.csv", "old");
  // Only root may give files away.
  uid_t const other = ::geteuid() == 0 ? 12345 : ::geteuid();
  ASSERT_EQ(::chown(path.c_str(), other, static_cast<gid_t>(-1)), 0);
  OutputFile file(path);
  file.write("new");
  file.commit();
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, other);
}

TEST_F(OutputFileTest, NewFilesHaveTheUsualPermissions) {
  mode_t const mask = ::umask(027);
  OutputFile file(folder_.path("out.csv"));
  file.commit();
  ::umask(mask);
  struct stat status {};
  ASSERT_EQ(::stat(folder_.path("out.csv").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(OutputFileTest, FollowsSymbolicLinks) {
  std::string const target = folder_.write("target", "old");
  std::filesystem::create_symlink(target, folder_.path("link"));
  OutputFile file(folder_.path("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link")));
  EXPECT_EQ(test::contents_of(target), "new");
}

TEST_F(OutputFileTest, TakesPiecesOfAnySize) {
  std::string expected;
  OutputFile file(folder_.path("out"));
  for (std::size_t size : {1U, 300'000U, 200'000U, 100'000U, 0U, 600'000U, 3U}) {
    std::string const piece(size, static_cast<char>('a' + size % 7));
    file.write(piece);
    expected += piece;
  }
  file.commit();
  EXPECT_EQ(test::contents_of(folder_.path("out")), expected);
}

TEST_F(OutputFileTest, MovesWithItsTemporaryFile) {
  OutputFile first(folder_.path("out"));
  first.write("a");
  OutputFile second(std::move(first));
  second.write("b");
  second.commit();
  EXPECT_EQ(test::contents_of(folder_.path("out")), "ab");
}

TEST_F(OutputFileTest, TemporaryFilesCanBeRemovedAtOnce) {
  folder_.write("b", "old");
  OutputFile first(folder_.path("a"));
  OutputFile second(folder_.path("b"));
  { OutputFile gone(folder_.path("c")); }
  OutputFile third(folder_.path("d"));
  OutputFile complete(folder_.path("e"));
  complete.commit();
  remove_temporary_files();
  EXPECT_EQ(folder_.size(), 2U);
  EXPECT_EQ(test::contents_of(folder_.path("b")), "old");
  EXPECT_TRUE(std::filesystem::exists(folder_.path("e")));
}

TEST_F(OutputFileTest, TakesNamesAsLongAsNamesCanBe) {
  std::string const path = folder_.path(std::string(255, 'x'));
  OutputFile file(path);
  file.write("a");
  file.commit();
  EXPECT_EQ(test::contents_of(path), "a");
}

TEST_F(OutputFileTest, WritesOpenStreamsWithoutReplacingTheirFiles) {
  std::string const path = folder_.write("log", "old ");
  int const stream = ::open(path.c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(stream, 0);
  OutputFile file("/dev/fd/" + std::to_string(stream));
  file.write("new");
  file.commit();
  ::close(stream);
  EXPECT_EQ(test::contents_of(path), "old new");
}

TEST_F(OutputFileTest, FollowsALinkToAFileThatIsNotThereYet) {
  std::filesystem::create_directory(folder_.path("sub"));
  std::filesystem::create_symlink("sub/new.csv", folder_.path("link"));
  OutputFile file(folder_.path("link"));
  file.write("x");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link")));
  EXPECT_EQ(test::contents_of(folder_.path("sub/new.csv")), "x");
}

TEST_F(OutputFileTest, WritesDevicesDirectly) {
  OutputFile file("/dev/null");
  file.write("a");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(OutputFileTest, WritesStandardOutput) {
  testing::internal::CaptureStdout();
  for (std::string const path : {"", "-"}) {
    OutputFile file(path);
    EXPECT_EQ(file.name(), "standard output");
    file.write("x\n");
    file.commit();
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "x\nx\n");
}

TEST_F(OutputFileTest, NeverWritesIntoAFileThatItCannotReplace) {
  std::string const path = folder_.write("out.csv", "old");
  std::string const kept = folder_.write("kept.csv", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(kept.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder_.path("").c_str(), 0555), 0);
  auto const sentence = [&](std::string const& name) {
    siderum::test::NoAdministrator const nobody;
    return test::sentence_of([&] { OutputFile file(name); }, folder_);
  };
  EXPECT_EQ(sentence(path),
            "out.csv cannot be replaced (its folder takes no new file: Permission denied). Choose"
            " another file, or write to standard output: to write into it could lose both its"
            " content and the result.");
  // No room that could be made would help.
  EXPECT_EQ(sentence(kept), "kept.csv cannot be written (Permission denied). Choose another file.");
  EXPECT_EQ(sentence(folder_.path("new.csv")),
            "new.csv cannot be written (Permission denied). Choose another file.");
  ::chmod(folder_.path("").c_str(), 0755);
  EXPECT_EQ(test::contents_of(path), "old");
  EXPECT_EQ(folder_.size(), 2U);
}

TEST_F(OutputFileTest, TakesPathsAsLongAsPathsCanBe) {
  std::string folder = folder_.path("");
  while (folder.size() < 3800) {
    folder += std::string(200, 'x') + '/';
  }
  std::filesystem::create_directories(folder);
  OutputFile file(folder + "out.fits");
  file.write("a");
  file.commit();
  EXPECT_EQ(test::contents_of(folder + "out.fits"), "a");
  EXPECT_THAT(
      test::sentence_of([&] { OutputFile(folder + std::string(255, 'y') + ".fits"); }, folder_),
      testing::EndsWith("cannot be written (File name too long). Choose another file."));
}

TEST_F(OutputFileTest, AdvisesWhereNoFileCanBeOpened) {
  std::string const path = folder_.path("out.csv");
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit const lowest{0, limit.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &lowest);
  std::string const sentence = test::sentence_of([&] { OutputFile{path}; }, folder_);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(sentence,
            "out.csv cannot be written (Too many open files). Raise the limit of open files, as by"
            " ulimit -n.");
}

/// Row i: its number in nine letters and a line end.
void make_rows(std::int64_t begin, std::int64_t end, char* target) {
  for (std::int64_t row = begin; row < end; ++row, target += 10) {
    std::string const text = std::to_string(row);
    std::fill_n(target, 9, ' ');
    text.copy(target, text.size());
    target[9] = '\n';
  }
}

std::string made_rows(std::int64_t rows) {
  std::string all(static_cast<std::size_t>(10 * rows), ' ');
  make_rows(0, rows, all.data());
  return all;
}

TEST_F(OutputFileTest, WritesRowsByAnyNumberOfThreads) {
  constexpr std::int64_t rows = 300'007;
  std::string const expected = "head\n" + made_rows(rows) + "middle\n" + made_rows(3) + "end\n";
  with_threads({1, 2, 5}, [&](int) {
    std::string const path = folder_.path("out");
    OutputFile file(path);
    file.write("head\n");
    file.write_rows(rows, 10, make_rows);
    file.write("middle\n");
    file.write_rows(0, 10, make_rows);
    file.write_rows(3, 10, make_rows);
    file.write("end\n");
    file.commit();
    EXPECT_TRUE(test::contents_of(path) == expected);
    std::filesystem::remove(path);
  });
}

TEST_F(OutputFileTest, WritesRowsIntoStreamsInTheirOrder) {
  constexpr std::int64_t rows = 200'003;
  siderum::test::WorkerThreads const four(4);
  std::string const pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = test::contents_of(pipe); });
  {
    OutputFile file(pipe);
    file.write("head\n");
    file.write_rows(rows, 10, make_rows);
    file.write("end\n");
    file.commit();
  }
  reader.join();
  EXPECT_TRUE(read == "head\n" + made_rows(rows) + "end\n");
}

TEST_F(OutputFileTest, TellsOfADiskThatIsFullInAnyThread) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit const little{rlim_t{2'000'000}, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  std::string const path = folder_.write("out", "old");
  with_threads({1, 4}, [&](int) {
    EXPECT_EQ(test::sentence_of(
                  [&] {
                    OutputFile file(path);
                    file.write_rows(1'000'000, 10, make_rows);
                    file.commit();
                  },
                  folder_),
              "out cannot be written (File too large). Choose another file, or make room for it.");
    std::vector<char> const bytes(std::size_t{10'000'000}, 'x');
    EXPECT_EQ(test::sentence_of(
                  [&] {
                    OutputFile file(path);
                    file.write({bytes.data(), bytes.size()});
                    file.commit();
                  },
                  folder_),
              "out cannot be written (File too large). Choose another file, or make room for it.");
  });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(test::contents_of(path), "old");
  EXPECT_EQ(folder_.size(), 1U);
}

TEST_F(OutputFileTest, HandsOnWhatThrowsWhileRowsAreMade) {
  with_threads({1, 3}, [&](int) {
    OutputFile file(folder_.path("out"));
    EXPECT_THROW(file.write_rows(1'000'000, 10,
                                 [](std::int64_t, std::int64_t end, char*) {
                                   if (end > 500'000) {
                                     throw std::bad_alloc();
                                   }
                                 }),
                 std::bad_alloc);
  });
  EXPECT_EQ(folder_.size(), 0U);
}

TEST_F(OutputFileTest, SaysWhyItCannotBeWritten) {
  auto const sentence = [&](std::string const& path) {
    return test::sentence_of([&] { OutputFile file(path); }, folder_);
  };
  std::string const remedy = " Choose another file.";
  EXPECT_EQ(sentence(folder_.path("none/out.csv")),
            "none/out.csv cannot be written (the folder none is not there). Make the folder, or "
            "choose another file.");
  std::filesystem::create_directory(folder_.path("sub"));
  EXPECT_EQ(sentence(folder_.path("sub")), "sub cannot be written (Is a directory)." + remedy);
  std::string const full = test::sentence_of(
      [] {
        OutputFile file("/dev/full");
        file.write("a");
        file.commit();
      },
      folder_);
  EXPECT_EQ(full,
            "/dev/full cannot be written (No space left on device). Choose another file, or make"
            " room for it.");
}

}  // namespace
}  // namespace siderum::io
