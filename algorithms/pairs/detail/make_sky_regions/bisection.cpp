// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/make_sky_regions/bisection.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>

namespace siderum::detail {

namespace {

using Indices = std::span<std::int64_t>;

SkyVector times(std::array<SkyVector, 3> const& matrix, SkyVector const& vector) {
  return {dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector)};
}

/// Whether no two points have the same x: then none share a place, which most often is known so.
bool have_different_x(std::span<SkyVector const> points) {
  std::vector<double> x;
  x.reserve(points.size());
  for (SkyVector const& point : points) {
    x.push_back(point[0]);
  }
  std::sort(x.begin(), x.end());
  return std::adjacent_find(x.begin(), x.end()) == x.end();
}

/// Which points share a place, by the numbers of the places.
std::vector<std::int64_t> places_of(std::span<SkyVector const> points) {
  std::vector<std::int64_t> order(points.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  if (have_different_x(points)) {
    return order;
  }
  auto const point = [points](std::int64_t i) { return points[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(),
            [&](std::int64_t i, std::int64_t j) { return point(i) < point(j); });
  std::vector<std::int64_t> place(points.size(), 0);
  for (std::size_t k = 1; k < order.size(); ++k) {
    place[static_cast<std::size_t>(order[k])] =
        place[static_cast<std::size_t>(order[k - 1])] + (point(order[k - 1]) < point(order[k]));
  }
  return place;
}

/// A plane between the points of a part, and how many lie below it.
struct Cut {
  SkyVector axis{};
  double threshold = 0.0;
  std::size_t below = 0;  ///< 0: there is none
};

class Bisection {
 public:
  Bisection(std::span<SkyVector const> points, std::int64_t regions)
      : points_(points),
        place_(places_of(points)),
        places_(*std::max_element(place_.begin(), place_.end()) + 1),
        order_(points.size()),
        regions_(regions) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
  }

  std::vector<SkyCut> operator()() && {
    require(places_ >= regions_);
    divide(order_, 0, regions_);
    return std::move(cuts_);
  }

 private:
  /// Neighbours nearer than this along an axis are not cut apart there if that can be avoided:
  /// rounding decides on which side they are.
  static constexpr double rounding = 2e-15;

  SkyVector const& point(std::int64_t i) const { return points_[static_cast<std::size_t>(i)]; }

  void require(bool holds) const {
    SIDERUM_VALIDATE(holds, "The points cannot be cut into " + std::to_string(regions_) +
                                " regions (too many of them share one place: there are " +
                                std::to_string(places_) + " places). Ask for fewer regions.");
  }

  // Cuts regions first .. first + regions - 1 out of the points; the answer is a child of a cut.
  std::int32_t divide(Indices part, std::int64_t first, std::int64_t regions) {
    if (regions == 1) {
      return static_cast<std::int32_t>(-1 - first);
    }
    std::int64_t const regions_below = regions / 2;
    Cut const cut = cut_of(part, regions_below, regions);
    require(cut.below > 0);
    auto const middle = part.begin() + static_cast<std::ptrdiff_t>(cut.below);
    std::nth_element(part.begin(), middle, part.end(), Along{points_, cut.axis});
    auto const number = static_cast<std::int32_t>(cuts_.size());
    cuts_.push_back({cut.axis, cut.threshold, -1, -1});
    std::int32_t const child_below = divide(part.first(cut.below), first, regions_below);
    std::int32_t const child_above =
        divide(part.subspan(cut.below), first + regions_below, regions - regions_below);
    cuts_[static_cast<std::size_t>(number)].below = child_below;
    cuts_[static_cast<std::size_t>(number)].above = child_above;
    return number;
  }

  /// Order along an axis.
  struct Along {
    std::span<SkyVector const> points;
    SkyVector axis;

    double operator()(std::int64_t i) const {
      return dot(axis, points[static_cast<std::size_t>(i)]);
    }
    bool operator()(std::int64_t i, std::int64_t j) const { return (*this)(i) < (*this)(j); }
  };

  // Across the principal axis, or, where points lie side by side at the cut, as those of grids do,
  // across the first of some axes near by that parts them; the last of them are far from it, for
  // points that are hardly apart. Where points share places the cut moves to the nearest one that
  // leaves both sides as many places as regions.
  Cut cut_of(Indices part, std::int64_t regions_below, std::int64_t regions) const {
    // In this order no product exceeds the number of points times that of regions.
    auto const wanted = static_cast<std::size_t>(std::ssize(part) * regions_below / regions);
    auto const off = [wanted](Cut const& cut) { return distance(cut.below, wanted); };
    // A hundredth of a region.
    std::size_t const near_enough = part.size() / static_cast<std::size_t>(100 * regions);
    bool const one_point_each = places_ == std::ssize(place_);
    SkyVector const axis = principal_axis(part);
    Cut best;
    for (double const gap : {rounding, 0.0}) {
      for (double const tilt : {0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0}) {
        Cut const cut = one_point_each && gap > 0.0
                            ? exact_cut(part, tilted(axis, tilt), wanted)
                            : nearest_cut(part, tilted(axis, tilt), wanted, gap,
                                          {regions_below, regions - regions_below});
        best = cut.below > 0 && (best.below == 0 || off(cut) < off(best)) ? cut : best;
        if (best.below > 0 && off(best) <= near_enough) {
          return best;
        }
      }
      if (best.below > 0) {
        return best;
      }
    }
    return best;
  }

  static std::size_t distance(std::size_t a, std::size_t b) { return a < b ? b - a : a - b; }

  // Turned by an angle [rad] towards a direction that is none of the axes of a grid.
  static SkyVector tilted(SkyVector const& axis, double tilt) {
    if (tilt == 0.0) {
      return axis;
    }
    SkyVector const other{0.61, 0.53, 0.59};
    double const along = dot(other, axis);
    SkyVector const across{axis[1] - axis[2], axis[2] - axis[0], axis[0] - axis[1]};
    SkyVector result{};
    for (std::size_t k = 0; k < 3; ++k) {
      result[k] = axis[k] + tilt * (other[k] - along * axis[k] + 0.37 * across[k]);
    }
    double const length = std::sqrt(dot(result, result));
    return {result[0] / length, result[1] / length, result[2] / length};
  }

  static double between(double lower, double upper) {
    double const threshold = lower + 0.5 * (upper - lower);
    return threshold > lower ? threshold : upper;
  }

  // With `below` points below it, or none.
  Cut exact_cut(Indices part, SkyVector const& axis, std::size_t below) const {
    Along const along{points_, axis};
    auto const middle = part.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(part.begin(), middle, part.end(), along);
    double const upper = along(*middle);
    double const lower = along(*std::max_element(part.begin(), middle, along));
    return upper - lower > rounding ? Cut{axis, between(lower, upper), below} : Cut{};
  }

  // The one nearest to `wanted` points below it that leaves so many places on its two sides.
  Cut nearest_cut(Indices part, SkyVector const& axis, std::size_t wanted, double gap,
                  std::array<std::int64_t, 2> const& places) const {
    Along const along{points_, axis};
    std::sort(part.begin(), part.end(), [&](std::int64_t i, std::int64_t j) {
      return std::pair(along(i), place(i)) < std::pair(along(j), place(j));
    });
    // Places among the points before k, and from k on.
    std::int64_t before = 1;
    std::int64_t after = 1;
    for (std::size_t k = 1; k < part.size(); ++k) {
      after += is_new(part, k);
    }
    Cut best;
    for (std::size_t k = 1; k < part.size(); ++k) {
      after -= is_new(part, k);
      double const lower = along(part[k - 1]);
      double const upper = along(part[k]);
      bool const nearer = best.below == 0 || distance(k, wanted) < distance(best.below, wanted);
      if (upper - lower > gap && before >= places[0] && after >= places[1] && nearer) {
        best = {axis, between(lower, upper), k};
      }
      before += is_new(part, k);
    }
    return best;
  }

  std::int64_t is_new(Indices part, std::size_t k) const {
    return place(part[k]) != place(part[k - 1]) ? 1 : 0;
  }
  std::int64_t place(std::int64_t i) const { return place_[static_cast<std::size_t>(i)]; }

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
  std::vector<std::int64_t> place_;
  std::int64_t places_;
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
