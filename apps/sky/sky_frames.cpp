// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/sky_frames.hpp>

#include <algorithm>

namespace siderum::apps {

std::string frame_letter(SkyFrame frame) {
  return frame == SkyFrame::galactic ? "G" : frame == SkyFrame::ecliptic ? "E" : "C";
}

std::optional<SkyFrame> stated_frame(std::string const& coordinates) {
  std::string const spelling = canonical_spelling(coordinates);
  auto const found =
      std::find_if(frame_choices.begin(), frame_choices.end(),
                   [&](Choice<SkyFrame> const& choice) { return choice.name == spelling; });
  return found == frame_choices.end() ? std::nullopt : std::optional(found->value);
}

FrameMatch match_frames(std::string const& coordinates, std::string const& others) {
  bool const is_said = !coordinates.empty() && !others.empty();
  if (!is_said || canonical_spelling(coordinates) == canonical_spelling(others)) {
    return FrameMatch::open;
  }
  std::optional<SkyFrame> const one = stated_frame(coordinates);
  std::optional<SkyFrame> const other = stated_frame(others);
  if (!one || !other) {
    return FrameMatch::unknown;
  }
  return *one == *other ? FrameMatch::open : FrameMatch::different;
}

}  // namespace siderum::apps
