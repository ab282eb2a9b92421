// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

/// Coefficients and maps from and to plain host memory, in double precision there and in that of
/// the views here; row-major, (components, range.count()) and (components, pixels).
///
///     auto const a_lm = siderum::coefficients_from_host<float>(exec, range, numbers);
///     transform.synthesis(a_lm, map);
///     std::vector<double> const pixels = siderum::map_to_host(exec, map);
///
/// All of them wait for the instance: the numbers are there, or no longer needed, on return. Cost:
/// one pass over the numbers by all threads of the host, and a transfer where the memory is not the
/// host's, through 16 MiB of page-locked memory, which is kept as work space. Those that allocate
/// throw OutOfMemory; so do the others where that memory is not to be had.
namespace siderum {

namespace detail {

template <std::floating_point From, std::floating_point To>
void convert_number(From from, To& to) {
  to = static_cast<To>(from);
}
template <class Real>
void convert_number(std::complex<double> from, Kokkos::complex<Real>& to) {
  to = Kokkos::complex<Real>(static_cast<Real>(from.real()), static_cast<Real>(from.imag()));
}
template <class Real>
void convert_number(Kokkos::complex<Real> from, std::complex<double>& to) {
  to = {from.real(), from.imag()};
}

/// The way of rows between a device and the host, in pieces through page-locked memory: while one
/// travels, all threads of the host convert the one before it or after it. The page-locked memory
/// is work space, which is kept for the next call.
template <class Exec, class Rows>
class StagedRows {
 public:
  using Value = typename Rows::non_const_value_type;

  StagedRows(Exec const& exec, Rows const& rows)
      : exec_(exec),
        rows_(rows),
        length_(std::max<std::size_t>(1, std::min(rows.extent(1), bytes / sizeof(Value)))),
        in_a_row_((rows.extent(1) + length_ - 1) / length_),
        staging_(allocate_work<Staging>(exec, "siderum::harmonic::staging",
                                        2 * length_ * sizeof(Value))) {}

  /// Calls convert(first number, its values) and sends what it has filled to the device.
  template <class Convert>
  void in(Convert const& convert) const {
    for (std::size_t piece = 0; piece < pieces(); ++piece) {
      Plain const place = place_of(piece);
      convert(first_number(piece), place);
      exec_.fence("siderum::harmonic::copy");
      Kokkos::deep_copy(exec_, part_of(piece), place);
    }
    exec_.fence("siderum::harmonic::copy");
  }

  /// Brings what the device has made and calls convert(first number, its values).
  template <class Convert>
  void out(Convert const& convert) const {
    for (std::size_t piece = 0; piece <= pieces(); ++piece) {
      exec_.fence("siderum::harmonic::copy");
      if (piece < pieces()) {
        Kokkos::deep_copy(exec_, place_of(piece), part_of(piece));
      }
      if (piece > 0) {
        convert(first_number(piece - 1), place_of(piece - 1));
      }
    }
  }

 private:
  using Staging = Kokkos::View<std::byte*, Kokkos::SharedHostPinnedSpace>;
  using Plain =
      Kokkos::View<Value*, Kokkos::SharedHostPinnedSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Part = Kokkos::View<typename Rows::value_type*, typename Rows::memory_space,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr std::size_t bytes = std::size_t{8} << 20;

  std::size_t pieces() const { return rows_.extent(0) * in_a_row_; }
  std::size_t first_column(std::size_t piece) const { return piece % in_a_row_ * length_; }
  std::size_t first_number(std::size_t piece) const {
    return piece / in_a_row_ * rows_.extent(1) + first_column(piece);
  }
  std::size_t size(std::size_t piece) const {
    return std::min(length_, rows_.extent(1) - first_column(piece));
  }
  /// Of two in turn.
  Plain place_of(std::size_t piece) const {
    return {reinterpret_cast<Value*>(staging_.data()) + piece % 2 * length_, size(piece)};
  }
  Part part_of(std::size_t piece) const {
    return {rows_.data() + piece / in_a_row_ * rows_.stride(0) + first_column(piece), size(piece)};
  }

