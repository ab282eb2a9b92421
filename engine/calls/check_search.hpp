// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What is asked of a period search before a device starts. All throw Error.
namespace siderum {
struct LightCurveTable;
}

namespace siderum::engine {

struct Execution;
struct PeriodSearch;

/// Numbers that are in their range, and members that act together.
void check_search(LightCurveTable const& curves, PeriodSearch const& search);

/// Of each object.
void check_peaks(std::int64_t peaks);

/// That the table fits together and has the object.
void check_object(LightCurveTable const& curves, std::int64_t object);

/// That the share of memory is one.
void check_memory_fraction(Execution const& execution);

}  // namespace siderum::engine
