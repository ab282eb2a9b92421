// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/spectral_window.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind spectral_window.hpp; included where they are instantiated.
namespace siderum::detail {

/// An object that has points has a window, whatever its values are.
template <class MemorySpace>
struct WindowJudge {
  Kokkos::View<CurveSummary const*, MemorySpace> found;
  Kokkos::View<CurveSummary*, MemorySpace> summary;

  KOKKOS_FUNCTION void operator()(std::int64_t object) const {
    summary(object) = found(object);
    summary(object).status =
        found(object).points > 0 && Kokkos::isfinite(found(object).inverse_variances)
            ? ObjectStatus::ok
            : ObjectStatus::no_points;
  }
};

/// The squared modulus of the sums of a piece.
template <class Real, class MemorySpace>
struct SquareWriter {
  MultiHarmonicSums<Real, MemorySpace> sums;
  Real* window;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Kokkos::complex<Real> const sum = sums.weights(object, 0, k);
    Real const square = sum.real() * sum.real() + sum.imag() * sum.imag();
    window[object * stride + k] = square > Real(1) ? Real(1) : square;
  }
};

template <class Backend, class Exec, class Real>
void spectral_window(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     FrequencyGrid const& grid, PowerView<Real, Exec> const& window,
                     Errors errors) {
  using MemorySpace = typename Exec::memory_space;
  validate(grid);
  validate_power(window, curves.objects(), grid.count);
  auto prepared = prepare(exec, curves, {.errors = errors});
  WindowJudge<MemorySpace> const judge{
      prepared.summary, allocate_work<Kokkos::View<CurveSummary*, MemorySpace>>(
                            exec, "siderum::spectral_window::summary", curves.objects())};
  Kokkos::parallel_for("siderum::spectral_window::judge[portable]",
                       IndexPolicy<Exec>(exec, 0, curves.objects()), judge);
  prepared.summary = judge.summary;
  auto const stride = static_cast<std::int64_t>(window.stride(0));
  for_each_piece<Backend>(
      exec, prepared, grid, 0, 1, 0, std::int64_t{1} << 28,
      exact_sums<Backend, Exec, Real>(curves.host_offsets, grid),
      [&](std::int64_t first, FrequencyRange range, auto const&, auto const& sums) {
        Kokkos::parallel_for("siderum::spectral_window::write[portable]",
                             PairPolicy<Exec>(exec, {0, 0},
                                              {static_cast<std::int64_t>(sums.weights.extent(0)),
                                               static_cast<std::int64_t>(sums.weights.extent(2))}),
                             SquareWriter<Real, MemorySpace>{
                                 sums, window.data() + first * stride + range.first, stride});
      });
}

}  // namespace siderum::detail
