// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/io/files/output_file.hpp>
#include <siderum/io/files/temporary_file.hpp>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

/// A program that replaces file after file until another of its threads ends it.
[[noreturn]] void replace_until_the_end(std::string const& path, std::chrono::microseconds time) {
  std::thread writer([&] {
    while (true) {
      OutputFile first(path + "_1");
      OutputFile second(path + "_2");
      first.commit();
      second.commit();
    }
  });
  std::this_thread::sleep_for(time);
  end_without_temporary_files(7);
}

TEST(EndWithoutTemporaryFiles, LeavesNoneThatAnotherThreadMakes) {
  test::TemporaryFolder folder;
  folder.write("out_1", "old");
  folder.write("out_2", "old");
  for (int run = 0; run < 200; ++run) {
    pid_t const child = ::fork();
    if (child == 0) {
      replace_until_the_end(folder.path("out"), std::chrono::microseconds(1000 + 17 * run));
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(WEXITSTATUS(status), 7);
    ASSERT_EQ(folder.size(), 2U) << "in run " << run;
  }
}

}  // namespace
}  // namespace siderum::io
