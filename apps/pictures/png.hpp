// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include <siderum/apps/pictures/sky_image.hpp>

/// PNG files (ISO/IEC 15948) of 8 bits a channel, row after row: as far as pictures need them.
namespace siderum::apps {

/// The image of a PNG with opacity; none where the bytes are no such PNG, or not all of one.
std::optional<Image> read_png(std::string_view bytes);

/// Paints a row from 0: three bytes for each element, red, green and blue. Called by several
/// threads at once, and for some rows twice.
using PaintRow = std::function<void(std::int64_t row, std::uint8_t* bytes)>;

/// Makes the PNG of an image without opacity, in strips of rows that all threads pack; the bytes do
/// not depend on how many there are.
///
/// Each strip is packed twice and the smaller is kept. Colours from a scale recur, which the
/// matches of deflate find in plain bytes; shades of any colour are near those beside them, so that
/// their filtered bytes are small and matches not worth looking for.
/// @param take  is told the bytes of the file in their order, by one thread at a time
void write_png(std::int64_t width, std::int64_t height, PaintRow const& paint,
               std::function<void(std::string_view)> const& take);

}  // namespace siderum::apps
