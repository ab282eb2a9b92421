// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/ring_pairs.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace siderum::portable {

namespace {

/// P_lm(theta) is below 2^-60 for all l <= lmax where m exceeds lmax sin(theta) by 1 % of lmax, or
/// by 100 (Reinecke & Seljebotn 2013, arXiv 1303.4945, for spin 0).
std::int64_t orders_of(double sin_theta, HarmonicRange range, int spin) {
  auto const lmax = static_cast<double>(range.lmax + spin);
  double const reach = lmax * sin_theta + std::max(100.0, 0.01 * lmax) + spin;
  return reach < static_cast<double>(range.mmax) ? static_cast<std::int64_t>(reach) + 1
                                                 : range.mmax + 1;
}

/// theta and pi - theta up to what rounding theta to double does to it.
bool are_mirrored(Ring const& north, Ring const& south) {
  constexpr double rounding = 2.0 * std::numeric_limits<double>::epsilon();
  return std::fabs(north.sin_theta - south.sin_theta) <= rounding * north.sin_theta &&
         std::fabs(north.cos_theta + south.cos_theta) <= rounding;
}

/// The southern rings that stand mirrored in the list of rings, as in all usual grids: partners
/// that need not be looked for. Null for other rings.
std::vector<Ring const*> mirrored_partners(std::vector<Ring> const& rings) {
  std::vector<Ring const*> partners(rings.size(), nullptr);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    Ring const& north = rings[i];
    Ring const& south = rings[rings.size() - 1 - i];
    if (north.cos_theta > 0.0 && south.cos_theta < 0.0 && north.nphi == south.nphi &&
        are_mirrored(north, south)) {
      partners[i] = &south;
    }
  }
  return partners;
}

/// The other southern rings of one nphi by sin(theta): where partners are looked up and taken.
class Partners {
 public:
  /// @param found  mirrored_partners of the rings
  Partners(std::vector<Ring> const& rings, std::vector<Ring const*> const& found) {
    for (std::size_t i = 0; i < rings.size(); ++i) {
      if (rings[i].cos_theta < 0.0 && found[rings.size() - 1 - i] == nullptr) {
        by_nphi_[rings[i].nphi].emplace(rings[i].sin_theta, &rings[i]);
      }
    }
  }

  /// The southern partner of a ring, which is then gone; null where there is none.
  Ring const* take(Ring const& north) {
    auto const found = by_nphi_.find(north.nphi);
    if (found == by_nphi_.end()) {
      return nullptr;
    }
    auto& candidates = found->second;
    double const below = north.sin_theta * (1.0 - 4.0 * std::numeric_limits<double>::epsilon());
    for (auto i = candidates.lower_bound(below);
         i != candidates.end() && i->first <= 2.0 * north.sin_theta - below; ++i) {
      if (are_mirrored(north, *i->second)) {
        Ring const* const partner = i->second;
        candidates.erase(i);
        return partner;
      }
    }
    return nullptr;
  }

  /// Those that nobody took.
  std::vector<Ring const*> rest() const {
    std::vector<Ring const*> rest;
    for (auto const& [nphi, candidates] : by_nphi_) {
      for (auto const& [sine, ring] : candidates) {
        rest.push_back(ring);
      }
    }
    return rest;
  }

 private:
  std::map<std::int64_t, std::multimap<double, Ring const*>> by_nphi_;
};

}  // namespace

std::vector<RingPair> pair_rings(RingGrid const& grid, HarmonicRange range, Field field) {
  std::vector<Ring> const& rings = grid.rings();
  std::vector<Ring const*> const found = mirrored_partners(rings);
  Partners partners(rings, found);
  std::vector<RingPair> pairs;
  pairs.reserve(rings.size());
  for (std::size_t i = 0; i < rings.size(); ++i) {
    Ring const& ring = rings[i];
    if (ring.cos_theta >= 0.0) {
      Ring const* const partner =
          found[i] != nullptr || ring.cos_theta == 0.0 ? found[i] : partners.take(ring);
      pairs.push_back({ring, partner != nullptr ? *partner : Ring{}, partner != nullptr});
    }
  }
  for (Ring const* ring : partners.rest()) {
    pairs.push_back({*ring, Ring{}, false});
  }
  for (RingPair& pair : pairs) {
    double const sine = pair.first.sin_theta;
    pair.orders = orders_of(sine, range, spin(field));
    if (sine >= sine_next_to_pole(range.lmax)) {
      pair.spin_factor = std::pow(sine, -spin(field));
    }
  }
  auto const is_nearer_to_pole = [](RingPair const& a, RingPair const& b) {
    return a.first.sin_theta < b.first.sin_theta;
  };
  if (!std::is_sorted(pairs.begin(), pairs.end(), is_nearer_to_pole)) {
    std::stable_sort(pairs.begin(), pairs.end(), is_nearer_to_pole);
  }
  return pairs;
}

}  // namespace siderum::portable
