// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform_stream.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/engine/module/transforms.hpp>

/// Transforms that do not fit the device at once, from plain host memory to plain host memory.
namespace siderum::engine {

/// Rows of numbers in host memory as a stream takes them: those of the caller where they have its
/// precision, else a copy.
template <class Real>
class PieceRows {
 public:
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  using Values = Kokkos::View<Kokkos::complex<Real>**, Kokkos::LayoutRight, Kokkos::HostSpace>;

  /// A map that is read.
  static Map of(std::span<double const> map, std::int64_t rows) {
    return in<Map>("siderum::harmonic::map", const_cast<double*>(map.data()), map.size(), rows,
                   true);
  }
  /// One that is written; see to_caller.
  static Map into(std::vector<double>& map, std::int64_t rows) {
    return in<Map>("siderum::harmonic::map", map.data(), map.size(), rows, false);
  }
  static HarmonicCoefficients<Real, Kokkos::HostSpace> of(
      HarmonicRange range, std::span<std::complex<double> const> a_lm, std::int64_t rows) {
    return {range,
            in<Values>("siderum::harmonic::a_lm", const_cast<std::complex<double>*>(a_lm.data()),
                       a_lm.size(), rows, true)};
  }
  static HarmonicCoefficients<Real, Kokkos::HostSpace> into(HarmonicRange range,
                                                            std::vector<std::complex<double>>& a_lm,
                                                            std::int64_t rows) {
    return {range, in<Values>("siderum::harmonic::a_lm", a_lm.data(), a_lm.size(), rows, false)};
  }

  /// What was written, unless it was written there.
  template <class View, class Number>
  static void to_caller(View const& view, std::vector<Number>& numbers) {
    if constexpr (!is_same) {
      detail::convert_numbers(view.data(), view.size(), numbers.data());
    }
  }

 private:
  static constexpr bool is_same = std::is_same_v<Real, double>;

  template <class View, class Number>
  static View in(std::string const& label, Number* numbers, std::size_t count, std::int64_t rows,
                 bool is_read) {
    std::size_t const length = count / static_cast<std::size_t>(rows);
    if constexpr (is_same) {
      // Complex numbers are the same two doubles.
      return View(reinterpret_cast<typename View::value_type*>(numbers),
                  static_cast<std::size_t>(rows), length);
    } else {
      auto const copy = allocate_on_host<View>(label, static_cast<std::size_t>(rows), length);
      if (is_read) {
        detail::convert_numbers(numbers, count, copy.data());
      }
      return copy;
    }
  }
};

template <class Exec>
HarmonicStreamOptions stream_options(RingGrid const& grid, HarmonicRange range, Field field,
                                     std::int64_t bytes) {
  HarmonicStreamOptions options;
  options.field = field;
  options.tuning = tuned_legendre<Exec>(grid, range);
  options.memory_bytes = bytes;
  return options;
}

/// @param bytes  of the device that may be taken
template <class Exec, class Real, class Backend>
std::vector<double> synthesise_in_pieces(Exec const& exec, RingGrid const& grid,
                                         HarmonicRange range, Field field,
                                         std::span<std::complex<double> const> a_lm,
                                         std::int64_t bytes) {
  std::int64_t const rows = components(field);
  std::vector<double> pixels;
  resize_large(pixels, static_cast<std::size_t>(rows * grid.pixels()));
  auto const map = PieceRows<Real>::into(pixels, rows);
  HarmonicTransformStream<Exec, Real, Backend> const stream(
      exec, grid, range, stream_options<Exec>(grid, range, field, bytes));
  stream.synthesis(PieceRows<Real>::of(range, a_lm, rows), map);
  PieceRows<Real>::to_caller(map, pixels);
  return pixels;
}

/// From the maps to their coefficients.
template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterate_in_pieces(
    HarmonicTransformStream<Exec, Real, Backend> const& stream,
    typename PieceRows<Real>::Map const& map,
    HarmonicCoefficients<Real, Kokkos::HostSpace> const& a_lm, AnalysisMethod const& method) {
  if (method.iterations == 0) {
    stream.analysis(map, a_lm);
    return {};
  }
  Residuals residuals(method);
  IterativeAnalysisOptions const options = iteration_of(method, residuals);
  if (method.weight.empty()) {
    return iterative_analysis(stream, map, a_lm, options);
  }
  std::vector<double> const weight = scaled(method.weight);
  return weighted_analysis(stream, map, PieceRows<Real>::of(weight, 1), a_lm, options);
}

/// @param bytes  of the device that may be taken
template <class Exec, class Real, class Backend>
AnalysisResult analyse_in_pieces(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                                 Field field, std::span<double const> map,
                                 AnalysisMethod const& method, std::int64_t bytes) {
  std::int64_t const rows = components(field);
  AnalysisResult result;
  resize_large(result.a_lm, static_cast<std::size_t>(rows * range.count()));
  auto const a_lm = PieceRows<Real>::into(range, result.a_lm, rows);
  HarmonicTransformStream<Exec, Real, Backend> const stream(
      exec, grid, range, stream_options<Exec>(grid, range, field, bytes));
  IterativeAnalysisResult const done =
      iterate_in_pieces(stream, PieceRows<Real>::of(map, rows), a_lm, method);
  PieceRows<Real>::to_caller(a_lm.values, result.a_lm);
  result.iterations = done.iterations;
  result.residual = done.iterations == 0 ? 0.0 : done.residual;
  return result;
}

}  // namespace siderum::engine
