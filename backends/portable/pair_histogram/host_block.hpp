// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

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
    for_each_row(
        edge, edges, straddlers,
        [&](int, int from, RowIntegers const& pairs, RowIntegers const& low, RowIntegers const&) {
          for (int k = 0; k < edges; ++k) {
            add(RowCounts((low > k) & pairs), total[k], from);
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
    RowWide const none{};  // (an unnamed one in the function below, nvcc 13.0 cannot compile)
    for_each_row(edge, bins + 1, straddlers,
                 [&](int row, int from, RowIntegers const& pairs, RowIntegers const& low,
                     RowIntegers const& high) {
                   Products const products = products_of(row, from);
                   for (int k = 0; k < bins; ++k) {
                     RowIntegers const whole = (low == k + 1) & (high == k + 1) & (pairs > 0);
                     add(RowCounts(whole & pairs), total[k].count, from);
                     add(RowSums(whole ? products.weight : none), total[k].weight, from);
                     if constexpr (has_moments(sums)) {
                       add(RowSums(whole ? products.moment : none), total[k].moment, from);
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
  using Sums = Lanes<double, lanes>;
  using Wide = typename Sums::Vector;
  using Integers = decltype(Wide{} < Wide{});

  template <int width>
  struct Points {
    Lanes<Real, width> x, y, z;
  };

  struct Totals {
    Integers count;
    Wide weight;
    Wide moment;
  };

  // Vectors of more bytes than a register are compared lane by lane: those are taken in parts.
  template <class Number>
  static constexpr int widest = std::min(lanes, native_lanes<Number>);

  template <int width>
  using IntegersOf = decltype(typename Lanes<double, width>::Vector{} <
                              typename Lanes<double, width>::Vector{});

  // Some of the blocks of b at a time.
  static constexpr int row_width = widest<double>;
  using RowSums = Lanes<double, row_width>;
  using RowCounts = Lanes<std::int64_t, row_width>;
  using RowWide = typename RowSums::Vector;
  using RowIntegers = IntegersOf<row_width>;

  /// Sums over the pairs of a block of a with each of some of b.
  struct Products {
    RowWide weight;
    RowWide moment;
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

    void add(int row, int from, RowIntegers const& low, RowIntegers const& edges,
             RowIntegers const& pairs) {
      RowIntegers const packed = edges + (low << 8) + (pairs << 16) + (lane_numbers(from) << 24) +
                                 (std::int64_t{row} << 32);
      for (int list = 0; list < lists; ++list) {
        RowIntegers const is_here = list + 1 < lists ? edges == list + 1 : edges >= lists;
        counts_[list] += append_where<row_width>(is_here, packed, packed_[list] + counts_[list]);
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

  static RowIntegers lane_numbers(int from) {
    return convert<std::int64_t>(RowSums::ramp(static_cast<double>(from), 1.0)).vector;
  }

  template <int count = lanes, class Value>
  static auto sum_of(Value const& vector) {
    auto sum = vector[0];
    for (int lane = 1; lane < count; ++lane) {
      sum += vector[lane];
    }
    return sum;
  }

  template <class Part, class Vector>
  static void add(Part const& value, Vector& to, int from) {
    (part_of<row_width>(to, from) + value).store(elements(to) + from);
  }

  // The number of pairs of block `row` of a with each of some of b.
  RowIntegers pairs_of(int row, int from) const {
    std::int64_t const points = a_.blocks->points[row];
    RowIntegers const others = RowCounts::load(b_.blocks->points + from).vector;
    if (!same_) {
      return points * others;
    }
    RowIntegers const lane = lane_numbers(from);
    RowIntegers const itself = RowIntegers{} + points * (points - 1) / 2;
    return lane > row ? points * others : lane == row ? itself : RowIntegers{};
  }

  // Squared chords between which those of all pairs of block `row` with each of some of b lie.
  struct Chords {
    RowWide least, greatest;
  };

  Chords chords_of(int row, int from) const {
    TileBlocks const& a = *a_.blocks;
    TileBlocks const& b = *b_.blocks;
    RowSums const dx = RowSums(a.x[row]) - RowSums::load(b.x + from);
    RowSums const dy = RowSums(a.y[row]) - RowSums::load(b.y + from);
    RowSums const dz = RowSums(a.z[row]) - RowSums::load(b.z + from);
    RowSums const apart = sqrt(fma(dz, dz, fma(dy, dy, dx * dx)));
    RowSums const reach = RowSums::load(b.radius + from) + RowSums(a.radius[row] + margin_);
    RowSums const near = apart - reach;
    RowSums const least = select_less(near, RowSums(0.0), RowSums(0.0), near);
    RowSums const greatest = apart + reach;
    return {(least * least).vector, (greatest * greatest).vector};
  }

  // sum w_i w_j |a_i - b_j|^2 with a = A + u, b = B + v, D = A - B:
  // W_b sum w u^2 + W_a sum w v^2 + 2 D.(U W_b - V W_a) + D^2 W_a W_b - 2 U.V;
  // over the pairs of a block with itself W sum w u^2 - U.U
  Products products_of(int row, int from) const {
    TileBlocks const& a = *a_.blocks;
    TileBlocks const& b = *b_.blocks;
    RowWide const weight_b = RowSums::load(b.weight + from).vector;
    double const weight_a = a.weight[row];
    RowWide const dx = a.x[row] - RowSums::load(b.x + from).vector;
    RowWide const dy = a.y[row] - RowSums::load(b.y + from).vector;
    RowWide const dz = a.z[row] - RowSums::load(b.z + from).vector;
    RowWide const vx = RowSums::load(b.ux + from).vector;
    RowWide const vy = RowSums::load(b.uy + from).vector;
    RowWide const vz = RowSums::load(b.uz + from).vector;
    RowWide const lean = dx * (a.ux[row] * weight_b - vx * weight_a) +
                         dy * (a.uy[row] * weight_b - vy * weight_a) +
                         dz * (a.uz[row] * weight_b - vz * weight_a);
    RowWide const across = a.ux[row] * vx + a.uy[row] * vy + a.uz[row] * vz;
    Products products{weight_a * weight_b,
                      weight_b * a.square[row] + weight_a * RowSums::load(b.square + from).vector +
                          2.0 * lean + (dx * dx + dy * dy + dz * dz) * (weight_a * weight_b) -
                          2.0 * across};
    if (int const itself = row - from; same_ && itself >= 0 && itself < row_width) {
      products.weight[itself] = a.inside[row];
      products.moment[itself] = weight_a * a.square[row] - across[itself];
    }
    return products;
  }

  // Calls visit(row, from, pairs, low, high) for each block of a and some of b, with the number of
  // edges that all pairs of it and a block of b reach, and that some may reach; keeps those where
  // they differ.
  template <class Visit>
  [[gnu::always_inline]] void for_each_row(Real const* edge, int edges, Straddlers& straddlers,
                                           Visit const& visit) const {
    for (int row = 0; row < a_.used_blocks(); ++row) {
      for (int from = 0; from < lanes; from += row_width) {
        Chords const chords = chords_of(row, from);
        RowIntegers low{};
        RowIntegers high{};
        for (int k = 0; k < edges; ++k) {
          RowWide const limit = RowSums(static_cast<double>(edge[k])).vector;
          low = chords.least >= limit ? low + 1 : low;
          high = chords.greatest >= limit ? high + 1 : high;
        }
        RowIntegers const pairs = pairs_of(row, from);
        visit(row, from, pairs, low, high);
        straddlers.add(row, from, low, (high - low) & (pairs > 0), pairs);
      }
    }
  }

  // `width` points of a block from `from` on.
  template <int width>
  Points<width> load_second(int block, int from) const {
    using Part = Lanes<Real, width>;
    int const first = block * block_size + from;
    return {Part::load(b_.x + first), Part::load(b_.y + first), Part::load(b_.z + first)};
  }

  /// The points of which those up to lane `last` are NaN.
  template <int width>
  static Points<width> beyond(Points<width> const& from, int last) {
    using Part = Lanes<Real, width>;
    Part const none(std::numeric_limits<Real>::quiet_NaN());
    auto const keep = Part::ramp(Real(0), Real(1)).vector > static_cast<Real>(last);
    return {Part(keep ? from.x.vector : none.vector), Part(keep ? from.y.vector : none.vector),
            Part(keep ? from.z.vector : none.vector)};
  }

  // Calls visit(i, c2) for each point i of a block of a, with its squared chords to `width` points
  // of a block of b from `from` on; NaN where there is no pair.
  template <int width, class Visit>
  [[gnu::always_inline]] void for_each_point(Straddler const& blocks, int from,
                                             Visit const& visit) const {
    Points<width> const points = load_second<width>(blocks.b, from);
    int const first = blocks.a * block_size;
    if (same_ && blocks.a == blocks.b) {
      for (int i = 0; i < block_size; ++i) {
        visit(first + i, squared_chord(first + i, beyond(points, i - from)));
      }
      return;
    }
    for (int i = 0; i < block_size; ++i) {
      visit(first + i, squared_chord(first + i, points));
    }
  }

  template <int width>
  [[gnu::always_inline]] Lanes<Real, width> squared_chord(int i, Points<width> const& b) const {
    using Part = Lanes<Real, width>;
    Part const dx = Part(a_.x[i]) - b.x;
    Part const dy = Part(a_.y[i]) - b.y;
    Part const dz = Part(a_.z[i]) - b.z;
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
    constexpr int width = widest<Real>;
    using Part = Lanes<Real, width>;
    using Mask = decltype(Part(Real(0)).vector < Part(Real(0)).vector);
    std::int64_t above_lowest = 0;
    for (int from = 0; from < lanes; from += width) {
      Mask counts[edges] = {};
      typename Part::Vector limit[edges];
      for (int k = 0; k < edges; ++k) {
        limit[k] = Part(edge[k]).vector;
      }
      for_each_point<width>(blocks, from, [&](int, Part const& c2) {
        for (int k = 0; k < edges; ++k) {
          counts[k] = c2.vector >= limit[k] ? counts[k] + 1 : counts[k];
        }
      });
      for (int k = 0; k < edges; ++k) {
        auto const wide = __builtin_convertvector(counts[k], IntegersOf<width>);
        (part_of<width>(total[k], from) + Lanes<std::int64_t, width>(wide))
            .store(elements(total[k]) + from);
      }
      above_lowest += edges < 4 ? 0 : sum_of<width>(counts[0]);
    }
    return above_lowest;
  }

  // @tparam are_all  no pair of the blocks is in another bin
  template <int bins, PairSums sums, bool are_all>
  void sum_bins(Straddler const& blocks, Real const* edge, Totals* total) const {
    for (int from = 0; from < lanes; from += row_width) {
      sum_part<bins, sums, are_all>(blocks, from, edge, total);
    }
  }

  template <int bins, PairSums sums, bool are_all>
  void sum_part(Straddler const& blocks, int from, Real const* edge, Totals* total) const {
    constexpr int first = are_all ? 1 : 0;
    constexpr int last = are_all ? bins - 1 : bins;
    RowWide limit[bins + 1];
    for (int k = first; k <= last; ++k) {
      limit[k] = RowSums(static_cast<double>(edge[k])).vector;
    }
    RowIntegers count[bins];
    RowWide weights[bins];
    RowWide moment[bins];
    for (int k = 0; k < bins; ++k) {
      count[k] = part_of<row_width>(total[k].count, from).vector;
      weights[k] = part_of<row_width>(total[k].weight, from).vector;
      moment[k] = part_of<row_width>(total[k].moment, from).vector;
    }
    RowSums weight_b(1.0);
    if constexpr (has_weights(sums)) {
      weight_b = RowSums::load(b_.weight + blocks.b * block_size + from);
    }
    for_each_point<row_width>(blocks, from, [&](int i, Lanes<Real, row_width> const& chord2) {
      RowSums const c2 = convert<double>(chord2);
      RowSums weight(1.0);
      if constexpr (has_weights(sums)) {
        weight = weight_b * RowSums(a_.weight[i]);
      }
      for (int k = 0; k < bins; ++k) {
        RowIntegers inside;
        if (k < first) {
          inside = c2.vector < limit[k + 1];
        } else if (k + 1 > last) {
          inside = c2.vector >= limit[k];
        } else {
          inside = (c2.vector >= limit[k]) & (c2.vector < limit[k + 1]);
        }
        count[k] -= inside;  // a lane that is true is -1
        if constexpr (has_weights(sums)) {
          weights[k] = inside ? weights[k] + weight.vector : weights[k];
        }
        if constexpr (has_moments(sums)) {
          moment[k] = inside ? fma(weight, c2, RowSums(moment[k])).vector : moment[k];
        }
      }
    });
    for (int k = 0; k < bins; ++k) {
      RowCounts(count[k]).store(elements(total[k].count) + from);
      RowSums(weights[k]).store(elements(total[k].weight) + from);
      RowSums(moment[k]).store(elements(total[k].moment) + from);
    }
  }

  static std::int64_t* elements(Integers& vector) {
    return reinterpret_cast<std::int64_t*>(&vector);
  }
  static double* elements(Wide& vector) { return reinterpret_cast<double*>(&vector); }

  template <int width, class Value>
  static auto part_of(Value& vector, int from) {
    using Element = std::remove_reference_t<decltype(*elements(vector))>;
    return Lanes<Element, width>::load(elements(vector) + from);
  }

  HostTile<Real> a_;
  HostTile<Real> b_;
  bool same_;
  double margin_;
};

}  // namespace siderum::portable
