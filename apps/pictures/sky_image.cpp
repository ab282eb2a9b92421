// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/sky_image.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <span>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

constexpr Colour unseen_colour{210, 213, 216};

/// Places along each side of a picture element.
constexpr std::int64_t places = 3;

Image make_image(std::int64_t width, std::int64_t height) {
  return {width, height, std::string(static_cast<std::size_t>(4 * width * height), '\0')};
}

/// The bytes of an element of an image, which lie at `bytes`.
void put(char* bytes, Colour colour, double opacity) {
  bytes[0] = static_cast<char>(colour.red);
  bytes[1] = static_cast<char>(colour.green);
  bytes[2] = static_cast<char>(colour.blue);
  bytes[3] = static_cast<char>(std::lround(255.0 * opacity));
}

/// Of the way from `lower` to `upper`, however far that is.
double share(double value, ColourRange range) {
  double const span = range.upper - range.lower;
  return std::isfinite(span)
             ? (value - range.lower) / span
             : (0.5 * value - 0.5 * range.lower) / (0.5 * range.upper - 0.5 * range.lower);
}

/// What the places of one picture element show.
class Element {
 public:
  void add(double value) {
    ++on_sky_;
    if (std::isfinite(value)) {
      ++seen_;
      sum_ += value;
      small_sum_ += value / scale;
    }
  }

  void paint(char* bytes, ColourScale const& colours, ColourRange range) const {
    double const opacity = static_cast<double>(on_sky_) / (places * places);
    if (seen_ == 0) {
      put(bytes, unseen_colour, opacity);
      return;
    }
    auto const count = static_cast<double>(seen_);
    double const mean = std::isfinite(sum_) ? sum_ / count : scale * (small_sum_ / count);
    put(bytes, colours(share(mean, range)), opacity);
  }

 private:
  static constexpr double scale = 16.0;  // more than there are places

  std::int64_t on_sky_ = 0;
  std::int64_t seen_ = 0;
  double sum_ = 0.0;
  double small_sum_ = 0.0;  ///< where the sum leaves the range of doubles
};

/// How many values are finite, and which of them are beyond two bounds.
struct Tails {
  std::int64_t seen = 0;
  std::vector<double> low;
  std::vector<double> high;
};

/// Adds some values to those of which the same is known.
void add_tails(std::span<double const> values, double lower, double upper, Tails& tails) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr std::size_t block = 16;  // few have a value beyond the bounds
  for (std::size_t first = 0; first < values.size(); first += block) {
    std::span<double const> const some =
        values.subspan(first, std::min(block, values.size() - first));
    int seen = 0;
    int beyond = 0;
    for (double const value : some) {  // without branches, for the compiler to take by vectors
      seen += static_cast<int>(std::abs(value) <= largest);
      beyond += static_cast<int>(value <= lower) + static_cast<int>(value >= upper);
    }
    tails.seen += seen;
    if (beyond == 0) {
      continue;
    }
    for (double const value : some) {
      if (value <= lower && value >= -largest) {
        tails.low.push_back(value);
      }
      if (value >= upper && value <= largest) {
        tails.high.push_back(value);
      }
    }
  }
}

/// Those not above `lower`, and those not below `upper`.
Tails find_tails(std::vector<double> const& values, double lower, double upper) {
  constexpr std::int64_t piece = std::int64_t{1} << 17;
  Tails all;
  std::mutex turn;
  for_each_piece(std::ssize(values), piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      Tails mine;
      add_tails(std::span(values).subspan(static_cast<std::size_t>(begin),
                                          static_cast<std::size_t>(end - begin)),
                lower, upper, mine);
      std::lock_guard const lock(turn);
      all.seen += mine.seen;
      all.low.insert(all.low.end(), mine.low.begin(), mine.low.end());
      all.high.insert(all.high.end(), mine.high.begin(), mine.high.end());
    };
  });
  return all;
}

/// Finite values from everywhere among them, in ascending order; there may be none.
std::vector<double> sorted_sample(std::vector<double> const& values) {
  constexpr std::size_t most = std::size_t{1} << 16;
  std::size_t const step = values.size() / most + 1;
  std::vector<double> sample;
  for (std::size_t i = 0; i < values.size(); i += step) {
    if (std::isfinite(values[i])) {
      sample.push_back(values[i]);
    }
  }
  std::sort(sample.begin(), sample.end());
  return sample;
}

