// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/png.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "support/worker_threads.hpp"

namespace siderum::apps {
namespace {

std::string number(std::uint32_t value) {
  std::string bytes;
  for (int const shift : {24, 16, 8, 0}) {
    bytes.push_back(static_cast<char>(value >> shift & 0xFFU));
  }
  return bytes;
}

std::string chunk(std::string const& name, std::string const& content) {
  std::string const named = name + content;
  auto const sum =
      crc32(0, reinterpret_cast<Bytef const*>(named.data()), static_cast<uInt>(named.size()));
  return number(static_cast<std::uint32_t>(content.size())) + named +
         number(static_cast<std::uint32_t>(sum));
}

/// Filtered rows as zlib alone packs them.
std::string packed(std::string const& rows) {
  std::string bytes(compressBound(rows.size()), '\0');
  uLongf size = bytes.size();
  compress(reinterpret_cast<Bytef*>(bytes.data()), &size,
           reinterpret_cast<Bytef const*>(rows.data()), rows.size());
  bytes.resize(size);
  return bytes;
}

std::string file_of(std::string const& header, std::vector<std::string> const& data) {
  std::string file = "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("tEXt", "Software");
  for (std::string const& part : data) {
    file += chunk("IDAT", part);
  }
  return file + chunk("IEND", "");
}

std::string header_of(std::uint32_t width, std::uint32_t height, char depth = 8, char kind = 6,
                      char interlaced = 0) {
  return number(width) + number(height) + std::string({depth, kind, 0, 0, interlaced});
}

/// Two elements a row, by each of the filters.
std::string five_rows() {
  std::string rows;
  for (char const filter : {0, 1, 2, 3, 4}) {
    rows += filter;
    rows += std::string("\x0a\x14\x1e\xff\x05\xfb\x02\x01", 8);
  }
  return rows;
}

TEST(ReadPng, UndoesEachFilter) {
  std::string const all = packed(five_rows());
  auto const image = read_png(file_of(header_of(2, 5), {all.substr(0, 3), "", all.substr(3)}));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 2);
  EXPECT_EQ(image->height, 5);
  std::vector<int> const expected{
      10, 20, 30, 255, 5,  251, 2,  1,   // as they are
      10, 20, 30, 255, 15, 15,  32, 0,   // and what is to the left
      20, 40, 60, 254, 20, 10,  34, 1,   // and what is above
      20, 40, 60, 126, 25, 20,  49, 64,  // and half of both: (0 + 20) / 2, ..., (20 + 20) / 2
      30, 60, 90, 125, 35, 35,  92, 65,  // and the nearest to left + above - between
  };
  std::vector<int> bytes;
  for (char const byte : image->bytes) {
    bytes.push_back(static_cast<unsigned char>(byte));
  }
  EXPECT_EQ(bytes, expected);
}

TEST(ReadPng, TakesNoOtherFile) {
  std::string const good = file_of(header_of(2, 5), {packed(five_rows())});
  ASSERT_TRUE(read_png(good));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(read_png(good.substr(0, size))) << size;
  }
  for (std::size_t place = 0; place < good.size(); ++place) {
    std::string changed = good;
    changed[place] = static_cast<char>(changed[place] ^ 0x10);
    EXPECT_FALSE(read_png(changed)) << place;
  }
  for (std::string const& header :
       {header_of(2, 6), header_of(3, 5), header_of(0, 5), header_of(2, 0), header_of(2, 5, 16),
        header_of(2, 5, 8, 2), header_of(2, 5, 8, 6, 1), header_of(0x80000000U, 5), number(2)}) {
    EXPECT_FALSE(read_png(file_of(header, {packed(five_rows())})));
  }
  EXPECT_FALSE(read_png(file_of(header_of(2, 5), {"no stream of zlib"})));
  std::string unknown = five_rows();
  unknown[9] = 5;
  EXPECT_FALSE(read_png(file_of(header_of(2, 5), {packed(unknown)})));
}

