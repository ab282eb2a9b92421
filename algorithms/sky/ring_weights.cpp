// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/ring_weights.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include <siderum/algorithms/sky/detail/ring_weights/even_legendre_sums.hpp>
#include <siderum/algorithms/sky/detail/ring_weights/kept_ring_weights.hpp>
#include <siderum/core/tuning_cache.hpp>

namespace siderum {

namespace {

using Numbers = std::vector<double>;

double product(Numbers const& a, Numbers const& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

/// y += factor x
void add_to(Numbers& y, double factor, Numbers const& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] += factor * x[i];
  }
}

/// The equations, degrees scaled by c_l = sqrt((2 l + 1) / npix) and factors by the root of their
/// ring's pixels: A_lr = c_l sqrt(n_r) P_l(z_r), n_r the pixels of a ring and its mirror. A A^T is
/// then near the identity but for the highest degrees, and A^T (A A^T)^-1 b is of least norm.
class Equations {
 public:
  explicit Equations(RingGrid const& grid)
      : pixels_(static_cast<double>(grid.pixels())),
        sums_(northern(grid), detail::highest_degree_of_ring_weights(grid.nside())) {
    auto const half = static_cast<std::size_t>(2 * grid.nside());
    for (std::size_t r = 0; r < half; ++r) {
      count_.push_back(static_cast<double>(grid.rings()[r].nphi) * (r + 1 < half ? 2.0 : 1.0));
    }
    for (std::int64_t l = 0; l <= detail::highest_degree_of_ring_weights(grid.nside()); l += 2) {
      scale_.push_back(std::sqrt(static_cast<double>(2 * l + 1) / pixels_));
    }
  }

  /// What equal weights miss.
  Numbers missing() const {
    Numbers of_degrees = sums_.to_degrees(count_);
    for (std::size_t i = 0; i < of_degrees.size(); ++i) {
      of_degrees[i] = scale_[i] * ((i == 0 ? pixels_ : 0.0) - of_degrees[i]);
    }
    return of_degrees;
  }

  /// d_r = sum_l c_l y_l P_l(z_r), which is x_r / sqrt(n_r) of x = A^T y.
  Numbers to_rings(Numbers y) const {
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] *= scale_[i];
    }
    return sums_.to_rings(y);
  }

  /// A A^T y
  Numbers operator()(Numbers const& y) const {
    Numbers of_rings = to_rings(y);
    for (std::size_t r = 0; r < of_rings.size(); ++r) {
      of_rings[r] *= count_[r];
    }
    Numbers of_degrees = sums_.to_degrees(of_rings);
    for (std::size_t i = 0; i < of_degrees.size(); ++i) {
      of_degrees[i] *= scale_[i];
    }
    return of_degrees;
  }

 private:
  static Numbers northern(RingGrid const& grid) {
    Numbers one_minus_cosine;
    for (std::int64_t r = 0; r < 2 * grid.nside(); ++r) {
      Ring const& ring = grid.rings()[static_cast<std::size_t>(r)];
      // 1 - cos = sin^2 / (1 + cos), exact next to the pole too.
      one_minus_cosine.push_back(ring.sin_theta * ring.sin_theta / (1.0 + ring.cos_theta));
    }
    return one_minus_cosine;
  }

  double pixels_;
  detail::EvenLegendreSums sums_;
  Numbers count_;
  Numbers scale_;
};

/// Conjugate gradients.
Numbers solve(Equations const& equations) {
  constexpr int most_steps = 400;
  constexpr double enough = 1e-15;
  Numbers residual = equations.missing();
  Numbers direction = residual;
  Numbers solution(residual.size(), 0.0);
  double square = product(residual, residual);
  double const least = enough * enough * square;
  for (int step = 0; step < most_steps && square > least; ++step) {
    Numbers const image = equations(direction);
    double const length = square / product(direction, image);
    add_to(solution, length, direction);
    add_to(residual, -length, image);
    double const next = product(residual, residual);
    for (std::size_t i = 0; i < direction.size(); ++i) {
      direction[i] = residual[i] + next / square * direction[i];
    }
    square = next;
  }
  return solution;
}

/// Factors of all rings from those of the northern half and the equator.
Numbers mirrored(Numbers half) {
  for (std::size_t r = half.size() - 1; r > 0; --r) {
    half.push_back(half[r - 1]);
  }
  return half;
}

}  // namespace

std::vector<double> ring_weights(std::int64_t nside) {
  Equations const equations(healpix_grid(nside));
  Numbers factor = equations.to_rings(solve(equations));
  for (double& value : factor) {
    value += 1.0;
  }
  return mirrored(std::move(factor));
}

std::filesystem::path ring_weights_folder() {
  std::filesystem::path const beside = TuningCache::default_file();
  return beside.empty() ? beside : beside.parent_path() / "ring_weights";
}

std::vector<double> cached_ring_weights(std::int64_t nside, std::filesystem::path const& folder) {
  if (folder.empty()) {
    return ring_weights(nside);
  }
  std::filesystem::path const file = folder / detail::name_of_kept_ring_weights(nside);
  Numbers const half = detail::read_ring_weights(file, nside);
  if (!half.empty()) {
    return mirrored(half);
  }
  Numbers factor = ring_weights(nside);
  detail::keep_ring_weights(file, nside,
                            std::span(factor).first(static_cast<std::size_t>(2 * nside)));
  return factor;
}

RingGrid healpix_grid_with_ring_weights(std::int64_t nside, std::filesystem::path const& folder) {
  RingGrid const grid = healpix_grid(nside);
  std::vector<double> weight = cached_ring_weights(nside, folder);
  for (std::size_t r = 0; r < weight.size(); ++r) {
    weight[r] *= grid.rings()[r].weight;
  }
  return with_weights(grid, weight);
}

}  // namespace siderum
