// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort/host_group.hpp>

namespace siderum::portable {

/// What a team of Kokkos offers to TeamSort and TeamGroup.
template <class Member>
struct KokkosTeam {
  Member const& member;

  KOKKOS_FORCEINLINE_FUNCTION int rank() const { return member.team_rank(); }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return member.team_size(); }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { member.team_barrier(); }

  /// The sum over the threads before this one.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION Value exclusive_sum(Value mine) const {
    return member.team_scan(mine);
  }
  KOKKOS_FORCEINLINE_FUNCTION int largest(int mine) const {
    int all = mine;
    member.team_reduce(Kokkos::Max<int>(all));
    return all;
  }
  KOKKOS_FORCEINLINE_FUNCTION double sum(double mine) const {
    double all = mine;
    member.team_reduce(Kokkos::Sum<double>(all));
    return all;
  }
};

/// Running sums before the points 0 .. points of one frequency, one column each, read as if the
/// curve went on.
template <int... sizes>
struct RunningSums {
  static constexpr int count = Families<sizes...>::count;
  using Sums = Moments<double, count>;

  double* columns;
  int points;

  KOKKOS_FORCEINLINE_FUNCTION double& at(int k, int e) const {
    return columns[k * (points + 1) + e];
  }

  KOKKOS_FORCEINLINE_FUNCTION Sums before(int e) const {
    int const turn = e < 0 ? -1 : (e > points ? 1 : 0);
    Sums sums;
    for (int k = 0; k < count; ++k) {
      sums.of[k] = at(k, e - turn * points);
    }
    if (turn != 0) {
      for (int k = 0; k < count; ++k) {
        sums.of[k] -= turn < 0 ? at(k, points) : 0.0;
      }
      sums = turned<sizes...>(sums, static_cast<double>(turn));
      for (int k = 0; k < count; ++k) {
        sums.of[k] += turn > 0 ? at(k, points) : 0.0;
      }
    }
    return sums;
  }

  /// The sums over the window of 2 half + 1 points about a point.
  KOKKOS_FORCEINLINE_FUNCTION Sums window(int point, int half, WindowEnds ends) const {
    int first = point - half;
    if (ends == WindowEnds::stop) {
      int const most = points - 1 - 2 * half;
      first = first < 0 ? 0 : first;
      first = first > most ? most : first;
    }
    Sums sums = before(first + 2 * half + 1);
    Sums const less = before(first);
    for (int k = 0; k < count; ++k) {
      sums.of[k] -= less.of[k];
    }
    return sums;
  }
};

/// The group of FoldAndSort (contract at HostGroup) for curves of any length: a team works on one
/// frequency, each thread on consecutive points, with all arrays in memory that the team shares.
template <class RealType, class Team>
class TeamGroup {
 public:
  using Number = RealType;
  using Real = RealType;
  using Sum = double;
  using Total = double;

  struct Owned {
    Real* data;
    KOKKOS_FORCEINLINE_FUNCTION Real& operator[](int at) const { return data[at]; }
  };

  KOKKOS_FUNCTION static std::size_t bytes(std::size_t points, ScorerNeeds const& needs) {
    return (3 + needs.owned) * rounded(points * sizeof(Real)) +
           needs.columns * (points + 1) * sizeof(double);
  }

  /// @param keys    sorted, one per point
  /// @param memory  bytes(points, needs), aligned to 8
  KOKKOS_FUNCTION TeamGroup(Team const& team, std::uint64_t const* keys, char* memory, int points,
                            int columns, WindowEnds ends)
      : team_(team), keys_(keys), memory_(memory), points_(points), ends_(ends) {
    // An odd share: neighbouring threads then read from different banks.
    int const share = ((points + team.size() - 1) / team.size()) | 1;
    first_ = team.rank() * share < points ? team.rank() * share : points;
    last_ = first_ + share < points ? first_ + share : points;
    x = owned();
    y = owned();
    w = owned();
    columns_ = reinterpret_cast<double*>(take(columns * (points + 1) * sizeof(double)));
  }

  Owned x, y, w;

