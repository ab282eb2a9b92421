// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/ring_grid.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

std::string number(std::int64_t value) {
  return std::to_string(value);
}

void validate_ring(Ring const& ring, std::size_t index, std::int64_t pixels) {
  std::string const name = "ring " + std::to_string(index) + ", counted from 0";
  SIDERUM_VALIDATE(ring.theta >= 0.0 && ring.theta <= std::numbers::pi,
                   "theta of a ring is " + std::to_string(ring.theta) + " (" + name +
                       "; colatitudes go from 0 to pi). Give theta in radians from the pole.");
  SIDERUM_VALIDATE(std::isfinite(ring.phi0), "phi0 of a ring is not a finite number (" + name +
                                                 "). Give the longitude of its first pixel.");
  SIDERUM_VALIDATE(ring.nphi >= 1, "A ring has " + number(ring.nphi) + " pixels (" + name +
                                       "; it takes one at least). Leave empty rings out.");
  SIDERUM_VALIDATE(ring.stride != 0, "The stride of a ring is 0 (" + name +
                                         "; its pixels would be one element). Give 1 or more.");
  // In floating point: products of two user's integers may not fit 64 bits.
  double const last = static_cast<double>(ring.first) +
                      static_cast<double>(ring.nphi - 1) * static_cast<double>(ring.stride);
  SIDERUM_VALIDATE(
      ring.first >= 0 && ring.first < pixels && last >= 0.0 && last < static_cast<double>(pixels),
      "Pixels of a ring leave the map (" + name + " starts at element " + number(ring.first) +
          " of " + number(pixels) + "). Check first, stride and nphi.");
}

[[noreturn]] void refuse_overlap(std::size_t index) {
  throw Error("Pixels of two rings are the same element of the map (one is ring " +
              std::to_string(index) + ", counted from 0). Give every ring elements of its own.");
}

bool is_contiguous(Ring const& ring) {
  return ring.stride == 1 || ring.nphi == 1;
}

void validate_intervals(std::vector<Ring> const& rings) {
  std::vector<std::size_t> order(rings.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rings[a].first < rings[b].first; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    Ring const& before = rings[order[i - 1]];
    if (before.first + before.nphi > rings[order[i]].first) {
      refuse_overlap(order[i]);
    }
  }
}

void validate_elements(std::vector<Ring> const& rings, std::int64_t pixels) {
  std::vector<bool> taken(static_cast<std::size_t>(pixels), false);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    for (std::int64_t j = 0; j < rings[i].nphi; ++j) {
      auto const element = static_cast<std::size_t>(rings[i].first + j * rings[i].stride);
      if (taken[element]) {
        refuse_overlap(i);
      }
      taken[element] = true;
    }
  }
}

// Every pixel has an element of its own.
std::int64_t count_pixels(std::vector<Ring> const& rings) {
  double count = 0.0;
  for (Ring const& ring : rings) {
    count += static_cast<double>(ring.nphi);
  }
  return static_cast<std::int64_t>(std::min(count, 0x1p62));
}

}  // namespace

RingGrid::RingGrid(GridKind kind, std::string name, std::vector<Ring> rings, std::int64_t pixels,
                   std::int64_t exact_lmax)
    : kind_(kind),
      name_(std::move(name)),
      rings_(std::move(rings)),
      pixels_(pixels),
      exact_lmax_(exact_lmax) {
  SIDERUM_VALIDATE(!rings_.empty(), "The grid has no ring (a map needs a pixel). Give one.");
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    validate_ring(rings_[i], i, pixels_);
  }
  SIDERUM_VALIDATE(count_pixels(rings_) <= pixels_,
                   "The rings have more pixels than the map has elements (" + number(pixels_) +
                       "). Give every pixel an element of its own.");
  if (std::all_of(rings_.begin(), rings_.end(), is_contiguous)) {
    validate_intervals(rings_);
  } else {
    validate_elements(rings_, pixels_);
  }
  has_weights_ = std::all_of(rings_.begin(), rings_.end(),
                             [](Ring const& ring) { return std::isfinite(ring.weight); });
}

std::int64_t RingGrid::nside() const {
  return kind_ == GridKind::healpix ? static_cast<std::int64_t>(rings_.size() + 1) / 4 : 0;
}

RingGrid make_ring_grid(std::span<Ring const> rings, std::int64_t pixels) {
  std::vector<Ring> checked(rings.begin(), rings.end());
  std::int64_t reach = 0;
  for (Ring& ring : checked) {
    auto const theta = static_cast<long double>(ring.theta);
    // pi - theta is exact in long double where theta is the double next to pi.
    long double const rest = std::numbers::pi_v<long double> - theta;
    bool const is_north = theta <= 0.5L * std::numbers::pi_v<long double>;
    ring.cos_theta = static_cast<double>(is_north ? std::cos(theta) : -std::cos(rest));
    ring.sin_theta = static_cast<double>(std::max(0.0L, std::sin(is_north ? theta : rest)));
    // What is no element of any map is refused below, whatever the reach.
    double const last = static_cast<double>(ring.first) +
                        (static_cast<double>(ring.nphi) - 1.0) * static_cast<double>(ring.stride);
    for (double const end : {static_cast<double>(ring.first), last}) {
      if (end >= 0.0 && end < 0x1p62) {
        reach = std::max(reach, static_cast<std::int64_t>(end) + 1);
      }
    }
  }
  std::string const name = std::to_string(checked.size()) + " rings";
  return RingGrid(GridKind::user, name, std::move(checked), pixels < 0 ? reach : pixels, -1);
}

RingGrid with_weights(RingGrid const& grid, std::span<double const> weight) {
  SIDERUM_VALIDATE(weight.size() == grid.rings().size(),
                   "There are " + std::to_string(grid.rings().size()) + " rings and " +
                       std::to_string(weight.size()) +
                       " weights (each ring has one). Give as many of each.");
  std::vector<Ring> rings = grid.rings();
  for (std::size_t i = 0; i < rings.size(); ++i) {
    SIDERUM_VALIDATE(std::isfinite(weight[i]),
                     "The weight of a ring is not a finite number (ring " + std::to_string(i) +
                         ", counted from 0). Give a number.");
    rings[i].weight = weight[i];
  }
  return RingGrid(grid.kind(), grid.name(), std::move(rings), grid.pixels(), grid.exact_lmax());
}

std::int64_t good_fourier_length(std::int64_t minimum) {
  std::int64_t best = 1;
  while (best < minimum) {
    best *= 2;
  }
  for (std::int64_t five = 1; five < best; five *= 5) {
    for (std::int64_t three = five; three < best; three *= 3) {
      std::int64_t length = three;
      while (length < minimum) {
        length *= 2;
      }
      best = std::min(best, length);
    }
  }
  return best;
}

}  // namespace siderum
