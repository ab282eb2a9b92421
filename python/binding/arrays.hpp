// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

/// Arrays of Python as spans, and vectors as arrays of Python. Nothing is converted here: what has
/// another type or gaps between its elements is refused by nanobind, and made to fit before.
namespace siderum::python {

namespace nb = nanobind;

/// Host memory without gaps.
template <class T>
using Line = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<T> span_of(Line<T> const& line) {
  return {line.data(), line.size()};
}
template <class T>
std::span<T> span_of(std::optional<Line<T>> const& line) {
  return line ? span_of(*line) : std::span<T>();
}
template <class T>
std::span<T> span_of(Table<T> const& table) {
  return {table.data(), table.size()};
}

/// An array of NumPy that owns what was in the vector.
template <class T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T>&& numbers,
                                   std::initializer_list<std::size_t> shape = {}) {
  auto* const kept = new std::vector<T>(std::move(numbers));
  nb::capsule const owner(kept,
                          [](void* there) noexcept { delete static_cast<std::vector<T>*>(there); });
  std::size_t const size = kept->size();
  return shape.size() == 0 ? nb::ndarray<nb::numpy, T>(kept->data(), {size}, owner)
                           : nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

}  // namespace siderum::python
