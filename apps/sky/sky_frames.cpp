// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/sky_frames.hpp>

#include <optional>

#include <siderum/io/sky/stated_frame.hpp>

namespace siderum::apps {

std::string frame_letter(SkyFrame frame) {
  return frame == SkyFrame::galactic ? "G" : frame == SkyFrame::ecliptic ? "E" : "C";
}

FrameMatch match_frames(std::string const& coordinates, std::string const& others) {
  bool const is_said = !coordinates.empty() && !others.empty();
  if (!is_said || canonical_spelling(coordinates) == canonical_spelling(others)) {
    return FrameMatch::open;
  }
  std::optional<SkyFrame> const one = io::stated_frame(coordinates);
  std::optional<SkyFrame> const other = io::stated_frame(others);
  if (!one || !other) {
    return FrameMatch::unknown;
  }
  return *one == *other ? FrameMatch::open : FrameMatch::different;
}

}  // namespace siderum::apps
