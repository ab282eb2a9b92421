// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_rows.hpp>

#include <sys/stat.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

#include <siderum/io/files/traffic.hpp>

#include "io/io_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::WorkerThreads;

/// Of which no piece is a divisor, in several pieces.
constexpr std::int64_t rows = 9'973;

struct Shape {
  char const* form;
  char letter;  ///< as FitsColumn::form should have it
};

class FitsRowsTest : public testing::Test {
 protected:
  /// A table by CFITSIO, whose numbers are all bits there are.
  std::string write(std::vector<Shape> const& shapes,
                    std::vector<std::pair<std::string, double>> const& keys = {}) const {
    std::string const path = folder_.path("a.fits");
    std::filesystem::remove(path);
    std::vector<std::string> names;
    std::vector<char*> name_words;
    std::vector<char*> forms;
    for (Shape const& shape : shapes) {
      names.push_back("C" + std::to_string(names.size()));
      forms.push_back(const_cast<char*>(shape.form));
    }
    for (std::string& name : names) {
      name_words.push_back(name.data());
    }
    fitsfile* file = nullptr;
    int status = 0;
    fits_create_file(&file, path.c_str(), &status);
    fits_create_tbl(file, BINARY_TBL, rows, static_cast<int>(names.size()), name_words.data(),
                    forms.data(), nullptr, "DATA", &status);
    for (auto const& [keyword, value] : keys) {
      if (keyword.starts_with("TNULL")) {
        fits_write_key_lng(file, keyword.c_str(), static_cast<LONGLONG>(value), nullptr, &status);
      } else {
        fits_write_key_dbl(file, keyword.c_str(), value, 15, nullptr, &status);
      }
    }
    LONGLONG width = 0;
    fits_read_key(file, TLONGLONG, "NAXIS1", &width, nullptr, &status);
    std::uint64_t state = 42;
    std::vector<unsigned char> row(static_cast<std::size_t>(width));
    for (std::int64_t i = 0; i < rows; ++i) {
      for (unsigned char& byte : row) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        byte = static_cast<unsigned char>(state >> 56U);
      }
      fits_write_tblbytes(file, i + 1, 1, width, row.data(), &status);
    }
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  test::TemporaryFolder folder_;
};

/// All cells, as CFITSIO gives them.
template <class Cell>
std::vector<Cell> by_cfitsio(FitsFile const& file, FitsColumn const& column, int type,
                             void* undefined) {
  std::vector<Cell> cells(static_cast<std::size_t>(rows * column.repeat));
  int any_undefined = 0;
  int status = 0;
  fits_read_col(file.handle(), type, column.number, 1, 1, std::ssize(cells), undefined,
                cells.data(), &any_undefined, &status);
  EXPECT_EQ(status, 0);
  return cells;
}

template <class Cell, class Read>
std::vector<Cell> by_rows(FitsFile const& file, FitsColumn const& column, Read const& read) {
  std::vector<Cell> all(static_cast<std::size_t>(rows * column.repeat));
  for_each_rows(file, [&] {
    return [&, part = std::vector<Cell>()](FitsRows& block, std::int64_t begin) mutable {
      read(block, part);
      std::copy(part.begin(), part.end(), all.begin() + begin * column.repeat);
    };
  });
  return all;
}

template <class Cell>
bool same_bits(std::vector<Cell> const& a, std::vector<Cell> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Cell)) == 0;
}

void expect_numbers_of_cfitsio(FitsFile const& file, FitsColumn const& column) {
  double undefined = std::numeric_limits<double>::quiet_NaN();
  auto const expected =
      by_cfitsio<double>(file, column, TDOUBLE, column.says_undefined ? &undefined : nullptr);
  siderum::test::with_threads({1, 2, 5}, [&](int) {
    EXPECT_TRUE(same_bits(expected, by_rows<double>(file, column, [&](FitsRows& block, auto& part) {
                            block.numbers(column, part);
                          })));
  });
}

TEST_F(FitsRowsTest, HaveTheNumbersOfCfitsioInAllForms) {
  std::vector<Shape> const shapes{{"D", 'D'},  {"E", 'E'},  {"K", 'K'},  {"J", 'J'},
                                  {"I", 'I'},  {"B", 'B'},  {"7D", 'D'}, {"3E", 'E'},
                                  {"2K", 'K'}, {"5J", 'J'}, {"3I", 'I'}, {"11B", 'B'}};
  InputFile input(write(shapes));
  FitsFile const file(input);
  WorkerThreads const five(5);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    SCOPED_TRACE(shapes[i].form);
    FitsColumn const column = file.column(static_cast<int>(i) + 1);
    EXPECT_EQ(column.form, shapes[i].letter);
    expect_numbers_of_cfitsio(file, column);
    if (column.form == 'D' || column.form == 'E') {
      continue;
    }
    LONGLONG undefined = -1;
    auto const expected = by_cfitsio<std::int64_t>(file, column, TLONGLONG, &undefined);
    EXPECT_TRUE(
        same_bits(expected, by_rows<std::int64_t>(file, column, [&](FitsRows& block, auto& part) {
                    block.integers(column, -1, part);
                  })));
  }
}

