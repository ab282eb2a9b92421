// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>

/// What the typed tests of lanes are typed over.
namespace siderum::test {

template <class Real, int count>
struct Shape {
  using Value = Real;
  static constexpr int size = count;
};

struct ShapeNames {
  template <class S>
  static std::string GetName(int) {
    bool const is_float = std::is_same_v<typename S::Value, float>;
    return (is_float ? "float" : "double") + std::to_string(S::size);
  }
};

}  // namespace siderum::test
