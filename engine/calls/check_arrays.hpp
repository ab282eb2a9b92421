// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <siderum/engine/arrays.hpp>

/// What is asked of arrays of the caller before a module is given them.
namespace siderum::engine {

struct Execution;

/// An array of any elements.
struct AnyArray {
  void const* data;
  std::int64_t rows;
  std::int64_t columns;
  Location where;
  std::size_t alignment;  ///< that its addresses must have
};

template <class T>
inline constexpr std::size_t alignment_of = alignof(T);
template <class Real>
inline constexpr std::size_t alignment_of<std::complex<Real>> = sizeof(std::complex<Real>);

template <class T>
AnyArray any_array(Array<T> const& array) {
  return {array.data, array.rows, array.columns, array.where, alignment_of<std::remove_const_t<T>>};
}

/// The checks of the arrays of one call. All throw Error.
class ArrayChecks {
 public:
  /// @param first  what the array at `where` holds, such as "times"
  ArrayChecks(std::string_view first, Location const& where) : first_(first), where_(where) {}

  /// The number of elements; Error where the shape has more than there are numbers.
  template <class T>
  std::int64_t elements(Array<T> const& array, std::string_view what) const {
    check_memory(any_array(array), what);
    return array.size();
  }

  /// An array of one dimension.
  /// @param what   what it holds, in the plural
  /// @param owner  what there are so many of, in the plural
  template <class T>
  void line(Array<T> const& array, std::string_view what, std::int64_t size,
            std::string_view owner) const {
    check_line(any_array(array), what, size, owner);
  }

  template <class T>
  void table(Array<T> const& array, std::string_view what, std::int64_t rows,
             std::int64_t columns) const {
    check_table(any_array(array), what, rows, columns);
  }

 private:
  void check_line(AnyArray const& array, std::string_view what, std::int64_t size,
                  std::string_view owner) const;
  void check_table(AnyArray const& array, std::string_view what, std::int64_t rows,
                   std::int64_t columns) const;
  void check_memory(AnyArray const& array, std::string_view what) const;

  std::string_view first_;
  Location where_;
};

/// The execution on the device whose memory arrays lie in. Throws Error where another one is asked
/// for.
Execution where_arrays_are(Location const& where, Execution const& execution);

}  // namespace siderum::engine
