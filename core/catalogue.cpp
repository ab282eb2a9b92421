// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/catalogue.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/sin_cos_degrees.hpp>

namespace siderum {

namespace {

using Vector = Kokkos::View<double*, Kokkos::HostSpace>;

void validate_length(std::size_t length, std::size_t points, std::string const& what) {
  SIDERUM_VALIDATE(length == points, "There are " + std::to_string(points) + " points and " +
                                         std::to_string(length) + " " + what +
                                         " (each point has one). Give as many of each.");
}

// The first point that is refused and how many there are, in one sentence.
template <class Accept>
void validate_points(std::size_t points, Accept const& accept, std::string const& what,
                     std::string const& what_to_do) {
  std::mutex both;
  std::size_t first = points;
  std::size_t refused = 0;
  for_each_stretch("siderum::catalogue::check", points, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!accept(i)) {
        std::lock_guard const lock(both);
        first = std::min(first, i);
        ++refused;
      }
    }
  });
  SIDERUM_VALIDATE(refused == 0, "The " + what + " (point " + std::to_string(first) +
                                     ", counted from 0, is the"
                                     " first of " +
                                     std::to_string(refused) + "). " + what_to_do);
}

void validate_labels(std::span<double const> weight, std::span<std::int32_t const> region,
                     std::int64_t regions, std::size_t points) {
  if (!weight.empty()) {
    validate_length(weight.size(), points, "weights");
    validate_points(
        points, [&](std::size_t i) { return std::isfinite(weight[i]); },
        "weight of a point is not a finite number", "Remove the points or weigh them by 0.");
  }
  SIDERUM_VALIDATE(regions >= 0 && regions < (std::int64_t{1} << 18),
                   "There are " + std::to_string(regions) +
                       " regions (0 to 262143 can be told apart). Give fewer.");
  if (!region.empty() || (regions > 0 && points > 0)) {
    validate_length(region.size(), points, "regions");
    validate_points(
        points, [&](std::size_t i) { return region[i] >= 0 && region[i] < regions; },
        "region of a point is none of 0 to " + std::to_string(regions - 1),
        "Give every point one of the regions.");
  }
}

template <class Value>
Kokkos::View<Value const*, Kokkos::HostSpace> copied(std::span<Value const> from,
                                                     std::string const& label) {
  auto const to = allocate_on_host<Kokkos::View<Value*, Kokkos::HostSpace>>(label, from.size());
  for_each_stretch(label, from.size(), [&](std::size_t begin, std::size_t end) {
    std::copy(from.begin() + begin, from.begin() + end, to.data() + begin);
  });
  return to;
}

// The three in one block, so that also those of a million points fill large pages.
struct Vectors {
  using Block = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;

  explicit Vectors(std::size_t points)
      : block(allocate_on_host<Block>("siderum::catalogue::vectors", 3, points)),
        x(Kokkos::subview(block, 0, Kokkos::ALL)),
        y(Kokkos::subview(block, 1, Kokkos::ALL)),
        z(Kokkos::subview(block, 2, Kokkos::ALL)) {}
  Block block;
  Vector x, y, z;
};

// Unit vectors of points first to last - 1. Without far angles the loop becomes instructions on
// vectors.
template <class SinCosOf>
void fill_vectors(std::span<double const> ra_deg, std::span<double const> dec_deg,
                  Vectors const& vectors, std::size_t first, std::size_t last,
                  SinCosOf const& sin_cos_of) {
  double* const x = vectors.x.data();
  double* const y = vectors.y.data();
  double* const z = vectors.z.data();
#pragma omp simd
  for (std::size_t i = first; i < last; ++i) {
    SinCosDegrees const ra = sin_cos_of(ra_deg[i]);
    SinCosDegrees const dec = sin_cos_of(dec_deg[i]);
    x[i] = dec.cosine * ra.cosine;
    y[i] = dec.cosine * ra.sine;
    z[i] = dec.sine;
  }
}

Catalogue<Kokkos::HostSpace> labelled(Vectors const& vectors, std::span<double const> weight,
                                      std::span<std::int32_t const> region, std::int64_t regions) {
  return {vectors.x,
          vectors.y,
          vectors.z,
          copied(weight, "siderum::catalogue::weight"),
          copied(region, "siderum::catalogue::region"),
          regions};
}

}  // namespace

Catalogue<Kokkos::HostSpace> make_catalogue(std::span<double const> ra_deg,
                                            std::span<double const> dec_deg,
                                            std::span<double const> weight,
                                            std::span<std::int32_t const> region,
                                            std::int64_t regions) {
  std::size_t const points = ra_deg.size();
  validate_length(dec_deg.size(), points, "declinations");
  validate_points(
      points, [&](std::size_t i) { return std::isfinite(ra_deg[i]); },
      "right ascension of a point is not a finite number", "Remove the points.");
  validate_points(
      points, [&](std::size_t i) { return std::fabs(dec_deg[i]) <= 90.0; },
      "declination of a point is not within -90 to 90 degrees",
      "Check that right ascension and declination are not swapped, and remove the points.");
  validate_labels(weight, region, regions, points);
  Vectors const vectors(points);
  for_each_stretch("siderum::catalogue::vectors", points, [&](std::size_t begin, std::size_t end) {
    if (std::all_of(ra_deg.begin() + begin, ra_deg.begin() + end, has_few_turns)) {
      fill_vectors(ra_deg, dec_deg, vectors, begin, end,
                   [](double angle_deg) { return sin_cos_of_few_turns(angle_deg); });
    } else {
      fill_vectors(ra_deg, dec_deg, vectors, begin, end,
                   [](double angle_deg) { return sin_cos_degrees(angle_deg); });
    }
  });
  return labelled(vectors, weight, region, regions);
}

Catalogue<Kokkos::HostSpace> make_catalogue_from_vectors(
    std::span<double const> x, std::span<double const> y, std::span<double const> z,
    std::span<double const> weight, std::span<std::int32_t const> region, std::int64_t regions) {
  std::size_t const points = x.size();
  validate_length(y.size(), points, "second components");
  validate_length(z.size(), points, "third components");
  auto const length = [&](std::size_t i) { return std::hypot(x[i], y[i], z[i]); };
  validate_points(
      points, [&](std::size_t i) { return std::isfinite(length(i)) && length(i) > 0.0; },
      "vector of a point has no direction", "Remove the points.");
  validate_labels(weight, region, regions, points);
  Vectors const vectors(points);
  for_each_stretch("siderum::catalogue::vectors", points, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      vectors.x(i) = x[i] / length(i);
      vectors.y(i) = y[i] / length(i);
      vectors.z(i) = z[i] / length(i);
    }
  });
  return labelled(vectors, weight, region, regions);
}

}  // namespace siderum
