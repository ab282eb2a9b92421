// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/sky_image.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

constexpr Colour unseen_colour{210, 213, 216};

/// Places along each side of a picture element.
constexpr std::int64_t places = 3;

void append(Image& image, Colour colour, double opacity) {
  image.bytes.push_back(static_cast<char>(colour.red));
  image.bytes.push_back(static_cast<char>(colour.green));
  image.bytes.push_back(static_cast<char>(colour.blue));
  image.bytes.push_back(static_cast<char>(std::lround(255.0 * opacity)));
}

/// What the places of one picture element show.
class Element {
 public:
  void add(double value) {
    ++on_sky_;
    if (std::isfinite(value)) {
      ++seen_;
      sum_ += value;
    }
  }

  void paint(Image& image, ColourScale const& colours, ColourRange range) const {
    double const opacity = static_cast<double>(on_sky_) / (places * places);
    if (seen_ == 0) {
      append(image, unseen_colour, opacity);
      return;
    }
    double const mean = sum_ / static_cast<double>(seen_);
    append(image, colours((mean - range.lower) / (range.upper - range.lower)), opacity);
  }

 private:
  std::int64_t on_sky_ = 0;
  std::int64_t seen_ = 0;
  double sum_ = 0.0;
};

}  // namespace

ColourRange automatic_range(std::vector<double> const& values) {
  std::vector<double> seen;
  std::copy_if(values.begin(), values.end(), std::back_inserter(seen),
               [](double value) { return std::isfinite(value); });
  SIDERUM_VALIDATE(!seen.empty(),
                   "The map cannot be drawn (all its pixels are unseen). Give one with values.");
  auto const quantile = [&seen](double share) {
    auto const place =
        seen.begin() + static_cast<std::int64_t>(share * static_cast<double>(seen.size() - 1));
    std::nth_element(seen.begin(), place, seen.end());
    return *place;
  };
  double lower = quantile(0.001);
  double upper = quantile(0.999);
  if (lower < 0.0 && upper > 0.0) {
    upper = std::max(-lower, upper);
    lower = -upper;
  }
  if (!(lower < upper)) {
    // Of a map of one value: wide enough for marks that are plain numbers.
    double const margin =
        lower == 0.0 ? 1.0 : 0.1 * std::pow(10.0, std::floor(std::log10(std::abs(lower))));
    return {lower - margin, upper + margin};
  }
  double const unit = std::pow(10.0, std::floor(std::log10(upper - lower)) - 1.0);
  return {std::floor(lower / unit + 1e-9) * unit, std::ceil(upper / unit - 1e-9) * unit};
}

Image sky_image(io::SkyMap const& map, SkyProjection const& projection, ColourScale const& colours,
                ColourRange range, std::int64_t width) {
  PixelFinder const find(map.grid);
  Image image{width, width / 2, {}};
  image.bytes.reserve(static_cast<std::size_t>(4 * image.width * image.height));
  double const step = 4.0 / static_cast<double>(places * width);
  for (std::int64_t row = 0; row < image.height; ++row) {
    for (std::int64_t column = 0; column < image.width; ++column) {
      Element element;
      for (std::int64_t place = 0; place < places * places; ++place) {
        auto const across = static_cast<double>(places * column + place % places);
        auto const down = static_cast<double>(places * row + place / places);
        auto const seen =
            projection.direction(-2.0 + (across + 0.5) * step, 1.0 - (down + 0.5) * step);
        if (seen) {
          element.add(map.value[static_cast<std::size_t>(find(*seen))]);
        }
      }
      element.paint(image, colours, range);
    }
  }
  return image;
}

Image bar_image(ColourScale const& colours, std::int64_t width, std::int64_t height) {
  Image image{width, height, {}};
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      append(image, colours(static_cast<double>(column) / static_cast<double>(width - 1)), 1.0);
    }
  }
  return image;
}

}  // namespace siderum::apps
