// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/input_file.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/io/pairs/read_catalogue.hpp>
#include <siderum/io/periods/read_light_curves.hpp>
#include <siderum/io/tables/text_fields.hpp>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

/// Rows of four columns, more than a window holds.
std::string many_rows(std::size_t rows) {
  std::string text = "id,time,value,error\n";
  for (std::size_t row = 0; row < rows; ++row) {
    text += std::to_string(row / 1000) + "," + std::to_string(row) + ".25,17.5,0.125\n";
  }
  return text;
}

class InputFileTest : public testing::Test {
 protected:
  template <class Action>
  std::string sentence(Action const& action) {
    return test::sentence_of(action, folder_);
  }

  test::TemporaryFolder folder_;
};

TEST_F(InputFileTest, ReadsNoMoreThanWhatIsAskedFor) {
  std::string const text = many_rows(100'000);
  InputFile input(folder_.write("a.csv", text));
  EXPECT_EQ(input.window(), text.substr(0, std::size_t{1} << 16));
  EXPECT_EQ(input.size(), std::ssize(text));
  EXPECT_EQ(input.bytes(), text);
  EXPECT_FALSE(input.read_on());
}

TEST_F(InputFileTest, GoesOnBehindWhatWasPassed) {
  std::string const text = many_rows(200'000);
  InputFile input(folder_.write("a.csv", text));
  std::string all;
  while (!input.window().empty()) {
    // All but three bytes, which stay.
    std::size_t const passed = input.window().size() > 3 ? input.window().size() - 3 : 3;
    all += input.window().substr(0, passed);
    input.pass(std::min(passed, input.window().size()));
    input.read_on();
  }
  EXPECT_EQ(all, text);
}

TEST_F(InputFileTest, ReadsLinesLongerThanAWindow) {
  std::string const line(std::size_t{5} << 20, 'x');
  InputFile input(folder_.write("a.txt", "1\n" + line + "\n2"));
  ContentLines lines(input);
  std::string_view found;
  ASSERT_TRUE(lines.next(found));
  EXPECT_EQ(found, "1");
  ASSERT_TRUE(lines.next(found));
  EXPECT_TRUE(found == line);
  ASSERT_TRUE(lines.next(found));
  EXPECT_EQ(found, "2");
  EXPECT_EQ(lines.row(), 3);
  EXPECT_FALSE(lines.next(found));
}

TEST_F(InputFileTest, KeepsTheTextOfItsLines) {
  std::string const comments = "# " + std::string(std::size_t{3} << 20, '-') + "\n# ra dec\n";
  InputFile input(folder_.write("a.txt", comments + "1 2\n"));
  ContentLines lines(input);
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "1 2");
  EXPECT_EQ(line.data() - lines.text().data(), std::ssize(comments));
  EXPECT_TRUE(lines.text().starts_with(comments));
}

TEST_F(InputFileTest, ReadsStreamsWhoseSizeIsUnknown) {
  std::string const text = many_rows(50'000);
  std::string const pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  {
    InputFile input(pipe);
    EXPECT_FALSE(input.size());
    EXPECT_TRUE(input.bytes() == text);
  }
  writer.join();
  InputFile system("/proc/self/status");
  EXPECT_TRUE(system.bytes().starts_with("Name:"));
}

TEST_F(InputFileTest, TellsFilesThatBecomeShorter) {
  std::string const text = many_rows(100'000);
  std::string const path = folder_.write("a.csv", text);
  std::string const expected =
      "a.csv changed while it was read (it had " + std::to_string(text.size()) +
      " bytes when it was opened, and has 70000). Wait until it is written, and read it then.";
  for (bool const by_lines : {false, true}) {
    folder_.write("a.csv", text);
    InputFile input(path);
    std::filesystem::resize_file(path, 70'000);
    EXPECT_EQ(sentence([&] {
                ContentLines lines(input);
                std::string_view line;
                while (by_lines && lines.next(line)) {
                }
                input.bytes();
              }),
              expected);
  }
}

TEST_F(InputFileTest, TellsFilesThatGrowOrAreWrittenTo) {
  std::string const text = many_rows(100'000);
  std::string const path = folder_.write("a.csv", text);
  InputFile grows(path);
  std::filesystem::resize_file(path, text.size() + 10);
  EXPECT_EQ(sentence([&] { grows.bytes(); }).substr(0, 40),
            "a.csv changed while it was read (it had ");
  InputFile overwritten(path);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << "new";
  EXPECT_EQ(sentence([&] { overwritten.bytes(); }),
            "a.csv changed while it was read (it was written to). Wait until it is written, and "
            "read it then.");
}

TEST_F(InputFileTest, TellsErrorsOfTheDisk) {
  // Nothing is at the address 0 of a process.
  EXPECT_EQ(sentence([&] { InputFile("/proc/self/mem"); }),
            "/proc/self/mem cannot be read (Input/output error). Check the disk that holds it.");
}

TEST_F(InputFileTest, LargeTextsAreReadInPieces) {
  constexpr std::size_t rows = 200'000;
  std::string const path = folder_.write("a.csv", many_rows(rows));
  LightCurveTable const curves = read_light_curves({path});
  ASSERT_EQ(curves.points(), rows);
  EXPECT_EQ(curves.objects(), 200);
  for (std::size_t row = 0; row < rows; ++row) {
    ASSERT_EQ(curves.time[row], static_cast<double>(row) + 0.25);
  }
  std::string text = "ra,dec\n";
  for (std::size_t row = 0; row < rows; ++row) {
    text += std::to_string(row % 360) + ".5,12.0625\n";
  }
  CatalogueTable const points = read_catalogue(folder_.write("b.csv", text), {}, nullptr);
  ASSERT_EQ(points.points(), rows);
  EXPECT_EQ(points.ra[rows - 1], static_cast<double>((rows - 1) % 360) + 0.5);
  EXPECT_EQ(sentence([&] {
              read_catalogue(folder_.write("c.csv", text + "1,x\n"), {}, nullptr);
            }).substr(0, 45),
            "c.csv, row 200002: the dec is 'x' (it must be");
}

}  // namespace
}  // namespace siderum::io