TEST_F(FitsRowsTest, LeaveScaledColumnsAndMarkedCellsToCfitsio) {
  std::vector<Shape> const shapes{{"D", 0}, {"I", 0}, {"J", 0}, {"B", 0}, {"K", 0}, {"I", 'I'}};
  InputFile input(write(shapes, {{"TSCAL1", 0.5},
                                 {"TZERO2", 32768.0},
                                 {"TZERO3", 2147483648.0},
                                 {"TNULL4", 7.0},
                                 {"TSCAL5", 2.0}}));
  FitsFile const file(input);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    SCOPED_TRACE(i);
    FitsColumn const column = file.column(static_cast<int>(i) + 1);
    EXPECT_EQ(column.form, shapes[i].letter);
    expect_numbers_of_cfitsio(file, column);
  }
}

TEST_F(FitsRowsTest, AreCountedOnceWhoeverReadsThem) {
  // Two columns of CFITSIO's, and one that is read from the bytes of the rows.
  std::string const path =
      write({{"100D", 0}, {"I", 0}, {"J", 'J'}}, {{"TSCAL1", 0.5}, {"TZERO2", 32768.0}});
  constexpr std::int64_t data = 5760;  // two headers
  constexpr std::int64_t row = 806;
  for (auto const& order : std::vector<std::vector<int>>{{1}, {3}, {1, 2}, {1, 3}, {3, 1}}) {
    std::int64_t const before = traffic().read;
    InputFile input(path);
    FitsFile const file(input);
    for_each_rows(file, [&] {
      return [&, cells = std::vector<double>()](FitsRows& block, std::int64_t) mutable {
        for (int const column : order) {
          block.numbers(file.column(column), cells);
        }
      };
    });
    EXPECT_EQ(traffic().read - before, data + rows * row) << order.front() << order.size();
  }
}

TEST_F(FitsRowsTest, LeaveOtherCellsToCfitsio) {
  InputFile input(write({{"8X", 0}, {"L", 0}, {"C", 0}, {"10A5", 0}, {"5A", 'A'}}));
  FitsFile const file(input);
  for (int column = 1; column <= 4; ++column) {
    EXPECT_EQ(file.column(column).form, 0) << column;
  }
  EXPECT_EQ(file.column(5).form, 'A');
}

/// Of all bits, none is an infinity or a payload with any likelihood.
TEST_F(FitsRowsTest, KeepEveryBitOfNumbers) {
  std::string const path = write({{"D", 'D'}, {"E", 'E'}});
  std::string bytes = test::contents_of(path);
  constexpr std::size_t data = 5760;
  constexpr std::array<char, 12> payload{'\x7F', '\xF8', 0, 0, 0, 0, 0, 5, '\x7F', '\xC0', 0, 3};
  constexpr std::array<char, 12> tiny{0, 0, 0, 0, 0, 0, 0, 1, '\x80', 0, 0, 0};
  constexpr std::array<char, 12> infinite{'\x7F', '\xF0', 0, 0, 0, 0, 0, 0, '\xFF', '\x80', 0, 0};
  bytes.replace(data, 12, payload.data(), 12);
  bytes.replace(data + 12, 12, tiny.data(), 12);
  bytes.replace(data + 24, 12, infinite.data(), 12);
  InputFile input(folder_.write("b.fits", bytes));
  FitsFile const file(input);
  FitsRows block(file);
  block.take(0, 3);
  std::vector<double> doubles;
  std::vector<double> floats;
  block.numbers(file.column(1), doubles);
  block.numbers(file.column(2), floats);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(doubles[0]), 0x7FF8000000000005U);
  EXPECT_TRUE(std::isnan(floats[0]));
  EXPECT_EQ(doubles[1], std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(floats[1] == 0.0 && std::signbit(floats[1]));
  EXPECT_EQ(doubles[2], std::numeric_limits<double>::infinity());
  EXPECT_EQ(floats[2], -std::numeric_limits<double>::infinity());
}

TEST_F(FitsRowsTest, ReadTexts) {
  std::string const path = write({{"6A", 'A'}, {"D", 'D'}});
  std::string bytes = test::contents_of(path);
  constexpr std::size_t data = 5760;
  bytes.replace(data, 6, "  ab  ");
  bytes.replace(data + 14, 6, std::string("a b\0cd", 6));
  bytes.replace(data + 28, 6, "      ");
  InputFile input(folder_.write("b.fits", bytes));
  FitsFile const file(input);
  FitsRows block(file);
  block.take(0, 3);
  std::vector<std::string> texts;
  block.texts(file.column(1), texts);
  EXPECT_EQ(texts, (std::vector<std::string>{"ab", "a b", ""}));
}

TEST_F(FitsRowsTest, ReadFromMemoryAndFromFilesTheSame) {
  std::string const path = write({{"B", 'B'}, {"D", 'D'}, {"3J", 'J'}});
  InputFile input(path);
  FitsFile const file(input);
  std::string const pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << test::contents_of(path); });
  InputFile stream(pipe);
  FitsFile const second(stream);
  writer.join();
  for (int column = 1; column <= 3; ++column) {
    FitsColumn const cells = file.column(column);
    auto const read = [&](FitsRows& block, auto& part) { block.numbers(cells, part); };
    EXPECT_TRUE(
        same_bits(by_rows<double>(file, cells, read), by_rows<double>(second, cells, read)));
  }
}

TEST_F(FitsRowsTest, TellFilesThatBecomeShorter) {
  std::string const path = write({{"D", 'D'}});
  InputFile input(path);
  FitsFile const file(input);
  FitsColumn const column = file.column(1);
  std::filesystem::resize_file(path, 40'000);
  WorkerThreads const four(4);
  try {
    by_rows<double>(file, column,
                    [&](FitsRows& block, auto& part) { block.numbers(column, part); });
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_NE(std::string(error.what()).find("a.fits changed while it was read"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace siderum::io
