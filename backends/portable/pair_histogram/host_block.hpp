// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/backends/portable/pair_histogram/append_where.hpp>
#include <siderum/backends/portable/pair_histogram/tile_blocks.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::portable {

/// A tile as a host counts it: points beyond `count` are NaN and weigh nothing.
template <class Real>
struct HostTile {
  Real const* x;
  Real const* y;
  Real const* z;
  double const* weight;
  TileBlocks const* blocks;
  int count;

  int used_blocks() const { return (count + block_size - 1) / block_size; }
};

/// Pairs of two tiles on a host, block by block: where no edge lies between the least and the
/// greatest chord of two blocks, all of their pairs are in one bin, and the sums of the blocks say
/// the rest. Of the others one point of the first meets all of the second at once.
template <class Real>
class HostPairs {
 public:
  static constexpr int most_edges = 16;  ///< at a time

  struct BinSums {
    std::int64_t count = 0;
    double weight = 0.0;
    double moment = 0.0;
  };

  /// @param same    b is a: the pairs i < j
  /// @param margin  what rounding can do to a chord
  HostPairs(HostTile<Real> const& a, HostTile<Real> const& b, bool same, double margin)
      : a_(a), b_(b), same_(same), margin_(margin) {}

  /// The number of pairs with edge[k] <= c2 for each of `edges` edges.
  void count_above(Real const* edge, int edges, std::int64_t* above) const {
    Integers total[most_edges];
    std::fill_n(total, edges, Integers{});
    Straddlers straddlers;
    for_each_row(edge, edges, straddlers,
                 [&](int, Integers const& pairs, Integers const& low, Integers const&) {
                   for (int k = 0; k < edges; ++k) {
                     total[k] = low > k ? total[k] + pairs : total[k];
                   }
                 });
    straddlers.for_each(0, [&](Straddler const& blocks) {
      count_above<1>(blocks, edge + blocks.first, total + blocks.first);
    });
    straddlers.for_each(1, [&](Straddler const& blocks) {
      count_above<2>(blocks, edge + blocks.first, total + blocks.first);
    });
    straddlers.for_each(2, [&](Straddler const& blocks) {
      count_above<3>(blocks, edge + blocks.first, total + blocks.first);
    });
    straddlers.for_each(3,
                        [&](Straddler const& blocks) { count_from_the_top(blocks, edge, total); });
    for (int k = 0; k < edges; ++k) {
      above[k] = sum_of(total[k]);
    }
  }

  /// The sums of `bins` bins, bin k of the pairs with edge[k] <= c2 < edge[k + 1]. (In FP64 also
  /// for float, whose comparisons come out the same there.)
  template <PairSums sums>
  void sum_bins(Real const* edge, int bins, BinSums* result) const {
    Totals all[most_edges + 2];  // and of the pairs below and above all edges
    std::fill_n(all, bins + 2, Totals{});
    Totals* const total = all + 1;
    Straddlers straddlers;
    for_each_row(edge, bins + 1, straddlers,
                 [&](int row, Integers const& pairs, Integers const& low, Integers const& high) {
                   Products const products = products_of(row);
                   for (int k = 0; k < bins; ++k) {
                     Integers const whole = (low == k + 1) & (high == k + 1) & (pairs > 0);
                     total[k].count += whole & pairs;
                     add(whole, products.weight, total[k].weight);
                     if constexpr (has_moments(sums)) {
                       add(whole, products.moment, total[k].moment);
                     }
                   }
                 });
    straddlers.for_each(0, [&](Straddler const& blocks) {
      sum_bins<2, sums, true>(blocks, edge + blocks.first - 1, total + blocks.first - 1);
    });
    straddlers.for_each(1, [&](Straddler const& blocks) {
      sum_bins<3, sums, true>(blocks, edge + blocks.first - 1, total + blocks.first - 1);
    });
    for (int list = 2; list < Straddlers::lists; ++list) {
      straddlers.for_each(list, [&](Straddler const& blocks) {
        int const end = std::min(blocks.first + blocks.edges, bins);
        for (int bin = std::max(blocks.first - 1, 0); bin < end; bin += 2) {
          if (end - bin == 1) {
            sum_bins<1, sums, false>(blocks, edge + bin, total + bin);
          } else {
            sum_bins<2, sums, false>(blocks, edge + bin, total + bin);
          }
        }
      });
    }
    for (int k = 0; k < bins; ++k) {
      result[k] = {sum_of(total[k].count), sum_of(total[k].weight), sum_of(total[k].moment)};
    }
  }

