// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::test {

/// The sentence of the Error that a call throws, or an empty string where it throws none.
template <class Call>
std::string error_sentence(Call const& call) {
  try {
    call();
  } catch (Error const& error) {
    return error.what();
  }
  return {};
}

}  // namespace siderum::test
