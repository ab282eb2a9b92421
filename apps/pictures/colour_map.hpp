// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <siderum/apps/command_line/option_values.hpp>

namespace siderum::apps {

enum class ColourMap : std::uint8_t { sky, viridis, magma, inferno, grey };

/// The first is the default.
inline constexpr std::array colour_map_choices{
    Choice<ColourMap>{"sky", ColourMap::sky}, Choice<ColourMap>{"viridis", ColourMap::viridis},
    Choice<ColourMap>{"magma", ColourMap::magma}, Choice<ColourMap>{"inferno", ColourMap::inferno},
    Choice<ColourMap>{"grey", ColourMap::grey}};

/// Red, green and blue, 0 .. 255, as they are stored (sRGB).
struct Colour {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
};

/// The colours of values from 0 to 1, in 1024 steps between a few given ones by a curve through
/// them in Oklab (Ottosson 2020), in which equal steps look equal.
///
/// `sky` runs from deep blue over a pale middle to deep red, the middle for 0 of a symmetric range;
/// viridis, magma and inferno are those of matplotlib (CC0), by ten of their colours each; `grey`
/// from black to white.
class ColourScale {
 public:
  explicit ColourScale(ColourMap map);

  /// Values beyond 0 .. 1 have the colour of that end.
  Colour operator()(double value) const;

 private:
  std::vector<Colour> colours_;
};

}  // namespace siderum::apps
