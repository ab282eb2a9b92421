// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <siderum/core/euler_angles.hpp>

namespace siderum::io {

/// The frame that the keyword COORDSYS of a map or of coefficients names, in any case, blanks left
/// out; none for a word that is missing or unknown. HEALPix writes G, E and C, and knows Q, CEL and
/// EQ as names of C; other programs write the word, or the name of the system. FK5 and ICRS differ
/// by 0.1 arcseconds or less.
std::optional<SkyFrame> stated_frame(std::string_view coordinates);

}  // namespace siderum::io
