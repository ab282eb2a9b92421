// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

/// The launch operation FrequencySums: sums over the points of an object at the multiples of one
/// frequency, directly and in FP64, for the few frequencies that stand on no grid.
///
/// Contract, for every backend `FrequencySums<Exec, Real>`:
/// - constructed from (exec, series, terms): the series of TrigSums; holds the instance and the
///   views by value
/// - `operator()(task, count, label)`: calls the task for the indices 0 .. count - 1; enqueues on
///   exec and does not fence
/// - one sine and cosine per point, its multiples by rotation; the error of a sum at multiple m is
///   within (5 m + sqrt(points) + 4) epsilon(FP64) sum |v_j|
/// - what an index finds does not depend on the others
///
/// A Task is a functor with
/// - `static constexpr int capacity`: of its sums, at least the terms
/// - `operator()(index, sums)`: a SIDERUM_NUMBER_FUNCTION, which all who work on the index call
///   alike. `sums(object, frequency)` are its PointSums<capacity>, the same for all of them, and
///   `sums.is_writer()` tells the one who writes what comes of them
namespace siderum {

/// Sums at the multiples m = 1 .. of one frequency; element m - 1. Those of v reach to the terms,
/// those of w to twice as many.
template <int capacity, class Number = double>
struct PointSums {
  Number yc[capacity] = {};     ///< of v cos m x, v the strengths
  Number ys[capacity] = {};     ///< of v sin m x
  Number c[2 * capacity] = {};  ///< of w cos m x
  Number s[2 * capacity] = {};  ///< of w sin m x
};

namespace portable {

template <class Exec, class Real>
class FrequencySums;

}  // namespace portable
}  // namespace siderum
