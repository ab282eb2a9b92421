// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/polarisation_image.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <siderum/core/large_pages.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

/// The amplitude that one line in fifty is above, which longest lines and full contrast stand for.
double usual_largest(std::vector<double> amplitudes) {
  if (amplitudes.empty()) {
    return 0.0;
  }
  auto const place = amplitudes.begin() +
                     static_cast<std::int64_t>(0.98 * static_cast<double>(amplitudes.size() - 1));
  std::nth_element(amplitudes.begin(), place, amplitudes.end());
  return *place;
}

/// To two digits, upwards.
double rounded_up(double value) {
  if (!(value > 0.0)) {
    return 0.0;
  }
  double const unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  double const rounded = std::ceil(value / unit - 1e-9) * unit;
  return std::isfinite(rounded) && rounded > 0.0 ? rounded : value;
}

/// Of two finite numbers it is one.
double amplitude_of(double q, double u) {
  return std::min(std::hypot(q, u), std::numeric_limits<double>::max());
}

}  // namespace

PolarisationField::PolarisationField(io::SkyMap const& map, SkyProjection const& projection)
    : map_(map), projection_(projection), find_(map.grid) {}

std::optional<Line> PolarisationField::line(double x, double y) const {
  auto const seen = projection_.direction(x, y);
  if (!seen) {
    return std::nullopt;
  }
  auto const pixel = static_cast<std::size_t>(find_(*seen));
  double const q = map_.component(0)[pixel];
  double const u = map_.component(1)[pixel];
  if (!std::isfinite(q) || !std::isfinite(u)) {
    return std::nullopt;
  }
  double const turn = 0.5 * std::atan2(u, q);
  auto const angle = projection_.line_angle(x, y, std::cos(turn), std::sin(turn));
  return angle ? std::optional(Line{amplitude_of(q, u), *angle}) : std::nullopt;
}

std::optional<Line> PolarisationField::mean_line(double x, double y, double side) const {
  constexpr int places = 5;
  constexpr double scale = 32.0;  // more than there are places, whose sum stays a double
  int seen = 0;
  double along = 0.0;
  double across = 0.0;
  for (int i = 0; i < places * places; ++i) {
    auto const offset = [&](int place) { return side * ((place + 0.5) / places - 0.5); };
    std::optional<Line> const one = line(x + offset(i % places), y + offset(i / places));
    if (one) {
      ++seen;
      along += one->amplitude / scale * std::cos(2.0 * one->angle);
      across += one->amplitude / scale * std::sin(2.0 * one->angle);
    }
  }
  if (2 * seen < places * places) {
    return std::nullopt;
  }
  double const mean = scale * (std::hypot(along, across) / seen);
  return Line{std::min(mean, std::numeric_limits<double>::max()), 0.5 * std::atan2(across, along)};
}

std::string amplitude_unit(io::SkyMap const& map) {
  return map.unit_of(0) == map.unit_of(1) ? map.unit_of(0) : std::string();
}

io::SkyMap polarisation_amplitude(io::SkyMap const& map) {
  io::SkyMap amplitude{map.grid, {}, {"POLARISATION"}, amplitude_unit(map), map.coordinates};
  auto const q = map.component(0);
  auto const u = map.component(1);
  resize_large(amplitude.value, q.size());
  constexpr std::int64_t piece = std::int64_t{1} << 15;
  for_each_piece(std::ssize(q), piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (auto pixel = static_cast<std::size_t>(begin); pixel < static_cast<std::size_t>(end);
           ++pixel) {
        bool const is_finite = std::isfinite(q[pixel]) && std::isfinite(u[pixel]);
        amplitude.value[pixel] =
            is_finite ? amplitude_of(q[pixel], u[pixel]) : std::hypot(q[pixel], u[pixel]);
      }
    };
  });
  return amplitude;
}

