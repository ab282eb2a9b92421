// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <siderum/core/lanes.hpp>

/// Matrices of lanes: transposed, and summed over lanes; and whether any lane is above 0.
namespace siderum::portable::legendre {

namespace detail {

// Of two registers as 2 x 2 matrices of runs of `run` lanes, the first or the second column.
template <int run, int column, class Real, int count, int... i>
inline Lanes<Real, count> column_of(Lanes<Real, count> a, Lanes<Real, count> b,
                                    std::integer_sequence<int, i...>) {
  return Lanes<Real, count>(
      siderum::detail::elements<((i / run) % 2 == 0 ? i + column * run
                                                    : count + i - run + column * run)...>(
          a.vector, b.vector));
}

template <int run, int column, class Real, int count>
inline Lanes<Real, count> column_of(Lanes<Real, count> a, Lanes<Real, count> b) {
  return column_of<run, column>(a, b, std::make_integer_sequence<int, count>());
}

// Every element or'd with the one `half` places on, then with that of half as many, and so on.
template <int half, class Integers, int... i>
inline Integers any_bits(Integers bits, std::integer_sequence<int, i...> sequence) {
  if constexpr (half == 0) {
    return bits;
  } else {
    constexpr int count = static_cast<int>(sizeof...(i));
    Integers const others = siderum::detail::elements<((i + half) % count)...>(bits);
    return any_bits<half / 2>(bits | others, sequence);
  }
}

}  // namespace detail

/// Exchanges registers and lanes of a square: lane j of register i becomes lane i of register j.
template <int run = 1, class Real, int count>
inline void transpose(Lanes<Real, count> (&rows)[count]) {
  if constexpr (run < count) {
    for (int i = 0; i < count; ++i) {
      if ((i & run) == 0) {
        Lanes<Real, count> const a = rows[i];
        Lanes<Real, count> const b = rows[i + run];
        rows[i] = detail::column_of<run, 0>(a, b);
        rows[i + run] = detail::column_of<run, 1>(a, b);
      }
    }
    transpose<2 * run>(rows);
  }
}

/// Whether a lane is above 0, without a branch for each, which any_less may become in a loop.
template <class Real, int count>
[[gnu::always_inline]] inline bool any_positive(Lanes<Real, count> a) {
  auto const above = a.vector > Lanes<Real, count>(Real(0)).vector;
  return detail::any_bits<count / 2>(above, std::make_integer_sequence<int, count>())[0] != 0;
}

/// A register whose lane i is the sum of the lanes of register i.
template <int run = 1, class Real, int count>
inline Lanes<Real, count> sum_of_each(Lanes<Real, count> (&rows)[count]) {
  if constexpr (run < count) {
    for (int i = 0; i < count; i += 2 * run) {
      Lanes<Real, count> const a = rows[i];
      Lanes<Real, count> const b = rows[i + run];
      rows[i] = detail::column_of<run, 0>(a, b) + detail::column_of<run, 1>(a, b);
    }
    return sum_of_each<2 * run>(rows);
  } else {
    return rows[0];
  }
}

/// Adds the sum over the lanes of each register to what is in memory, one value for each register.
template <class Real, int size, int count>
[[gnu::always_inline]] inline void add_lanes(Lanes<Real, size> const (&registers)[count],
                                             Real* to) {
  static_assert(count % size == 0);
  for (int first = 0; first < count; first += size) {
    Lanes<Real, size> rows[size];
    for (int i = 0; i < size; ++i) {
      rows[i] = registers[first + i];
    }
    (Lanes<Real, size>::load(to + first) + sum_of_each(rows)).store(to + first);
  }
}

}  // namespace siderum::portable::legendre
