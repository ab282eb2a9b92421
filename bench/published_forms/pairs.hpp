// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/pairs/random_points.hpp>

/// Pair counts as Roeh et al. 2009 have them, every pair by its scalar product, which is compared
/// with the cosines of the edges: for comparison only.
namespace siderum::bench {

/// Edges of bins of equal width in the logarithm, ascending.
inline std::vector<double> logarithmic_edges(double lower_deg, double upper_deg, int bins) {
  std::vector<double> edges;
  for (int i = 0; i <= bins; ++i) {
    edges.push_back(lower_deg * std::pow(upper_deg / lower_deg, static_cast<double>(i) / bins));
  }
  return edges;
}

template <class Exec, class Real>
struct BrutePairs {
  using Memory = typename Exec::memory_space;
  static constexpr int most_bins = 64;

  Kokkos::View<Real* [3], Memory> at;
  Kokkos::View<Real*, Memory> cosine;  ///< of the edges, descending
  Kokkos::View<std::int64_t*, Memory> counts;

  BrutePairs(SkyPoints const& points, std::vector<double> const& edges_deg)
      : at("siderum::bench::at", points.ra.size()),
        cosine("siderum::bench::cosine", edges_deg.size()),
        counts("siderum::bench::counts", edges_deg.size() - 1) {
    constexpr double degree = std::numbers::pi / 180.0;
    auto const there = Kokkos::create_mirror_view(at);
    for (std::size_t i = 0; i < points.ra.size(); ++i) {
      double const ra = points.ra[i] * degree;
      double const dec = points.dec[i] * degree;
      there(i, 0) = static_cast<Real>(std::cos(dec) * std::cos(ra));
      there(i, 1) = static_cast<Real>(std::cos(dec) * std::sin(ra));
      there(i, 2) = static_cast<Real>(std::sin(dec));
    }
    Kokkos::deep_copy(at, there);
    auto const edges = Kokkos::create_mirror_view(cosine);
    for (std::size_t i = 0; i < edges_deg.size(); ++i) {
      edges(i) = static_cast<Real>(std::cos(edges_deg[i] * degree));
    }
    Kokkos::deep_copy(cosine, edges);
  }

  /// One point a thread, which keeps counts of its own and adds them up in the end.
  void run(Exec const& exec) const {
    Kokkos::deep_copy(exec, counts, 0);
    auto const self = *this;
    auto const points = static_cast<std::int64_t>(at.extent(0));
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>,
                                       Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(
        "siderum::bench::brute_pairs", Policy(exec, 0, points),
        KOKKOS_LAMBDA(std::int64_t i) { self.count_from(i, points); });
    exec.fence();
  }

  KOKKOS_FUNCTION void count_from(std::int64_t i, std::int64_t points) const {
    std::int64_t own[most_bins] = {};
    int const bins = static_cast<int>(counts.extent(0));
    Real const x = at(i, 0), y = at(i, 1), z = at(i, 2);
    for (std::int64_t j = i + 1; j < points; ++j) {
      Real const product = x * at(j, 0) + y * at(j, 1) + z * at(j, 2);
      if (product > cosine(0) || product <= cosine(bins)) {
        continue;
      }
      int low = 0;
      int high = bins;  // cosine(low) >= product > cosine(high)
      while (high - low > 1) {
        int const middle = (low + high) / 2;
        (product <= cosine(middle) ? low : high) = middle;
      }
      ++own[low];
    }
    for (int bin = 0; bin < bins; ++bin) {
      if (own[bin] != 0) {
        Kokkos::atomic_add(&counts(bin), own[bin]);
      }
    }
  }

  std::vector<std::int64_t> found() const {
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    return {here.data(), here.data() + here.extent(0)};
  }
};

}  // namespace siderum::bench
