// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

/// Coefficients and maps from and to plain host memory, in double precision there and in that of
/// the views here; row-major, (components, range.count()) and (components, pixels).
///
///     auto const a_lm = siderum::coefficients_from_host<float>(exec, range, numbers);
///     transform.synthesis(a_lm, map);
///     std::vector<double> const pixels = siderum::map_to_host(exec, map);
///
/// All of them wait for the instance: the numbers are there, or no longer needed, on return. Cost:
/// one serial pass over the numbers, and a transfer where the memory is not the host's. Those that
/// allocate throw OutOfMemory.
namespace siderum {

namespace detail {

template <class Real>
void convert_number(double from, Real& to) {
  to = static_cast<Real>(from);
}
template <class Real>
void convert_number(std::complex<double> from, Kokkos::complex<Real>& to) {
  to = Kokkos::complex<Real>(static_cast<Real>(from.real()), static_cast<Real>(from.imag()));
}
template <class Real>
void convert_number(Kokkos::complex<Real> from, std::complex<double>& to) {
  to = {from.real(), from.imag()};
}

template <class Exec, class Number, class Rows>
void copy_rows_in(Exec const& exec, std::span<Number const> numbers, Rows const& rows) {
  auto const host = host_memory_for(rows);
  auto from = numbers.begin();
  for (std::size_t row = 0; row < host.extent(0); ++row) {
    for (std::size_t i = 0; i < host.extent(1); ++i) {
      convert_number(*from++, host(row, i));
    }
  }
  Kokkos::deep_copy(exec, rows, host);
  exec.fence("siderum::harmonic::copy");
}

template <class Number, class Exec, class Rows>
std::vector<Number> copy_rows_out(Exec const& exec, Rows const& rows) {
  auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, rows);
  Kokkos::deep_copy(exec, host, rows);
  exec.fence("siderum::harmonic::copy");
  std::vector<Number> numbers(host.size());
  auto to = numbers.begin();
  for (std::size_t row = 0; row < host.extent(0); ++row) {
    for (std::size_t i = 0; i < host.extent(1); ++i) {
      convert_number(host(row, i), *to++);
    }
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

}  // namespace detail

/// Copies coefficients into memory that is there. Throws Error unless there are as many.
template <class Exec, class Real, class MemorySpace>
void copy_from_host(Exec const& exec, std::span<std::complex<double> const> numbers,
                    HarmonicCoefficients<Real, MemorySpace> const& a_lm) {
  SIDERUM_VALIDATE(numbers.size() == a_lm.values.size(),
                   "There are " + std::to_string(numbers.size()) + " coefficients (there is room" +
                       " for " + std::to_string(a_lm.values.size()) + "). Give as many.");
  detail::copy_rows_in(exec, numbers, a_lm.values);
}

/// The same of maps.
template <class Exec, class Real, class MemorySpace>
void copy_from_host(Exec const& exec, std::span<double const> numbers,
                    Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace> const& map) {
  SIDERUM_VALIDATE(numbers.size() == map.size(),
                   "There are " + std::to_string(numbers.size()) + " pixels (there is room for " +
                       std::to_string(map.size()) + "). Give as many.");
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
