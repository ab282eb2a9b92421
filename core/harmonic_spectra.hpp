// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <siderum/core/harmonic_field.hpp>

namespace siderum {

/// A power spectrum by its name and the two components of a field that it is of.
struct SpectrumKind {
  std::string_view name;
  std::int64_t first;
  std::int64_t second;
};

namespace spectrum_kinds {

inline constexpr std::array scalar{SpectrumKind{"cl", 0, 0}};
inline constexpr std::array spin_one{SpectrumKind{"gg", 0, 0}, SpectrumKind{"cc", 1, 1},
                                     SpectrumKind{"gc", 0, 1}};
inline constexpr std::array spin_two{SpectrumKind{"ee", 0, 0}, SpectrumKind{"bb", 1, 1},
                                     SpectrumKind{"eb", 0, 1}};
inline constexpr std::array polarised{SpectrumKind{"tt", 0, 0}, SpectrumKind{"ee", 1, 1},
                                      SpectrumKind{"bb", 2, 2}, SpectrumKind{"te", 0, 1},
                                      SpectrumKind{"eb", 1, 2}, SpectrumKind{"tb", 0, 2}};

}  // namespace spectrum_kinds

/// The spectra of a field with itself, those of each component with itself first: cl; gg, cc, gc
/// (gradient, curl); ee, bb, eb; or tt, ee, bb, te, eb, tb, the order of healpy.
constexpr std::span<SpectrumKind const> spectra_of(Field field) {
  switch (field) {
    case Field::scalar:
      return spectrum_kinds::scalar;
    case Field::spin_one:
      return spectrum_kinds::spin_one;
    case Field::spin_two:
      return spectrum_kinds::spin_two;
    case Field::polarised:
      return spectrum_kinds::polarised;
  }
  return {};
}

}  // namespace siderum
