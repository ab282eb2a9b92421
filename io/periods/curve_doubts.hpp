// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/core/light_curve_table.hpp>

namespace siderum::io {

/// What tells that points of light curves may be no measurements of their own: sentences without
/// the name of a file, "object '1': 43 of 86 points ...", one for each kind of doubt.
///
/// - Points that have the time, the value, the error and the band of another one: copies, as of a
///   file that was put together twice.
/// - Values that stand for missing ones, such as 99.99: the smallest or the largest of an object,
///   of two or more but fewer than half of its points, which is further from the nearest other
///   value than ten times the range of the others, and than that value is from 0. The last keeps
///   eclipses and transits out, however quiet the star is otherwise.
///
/// Cost O(points) for objects whose times ascend, by all threads.
std::vector<std::string> doubts_about(LightCurveTable const& table);

}  // namespace siderum::io
