// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/python/binding/arrays.hpp>

/// What the parts of the module for maps take from Python. A field is given as its number, in the
/// order of Field.
namespace siderum::python {

using Complex = std::complex<double>;

/// The elements of a table that is used as it lies, as the rows that the engine takes.
template <class T>
struct Rows {
  T* data;
  std::int64_t rows;
  std::int64_t columns;
};

template <class T>
Rows<T> rows_of(Table<T> const& table) {
  return {table.data(), static_cast<std::int64_t>(table.shape(0)),
          static_cast<std::int64_t>(table.shape(1))};
}

inline Field field_of(int number) {
  return static_cast<Field>(number);
}

/// Throws Error where rows of coefficients have another length.
void check_coefficients(HarmonicRange range, std::int64_t columns);

}  // namespace siderum::python