  Exec exec_;
  Rows rows_;
  std::size_t length_;    ///< values of a piece, but for the last one of a row
  std::size_t in_a_row_;  ///< pieces
  Staging staging_;
};

/// By all threads.
template <class From, class To>
void convert_numbers(From const* from, std::size_t count, To* to) {
  for_each_stretch("siderum::harmonic::convert[portable]", count,
                   [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i) {
                       convert_number(from[i], to[i]);
                     }
                   });
}

template <class Exec, class Number, class Rows>
void copy_rows_in(Exec const& exec, std::span<Number const> numbers, Rows const& rows) {
  if constexpr (is_host<typename Rows::execution_space>) {
    exec.fence("siderum::harmonic::copy");
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      convert_numbers(numbers.data() + row * rows.extent(1), rows.extent(1),
                      rows.data() + row * rows.stride(0));
    }
  } else {
    StagedRows<Exec, Rows>(exec, rows).in([&](std::size_t first, auto const& values) {
      convert_numbers(numbers.data() + first, values.size(), values.data());
    });
  }
}

template <class Number, class Exec, class Rows>
std::vector<Number> copy_rows_out(Exec const& exec, Rows const& rows) {
  std::vector<Number> numbers;
  resize_large(numbers, rows.size());
  if constexpr (is_host<typename Rows::execution_space>) {
    exec.fence("siderum::harmonic::copy");
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      convert_numbers(rows.data() + row * rows.stride(0), rows.extent(1),
                      numbers.data() + row * rows.extent(1));
    }
  } else {
    StagedRows<Exec, Rows>(exec, rows).out([&](std::size_t first, auto const& values) {
      convert_numbers(values.data(), values.size(), numbers.data() + first);
    });
  }
  return numbers;
}

/// The number of rows. Throws Error unless they are whole.
inline std::int64_t whole_rows(std::size_t numbers, std::int64_t row, std::string const& kind) {
  auto const count = static_cast<std::int64_t>(numbers);
  SIDERUM_VALIDATE(row > 0 && count > 0 && count % row == 0,
                   "There are " + std::to_string(count) + " " + kind + " (one map has " +
                       std::to_string(row) + "). Give those of whole maps, one after the other.");
  return count / row;
}

/// Throws Error unless there are as many numbers as there is room for.
inline void check_count(std::size_t numbers, std::size_t room, std::string const& kind) {
  SIDERUM_VALIDATE(numbers == room, "There are " + std::to_string(numbers) + " " + kind +
                                        " (there is room for " + std::to_string(room) +
                                        "). Give as many.");
}

}  // namespace detail

/// Copies coefficients into memory that is there. Throws Error unless there are as many.
template <class Exec, class Real, class MemorySpace>
void copy_from_host(Exec const& exec, std::span<std::complex<double> const> numbers,
                    HarmonicCoefficients<Real, MemorySpace> const& a_lm) {
  detail::check_count(numbers.size(), a_lm.values.size(), "coefficients");
  detail::copy_rows_in(exec, numbers, a_lm.values);
}

/// The same of maps.
template <class Exec, class Real, class MemorySpace>
void copy_from_host(Exec const& exec, std::span<double const> numbers,
                    Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace> const& map) {
  detail::check_count(numbers.size(), map.size(), "pixels");
  detail::copy_rows_in(exec, numbers, map);
}

/// Coefficients in the memory of `exec`, of as many maps as there are numbers for. Throws Error
/// unless the maps are whole and at least one.
template <class Real, class Exec>
HarmonicCoefficients<Real, typename Exec::memory_space> coefficients_from_host(
    Exec const& exec, HarmonicRange range, std::span<std::complex<double> const> numbers) {
  validate(range);
  std::int64_t const maps = detail::whole_rows(numbers.size(), range.count(), "coefficients");
  auto const a_lm = allocate_coefficients<Real>(exec, range, maps);
  detail::copy_rows_in(exec, numbers, a_lm.values);
  return a_lm;
}

/// The same of maps, which have `pixels` each.
template <class Real, class Exec>
MapView<Real, typename Exec::memory_space> map_from_host(Exec const& exec, std::int64_t pixels,
                                                         std::span<double const> numbers) {
  std::int64_t const maps = detail::whole_rows(numbers.size(), pixels, "pixels");
  auto const map = allocate<MapView<Real, typename Exec::memory_space>>(
      exec, "siderum::harmonic::map", maps, pixels);
  detail::copy_rows_in(exec, numbers, map);
  return map;
}

/// The coefficients of all maps, one map after the other.
template <class Exec, class Real, class MemorySpace>
std::vector<std::complex<double>> coefficients_to_host(
    Exec const& exec, HarmonicCoefficients<Real, MemorySpace> const& a_lm) {
  return detail::copy_rows_out<std::complex<double>>(exec, a_lm.values);
}

/// The pixels of all maps, one map after the other.
template <class Exec, class Real, class MemorySpace>
std::vector<double> map_to_host(Exec const& exec,
                                Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace> const& map) {
  return detail::copy_rows_out<double>(exec, map);
}

}  // namespace siderum
