// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/sky_picture.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::apps {
namespace {

double const nan = std::numeric_limits<double>::quiet_NaN();

io::SkyMap map_of(RingGrid grid, std::vector<double> value) {
  return {std::move(grid), std::move(value), {}, {}, {}};
}

/// Red, green, blue and opacity of an element.
std::array<int, 4> element(Image const& image, std::int64_t column, std::int64_t row) {
  std::array<int, 4> result{};
  for (std::size_t i = 0; i < 4; ++i) {
    auto const at = static_cast<std::size_t>(4 * (row * image.width + column)) + i;
    result[i] = static_cast<unsigned char>(image.bytes.at(at));
  }
  return result;
}

TEST(AutomaticRange, LeavesOutOneInAThousand) {
  std::vector<double> values;
  for (int i = 0; i <= 10'000; ++i) {
    values.push_back(1000.0 + i);
  }
  values[5] = 1e30;
  values[6] = nan;
  ColourRange const range = automatic_range(values);
  EXPECT_DOUBLE_EQ(range.lower, 1000.0);
  EXPECT_DOUBLE_EQ(range.upper, 11'000.0);
}

TEST(AutomaticRange, IsSymmetricAboutZero) {
  std::vector<double> values(5000, 0.0);
  for (std::size_t i = 0; i < 20; ++i) {
    values[i] = -31.2;
    values[100 + i] = 12.0;
  }
  ColourRange const range = automatic_range(values);
  EXPECT_DOUBLE_EQ(range.lower, -32.0);
  EXPECT_DOUBLE_EQ(range.upper, 32.0);
}

TEST(AutomaticRange, OfOneValueAndOfNone) {
  ColourRange const range = automatic_range({2.0, 2.0, nan});
  EXPECT_LT(range.lower, 2.0);
  EXPECT_GT(range.upper, 2.0);
  ColourRange const below = automatic_range({-1234.5});
  EXPECT_DOUBLE_EQ(below.lower, -1334.5) << "wide enough for plain numbers at the bar";
  EXPECT_DOUBLE_EQ(below.upper, -1134.5);
  EXPECT_EQ(siderum::test::sentence_of([] { automatic_range({nan}); }),
            "The map cannot be drawn (all its pixels are unseen). Give one with values.");
}

TEST(AutomaticRange, HoldsAtTheEndsOfTheRangeOfDoubles) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (auto const& [lower, upper] :
       {std::pair{-largest, largest}, std::pair{largest, largest}, std::pair{-1e308, 1e308},
        std::pair{5e-324, 5e-324}, std::pair{0.0, 5e-324}, std::pair{1.7e308, 1.75e308}}) {
    std::vector<double> values(5000, lower);
    std::fill_n(values.begin(), 2500, upper);
    ColourRange const range = automatic_range(values);
    EXPECT_TRUE(std::isfinite(range.lower) && std::isfinite(range.upper)) << lower;
    EXPECT_LT(range.lower, range.upper) << lower;
    // To the last bit or so, as sixteen digits of its ends are.
    EXPECT_LE(range.lower, lower + 1e-15 * std::abs(lower));
    EXPECT_GE(range.upper, upper - 1e-15 * std::abs(upper));
  }
}

TEST(SkyImage, HoldsAtTheEndsOfTheRangeOfDoubles) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  ColourScale const grey(ColourMap::grey);
  for (double const value : {1e308, -1e308, 0.0}) {
    io::SkyMap const map = map_of(healpix_grid(1), std::vector<double>(12, value));
    Image const image = sky_image(map, projection, grey, {-1e308, 1e308}, 40);
    int const expected = value > 0.0 ? 255 : value < 0.0 ? 0 : element(image, 20, 10)[0];
    EXPECT_EQ(element(image, 20, 10)[0], expected) << value;
  }
}

