// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/stated_frame.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <siderum/io/tables/name_matching.hpp>

namespace siderum::io {
namespace {

struct FrameName {
  std::string_view word;
  SkyFrame frame;
};

constexpr std::array frame_names{
    FrameName{"G", SkyFrame::galactic},           FrameName{"GAL", SkyFrame::galactic},
    FrameName{"GALACTIC", SkyFrame::galactic},    FrameName{"E", SkyFrame::ecliptic},
    FrameName{"ECL", SkyFrame::ecliptic},         FrameName{"ECLIPTIC", SkyFrame::ecliptic},
    FrameName{"C", SkyFrame::equatorial},         FrameName{"CEL", SkyFrame::equatorial},
    FrameName{"CELESTIAL", SkyFrame::equatorial}, FrameName{"Q", SkyFrame::equatorial},
    FrameName{"EQ", SkyFrame::equatorial},        FrameName{"EQUATORIAL", SkyFrame::equatorial},
    FrameName{"ICRS", SkyFrame::equatorial},      FrameName{"FK5", SkyFrame::equatorial},
    FrameName{"J2000", SkyFrame::equatorial}};

}  // namespace

std::optional<SkyFrame> stated_frame(std::string_view coordinates) {
  std::string word(coordinates);
  std::erase(word, ' ');
  auto const* const found =
      std::find_if(frame_names.begin(), frame_names.end(),
                   [&](FrameName const& name) { return equal_names(name.word, word); });
  return found == frame_names.end() ? std::nullopt : std::optional(found->frame);
}

}  // namespace siderum::io
