// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::portable {

/// A tile as a host counts it: lanes beyond `count` are NaN and weigh nothing.
template <class Real>
struct HostTile {
  Real const* x;
  Real const* y;
  Real const* z;
  double const* weight;
  int count;
};

/// Pairs of two tiles on a host: one point of the first with `width` of the second.
template <class Real, int width>
struct HostPairs {
  using Numbers = Lanes<Real, width>;
  using Vector = typename Numbers::Vector;
  using Mask = decltype(Vector{} < Vector{});
  static constexpr int lanes = Numbers::size;

  struct Points {
    Numbers x, y, z;
  };

  static Numbers squared_chord(HostTile<Real> const& a, int i, Points const& b) {
    Numbers const dx = Numbers(a.x[i]) - b.x;
    Numbers const dy = Numbers(a.y[i]) - b.y;
    Numbers const dz = Numbers(a.z[i]) - b.z;
    return fma(dz, dz, fma(dy, dy, dx * dx));
  }

  static Points load(HostTile<Real> const& b, int first) {
    return {Numbers::load(b.x + first), Numbers::load(b.y + first), Numbers::load(b.z + first)};
  }

  /// The points of which those up to lane `last` are NaN.
  static Points beyond(Points const& from, int last) {
    Numbers const none(std::numeric_limits<Real>::quiet_NaN());
    Mask const keep = Numbers::ramp(Real(0), Real(1)).vector > static_cast<Real>(last);
    return {Numbers(keep ? from.x.vector : none.vector),
            Numbers(keep ? from.y.vector : none.vector),
            Numbers(keep ? from.z.vector : none.vector)};
  }

  /// Calls visit(begin, end, points of b, first lane) so that each pair of a and b, or of a with
  /// itself, is met once: the points begin .. end - 1 of a with a register full of b.
  template <class Visit>
  [[gnu::always_inline]] static void for_each(HostTile<Real> const& a, HostTile<Real> const& b,
                                              bool same, Visit const& visit) {
    for (int first = 0; first < b.count; first += lanes) {
      Points const points = load(b, first);
      int const whole = same && first < a.count ? first : a.count;
      visit(0, whole, points, first);
      for (int i = whole; same && i < a.count && i < first + lanes; ++i) {
        visit(i, i + 1, beyond(points, i - first), first);
      }
    }
  }

  struct BinSums {
    std::int64_t count = 0;
    double weight = 0.0;
    double moment = 0.0;
  };

  /// The number of pairs with edge[k] <= c2 for each of `edges` edges, and with moments the sum of
  /// their c2.
  /// @return the sum of c2 of all pairs, where `all` asks for it
  template <int edges, bool moments, bool all>
  static double sum_above(HostTile<Real> const& a, HostTile<Real> const& b, bool same,
                          Real const* edge, BinSums* above) {
    using Sums = Lanes<double, lanes>;
    using Wide = typename Sums::Vector;
    Mask counts[edges] = {};
    Wide totals[edges] = {};
    Sums every(0.0);
    for_each(a, b, same, [&](int begin, int end, Points const& points, int) {
      Vector limit[edges];
      for (int k = 0; k < edges; ++k) {
        limit[k] = Numbers(edge[k]).vector;
      }
      Sums met(0.0);
      for (int i = begin; i < end; ++i) {
        Numbers const c2 = squared_chord(a, i, points);
        if constexpr (all) {
          met.vector += convert<double>(c2).vector;
        }
        for (int k = 0; k < edges; ++k) {
          counts[k] = c2.vector >= limit[k] ? counts[k] + 1 : counts[k];
          if constexpr (moments) {
            Wide const wide = convert<double>(c2).vector;
            Wide const more = totals[k] + wide;
            totals[k] = wide >= Sums(static_cast<double>(edge[k])).vector ? more : totals[k];
          }
        }
      }
      Wide const more = every.vector + met.vector;
      every.vector =
          met.vector == met.vector ? more : every.vector;  // lanes without a point are NaN
    });
    for (int k = 0; k < edges; ++k) {
      above[k] = {};
      for (int lane = 0; lane < lanes; ++lane) {
        above[k].count += counts[k][lane];
        above[k].moment += totals[k][lane];
      }
    }
    double sum = 0.0;
    for (int lane = 0; lane < lanes; ++lane) {
      sum += every.vector[lane];
    }
    return sum;
  }

  /// The sums of `bins` bins, bin k of the pairs with edge[k] <= c2 < edge[k + 1]. (In FP64 also
  /// for float, whose comparisons come out the same there.)
  template <int bins, PairSums sums>
  static void sum_bins(HostTile<Real> const& a, HostTile<Real> const& b, bool same,
                       Real const* edge, BinSums* result) {
    using Sums = Lanes<double, lanes>;
    using Wide = typename Sums::Vector;
    using WideMask = decltype(Wide{} < Wide{});
    WideMask counts[bins] = {};
    Wide weights[bins] = {};
    Wide moments[bins] = {};
    for_each(a, b, same, [&](int begin, int end, Points const& points, int first) {
      Sums const weight_b = Sums::load(b.weight + first);
      for (int i = begin; i < end; ++i) {
        Sums const c2 = convert<double>(squared_chord(a, i, points));
        Sums const weight = weight_b * Sums(a.weight[i]);
        for (int k = 0; k < bins; ++k) {
          Wide const low = Sums(static_cast<double>(edge[k])).vector;
          Wide const high = Sums(static_cast<double>(edge[k + 1])).vector;
          WideMask const reached = c2.vector >= low;
          WideMask const inside = reached & (c2.vector < high);
          Wide const more = weights[k] + weight.vector;
          weights[k] = inside ? more : weights[k];
          counts[k] = inside ? counts[k] + 1 : counts[k];
          if constexpr (has_moments(sums)) {
            Wide const further = fma(weight, c2, Sums(moments[k])).vector;
            moments[k] = inside ? further : moments[k];
          }
        }
      }
    });
    for (int k = 0; k < bins; ++k) {
      result[k] = {};
      for (int lane = 0; lane < lanes; ++lane) {
        result[k].count += counts[k][lane];
        result[k].weight += weights[k][lane];
        result[k].moment += moments[k][lane];
      }
    }
  }
};

}  // namespace siderum::portable
