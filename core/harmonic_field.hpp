// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum {

/// What the rows of maps and of coefficients stand for. A field has as many rows of each, one after
/// the other, and several fields follow each other:
///
///     field       coefficients           maps
///     scalar      a_lm                   the function
///     spin_one    gradient E, curl B     theta and phi components of a vector
///     spin_two    E, B                   Stokes Q, U
///     polarised   T, E, B                Stokes T, Q, U
///
/// Signs are those of HEALPix (COSMO); in those of the IAU U is -U.
enum class Field { scalar, spin_one, spin_two, polarised };

/// Rows of a field.
constexpr std::int64_t components(Field field) {
  return field == Field::scalar ? 1 : (field == Field::polarised ? 3 : 2);
}

/// The spin s of a field's last two rows; coefficients with l < s are ignored there, and 0 where
/// they are written. 0 of a scalar.
constexpr int spin(Field field) {
  return field == Field::scalar ? 0 : (field == Field::spin_one ? 1 : 2);
}

/// Whether a row (of any of several fields) has the spin of its field, or is a scalar.
constexpr bool has_spin(Field field, std::int64_t row) {
  return field != Field::scalar && (field != Field::polarised || row % 3 != 0);
}

}  // namespace siderum