 private:
  static constexpr int lanes = block_size;
  static_assert(lanes == blocks_of_tile);
  using Numbers = Lanes<Real, lanes>;
  using Vector = typename Numbers::Vector;
  using Mask = decltype(Vector{} < Vector{});
  using Sums = Lanes<double, lanes>;
  using Wide = typename Sums::Vector;
  using Integers = decltype(Wide{} < Wide{});

  struct Points {
    Numbers x, y, z;
  };

  struct Totals {
    Integers count;
    Wide weight;
    Wide moment;
  };

  /// Sums over the pairs of a block of a with each of b.
  struct Products {
    Wide weight;
    Wide moment;
  };

  /// Two blocks with edges between their least and their greatest chord.
  struct Straddler {
    int a, b;
    int first;  ///< of these edges
    int edges;
    std::int64_t pairs;
  };

  /// In lists by their edges, 1, 2, 3 and more, so that the processor foresees what is done to
  /// each.
  class Straddlers {
   public:
    static constexpr int lists = 4;

    void add(int row, Integers const& low, Integers const& edges, Integers const& pairs) {
      Integers const packed =
          edges + (low << 8) + (pairs << 16) + (lane_numbers() << 24) + (std::int64_t{row} << 32);
      for (int list = 0; list < lists; ++list) {
        Integers const is_here = list + 1 < lists ? edges == list + 1 : edges >= lists;
        counts_[list] += append_where<lanes>(is_here, packed, packed_[list] + counts_[list]);
      }
    }

    /// Calls visit(list, straddler) for each of a list.
    template <class Visit>
    [[gnu::always_inline]] void for_each(int list, Visit const& visit) const {
      for (int i = 0; i < counts_[list]; ++i) {
        auto const bits = [&](int from) {
          return static_cast<int>(packed_[list][i] >> from & 0xff);
        };
        visit(Straddler{bits(32), bits(24), bits(8), bits(0), bits(16)});
      }
    }

   private:
    int counts_[lists] = {};
    std::int64_t packed_[lists][blocks_of_tile * blocks_of_tile + lanes];
  };

  static Integers lane_numbers() { return convert<std::int64_t>(Sums::ramp(0.0, 1.0)).vector; }

  template <class Value>
  static auto sum_of(Value const& vector) {
    auto sum = vector[0];
    for (int lane = 1; lane < lanes; ++lane) {
      sum += vector[lane];
    }
    return sum;
  }

  static void take(Integers const& where, Wide const& value, Wide& to) { to = where ? value : to; }

  static void add(Integers const& where, Wide const& value, Wide& to) {
    take(where, to + value, to);
  }

  // The number of pairs of block `row` of a with each of b.
  Integers pairs_of(int row) const {
    std::int64_t const points = a_.blocks->points[row];
    Integers const others = integers(b_.blocks->points);
    if (!same_) {
      return points * others;
    }
    Integers const lane = lane_numbers();
    Integers const itself = Integers{} + points * (points - 1) / 2;
    return lane > row ? points * others : lane == row ? itself : Integers{};
  }

  static Integers integers(std::int64_t const* from) {
    return Lanes<std::int64_t, lanes>::load(from).vector;
  }

  // Squared chords between which those of all pairs of block `row` with each of b lie.
  struct Chords {
    Wide least, greatest;
  };

  Chords chords_of(int row) const {
    TileBlocks const& a = *a_.blocks;
    TileBlocks const& b = *b_.blocks;
    Sums const dx = Sums(a.x[row]) - Sums::load(b.x);
    Sums const dy = Sums(a.y[row]) - Sums::load(b.y);
    Sums const dz = Sums(a.z[row]) - Sums::load(b.z);
    Sums const apart = sqrt(fma(dz, dz, fma(dy, dy, dx * dx)));
    Sums const reach = Sums::load(b.radius) + Sums(a.radius[row] + margin_);
    Sums const near = apart - reach;
    Sums const least = select_less(near, Sums(0.0), Sums(0.0), near);
    Sums const greatest = apart + reach;
    return {(least * least).vector, (greatest * greatest).vector};
  }

