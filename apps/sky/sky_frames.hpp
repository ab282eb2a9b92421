// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/core/euler_angles.hpp>

/// Coordinates of maps, as files and options name them.
namespace siderum::apps {

/// Frames by the letters of the keyword COORDSYS, then by their names.
inline constexpr std::array frame_choices{Choice<SkyFrame>{"g", SkyFrame::galactic},
                                          Choice<SkyFrame>{"e", SkyFrame::ecliptic},
                                          Choice<SkyFrame>{"c", SkyFrame::equatorial},
                                          Choice<SkyFrame>{"galactic", SkyFrame::galactic},
                                          Choice<SkyFrame>{"ecliptic", SkyFrame::ecliptic},
                                          Choice<SkyFrame>{"equatorial", SkyFrame::equatorial}};

/// The letter of COORDSYS.
std::string frame_letter(SkyFrame frame);

/// The frame of a keyword; none for one that is missing or unknown.
std::optional<SkyFrame> stated_frame(std::string const& coordinates);

/// What two files say of their coordinates.
enum class FrameMatch {
  open,       ///< one of them says nothing, or both the same
  unknown,    ///< they use different words, of which one is no known frame
  different,  ///< two frames
};
FrameMatch match_frames(std::string const& coordinates, std::string const& others);

}  // namespace siderum::apps
