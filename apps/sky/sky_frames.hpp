// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/core/euler_angles.hpp>

/// Coordinates of maps, as files and options name them.
namespace siderum::apps {

/// Frames as options name them: by the letters of the keyword COORDSYS, then by their names.
/// Keywords have more names (io/sky/stated_frame.hpp).
inline constexpr std::array frame_choices{Choice<SkyFrame>{"g", SkyFrame::galactic},
                                          Choice<SkyFrame>{"e", SkyFrame::ecliptic},
                                          Choice<SkyFrame>{"c", SkyFrame::equatorial},
                                          Choice<SkyFrame>{"galactic", SkyFrame::galactic},
                                          Choice<SkyFrame>{"ecliptic", SkyFrame::ecliptic},
                                          Choice<SkyFrame>{"equatorial", SkyFrame::equatorial}};

/// The letter of COORDSYS.
std::string frame_letter(SkyFrame frame);

/// What two files say of their coordinates.
enum class FrameMatch {
  open,       ///< one of them says nothing, or both the same
  unknown,    ///< they use different words, and one of them is no known frame
  different,  ///< two frames
};
FrameMatch match_frames(std::string const& coordinates, std::string const& others);

}  // namespace siderum::apps
