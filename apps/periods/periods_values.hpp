// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/engine/periods.hpp>

/// From the text of an option of `siderum periods` to its value. All throw Error with a sentence
/// that names the option.
namespace siderum::apps {

/// "TWEETER,MIDRANGE,WOOFER", for example "0.05,0.2,0.5".
std::array<double, 3> parse_spans(std::string const& option, std::string_view text);

/// "FREQUENCY:HALFWIDTH,...", for example "1:0.02,2:0.02".
std::vector<engine::FrequencyWindow> parse_windows(std::string const& option,
                                                   std::string_view text);

}  // namespace siderum::apps
