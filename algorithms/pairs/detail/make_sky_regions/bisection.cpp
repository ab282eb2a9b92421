// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/make_sky_regions/bisection.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::detail {

namespace {

/// Points in one block, whose sums are added in the order of blocks: no number of threads changes a
/// bit.
constexpr std::size_t block = 4096;

using Matrix = std::array<SkyVector, 3>;

SkyVector times(Matrix const& matrix, SkyVector const& vector) {
  return {dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector)};
}

/// As std::sort, by all threads.
template <class Element, class Less>
void sort_by_threads(std::vector<Element>& elements, Less const& less) {
  auto const at = [&](std::int64_t i) {
    return elements.begin() + std::min<std::ptrdiff_t>(i, std::ssize(elements));
  };
  std::int64_t length = std::int64_t{1} << 15;
  for_each_piece(std::ssize(elements), length, [&] {
    return [&](std::int64_t begin, std::int64_t end) { std::sort(at(begin), at(end), less); };
  });
  for (; length < std::ssize(elements); length *= 2) {
    for_each_piece(std::ssize(elements), 2 * length, [&] {
      return [&](std::int64_t begin, std::int64_t end) {
        std::inplace_merge(at(begin), at(begin + length), at(end), less);
      };
    });
  }
}

/// Whether no two points have the same x: then none share a place, which most often is known so.
bool have_different_x(std::span<SkyVector const> points) {
  std::vector<double> x;
  x.reserve(points.size());
  for (SkyVector const& point : points) {
    x.push_back(point[0]);
  }
  sort_by_threads(x, std::less<>());
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
  sort_by_threads(order, [&](std::int64_t i, std::int64_t j) { return point(i) < point(j); });
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

/// A point, and where it lies along an axis.
struct Ranked {
  double along = 0.0;
  std::int64_t point = 0;
};

bool is_before(Ranked const& a, Ranked const& b) {
  return a.along < b.along;
}

/// Points that are to be cut.
struct Part {
  std::span<Ranked> points;
  std::int64_t first = 0;    ///< of their regions
  std::int64_t regions = 0;  ///< how many
  std::size_t number = 0;    ///< of the first cut
  SkyVector axis{};          ///< along which the points were ranked last

  /// As a child of a cut.
  std::int32_t child() const {
    return static_cast<std::int32_t>(regions == 1 ? -1 - first : static_cast<std::int64_t>(number));
  }
};

using Parts = std::vector<Part>;

class Bisection {
 public:
  Bisection(std::span<SkyVector const> points, std::int64_t regions)
      : points_(points),
        place_(places_of(points)),
        places_(*std::max_element(place_.begin(), place_.end()) + 1),
        order_(points.size()),
        regions_(regions) {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      order_[i].point = static_cast<std::int64_t>(i);
    }
  }

  std::vector<SkyCut> operator()() && {
    require(places_ >= regions_);
    cuts_.resize(static_cast<std::size_t>(regions_ - 1));
    for (Parts parts{{order_, 0, regions_, 0, {}}}; !parts.empty();) {
      parts = halves_of(std::move(parts));
    }
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

  // Cuts all parts, several at a time. Those that remain have two regions or more.
  Parts halves_of(Parts parts) {
    rank_along_principal_axes(parts);
    std::vector<std::array<Part, 2>> halves(parts.size());
    for_each_index(parts.size(), at_a_time(parts.size()),
                   [&](std::size_t i) { halves[i] = cut(parts[i], parts[i].axis); });
    Parts remaining;
    for (std::array<Part, 2> const& pair : halves) {
      std::copy_if(pair.begin(), pair.end(), std::back_inserter(remaining),
                   [](Part const& half) { return half.regions > 1; });
    }
    return remaining;
  }

  // Of so many shares of all points, as many as are worth the start of a thread.
  std::int64_t at_a_time(std::size_t shares) const {
    return static_cast<std::int64_t>(1 + block * shares / points_.size());
  }

  // Cuts are numbered from the root, first those below a cut, of which there is one less than there
  // are regions, then those above.
  std::array<Part, 2> cut(Part part, SkyVector const& axis) {
    std::int64_t const regions_below = part.regions / 2;
    Cut const cut = cut_of(part, axis, regions_below);
    require(cut.below > 0);
    rank(part, cut.axis);
    auto const middle = part.points.begin() + static_cast<std::ptrdiff_t>(cut.below);
    std::nth_element(part.points.begin(), middle, part.points.end(), is_before);
    Part const below{part.points.first(cut.below), part.first, regions_below, part.number + 1, {}};
    Part const above{part.points.subspan(cut.below),
                     part.first + regions_below,
                     part.regions - regions_below,
                     part.number + static_cast<std::size_t>(regions_below),
                     {}};
    cuts_[part.number] = {cut.axis, cut.threshold, below.child(), above.child()};
    return {below, above};
  }

  void rank(Part& part, SkyVector const& axis) const {
    if (part.axis == axis) {
      return;
    }
    for (Ranked& ranked : part.points) {
      ranked.along = dot(axis, point(ranked.point));
    }
    part.axis = axis;
  }

  // Across the principal axis, or, where points lie side by side at the cut, as those of grids do,
  // across the first of some axes near by that parts them; the last of them are far from it, for
  // points that are hardly apart. Where points share places the cut moves to the nearest one that
  // leaves both sides as many places as regions.
  Cut cut_of(Part& part, SkyVector const& axis, std::int64_t regions_below) const {
    std::int64_t const regions = part.regions;
    // In this order no product exceeds the number of points times that of regions.
    auto const wanted = static_cast<std::size_t>(std::ssize(part.points) * regions_below / regions);
    auto const off = [wanted](Cut const& cut) { return distance(cut.below, wanted); };
    // A hundredth of a region.
    std::size_t const near_enough = part.points.size() / static_cast<std::size_t>(100 * regions);
    bool const one_point_each = places_ == std::ssize(place_);
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
  Cut exact_cut(Part& part, SkyVector const& axis, std::size_t below) const {
    rank(part, axis);
    auto const begin = part.points.begin();
    auto const middle = begin + static_cast<std::ptrdiff_t>(below);
    std::nth_element(begin, middle, part.points.end(), is_before);
    double const upper = middle->along;
    double const lower = std::max_element(begin, middle, is_before)->along;
    return upper - lower > rounding ? Cut{axis, between(lower, upper), below} : Cut{};
  }

  // The one nearest to `wanted` points below it that leaves so many places on its two sides.
  Cut nearest_cut(Part& part, SkyVector const& axis, std::size_t wanted, double gap,
                  std::array<std::int64_t, 2> const& places) const {
    rank(part, axis);
    std::span<Ranked> const points = part.points;
    std::sort(points.begin(), points.end(), [&](Ranked const& a, Ranked const& b) {
      return std::pair(a.along, place(a)) < std::pair(b.along, place(b));
    });
    // Places among the points before k, and from k on.
    std::int64_t before = 1;
    std::int64_t after = 1;
    for (std::size_t k = 1; k < points.size(); ++k) {
      after += is_new(points, k);
    }
    Cut best;
    for (std::size_t k = 1; k < points.size(); ++k) {
      after -= is_new(points, k);
      double const lower = points[k - 1].along;
      double const upper = points[k].along;
      bool const nearer = best.below == 0 || distance(k, wanted) < distance(best.below, wanted);
      if (upper - lower > gap && before >= places[0] && after >= places[1] && nearer) {
        best = {axis, between(lower, upper), k};
      }
      before += is_new(points, k);
    }
    return best;
  }

  std::int64_t is_new(std::span<Ranked const> points, std::size_t k) const {
    return place(points[k]) != place(points[k - 1]) ? 1 : 0;
  }
  std::int64_t place(Ranked const& ranked) const {
    return place_[static_cast<std::size_t>(ranked.point)];
  }

  /// Points of one part.
  struct Block {
    std::size_t part;
    std::span<Ranked> points;
  };

  static std::vector<Block> blocks_of(Parts const& parts) {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::span<Ranked> const points = parts[i].points;
      for (std::size_t begin = 0; begin < points.size(); begin += block) {
        blocks.push_back({i, points.subspan(begin, std::min(block, points.size() - begin))});
      }
    }
    return blocks;
  }

  // Sums over the points of each part, to which add(part, point, sum) adds one.
  template <class Add>
  std::vector<Matrix> sums_of(Parts const& parts, Add const& add) const {
    std::vector<Block> const blocks = blocks_of(parts);
    std::vector<Matrix> of_block(blocks.size());
    for_each_piece(std::ssize(blocks), at_a_time(blocks.size()), [&] {
      return [&](std::int64_t begin, std::int64_t end) {
        for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b) {
          Matrix sum{};
          for (Ranked const& ranked : blocks[b].points) {
            add(blocks[b].part, point(ranked.point), sum);
          }
          of_block[b] = sum;
        }
      };
    });
    std::vector<Matrix> sums(parts.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
          sums[blocks[b].part][k][l] += of_block[b][k][l];
        }
      }
    }
    return sums;
  }

  std::vector<Matrix> covariances(Parts const& parts) const {
    // The first row alone: one vector.
    auto const add_share = [&](std::size_t part, SkyVector const& point, Matrix& mean) {
      for (std::size_t k = 0; k < 3; ++k) {
        mean[0][k] += point[k] / static_cast<double>(parts[part].points.size());
      }
    };
    std::vector<Matrix> const means = sums_of(parts, add_share);
    return sums_of(parts, [&](std::size_t part, SkyVector const& point, Matrix& covariance) {
      SkyVector const& mean = means[part][0];
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
          covariance[k][l] += (point[k] - mean[k]) * (point[l] - mean[l]);
        }
      }
    });
  }

  // By all threads, however few parts there are.
  void rank_along_principal_axes(Parts& parts) const {
    std::vector<Matrix> const covariance = covariances(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i].axis = principal_axis(covariance[i]);
    }
    std::vector<Block> const blocks = blocks_of(parts);
    for_each_index(blocks.size(), at_a_time(blocks.size()), [&](std::size_t b) {
      for (Ranked& ranked : blocks[b].points) {
        ranked.along = dot(parts[blocks[b].part].axis, point(ranked.point));
      }
    });
  }

  // Of a covariance, by power iteration from the coordinate axis that varies most. Where the two
  // largest variances are nearly equal any axis between theirs serves.
  static SkyVector principal_axis(Matrix const& covariance) {
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
  std::vector<Ranked> order_;
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
