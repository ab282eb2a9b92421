// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/make_sky_regions/k_means.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum::detail {

namespace {

constexpr std::size_t most_points = 100'000;
constexpr int most_moves = 100;

double squared_chord(SkyVector const& a, SkyVector const& b) {
  double const x = a[0] - b[0];
  double const y = a[1] - b[1];
  double const z = a[2] - b[2];
  return x * x + y * y + z * z;
}

std::size_t index_below(std::size_t size, CounterRandom& random) {
  auto const index = static_cast<std::size_t>(random.uniform() * static_cast<double>(size));
  return std::min(index, size - 1);
}

// Without replacement: the beginning of a random order (Fisher and Yates).
std::vector<SkyVector> sample(std::span<SkyVector const> points, CounterRandom& random) {
  std::vector<SkyVector> chosen(points.begin(), points.end());
  if (chosen.size() > most_points) {
    for (std::size_t i = 0; i < most_points; ++i) {
      std::swap(chosen[i], chosen[i + index_below(chosen.size() - i, random)]);
    }
    chosen.resize(most_points);
  }
  return chosen;
}

// The next centre is a point, chosen with a probability that grows as its squared distance from the
// nearest centre so far.
std::vector<SkyVector> first_centres(std::vector<SkyVector> const& points, std::int64_t regions,
                                     CounterRandom& random) {
  std::vector<SkyVector> centres{points[index_below(points.size(), random)]};
  std::vector<double> distance(points.size(), 5.0);
  std::vector<double> running(points.size());
  while (std::ssize(centres) < regions) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      distance[i] = std::min(distance[i], squared_chord(points[i], centres.back()));
    }
    std::partial_sum(distance.begin(), distance.end(), running.begin());
    SIDERUM_VALIDATE(running.back() > 0.0, "There are no " + std::to_string(regions) +
                                               " places for centres (too many points share one"
                                               " place). Ask for fewer regions.");
    double const draw = random.uniform() * running.back();
    auto const found = std::upper_bound(running.begin(), running.end(), draw);
    auto const last = static_cast<std::ptrdiff_t>(points.size()) - 1;
    centres.push_back(points[static_cast<std::size_t>(std::min(found - running.begin(), last))]);
  }
  return centres;
}

// Blocks of points, whose sums are added in their order: no number of threads changes a bit.
constexpr std::size_t block = 4096;

using Sums = std::vector<SkyVector>;

/// The points of each centre.
class Members {
 public:
  explicit Members(std::vector<SkyVector> const& points)
      : points_(points), label_(points.size(), -1), sums_((points.size() + block - 1) / block) {}

  /// Gives each point to the centre nearest to it. Whether any has changed its centre.
  bool choose(std::vector<SkyVector> const& centres) {
    std::atomic<bool> changed = false;
    for_each_piece(std::ssize(points_), block, [&] {
      return [&](std::int64_t begin, std::int64_t end) {
        Sums sums(centres.size(), SkyVector{});
        if (choose_in_block(centres, static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                            sums)) {
          changed = true;
        }
        sums_[static_cast<std::size_t>(begin) / block] = std::move(sums);
      };
    });
    return changed;
  }

  /// Moves centres to the mean directions of their points; one without points, or with points that
  /// cancel, stays.
  void move(std::vector<SkyVector>& centres) const {
    for (std::size_t r = 0; r < centres.size(); ++r) {
      SkyVector sum{};
      for (Sums const& of_block : sums_) {
        add(sum, of_block[r]);
      }
      double const length = std::sqrt(dot(sum, sum));
      if (length > 0.0) {
        centres[r] = {sum[0] / length, sum[1] / length, sum[2] / length};
      }
    }
  }

 private:
  bool choose_in_block(std::span<SkyVector const> centres, std::size_t begin, std::size_t end,
                       Sums& sums) {
    std::span<SkyVector const> const points = std::span(points_).subspan(begin, end - begin);
    std::span<std::int64_t> const label = std::span(label_).subspan(begin, end - begin);
    bool changed = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::int64_t const nearest = nearest_centre(centres, points[i]);
      changed = changed || nearest != label[i];
      label[i] = nearest;
      add(sums[static_cast<std::size_t>(nearest)], points[i]);
    }
    return changed;
  }

  static void add(SkyVector& sum, SkyVector const& term) {
    for (std::size_t k = 0; k < 3; ++k) {
      sum[k] += term[k];
    }
  }

  std::vector<SkyVector> const& points_;
  std::vector<std::int64_t> label_;
  std::vector<Sums> sums_;  ///< (blocks)(centres)
};

}  // namespace

std::int64_t nearest_centre(std::span<SkyVector const> centres, SkyVector const& point) {
  std::size_t nearest = 0;
  double least = squared_chord(centres[0], point);
  for (std::size_t r = 1; r < centres.size(); ++r) {
    double const chord = squared_chord(centres[r], point);
    if (chord < least) {
      least = chord;
      nearest = r;
    }
  }
  return static_cast<std::int64_t>(nearest);
}

std::vector<SkyVector> k_means(std::span<SkyVector const> points, std::int64_t regions,
                               std::uint64_t seed) {
  CounterRandom random(seed, 0);
  std::vector<SkyVector> const chosen = sample(points, random);
  std::vector<SkyVector> centres = first_centres(chosen, regions, random);
  Members members(chosen);
  for (int move = 0; move < most_moves && members.choose(centres); ++move) {
    members.move(centres);
  }
  return centres;
}

}  // namespace siderum::detail