  // sum w_i w_j |a_i - b_j|^2 with a = A + u, b = B + v, D = A - B:
  // W_b sum w u^2 + W_a sum w v^2 + 2 D.(U W_b - V W_a) + D^2 W_a W_b - 2 U.V;
  // over the pairs of a block with itself W sum w u^2 - U.U
  Products products_of(int row) const {
    TileBlocks const& a = *a_.blocks;
    TileBlocks const& b = *b_.blocks;
    Wide const weight_b = Sums::load(b.weight).vector;
    double const weight_a = a.weight[row];
    Wide const dx = a.x[row] - Sums::load(b.x).vector;
    Wide const dy = a.y[row] - Sums::load(b.y).vector;
    Wide const dz = a.z[row] - Sums::load(b.z).vector;
    Wide const vx = Sums::load(b.ux).vector;
    Wide const vy = Sums::load(b.uy).vector;
    Wide const vz = Sums::load(b.uz).vector;
    Wide const lean = dx * (a.ux[row] * weight_b - vx * weight_a) +
                      dy * (a.uy[row] * weight_b - vy * weight_a) +
                      dz * (a.uz[row] * weight_b - vz * weight_a);
    Wide const across = a.ux[row] * vx + a.uy[row] * vy + a.uz[row] * vz;
    Products products{weight_a * weight_b,
                      weight_b * a.square[row] + weight_a * Sums::load(b.square).vector +
                          2.0 * lean + (dx * dx + dy * dy + dz * dz) * (weight_a * weight_b) -
                          2.0 * across};
    if (same_) {
      products.weight[row] = a.inside[row];
      products.moment[row] = weight_a * a.square[row] - across[row];
    }
    return products;
  }

  // Calls visit(row, pairs, low, high) for each block of a, with the number of edges that all pairs
  // of it and a block of b reach, and that some may reach; keeps those where they differ.
  template <class Visit>
  [[gnu::always_inline]] void for_each_row(Real const* edge, int edges, Straddlers& straddlers,
                                           Visit const& visit) const {
    for (int row = 0; row < a_.used_blocks(); ++row) {
      Chords const chords = chords_of(row);
      Integers low{};
      Integers high{};
      for (int k = 0; k < edges; ++k) {
        Wide const limit = Sums(static_cast<double>(edge[k])).vector;
        low = chords.least >= limit ? low + 1 : low;
        high = chords.greatest >= limit ? high + 1 : high;
      }
      Integers const pairs = pairs_of(row);
      visit(row, pairs, low, high);
      straddlers.add(row, low, (high - low) & (pairs > 0), pairs);
    }
  }

  Points load_second(int block) const {
    int const first = block * block_size;
    return {Numbers::load(b_.x + first), Numbers::load(b_.y + first), Numbers::load(b_.z + first)};
  }

  /// The points of which those up to lane `last` are NaN.
  static Points beyond(Points const& from, int last) {
    Numbers const none(std::numeric_limits<Real>::quiet_NaN());
    Mask const keep = Numbers::ramp(Real(0), Real(1)).vector > static_cast<Real>(last);
    return {Numbers(keep ? from.x.vector : none.vector),
            Numbers(keep ? from.y.vector : none.vector),
            Numbers(keep ? from.z.vector : none.vector)};
  }

  // Calls visit(i, c2) for each point i of a block of a, with its squared chords to those of a
  // block of b; NaN where there is no pair.
  template <class Visit>
  [[gnu::always_inline]] void for_each_point(Straddler const& blocks, Visit const& visit) const {
    Points const points = load_second(blocks.b);
    int const first = blocks.a * block_size;
    if (same_ && blocks.a == blocks.b) {
      for (int i = 0; i < block_size; ++i) {
        visit(first + i, squared_chord(first + i, beyond(points, i)));
      }
      return;
    }
    for (int i = 0; i < block_size; ++i) {
      visit(first + i, squared_chord(first + i, points));
    }
  }