TEST(AutomaticRange, IsThatOfAllValuesWhereASampleTellsLittle) {
  // A sample takes every tenth place or so: it meets the values beyond 100 often, seldom, or never.
  std::size_t const size = 600'000;
  std::vector<double> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = 1.0 + 100.0 * static_cast<double>(i * 7919 % size) / static_cast<double>(size);
  }
  for (std::size_t const step : {std::size_t{10}, std::size_t{11}, std::size_t{97}}) {
    std::vector<double> some = values;
    for (std::size_t i = 1; i < size; i += step) {
      some[i] = 1000.0 + static_cast<double>(i);
    }
    std::vector<double> sorted = some;
    std::sort(sorted.begin(), sorted.end());
    test::with_threads({1, 3}, [&](int) {
      ColourRange const range = automatic_range(some);
      // Out to two digits of their difference.
      double const unit = 10'000.0;
      EXPECT_EQ(range.lower, std::floor(sorted[599] / unit) * unit) << step;
      EXPECT_EQ(range.upper, std::ceil(sorted[599'399] / unit) * unit) << step;
    });
  }
}

TEST(SkyImage, IsTheSameForAnyNumberOfThreads) {
  std::vector<double> value(12 * 64);
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] = static_cast<double>(i * 37 % 100);
  }
  io::SkyMap const map = map_of(healpix_grid(8), value);
  SkyProjection const projection(ProjectionKind::mollweide, 20.0, 30.0);
  auto const painted = [&] {
    return sky_image(map, projection, ColourScale(ColourMap::sky), {0.0, 99.0}, 330).bytes;
  };
  test::WorkerThreads const one(1);
  std::string const expected = painted();
  test::with_threads({2, 5}, [&](int) { EXPECT_EQ(painted(), expected); });
}

TEST(SkyImage, ShowsThePixelThatIsThere) {
  // Nside 1 has twelve pixels: the four in the north, around the equator and in the south.
  std::vector<double> value(12, 0.0);
  value[4] = 1.0;  // around longitude 0
  value[1] = nan;  // north, longitude 135
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  Image const image = sky_image(map_of(healpix_grid(1), value), projection,
                                ColourScale(ColourMap::grey), {0.0, 1.0}, 400);
  ASSERT_EQ(image.bytes.size(), 400u * 200u * 4u);
  EXPECT_EQ(element(image, 200, 100), (std::array{255, 255, 255, 255}));
  EXPECT_EQ(element(image, 300, 100), (std::array{0, 0, 0, 255})) << "longitude -90";
  EXPECT_EQ(element(image, 0, 0)[3], 0) << "beside the sky";
  // Longitude 135 is on the left, latitude 60: x = -2 * 135 / 180 cos(a), y = sin(a).
  double const a = 0.865;
  auto const column = static_cast<std::int64_t>(200 - 200 * 0.75 * std::cos(a));
  auto const row = static_cast<std::int64_t>(100 - 100 * std::sin(a));
  EXPECT_EQ(element(image, column, row), (std::array{210, 213, 216, 255})) << "unseen";
}

TEST(SkyImage, MixesWhatAnElementHolds) {
  // Two rings of one pixel: north 1, south 0. The middle row of elements holds both.
  std::vector<Ring> rings(2);
  rings[0] = {0.25 * std::numbers::pi, 0, 0, 1, 0, 0, 1, 0};
  rings[1] = {0.75 * std::numbers::pi, 0, 0, 1, 0, 1, 1, 0};
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  Image const image = sky_image(map_of(make_ring_grid(rings), {1.0, 0.0}), projection,
                                ColourScale(ColourMap::grey), {0.0, 1.0}, 6);
  ASSERT_EQ(image.height, 3);
  EXPECT_EQ(element(image, 3, 0)[0], 255);
  EXPECT_EQ(element(image, 3, 2)[0], 0);
  int const mixed = element(image, 3, 1)[0];
  EXPECT_TRUE(mixed > 40 && mixed < 215) << mixed;
  int const edge = element(image, 1, 0)[3];
  EXPECT_TRUE(edge > 0 && edge < 255) << edge;
}

TEST(BarImage, RunsThroughTheColours) {
  Image const bar = bar_image(ColourScale(ColourMap::grey), 11, 2);
  EXPECT_EQ(element(bar, 0, 1), (std::array{0, 0, 0, 255}));
  EXPECT_EQ(element(bar, 10, 0), (std::array{255, 255, 255, 255}));
  EXPECT_EQ(element(bar, 5, 0), element(bar, 5, 1));
}

