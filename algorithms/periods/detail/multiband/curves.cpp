// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/core/error.hpp>

namespace siderum {

namespace {

void validate_bands(std::span<std::int32_t const> band, std::size_t points,
                    std::span<std::string const> names) {
  SIDERUM_VALIDATE(!names.empty(), "There is no band. Name at least one.");
  SIDERUM_VALIDATE(band.size() == points, "There are " + std::to_string(points) + " times and " +
                                              std::to_string(band.size()) +
                                              " bands (each point has one). Give as many of each.");
  std::vector<std::int64_t> count(names.size());
  for (std::size_t j = 0; j < points; ++j) {
    SIDERUM_VALIDATE(0 <= band[j] && static_cast<std::size_t>(band[j]) < names.size(),
                     "The band of point " + std::to_string(j) + " is " + std::to_string(band[j]) +
                         " (there are " + std::to_string(names.size()) +
                         " names). Count the bands from 0.");
    ++count[static_cast<std::size_t>(band[j])];
  }
  for (std::size_t b = 0; b < names.size(); ++b) {
    SIDERUM_VALIDATE(count[b] > 0, "Band " + names[b] +
                                       " has no points (its part of the model would be"
                                       " undetermined). Leave the band out.");
  }
}

}  // namespace

template <class Real>
MultibandCurves<Real, Kokkos::HostSpace> make_multiband_curves(
    std::span<double const> time, std::span<double const> value, std::span<double const> error,
    std::span<std::int32_t const> band, std::span<std::int64_t const> offsets,
    std::span<std::string const> names) {
  // The check of the arrays themselves, with the points still where the user counts them.
  make_light_curves<Real>(time, value, error, offsets);
  validate_bands(band, time.size(), names);
  std::vector<std::size_t> order(time.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::int64_t> sorted_offsets{0};
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    auto const begin = order.begin() + offsets[object];
    auto const end = order.begin() + offsets[object + 1];
    std::stable_sort(begin, end, [&](std::size_t a, std::size_t b) { return band[a] < band[b]; });
    for (std::size_t b = 0; b < names.size(); ++b) {
      sorted_offsets.push_back(sorted_offsets.back() +
                               std::count_if(begin, end, [&](std::size_t j) {
                                 return static_cast<std::size_t>(band[j]) == b;
                               }));
    }
  }
  auto const sorted = [&order](std::span<double const> all) {
    std::vector<double> values;
    for (std::size_t const j : order) {
      if (!all.empty()) {
        values.push_back(all[j]);
      }
    }
    return values;
  };
  return {make_light_curves<Real>(sorted(time), sorted(value), sorted(error), sorted_offsets),
          static_cast<std::int64_t>(names.size())};
}

template MultibandCurves<float, Kokkos::HostSpace> make_multiband_curves<float>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int32_t const>, std::span<std::int64_t const>, std::span<std::string const>);
template MultibandCurves<double, Kokkos::HostSpace> make_multiband_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int32_t const>, std::span<std::int64_t const>, std::span<std::string const>);

}  // namespace siderum
