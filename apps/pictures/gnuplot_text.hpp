// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace siderum::apps {

/// Text as an argument of gnuplot's labels and titles, which is shown as it is written whatever it
/// holds: in double quotes, what could mean something there as octal escapes, and without the
/// markup that gnuplot calls enhanced. Line breaks and tabs are kept; bytes that no picture can
/// hold (other control characters, what is no UTF-8) become the replacement character U+FFFD. In
/// `]]>`, which ends what may stand in XML, a space without width goes before the last mark.
std::string gnuplot_text(std::string_view text);

inline constexpr std::string_view grid_colour = "#e3e6e8";

/// Commands for the look that all plots with axes share.
/// @param terminal  gnuplot's, with its options
std::string plot_style(std::string_view terminal);

}  // namespace siderum::apps
