// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/npy_writer.hpp>

#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

using namespace std::string_literals;

class NpyWriterTest : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(NpyWriterTest, HeaderIsExact) {
  std::string const text = "{'descr': '<f8', 'fortran_order': False, 'shape': (136, 330000), }";
  std::string const expected =
      "\x93NUMPY\x01\x00\x76\x00"s + text + std::string(128 - 10 - 1 - text.size(), ' ') + "\n";
  EXPECT_EQ(npy_header(NpyType::float64, {136, 330000}), expected);
}

TEST_F(NpyWriterTest, HeadersNameTypeAndShape) {
  EXPECT_EQ(npy_header(NpyType::float32, {5}).substr(10, 56),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), ");
  EXPECT_EQ(npy_header(NpyType::int64, {}).substr(10, 54),
            "{'descr': '<i8', 'fortran_order': False, 'shape': (), ");
  for (std::int64_t extent : {1, 10, 1000, 1'000'000'000}) {
    EXPECT_EQ(npy_header(NpyType::float64, {extent, extent, extent}).size() % 64, 0U);
  }
}

TEST_F(NpyWriterTest, ElementsFollowInPieces) {
  std::string const path = folder_.path("power.npy");
  NpyWriter writer(path, NpyType::float64, {2, 3});
  writer.append(std::array{1.0, 2.0});
  writer.append(std::array{3.0, 4.0, 5.0, 6.5});
  writer.commit();
  std::string const bytes = test::contents_of(path);
  std::string const header = npy_header(NpyType::float64, {2, 3});
  ASSERT_EQ(bytes.size(), header.size() + 48);
  EXPECT_EQ(bytes.substr(0, header.size()), header);
  std::array<double, 6> elements{};
  std::memcpy(elements.data(), bytes.data() + header.size(), 48);
  EXPECT_EQ(elements, (std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.5}));
}

TEST_F(NpyWriterTest, FloatsAndIntegersHaveTheirSizes) {
  NpyWriter floats(folder_.path("f.npy"), NpyType::float32, {3});
  floats.append(std::array{1.0F, 2.0F, 3.0F});
  floats.commit();
  EXPECT_EQ(std::filesystem::file_size(folder_.path("f.npy")), 128U + 12U);
  NpyWriter integers(folder_.path("i.npy"), NpyType::int64, {2});
  integers.append(std::array<std::int64_t, 2>{1, -1});
  integers.commit();
  EXPECT_EQ(test::contents_of(folder_.path("i.npy")).substr(128),
            "\x01\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s);
}

TEST_F(NpyWriterTest, CountsAndTypesAreChecked) {
  auto const sentence = [&](auto const& elements) {
    return test::sentence_of(
        [&] {
          NpyWriter writer(folder_.path("x.npy"), NpyType::float64, {3});
          writer.append(elements);
          writer.commit();
        },
        folder_);
  };
  EXPECT_EQ(sentence(std::array{1.0, 2.0}),
            "x.npy: 2 elements (the shape has 3). Write them all before the end.");
  EXPECT_EQ(sentence(std::array{1.0, 2.0, 3.0, 4.0}),
            "x.npy: 4 elements (the shape has 3). Give the right shape.");
  EXPECT_EQ(sentence(std::array{1.0F, 2.0F, 3.0F}),
            "x.npy: elements of type f4 (the file was announced with f8). Convert them first.");
  EXPECT_EQ(folder_.size(), 0U) << "nothing is left of a file that failed";
}

}  // namespace
}  // namespace siderum::io
