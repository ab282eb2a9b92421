// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/apps/pictures/plot.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::apps {

/// The first object that has a best peak, or -1.
std::int64_t first_answer(engine::PeriodSearchResult const& result,
                          engine::PeriodSearch const& search);

/// One object of a batch as a batch of one.
LightCurveTable single_object(LightCurveTable const& curves, std::int64_t object);

/// Computes the whole periodogram of one object, whatever the search kept of it, and what the
/// finder fits at its best peak.
PeriodPicture object_picture(engine::Execution const& execution, LightCurveTable const& curves,
                             std::int64_t object, engine::PeriodSearch search);

}  // namespace siderum::apps
