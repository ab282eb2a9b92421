// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <string>

namespace siderum {

/// A number as sentences show it: the shortest form that reads back the same.
inline std::string number_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace siderum
