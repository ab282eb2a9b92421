// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/rings.hpp>

namespace siderum::portable::legendre {

/// Numbers that threads have for each step, and steps whose numbers are added over a team at once.
inline constexpr int device_numbers = 4;
inline constexpr int steps_per_sum = 4;

/// Sums over the threads of a team, in scratch: each thread puts its numbers into a column, and
/// adds up a part of a row. The order is fixed.
template <int threads>
class TeamSums {
 public:
  static constexpr int rows = device_numbers * steps_per_sum;
  static constexpr int parts = threads / rows;  ///< of a row
  static constexpr int row = threads + parts;   ///< so that parts of rows lie in different banks
  static constexpr int halves = steps_per_look / steps_per_sum;
  static constexpr int numbers_of_look = device_numbers * steps_per_look;
  static_assert(parts * rows == threads && threads >= numbers_of_look);

  /// Doubles of scratch.
  static constexpr int size = rows * row + numbers_of_look * parts;

  KOKKOS_FUNCTION TeamSums(double* scratch, int rank) : scratch_(scratch), rank_(rank) {}

  /// The column of this thread: number k of step i is at 4 i + k.
  KOKKOS_FORCEINLINE_FUNCTION double& operator[](int place) const {
    return scratch_[place * row + rank_];
  }
  KOKKOS_FORCEINLINE_FUNCTION void clear() const {
    for (int place = 0; place < rows; ++place) {
      (*this)[place] = 0.0;
    }
  }

  /// Adds up what the team has put, of one part of a look.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_up(Member const& member, int half) const {
    member.team_barrier();
    double const* const from = scratch_ + rank_ / parts * row + rank_ % parts;
    double sums[4] = {};  // so that four additions are under way at once
    for (int i = 0; i < threads / parts; ++i) {
      sums[i % 4] += from[i * parts];
    }
    scratch_[rows * row + half * threads + rank_] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    member.team_barrier();
  }

  /// Number `rank` of a look from its parts: step rank / 4, number rank % 4 of it.
  KOKKOS_FORCEINLINE_FUNCTION double total() const {
    double const* const from = scratch_ + rows * row + rank_ * parts;
    double sum = from[0];
    for (int part = 1; part < parts; ++part) {
      sum += from[part];
    }
    return sum;
  }

 private:
  double* scratch_;
  int rank_;
};

}  // namespace siderum::portable::legendre
