// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::test {

/// The sentence of the Error that a call throws, for EXPECT_EQ; empty where it throws none.
template <class Call>
std::string sentence_of(Call const& call) {
  try {
    call();
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

}  // namespace siderum::test
