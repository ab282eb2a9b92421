// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/backends/portable/fold_and_sort/moments.hpp>
#include <siderum/core/lane_instructions.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

namespace siderum::portable {

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
/// - Number, of the precision of the values, and Sum, the same number of them for sums
/// - points(); x, y, w: the sorted points, x what the scorer makes of the phase; ties(): whether
/// any
///   two points may have the same phase
/// - `for_each(f)`: f(at) for every point; `at` indexes what is owned. A device group may also call
///   it for points that are none: what they compute is not read. Their w is 0, and
///   `masked(at, value)` is the value, or 0 for them
/// - `inverse(a)`: 1 / a, within a few units in the last place; `inverses` of three, each right if
///   it is of a number above 0
/// - `root_of_ratio(a, b)`: the square root of a / b where b > 0 and a >= 0, to a part in 2^40 or
///   a few units in the last place; for a = 0 also a NaN, and for numbers next to the least that
///   there are a NaN, or more than 1 where a <= b
/// - `watch(alarm, at, value)`, `any(alarm)`: whether any value that was watched was below 0; of
///   several who work on this frequency and others side by side, any
/// - `owned()`: an array of Numbers, one per point, each read and written at its own `at` alone
/// - `accumulate<sizes...>(reach, f)`: running sums of the Moments f(at), in the order of
///   Families<sizes...>, for windows of half width reach or less. They replace those of the call
///   before
/// - `window<sizes...>(at, half)`: the sums over the 2 half + 1 points about `at`
/// - `total(f)`: the sum of f(at) over all points, FP64
/// - `carry_forward(array)`: replaces what is negative by the value before it, at first by 0
/// - `average_ties(array)`: points of one phase get the weighted mean of their values
/// The last two and total() may overwrite the running sums.
/// What only this group has (WorksInTwo):
/// - `for_each_in_two<Between>(f, g)`: f(at, between) and g(at, between) for every point; what f
///   leaves for g lies in memory between them
/// - `positive_inverses`: the same bits as `inverses`, of three numbers above 0
template <class NumberType, class SumReal = double>
class HostGroup {
 public:
  using Number = NumberType;
  using Real = value_type_t<Number>;
  using Sum = rebind_t<Number, SumReal>;

  struct Owned {
    Number* data;
    Number& operator[](int at) const { return data[at]; }
  };

  using Total = rebind_t<Number, double>;

  static std::size_t bytes(int points, ScorerNeeds const& needs) {
    std::size_t const owned = (3 + static_cast<std::size_t>(needs.owned)) *
                              (static_cast<std::size_t>(points) * sizeof(Number) + 64);
    return owned + sums(points, needs.columns, needs.margin) * sizeof(Sum) + 64;
  }

  HostGroup(Arena arena, int points, ScorerNeeds const& needs, WindowEnds ends)
      : x{arena.take<Number>(points)},
        y{arena.take<Number>(points)},
        w{arena.take<Number>(points)},
        arena_(arena),
        sums_(arena_.take<Sum>(sums(points, needs.columns, needs.margin))),
        points_(points),
        margin_(needs.margin),
        ends_(ends) {}

  Owned x, y, w;

  int points() const { return points_; }
  bool ties() const { return ties_; }
  void set_ties(bool ties) { ties_ = ties; }

  static Number inverse(Number const& a) { return Number(Real(1)) / a; }

  // One division for three. In float the product might underflow.
  static void positive_inverses(Number const& a, Number const& b, Number const& c,
                                Number (&inverse)[3]) {
    Number const one(Real(1));
    if constexpr (sizeof(Real) == sizeof(double)) {
      Number const of_two = a * b;
      Number const all = one / (of_two * c);
      Number const rest = all * c;
      inverse[0] = rest * b;
      inverse[1] = rest * a;
      inverse[2] = all * of_two;
    } else {
      inverse[0] = one / a;
      inverse[1] = one / b;
      inverse[2] = one / c;
    }
  }

  static void inverses(Number const& a, Number const& b, Number const& c, Number (&inverse)[3]) {
    if constexpr (sizeof(Real) == sizeof(double)) {
      Number const none(Real(0));
      Number const one(Real(1));
      positive_inverses(select_less(none, a, a, one), select_less(none, b, b, one),
                        select_less(none, c, c, one), inverse);
    } else {
      positive_inverses(a, b, c, inverse);
    }
  }

  static Number root_of_ratio(Number const& a, Number const& b) { return a * inverse_root(a * b); }

