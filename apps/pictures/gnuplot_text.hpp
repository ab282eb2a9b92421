// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace siderum::apps {

/// Text between single quotes, in which gnuplot knows no escapes but the doubled quote.
std::string gnuplot_quoted(std::string const& text);

}  // namespace siderum::apps