class SkyScriptTest : public testing::Test {
 protected:
  SkyScriptTest() {
    picture_.title = "It's a sky_1";
    picture_.unit = "K";
    picture_.range = {-350.0, 350.0};
    picture_.sky = {400, 200, std::string(320'000, 'a')};
    picture_.bar = {200, 6, std::string(4800, 'b')};
  }

  bool has(std::string const& text, PictureFormat format = PictureFormat::png) const {
    SkyScript const script = sky_script(picture_, format);
    std::string const sky = format == PictureFormat::png ? std::string() : picture_.sky.bytes;
    std::string const all =
        sky_opening(picture_, format) + script.before_sky + sky + script.behind_sky;
    return all.find(text) != std::string::npos;
  }

  SkyPicture picture_;
};

TEST_F(SkyScriptTest, ShowsImagesElementByElement) {
  // 400 + 2 * 10 elements across; 30 + 200 + 10 + 20 upwards.
  std::string const sky = "array=(400,200) format='%uchar' with rgbalpha\n" + picture_.sky.bytes;
  EXPECT_TRUE(has("set terminal pngcairo transparent size 420,260 "));
  EXPECT_FALSE(has(sky)) << "it is laid below what is drawn";
  EXPECT_TRUE(has("with rgbalpha\n" + picture_.bar.bytes));
  EXPECT_TRUE(has(sky, PictureFormat::svg));
  EXPECT_TRUE(has("with rgbalpha\n" + picture_.bar.bytes, PictureFormat::svg));
  EXPECT_TRUE(has("set terminal svg size 420,260 ", PictureFormat::svg));
  EXPECT_TRUE(has("set terminal pdfcairo size 26cm,16.0952cm ", PictureFormat::pdf));
}

TEST_F(SkyScriptTest, WritesTitleUnitAndTicks) {
  EXPECT_TRUE(has(R"("It\047s a sky\1371" noenhanced at screen 0.5,)"));
  EXPECT_TRUE(has("set label 1 \"K\" noenhanced at screen"));
  EXPECT_TRUE(has("set xtics 100\nset format x '%.0f'\n"));
  picture_.range = {0.0, 1.2};
  EXPECT_TRUE(has("set xtics 0.1"));
  EXPECT_TRUE(has("set format x '%.1f'\n"));
  picture_.range = {-350.0, 350.0};
  EXPECT_TRUE(has("set xrange [-350:350]"));
  picture_.range = {2.7254, 2.7256};
  EXPECT_FALSE(has("set xtics 1"));
  EXPECT_TRUE(has("set label 1 \"K - 2.725"));
  picture_.title = "";
  EXPECT_TRUE(has("size 420,240 "));
}

TEST_F(SkyScriptTest, MarksSmallAndLargeNumbersByPowersOfTen) {
  picture_.range = {-2.5e-4, 2.5e-4};
  EXPECT_TRUE(has("set label 1 \"× 10⁻⁶ K\" noenhanced at screen"));
  EXPECT_TRUE(has("set xtics 50\nset format x '%.0f'\n"));
  EXPECT_TRUE(has("set xrange [-250:250]"));
  picture_.unit = "";
  picture_.range = {0.0, 4e13};
  EXPECT_TRUE(has("set label 1 \"× 10¹²\" noenhanced at screen"));
  EXPECT_TRUE(has("set xrange [0:40]"));
}

TEST_F(SkyScriptTest, MarksTheSmallestAndLargestNumbers) {
  picture_.unit = "";
  picture_.range = {0.0, 1e-310};
  EXPECT_TRUE(has("set label 1 \"× 10⁻³⁰⁶\" noenhanced at screen"));
  EXPECT_TRUE(has("set xrange [0:9.99") || has("set xrange [0:0.0001"));
  picture_.range = {-1e308, 1e308};
  EXPECT_TRUE(has("set label 1 \"× 10³⁰⁶\" noenhanced at screen"));
  EXPECT_TRUE(has("set xrange [-100:100]") || has("set xrange [-99.9"));
}

TEST_F(SkyScriptTest, KeepsLabelsApart) {
  picture_.range = {-3.0, 3.0};
  EXPECT_TRUE(has("set xtics 1\nset format x '%.0f'\n"));
  picture_.range = {-0.03, 0.03};
  EXPECT_TRUE(has("set xtics 0.01"));
  EXPECT_TRUE(has("set format x '%.2f'\n"));
}

TEST_F(SkyScriptTest, DrawsTheOutlineOfTheProjection) {
  EXPECT_TRUE(has("polygon from 399.5,99.5 to "));
  picture_.projection = ProjectionKind::orthographic;
  EXPECT_TRUE(has("object 1 polygon from 199.5,99.5 to "));
  EXPECT_TRUE(has("object 2 polygon from 399.5,99.5 to "));
}

}  // namespace
}  // namespace siderum::apps