SegmentField polarisation_segments(PolarisationField const& field, std::int64_t width,
                                   std::int64_t spacing) {
  struct Found {
    double column;
    double row;
    Line line;
  };
  auto const size = static_cast<double>(width);
  auto const step = static_cast<double>(spacing);
  std::vector<Found> found;
  std::vector<double> amplitudes;
  // From the middle of the picture outwards, every other row half a step aside.
  auto const rows = static_cast<std::int64_t>(0.25 * size / (0.87 * step));
  auto const columns = static_cast<std::int64_t>(0.5 * size / step) + 1;
  for (std::int64_t j = -rows; j <= rows; ++j) {
    for (std::int64_t i = -columns; i <= columns; ++i) {
      double const column = 0.5 * size + step * (static_cast<double>(i) + (j % 2 == 0 ? 0.0 : 0.5));
      double const row = 0.25 * size + 0.87 * step * static_cast<double>(j);
      double const x = 4.0 * column / size - 2.0;
      double const y = 1.0 - 4.0 * row / size;
      std::optional<Line> const line = field.mean_line(x, y, 4.0 * 0.9 * step / size);
      if (line) {
        found.push_back({column, row, *line});
        amplitudes.push_back(line->amplitude);
      }
    }
  }
  SegmentField result{{}, 0.92 * step, rounded_up(usual_largest(amplitudes))};
  for (Found const& one : found) {
    double const share =
        result.amplitude > 0.0 ? std::min(1.0, one.line.amplitude / result.amplitude) : 0.0;
    double const half = 0.5 * share * result.longest;
    Segment const segment{one.column, one.row, half * std::cos(one.line.angle),
                          -half * std::sin(one.line.angle)};
    auto const is_on_sky = [&](double side) {
      return field.line(4.0 * (segment.column + side * segment.half_width) / size - 2.0,
                        1.0 - 4.0 * (segment.row + side * segment.half_height) / size);
    };
    if (is_on_sky(-1.0) && is_on_sky(0.0) && is_on_sky(1.0)) {
      result.segments.push_back(segment);
    }
  }
  return result;
}

namespace {

/// A line as a step from element to element, of length 1.
struct ImageLine {
  double amplitude = -1.0;
  double across = 0.0;
  double down = 0.0;

  ImageLine times(double sign) const { return {amplitude, sign * across, sign * down}; }
};

/// The lines and the noise of every element.
class Texture {
 public:
  Texture(PolarisationField const& field, std::int64_t width, std::int64_t height)
      : width_(width), height_(height), lines_(static_cast<std::size_t>(width * height)) {
    auto const size = static_cast<double>(width);
    for_each_row(height, [&](std::int64_t row) {
      for (std::int64_t column = 0; column < width; ++column) {
        double const x = 4.0 * (static_cast<double>(column) + 0.5) / size - 2.0;
        double const y = 1.0 - 4.0 * (static_cast<double>(row) + 0.5) / size;
        std::optional<Line> const line = field.line(x, y);
        if (line) {
          lines_[place(column, row)] = {line->amplitude, std::cos(line->angle),
                                        -std::sin(line->angle)};
        }
      }
    });
    // Grains of more than one element, so that streaks show at any width.
    grain_ = std::max(1.5, size / 700.0);
    reach_ = static_cast<int>(size / 50.0) + 4;
    across_ = static_cast<std::int64_t>(size / grain_) + 2;
    auto const down = static_cast<std::int64_t>(static_cast<double>(height) / grain_) + 2;
    CounterRandom random(1, 0);
    for (std::int64_t i = 0; i < across_ * down; ++i) {
      noise_.push_back(static_cast<float>(random.uniform() - 0.5));
    }
  }

  /// Of the line through an element; below 0: there is none.
  double amplitude(std::int64_t column, std::int64_t row) const {
    return lines_[place(column, row)].amplitude;
  }

