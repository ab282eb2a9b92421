// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace siderum::apps {

/// A probability as decimal text: the shortest that reads back the same, and where doubles end
/// (1e-307 and below) what its natural logarithm says, such as 3.2e-1665, in the digits that are
/// certain. NaN is "nan", and 0 with the logarithm -infinity is "0".
std::string probability_text(double probability, double log_probability);

}  // namespace siderum::apps