/// A number that looks like any.
int noise(std::int64_t place) {
  auto const mixed = static_cast<std::uint64_t>(place) * 0x9E3779B97F4A7C15U;
  return static_cast<int>((mixed ^ mixed >> 29U) * 0xBF58476D1CE4E5B9U >> 56U);
}

/// Bytes of a row of a picture: shades, a few colours, or any.
void paint(int kind, std::int64_t width, std::int64_t row, std::uint8_t* bytes) {
  for (std::int64_t i = 0; i < 3 * width; ++i) {
    std::int64_t const place = row * 3 * width + i;
    std::int64_t const shade = i / 3 * 5 + row * (3 + i % 3) + noise(place) % 4;
    bytes[i] = static_cast<std::uint8_t>(kind == 0   ? shade
                                         : kind == 1 ? noise(noise(place / 3) % 7 * 3 + i % 3)
                                                     : noise(place));
  }
}

std::string written(int kind, std::int64_t width, std::int64_t height) {
  std::string file;
  write_png(
      width, height, [&](std::int64_t row, std::uint8_t* bytes) { paint(kind, width, row, bytes); },
      [&](std::string_view bytes) { file += bytes; });
  return file;
}

/// The image that a file without opacity holds, as one with it, by another header and more bytes.
std::string with_opacity(std::string const& file, std::int64_t width, std::int64_t height) {
  std::string data;
  std::size_t place = 8;
  while (place < file.size()) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      length = length << 8U | static_cast<unsigned char>(file[place + i]);
    }
    if (file.substr(place + 4, 4) == "IDAT") {
      data += file.substr(place + 8, length);
    }
    EXPECT_EQ(chunk(file.substr(place + 4, 4), file.substr(place + 8, length)),
              file.substr(place, length + 12));
    place += length + 12;
  }
  auto const row_bytes = static_cast<std::size_t>(3 * width + 1);
  std::string rows(row_bytes * static_cast<std::size_t>(height), '\0');
  uLongf size = rows.size();
  // It checks zlib's own checksum of all strips, and that nothing is missing or left over.
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<Bytef const*>(data.data()), data.size()),
            Z_OK);
  EXPECT_EQ(size, rows.size());
  std::string wider;
  for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row) {
    wider += rows[row * row_bytes];
    for (std::size_t i = 0; i < static_cast<std::size_t>(width); ++i) {
      wider += rows.substr(row * row_bytes + 1 + 3 * i, 3) + '\0';
    }
  }
  return file_of(header_of(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)),
                 {packed(wider)});
}

TEST(WritePng, HoldsWhatWasPainted) {
  for (int const kind : {0, 1, 2}) {
    for (std::int64_t const height : {1, 63, 64, 65, 200}) {
      constexpr std::int64_t width = 37;
      auto const image = read_png(with_opacity(written(kind, width, height), width, height));
      ASSERT_TRUE(image);
      std::vector<std::uint8_t> row(3 * width);
      for (std::int64_t i = 0; i < height; ++i) {
        paint(kind, width, i, row.data());
        for (std::size_t j = 0; j < row.size(); ++j) {
          std::size_t const place = 4 * (static_cast<std::size_t>(i) * width + j / 3) + j % 3;
          ASSERT_EQ(static_cast<std::uint8_t>(image->bytes[place]), row[j]) << kind << ' ' << i;
        }
      }
    }
  }
}

TEST(WritePng, TakesTheFormThatIsSmaller) {
  constexpr std::int64_t width = 200;
  constexpr std::int64_t height = 100;
  constexpr std::size_t plain = std::size_t{3} * width * height;
  EXPECT_LT(written(0, width, height).size(), plain / 2) << "by its filters";
  EXPECT_LT(written(1, width, height).size(), plain / 4) << "by what recurs: 7 colours";
  EXPECT_LT(written(2, width, height).size(), plain + plain / 100);
}

TEST(WritePng, IsTheSameForAnyNumberOfThreads) {
  test::WorkerThreads const one(1);
  std::string const expected = written(1, 50, 300);
  test::with_threads({2, 5}, [&](int) { EXPECT_EQ(written(1, 50, 300), expected); });
}

}  // namespace
}  // namespace siderum::apps
