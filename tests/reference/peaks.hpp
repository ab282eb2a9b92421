// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum::reference {

/// Indices of the highest local maxima, highest first, of equal ones the lower index first.
///
/// Index k is a local maximum if it is the first or power[k] > power[k - 1], and the last or
/// power[k] >= power[k + 1]: of equal neighbours the first. NaN is none, nor is a neighbour of NaN.
/// From the highest down, a maximum is taken unless it is nearer than `separation` to one taken
/// before it.
/// @param power       (count)
/// @param most        how many to return at most
/// @param separation  [steps], any real number; |i - j| < separation is too near
/// @param allowed     (count) 0 where no peak may come from; null: all may. A forbidden maximum
///                    is passed over, and keeps no other one away.
std::vector<std::int64_t> peaks(std::int64_t count, long double const* power, std::int64_t most,
                                double separation, std::uint8_t const* allowed = nullptr);

}  // namespace siderum::reference
