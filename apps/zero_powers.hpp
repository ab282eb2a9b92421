// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/compute.hpp>

namespace siderum::apps {

/// Takes the peaks of power 0 from a result in which 0 means that no sinusoid fits better than a
/// constant: what lies at the first frequency where all powers are 0 is no peak.
inline void drop_zero_powers(PeriodSearchResult& result) {
  for (Peak& peak : result.peaks) {
    peak.index = peak.power == 0.0 ? -1 : peak.index;
  }
}

}  // namespace siderum::apps
