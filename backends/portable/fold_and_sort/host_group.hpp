// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

namespace siderum::portable {

/// K sums over a window.
template <class Sum, int K>
struct Moments {
  Sum of[K];
};

/// What is under way to be handed out: memory of one thread.
class Arena {
 public:
  Arena(std::byte* begin, std::byte* end) : next_(begin), end_(end) {}

  template <class T>
  T* take(std::size_t count) {
    auto* const taken = reinterpret_cast<T*>(next_);
    next_ += (count * sizeof(T) + 63) / 64 * 64;
    SIDERUM_EXPECT(next_ <= end_);
    return taken;
  }

 private:
  std::byte* next_;
  [[maybe_unused]] std::byte* end_;
};

/// A group of one host thread: it works on as many frequencies side by side as Number has lanes.
/// What scorers may use of any group:
/// - Number, of the precision of the values, and Sum, the same number of FP64
/// - points(); x, y, w: the sorted points, x what the scorer makes of the phase; ties(): whether any two points
///   may have the same phase
/// - `for_each(f)`: f(at) for every point; `at` indexes what is owned. A device group may also call
///   it for points that are none: they must not fail, and what they leave is not read
/// - `owned()`: an array of Numbers, one per point, each read and written at its own `at` alone
/// - `inverse(a)`: 1 / a, within a few units in the last place
/// - `table<K>()` and `accumulate(table, f)`: running sums of the K values f(at); value k must be
///   of the form w x^k, so that windows can wrap
/// - `window(table, at, half)`: the sums over the 2 half + 1 points about `at`
/// - `total(f)`: the sum of f(at) over all points, in Sum
/// - `carry_forward(array)`: replaces what is negative by the value before it, at first by 0
/// - `average_ties(array)`: points of one phase get the weighted mean of their values
template <class NumberType>
class HostGroup {
 public:
  using Number = NumberType;
  using Real = value_type_t<Number>;
  using Sum = rebind_t<Number, double>;

  struct Owned {
    Number* data;
    Number& operator[](int at) const { return data[at]; }
  };

  template <int K>
  struct Table {
    Sum* column[K];  // entry e, -margin .. points + margin: the sum over the points before e
  };

  static std::size_t bytes(int points, ScorerNeeds const& needs) {
    std::size_t const owned = (3 + static_cast<std::size_t>(needs.owned)) *
                              (static_cast<std::size_t>(points) * sizeof(Number) + 64);
    return owned + static_cast<std::size_t>(needs.columns) *
                       ((static_cast<std::size_t>(points) + 2 * needs.margin + 1) * sizeof(Sum) +
                        64);
  }

  HostGroup(Arena arena, int points, int margin, WindowEnds ends)
      : x{arena.take<Number>(points)},
        y{arena.take<Number>(points)},
        w{arena.take<Number>(points)},
        arena_(arena),
        points_(points),
        margin_(margin),
        ends_(ends) {}

  Owned x, y, w;

  int points() const { return points_; }
  bool ties() const { return ties_; }
  void set_ties(bool ties) { ties_ = ties; }

  static Number inverse(Number const& a) { return Number(Real(1)) / a; }

  Owned owned() { return {arena_.take<Number>(points_)}; }

  template <int K>
  Table<K> table() {
    Table<K> made;
    for (int k = 0; k < K; ++k) {
      made.column[k] = arena_.take<Sum>(points_ + 2 * margin_ + 1) + margin_;
    }
    return made;
  }

  template <class Function>
  [[gnu::always_inline]] void for_each(Function const& function) const {
    for (int j = 0; j < points_; ++j) {
      function(j);
    }
  }

  /// The phase of the point at a rank.
  Sum phase_at(int rank) const { return convert<double>(x[rank]); }

  template <int K, class Source>
  [[gnu::always_inline]] void accumulate(Table<K> const& table, Source const& source) const {
    Sum running[K];
    for (int k = 0; k < K; ++k) {
      running[k] = Sum(0.0);
    }
    for (int j = 0; j < points_; ++j) {
      Moments<Sum, K> const terms = source(j);
      for (int k = 0; k < K; ++k) {
        table.column[k][j] = running[k];
        running[k] = running[k] + terms.of[k];
      }
    }
    for (int k = 0; k < K; ++k) {
      table.column[k][points_] = running[k];
    }
    if (ends_ == WindowEnds::wrap) {
      extend(table, running);
    }
  }

  template <int K>
  [[gnu::always_inline]] Moments<Sum, K> window(Table<K> const& table, int at, int half) const {
    int first = at - half;
    if (ends_ == WindowEnds::stop) {
      first = std::clamp(first, 0, points_ - 1 - 2 * half);
    }
    int const last = first + 2 * half + 1;
    Moments<Sum, K> sums;
    for (int k = 0; k < K; ++k) {
      sums.of[k] = table.column[k][last] - table.column[k][first];
    }
    return sums;
  }

  template <class Function>
  [[gnu::always_inline]] Sum total(Function const& function) const {
    Sum sum(0.0);
    for (int j = 0; j < points_; ++j) {
      sum = sum + function(j);
    }
    return sum;
  }

  void carry_forward(Owned array) const {
    Number before(Real(0));
    for (int j = 0; j < points_; ++j) {
      before = select_less(array[j], Number(Real(0)), before, array[j]);
      array[j] = before;
    }
  }

  void average_ties(Owned array) const {
    for (int lane = 0; lane < lanes(); ++lane) {
      for (int first = 0; first < points_;) {
        int last = first + 1;
        while (last < points_ && lane_of(x[last], lane) == lane_of(x[first], lane)) {
          ++last;
        }
        if (last - first > 1) {
          average(array, lane, first, last);
        }
        first = last;
      }
    }
  }

 private:
  static constexpr int lanes() { return static_cast<int>(sizeof(Number) / sizeof(Real)); }
  static Real& lane_of(Number& number, int lane) { return reinterpret_cast<Real*>(&number)[lane]; }

  void average(Owned array, int lane, int first, int last) const {
    double sum = 0.0;
    double weights = 0.0;
    for (int j = first; j < last; ++j) {
      double const weight = lane_of(w[j], lane);
      sum += weight * lane_of(array[j], lane);
      weights += weight;
    }
    for (int j = first; j < last; ++j) {
      lane_of(array[j], lane) = static_cast<Real>(sum / weights);
    }
  }

  // One turn on, x is larger by u = 1 and w (x + u)^k expands by the binomial theorem; one turn
  // back, u = -1.
  template <int K>
  void extend(Table<K> const& table, Sum const* all) const {
    static_assert(K <= 3);
    for (int r = 1; r <= margin_; ++r) {
      Sum after[K];
      Sum before[K];
      for (int k = 0; k < K; ++k) {
        after[k] = table.column[k][r];
        before[k] = table.column[k][points_ - r] - all[k];
      }
      shift(after, Sum(1.0));
      shift(before, Sum(-1.0));
      for (int k = 0; k < K; ++k) {
        table.column[k][points_ + r] = all[k] + after[k];
        table.column[k][-r] = before[k];
      }
    }
  }

  template <int K>
  static void shift(Sum (&sums)[K], Sum turn) {
    if constexpr (K > 2) {
      sums[2] = sums[2] + Sum(2.0) * turn * sums[1] + sums[0];
    }
    if constexpr (K > 1) {
      sums[1] = sums[1] + turn * sums[0];
    }
  }

  Arena arena_;
  int points_;
  int margin_;
  WindowEnds ends_;
  bool ties_ = true;
};

}  // namespace siderum::portable
