// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/gnuplot_text.hpp>

#include <cctype>

namespace siderum::apps {

std::string gnuplot_quoted(std::string const& text) {
  std::string quoted = "'";
  for (char const letter : text) {
    if (std::iscntrl(static_cast<unsigned char>(letter)) == 0) {
      quoted += letter == '\'' ? std::string("''") : std::string(1, letter);
    }
  }
  return quoted + "'";
}

}  // namespace siderum::apps
