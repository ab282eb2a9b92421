// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/progress_bar.hpp>

#include <array>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

namespace siderum::apps {
namespace {

using testing::HasSubstr;

TEST(ProgressLine, ShowsShareBarAndTimeLeft) {
  EXPECT_EQ(progress_line("work", 1, 4, 20.0, 40), "work [####-------------]  25 % 1:00 left");
  EXPECT_EQ(progress_line("work", 4, 4, 20.0, 40), "work [#################] 100 % 0:00 left");
}

TEST(ProgressLine, HasNoTimeLeftBeforeTheFirstPiece) {
  EXPECT_THAT(progress_line("work", 0, 4, 1.0, 40), testing::EndsWith("]   0 % "));
}

TEST(ProgressLine, FitsTheWidth) {
  for (std::size_t width : {5u, 20u, 30u, 78u}) {
    EXPECT_LE(progress_line("a long label", 1, 3, 9000.0, width).size(), width);
  }
}

/// What a bar leaves on a terminal.
std::string drawn_on_terminal(ProgressChoice choice) {
  int controller = -1;
  int terminal = -1;
  EXPECT_EQ(openpty(&controller, &terminal, nullptr, nullptr, nullptr), 0);
  std::FILE* const stream = fdopen(terminal, "w");
  {
    ProgressBar bar("search", choice, stream);
    // Work that ends at once shows no bar.
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    bar.advance(1, 2);
  }
  std::fclose(stream);
  // What was written arrives a moment later; an error is the end of a terminal that is closed.
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t size = 0; (size = read(controller, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
  close(controller);
  return text;
}

TEST(ProgressBar, DrawsOnATerminalAndErasesItself) {
  std::string const text = drawn_on_terminal(ProgressChoice::automatic);

  EXPECT_THAT(text, HasSubstr("search ["));
  EXPECT_THAT(text, HasSubstr("50 %"));
  EXPECT_THAT(text, testing::EndsWith("\r\033[K"));
}

TEST(ProgressBar, DrawsNothingWhenToldNotTo) {
  EXPECT_EQ(drawn_on_terminal(ProgressChoice::never), "");
}

TEST(ProgressBar, DrawsNothingIntoAFile) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    ProgressBar bar("search", ProgressChoice::automatic, file);
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    bar.advance(1, 2);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace siderum::apps