  /// The least of what was watched.
  struct Alarm {
    Number least = Number(Real(0));
  };

  static void watch(Alarm& alarm, int, Number const& value) {
    alarm.least = select_less(value, alarm.least, value, alarm.least);
  }
  static bool any(Alarm const& alarm) { return any_less(alarm.least, Number(Real(0))); }

  static Number masked(int, Number const& value) { return value; }

  Owned owned() { return {arena_.take<Number>(points_)}; }

  template <class Function>
  [[gnu::always_inline]] void for_each(Function const& function) const {
    for (int j = 0; j < points_; ++j) {
      function(j);
    }
  }

  // The operations on one point wait for each other, and are too many for a core to look ahead to
  // the next one's: a few points of the first part, then of the second, whose waiting overlaps. The
  // first part is a call, which keeps its numbers in registers.
  static constexpr int points_between = 8;

  template <class Between, class First, class Second>
  [[gnu::always_inline]] void for_each_in_two(First const& first, Second const& second) const {
    Between between[points_between];
    for (int begin = 0; begin < points_; begin += points_between) {
      int const count = std::min(points_between, points_ - begin);
      for (int j = 0; j < count; ++j) {
        call(first, begin + j, between[j]);
      }
      for (int j = 0; j < count; ++j) {
        second(begin + j, between[j]);
      }
    }
  }

  /// The phase of the point at a rank.
  Total phase_at(int rank) const { return convert<double>(x[rank]); }

  template <int... sizes, class Source>
  [[gnu::always_inline]] void accumulate(int reach, Source const& source) const {
    constexpr int count = Families<sizes...>::count;
    Sum* const table = sums_ + margin_ * count;
    Moments<Sum, count> running;
    for (int k = 0; k < count; ++k) {
      running.of[k] = Sum(0.0);
    }
    for (int j = 0; j < points_; ++j) {
      Moments<Sum, count> const terms = source(j);
      for (int k = 0; k < count; ++k) {
        table[j * count + k] = running.of[k];
        running.of[k] = running.of[k] + terms.of[k];
      }
    }
    for (int k = 0; k < count; ++k) {
      table[points_ * count + k] = running.of[k];
    }
    if (ends_ == WindowEnds::wrap) {
      extend<sizes...>(table, reach, running);
    }
  }

  template <int... sizes>
  [[gnu::always_inline]] Moments<Sum, Families<sizes...>::count> window(int at, int half) const {
    constexpr int count = Families<sizes...>::count;
    int first = at - half;
    if (ends_ == WindowEnds::stop) {
      first = std::clamp(first, 0, points_ - 1 - 2 * half);
    }
    Sum const* const begin = sums_ + (margin_ + first) * count;
    Sum const* const end = begin + (2 * half + 1) * count;
    Moments<Sum, count> sums;
    for (int k = 0; k < count; ++k) {
      sums.of[k] = end[k] - begin[k];
    }
    return sums;
  }

  template <class Function>
  [[gnu::always_inline]] Total total(Function const& function) const {
    Total sum(0.0);
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
  template <class Function, class Between>
  [[gnu::noinline]] static void call(Function const& function, int at, Between& between) {
    function(at, between);
  }

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

  // What is read of one turn on and one turn back.
  template <int... sizes>
  void extend(Sum* table, int reach, Moments<Sum, Families<sizes...>::count> const& all) const {
    constexpr int count = Families<sizes...>::count;
    for (int r = 1; r <= reach; ++r) {
      Moments<Sum, count> after;
      Moments<Sum, count> before;
      for (int k = 0; k < count; ++k) {
        after.of[k] = table[r * count + k];
        before.of[k] = table[(points_ - r) * count + k] - all.of[k];
      }
      after = turned<sizes...>(after, Sum(1.0));
      before = turned<sizes...>(before, Sum(-1.0));
      for (int k = 0; k < count; ++k) {
        table[(points_ + r) * count + k] = all.of[k] + after.of[k];
        table[-r * count + k] = before.of[k];
      }
    }
  }

  static std::size_t sums(int points, int columns, int margin) {
    return static_cast<std::size_t>(columns) * (static_cast<std::size_t>(points) + 2 * margin + 1);
  }

  Arena arena_;
  Sum* sums_;  // entry e, -margin .. points + margin: the sums over the points before e
  int points_;
  int margin_;
  WindowEnds ends_;
  bool ties_ = true;
};

template <class Group>
concept WorksInTwo = requires {
  Group::points_between;
};

}  // namespace siderum::portable