  /// The mean of the noise along the line through an element, in steps of an element.
  double convolution(std::int64_t column, std::int64_t row) const {
    double sum = noise(static_cast<double>(column), static_cast<double>(row));
    int count = 1;
    for (double const side : {1.0, -1.0}) {
      double across = static_cast<double>(column);
      double down = static_cast<double>(row);
      ImageLine heading = lines_[place(column, row)].times(side);
      for (int step = 0; step < reach_; ++step) {
        across += heading.across;
        down += heading.down;
        auto const here = std::array{std::llround(across), std::llround(down)};
        if (here[0] < 0 || here[0] >= width_ || here[1] < 0 || here[1] >= height_ ||
            lines_[place(here[0], here[1])].amplitude < 0.0) {
          break;
        }
        sum += noise(across, down);
        ++count;
        // Lines have no head: of their two directions the one that goes on.
        ImageLine const& next = lines_[place(here[0], here[1])];
        double const turn = next.across * heading.across + next.down * heading.down;
        heading = next.times(turn < 0.0 ? -1.0 : 1.0);
      }
    }
    // Means of fewer values scatter more; neighbouring ones share their grain.
    return sum / count * std::sqrt(static_cast<double>(count) / grain_);
  }

 private:
  std::size_t place(std::int64_t column, std::int64_t row) const {
    return static_cast<std::size_t>(row * width_ + column);
  }

  /// White noise in -1/2 .. 1/2 at the corners of grains, linear between them.
  double noise(double column, double row) const {
    double const x = std::max(0.0, column) / grain_;
    double const y = std::max(0.0, row) / grain_;
    auto const left = static_cast<std::int64_t>(x);
    auto const above = static_cast<std::int64_t>(y);
    double const right = x - static_cast<double>(left);
    double const below = y - static_cast<double>(above);
    float const* const corner = noise_.data() + above * across_ + left;
    return (1.0 - below) * ((1.0 - right) * corner[0] + right * corner[1]) +
           below * ((1.0 - right) * corner[across_] + right * corner[across_ + 1]);
  }

  std::int64_t width_;
  std::int64_t height_;
  std::vector<ImageLine> lines_;
  std::vector<float> noise_;
  std::int64_t across_ = 0;  ///< noise in a row
  double grain_ = 1.0;       ///< [elements]
  int reach_ = 1;
};

/// Towards black for shades below 0 and white above, -1 .. 1.
void shade(Image& image, std::int64_t element, double shade) {
  constexpr double strength = 0.45;
  for (std::int64_t i = 0; i < 3; ++i) {
    char& byte = image.bytes[static_cast<std::size_t>(4 * element + i)];
    double const value = static_cast<unsigned char>(byte);
    double const end = shade < 0.0 ? 0.0 : 255.0;
    byte = static_cast<char>(std::lround(value + strength * std::abs(shade) * (end - value)));
  }
}

}  // namespace

void draw_texture(PolarisationField const& field, Image& image) {
  Texture const texture(field, image.width, image.height);
  std::vector<double> amplitudes;
  for (std::int64_t row = 0; row < image.height; ++row) {
    for (std::int64_t column = 0; column < image.width; ++column) {
      double const amplitude = texture.amplitude(column, row);
      if (amplitude >= 0.0) {
        amplitudes.push_back(amplitude);
      }
    }
  }
  double const largest = usual_largest(amplitudes);
  for_each_row(image.height, [&](std::int64_t row) {
    for (std::int64_t column = 0; column < image.width; ++column) {
      double const amplitude = texture.amplitude(column, row);
      if (amplitude < 0.0 || !(largest > 0.0)) {
        continue;
      }
      // Noise of the deviation 0.29, some 0.2 between the corners; two of these are full contrast.
      double const contrast = std::sqrt(std::min(1.0, amplitude / largest));
      double const tone = std::clamp(texture.convolution(column, row) / 0.42, -1.0, 1.0);
      shade(image, row * image.width + column, contrast * tone);
    }
  });
}

}  // namespace siderum::apps