  KOKKOS_FORCEINLINE_FUNCTION int points() const { return points_; }
  KOKKOS_FORCEINLINE_FUNCTION bool ties() const { return ties_; }
  KOKKOS_FORCEINLINE_FUNCTION static Real inverse(Real a) { return Real(1) / a; }
  KOKKOS_FORCEINLINE_FUNCTION static void inverses(Real a, Real b, Real c, Real (&inverse)[3]) {
    inverse[0] = Real(1) / a;
    inverse[1] = Real(1) / b;
    inverse[2] = Real(1) / c;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Real masked(int, Real value) { return value; }

  KOKKOS_FORCEINLINE_FUNCTION Owned owned() {
    return {reinterpret_cast<Real*>(take(points_ * sizeof(Real)))};
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Function const& function) const {
    for (int j = first_; j < last_; ++j) {
      function(j);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION double phase_at(int rank) const { return phase_of(keys_[rank]); }

  template <int... sizes, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(int, Source const& source) const {
    RunningSums<sizes...> const table{columns_, points_};
    constexpr int count = Families<sizes...>::count;
    double running[count] = {};
    team_.barrier();
    for (int j = first_; j < last_; ++j) {
      Moments<double, count> const terms = source(j);
      for (int k = 0; k < count; ++k) {
        table.at(k, j) = running[k];
        running[k] += terms.of[k];
      }
    }
    for (int k = 0; k < count; ++k) {
      double const before = team_.exclusive_sum(running[k]);
      for (int j = first_; j < last_; ++j) {
        table.at(k, j) += before;
      }
      if (last_ == points_ && first_ < last_) {
        table.at(k, points_) = before + running[k];
      }
    }
    team_.barrier();
  }

  template <int... sizes>
  KOKKOS_FORCEINLINE_FUNCTION Moments<double, Families<sizes...>::count> window(int at,
                                                                                int half) const {
    return RunningSums<sizes...>{columns_, points_}.window(at, half, ends_);
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION double total(Function const& function) const {
    double sum = 0.0;
    for (int j = first_; j < last_; ++j) {
      sum += function(j);
    }
    return team_.sum(sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION void carry_forward(Owned const& array) const {
    bool negative = false;
    for (int j = first_; j < last_; ++j) {
      negative = negative || array[j] < Real(0);
    }
    if (team_.largest(negative ? 1 : 0) == 0) {
      return;
    }
    team_.barrier();
    if (team_.rank() == 0) {
      Real before(0);
      for (int j = 0; j < points_; ++j) {
        before = array[j] < Real(0) ? before : array[j];
        array[j] = before;
      }
    }
    team_.barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION void average_ties(Owned const& array) const {
    team_.barrier();
    for (int j = first_; j < last_; ++j) {
      if (equals(j + 1, j) && !(j > 0 && equals(j, j - 1))) {
        double sum = 0.0;
        double weights = 0.0;
        int end = j;
        do {
          sum += static_cast<double>(w[end]) * static_cast<double>(array[end]);
          weights += static_cast<double>(w[end]);
          ++end;
        } while (equals(end, j));
        for (int i = j; i < end; ++i) {
          array[i] = static_cast<Real>(sum / weights);
        }
      }
    }
    team_.barrier();
  }

  /// To be called once the points are in their places.
  KOKKOS_FORCEINLINE_FUNCTION void find_ties() {
    bool found = false;
    for (int j = first_; j < last_; ++j) {
      found = found || equals(j + 1, j);
    }
    ties_ = team_.largest(found ? 1 : 0) > 0;
    team_.barrier();
  }

 private:
  KOKKOS_FUNCTION static std::size_t rounded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

  KOKKOS_FORCEINLINE_FUNCTION char* take(std::size_t bytes) {
    char* const taken = memory_;
    memory_ += rounded(bytes);
    return taken;
  }

  // Whether the point `other` exists and has the phase of j.
  KOKKOS_FORCEINLINE_FUNCTION bool equals(int other, int j) const {
    return other < points_ && (keys_[other] >> point_index_bits) == (keys_[j] >> point_index_bits);
  }

  Team const& team_;
  std::uint64_t const* keys_;
  char* memory_;
  int points_;
  double* columns_;
  int first_ = 0;
  int last_ = 0;
  WindowEnds ends_;
  bool ties_ = true;
};

}  // namespace siderum::portable