/// What one value in a thousand is below and one above; of a large map only those are sorted that
/// are beyond what a sample has twice as many of beyond it.
ColourRange outer_values(std::vector<double> const& values) {
  std::vector<double> const sample = sorted_sample(values);
  double const infinity = std::numeric_limits<double>::infinity();
  Tails tails;
  if (!sample.empty()) {
    std::size_t const place = sample.size() / 500;
    tails = find_tails(values, sample[place], sample[sample.size() - 1 - place]);
  }
  auto const rank = [&tails](double share) {
    return static_cast<std::int64_t>(share * static_cast<double>(tails.seen - 1));
  };
  auto const from_above = [&] { return tails.seen - 1 - rank(0.999); };
  if (std::ssize(tails.low) <= rank(0.001) || std::ssize(tails.high) <= from_above()) {
    tails = find_tails(values, infinity, -infinity);
  }
  SIDERUM_VALIDATE(tails.seen > 0,
                   "The map cannot be drawn (all its pixels are unseen). Give one with values.");
  auto const lower = tails.low.begin() + rank(0.001);
  std::nth_element(tails.low.begin(), lower, tails.low.end());
  auto const upper = tails.high.begin() + from_above();
  std::nth_element(tails.high.begin(), upper, tails.high.end(), std::greater<>());
  return {*lower, *upper};
}

}  // namespace

ColourRange automatic_range(std::vector<double> const& values) {
  constexpr double largest = std::numeric_limits<double>::max();
  auto [lower, upper] = outer_values(values);
  if (lower < 0.0 && upper > 0.0) {
    upper = std::max(-lower, upper);
    lower = -upper;
  }
  if (!(lower < upper)) {
    // Of a map of one value: wide enough for marks that are plain numbers.
    double const margin =
        lower == 0.0 ? 1.0
                     : std::max(0.1 * std::pow(10.0, std::floor(std::log10(std::abs(lower)))),
                                std::numeric_limits<double>::min());
    return {std::max(lower - margin, -largest), std::min(upper + margin, largest)};
  }
  double const unit = std::pow(10.0, std::floor(std::log10(upper - lower)) - 1.0);
  ColourRange const rounded{std::floor(lower / unit + 1e-9) * unit,
                            std::ceil(upper / unit - 1e-9) * unit};
  // At the ends of the range of doubles there may be no such numbers.
  bool const is_range =
      std::isfinite(rounded.lower) && std::isfinite(rounded.upper) && rounded.lower < rounded.upper;
  return is_range ? rounded : ColourRange{lower, upper};
}

std::int64_t sky_height(std::int64_t width) {
  return width / 2;
}

void paint_sky(io::SkyMap const& map, SkyProjection const& projection, ColourScale const& colours,
               ColourRange range, std::int64_t width,
               std::function<void(std::string_view)> const& take) {
  PixelFinder const find(map.grid);
  double const step = 4.0 / static_cast<double>(places * width);
  auto const paint_row = [&](std::int64_t row, char* bytes) {
    std::vector<Element> elements(static_cast<std::size_t>(width));
    std::vector<std::int64_t> pixels(static_cast<std::size_t>(places * width));
    for (std::int64_t down = places * row; down < places * (row + 1); ++down) {
      auto const line = projection.line(1.0 - (static_cast<double>(down) + 0.5) * step);
      PixelsOfLine(find, line).along(-2.0 + 0.5 * step, step, pixels);
      auto pixel = pixels.begin();
      for (Element& element : elements) {
        for (std::int64_t i = 0; i < places; ++i, ++pixel) {
          if (*pixel >= 0) {
            element.add(map.value[static_cast<std::size_t>(*pixel)]);
          }
        }
      }
    }
    for (std::int64_t column = 0; column < width; ++column) {
      elements[static_cast<std::size_t>(column)].paint(bytes + 4 * column, colours, range);
    }
  };
  struct Rows {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string bytes;
  };
  constexpr std::int64_t at_a_time = 8;
  std::int64_t const height = sky_height(width);
  std::int64_t first = 0;
  for_each_in_order(
      (height + at_a_time - 1) / at_a_time, [] { return Rows(); },
      [&](Rows& rows) {
        rows.begin = std::exchange(first, std::min(height, first + at_a_time));
        rows.end = first;
        return rows.begin < rows.end;
      },
      [&](Rows& rows) {
        rows.bytes.resize(static_cast<std::size_t>(4 * width * (rows.end - rows.begin)));
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
          paint_row(row, rows.bytes.data() + 4 * width * (row - rows.begin));
        }
      },
      [&](Rows& rows) { take(rows.bytes); });
}

Image sky_image(io::SkyMap const& map, SkyProjection const& projection, ColourScale const& colours,
                ColourRange range, std::int64_t width) {
  Image image{width, sky_height(width), {}};
  image.bytes.reserve(static_cast<std::size_t>(4 * image.width * image.height));
  paint_sky(map, projection, colours, range, width,
            [&](std::string_view rows) { image.bytes += rows; });
  return image;
}

Image bar_image(ColourScale const& colours, std::int64_t width, std::int64_t height) {
  Image image = make_image(width, height);
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      put(image.bytes.data() + 4 * (row * width + column),
          colours(static_cast<double>(column) / static_cast<double>(width - 1)), 1.0);
    }
  }
  return image;
}

}  // namespace siderum::apps