  [[gnu::always_inline]] Numbers squared_chord(int i, Points const& b) const {
    Numbers const dx = Numbers(a_.x[i]) - b.x;
    Numbers const dy = Numbers(a_.y[i]) - b.y;
    Numbers const dz = Numbers(a_.z[i]) - b.z;
    return fma(dz, dz, fma(dy, dy, dx * dx));
  }

  // Some edges at a time, until all pairs are above: few of blocks that touch are near the lowest.
  void count_from_the_top(Straddler const& blocks, Real const* edge, Integers* total) const {
    int rest = blocks.edges;
    std::int64_t above = 0;
    while (rest > 0 && above < blocks.pairs) {
      int const step = std::min(4, rest);
      rest -= step;
      int const first = blocks.first + rest;
      above = count_above(blocks, step, edge + first, total + first);
    }
    for (int k = 0; k < rest; ++k) {
      total[blocks.first + k][0] += blocks.pairs;
    }
  }

  std::int64_t count_above(Straddler const& blocks, int edges, Real const* edge,
                           Integers* total) const {
    switch (edges) {
      case 1:
        return count_above<1>(blocks, edge, total);
      case 2:
        return count_above<2>(blocks, edge, total);
      case 3:
        return count_above<3>(blocks, edge, total);
      default:
        return count_above<4>(blocks, edge, total);
    }
  }

  // @return the number above the lowest edge, where there may be others
  template <int edges>
  std::int64_t count_above(Straddler const& blocks, Real const* edge, Integers* total) const {
    Mask counts[edges] = {};
    Vector limit[edges];
    for (int k = 0; k < edges; ++k) {
      limit[k] = Numbers(edge[k]).vector;
    }
    for_each_point(blocks, [&](int, Numbers const& c2) {
      for (int k = 0; k < edges; ++k) {
        counts[k] = c2.vector >= limit[k] ? counts[k] + 1 : counts[k];
      }
    });
    for (int k = 0; k < edges; ++k) {
      total[k] += __builtin_convertvector(counts[k], Integers);
    }
    return edges < 4 ? 0 : sum_of(counts[0]);
  }

  // @tparam are_all  no pair of the blocks is in another bin
  template <int bins, PairSums sums, bool are_all>
  void sum_bins(Straddler const& blocks, Real const* edge, Totals* total) const {
    constexpr int first = are_all ? 1 : 0;
    constexpr int last = are_all ? bins - 1 : bins;
    Wide limit[bins + 1];
    for (int k = first; k <= last; ++k) {
      limit[k] = Sums(static_cast<double>(edge[k])).vector;
    }
    Totals part[bins];
    std::copy_n(total, bins, part);
    Sums weight_b(1.0);
    if constexpr (has_weights(sums)) {
      weight_b = Sums::load(b_.weight + blocks.b * block_size);
    }
    for_each_point(blocks, [&](int i, Numbers const& chord2) {
      Sums const c2 = convert<double>(chord2);
      Sums weight(1.0);
      if constexpr (has_weights(sums)) {
        weight = weight_b * Sums(a_.weight[i]);
      }
      for (int k = 0; k < bins; ++k) {
        Integers inside;
        if (k < first) {
          inside = c2.vector < limit[k + 1];
        } else if (k + 1 > last) {
          inside = c2.vector >= limit[k];
        } else {
          inside = (c2.vector >= limit[k]) & (c2.vector < limit[k + 1]);
        }
        part[k].count -= inside;  // a lane that is true is -1
        if constexpr (has_weights(sums)) {
          add(inside, weight.vector, part[k].weight);
        }
        if constexpr (has_moments(sums)) {
          take(inside, fma(weight, c2, Sums(part[k].moment)).vector, part[k].moment);
        }
      }
    });
    std::copy_n(part, bins, total);
  }

  HostTile<Real> a_;
  HostTile<Real> b_;
  bool same_;
  double margin_;
};

}  // namespace siderum::portable
