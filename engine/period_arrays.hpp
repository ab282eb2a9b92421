// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>

#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/algorithms/periods/multiband_options.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/status.hpp>
#include <siderum/engine/arrays.hpp>
#include <siderum/engine/execution.hpp>

/// Periodograms of light curves in arrays of the caller (arrays.hpp), into such arrays.
namespace siderum::engine {

/// Light curves of any number of objects, of which object i holds the points offsets[i] ..
/// offsets[i + 1] - 1; or without offsets objects that all have the same times and errors, as of a
/// space mission, which Lomb-Scargle with one term searches faster (lomb_scargle_shared.hpp).
template <class Real>
struct CurveArrays {
  Array<double const> time;  ///< (points) [time unit]
  Array<Real const> value;   ///< (points), or without offsets (objects, points)
  Array<Real const> error;   ///< (points), > 0; without elements: all points weigh the same
  /// (objects * bands + 1) from 0 to points, in host memory wherever the points lie: the host plans
  /// with them.
  std::span<std::int64_t const> offsets;
};

struct ArraySearch {
  /// A list, of any spacing and order, is an array at the place of the others. Objects that share
  /// their times need a grid; models of several terms or bands cost a pass over all points for each
  /// frequency of a list, which must be in host memory.
  std::variant<FrequencyGrid, Array<double const>> frequencies;
  std::optional<FinderOptions> finder;  ///< that folds the points; empty: Lomb-Scargle
  // Of Lomb-Scargle alone.
  LombScargleOptions options;
  int terms = 1;  ///< harmonics of the model, at least 1; more with a finder are an Error
  /// Above 1 the points of an object are sorted by band, row object * bands + band of the offsets
  /// holds those of one, and a model of multiband.hpp is searched.
  std::int64_t bands = 1;
  /// Of several bands, in place of `options` and `terms`; empty: the flexible model with these.
  std::optional<MultibandOptions> multiband = {};
};

template <class Real>
struct BestPeriodArrays {
  Array<std::int64_t> index;   ///< (objects) of the largest power, the lowest of equals; -1: none
  Array<Real> power;           ///< (objects) there; NaN: none
  Array<ObjectStatus> status;  ///< (objects)
};

/// How the sums of a search were formed.
struct SumMethod {
  Method method = Method::automatic;  ///< that was taken for all objects; automatic: there are none
  double tolerance = 0.0;             ///< of the powers; 0: exact to rounding
};

/// The periodograms of all objects. Returns how their sums were formed.
///
/// @param power   (objects, frequencies) output; rows of NaN where the status is not ok
/// @param status  (objects) output; without elements: not wanted
/// Cost and errors: as the headers of the algorithms say. Real is double or float, here and below.
template <class Real>
SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                       std::type_identity_t<Array<Real>> const& power,
                       Array<ObjectStatus> const& status = {}, Execution const& execution = {});

/// The best frequency of each object, without the periodograms in memory. Returns the same.
template <class Real>
SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                       BestPeriodArrays<Real> const& best, Execution const& execution = {});

}  // namespace siderum::engine
