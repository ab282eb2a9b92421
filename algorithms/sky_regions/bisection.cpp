// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky_regions/bisection.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum::detail {

namespace {

using Indices = std::span<std::int64_t>;

SkyVector times(std::array<SkyVector, 3> const& matrix, SkyVector const& vector) {
  return {dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector)};
}

class Bisection {
 public:
  Bisection(std::span<SkyVector const> points, std::int64_t regions)
      : points_(points), order_(points.size()), regions_(regions) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
  }

  std::vector<SkyCut> operator()() && {
    divide(order_, 0, regions_);
    return std::move(cuts_);
  }

 private:
  SkyVector const& point(std::int64_t i) const { return points_[static_cast<std::size_t>(i)]; }

  // Cuts regions first .. first + regions - 1 out of the points; the answer is a child of a cut.
  std::int32_t divide(Indices part, std::int64_t first, std::int64_t regions) {
    if (regions == 1) {
      return static_cast<std::int32_t>(-1 - first);
    }
    std::int64_t const regions_below = regions / 2;
    auto const size = static_cast<std::int64_t>(part.size());
    // In this order no product exceeds the number of points times that of regions.
    auto const below = static_cast<std::size_t>(size * regions_below / regions);
    SkyVector const axis = principal_axis(part);
    double const threshold = split(part, axis, below);
    auto const number = static_cast<std::int32_t>(cuts_.size());
    cuts_.push_back({axis, threshold, -1, -1});
    std::int32_t const child_below = divide(part.first(below), first, regions_below);
    std::int32_t const child_above =
        divide(part.subspan(below), first + regions_below, regions - regions_below);
    cuts_[static_cast<std::size_t>(number)].below = child_below;
    cuts_[static_cast<std::size_t>(number)].above = child_above;
    return number;
  }

  // Orders the part so that its first `below` points lie below the answer.
  double split(Indices part, SkyVector const& axis, std::size_t below) const {
    auto const projection = [&](std::int64_t i) { return dot(axis, point(i)); };
    auto const less = [&](std::int64_t i, std::int64_t j) { return projection(i) < projection(j); };
    auto const middle = part.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(part.begin(), middle, part.end(), less);
    double const upper = projection(*middle);
    double const lower = projection(*std::max_element(part.begin(), middle, less));
    SIDERUM_VALIDATE(lower < upper, "The points cannot be cut into " + std::to_string(regions_) +
                                        " regions (too many of them share one place). Ask for"
                                        " fewer regions.");
    double const threshold = lower + 0.5 * (upper - lower);
    return threshold > lower ? threshold : upper;
  }

  // Of the covariance of the part, by power iteration from the coordinate axis that varies most.
  // Where the two largest variances are nearly equal any axis between theirs serves.
  SkyVector principal_axis(Indices part) const {
    SkyVector mean{};
    for (std::int64_t const i : part) {
      for (std::size_t k = 0; k < 3; ++k) {
        mean[k] += point(i)[k] / static_cast<double>(part.size());
      }
    }
    std::array<SkyVector, 3> covariance{};
    for (std::int64_t const i : part) {
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
          covariance[k][l] += (point(i)[k] - mean[k]) * (point(i)[l] - mean[l]);
        }
      }
    }
    std::size_t largest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      largest = covariance[k][k] > covariance[largest][largest] ? k : largest;
    }
    SkyVector axis{};
    axis[largest] = 1.0;
    constexpr int iterations = 60;
    for (int step = 0; step < iterations; ++step) {
      SkyVector const next = times(covariance, axis);
      double const length = std::sqrt(dot(next, next));
      if (!(length > 0.0)) {
        return axis;
      }
      axis = {next[0] / length, next[1] / length, next[2] / length};
    }
    return axis;
  }

  std::span<SkyVector const> points_;
  std::vector<std::int64_t> order_;
  std::int64_t regions_;
  std::vector<SkyCut> cuts_;
};

}  // namespace

std::vector<SkyCut> bisect(std::span<SkyVector const> points, std::int64_t regions) {
  return Bisection(points, regions)();
}

std::int64_t region_of(std::span<SkyCut const> cuts, SkyVector const& point) {
  std::int32_t place = 0;
  while (place >= 0) {
    SkyCut const& cut = cuts[static_cast<std::size_t>(place)];
    place = dot(cut.axis, point) < cut.threshold ? cut.below : cut.above;
  }
  return -1 - place;
}

}  // namespace siderum::detail
