// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/backends/choice.hpp>

namespace siderum {

/// The model behind the power of each object at a frequency of its own,
///
///     y(t) = offset + sum over m = 1 .. terms of a_m cos m x + b_m sin m x,
///     x = 2 pi frequency (t - epoch)
template <class Exec>
struct MultiHarmonicModels {
  using MemorySpace = typename Exec::memory_space;
  using View = Kokkos::View<double*, MemorySpace>;
  View frequency;  ///< (objects) [1 / time unit]
  View epoch;      ///< (objects) min t [time unit]
  View offset;     ///< (objects) unit of the values
  /// (objects, 2 terms) a_1, b_1, a_2, b_2, ... [unit of the values]
  Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace> coefficient;

  static MultiHarmonicModels allocate(Exec const& exec, std::int64_t objects, int terms) {
    auto const numbers = [&](char const* label) {
      return siderum::allocate<View>(exec, label, objects);
    };
    return {numbers("siderum::multi_harmonic_models::frequency"),
            numbers("siderum::multi_harmonic_models::epoch"),
            numbers("siderum::multi_harmonic_models::offset"),
            siderum::allocate<Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace>>(
                exec, "siderum::multi_harmonic_models::coefficient", objects, 2 * terms)};
  }
};

namespace detail {

template <class Backend, class Exec, class Real>
void fit_multi_harmonic_models(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
    MultiHarmonicModels<Exec> const& models, MultiHarmonicOptions const& options);

}  // namespace detail

/// Fits the model of each object, by direct sums and always in FP64.
///
/// @param frequency  (objects) [1 / time unit]; NaN gives NaN
/// @param models     (objects) output; NaN where the object cannot be searched and, with more than
///                   one term, where the frequency is singular
/// @param options    terms, and the model otherwise; the normalization is of no effect
/// Cost: O(points). Enqueues on exec. Throws Error for extents that do not fit, and for terms.
template <class Backend = backend::Default, class Exec, class Real>
void fit_multi_harmonic_models(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
    MultiHarmonicModels<Exec> const& models, MultiHarmonicOptions const& options = {}) {
  detail::fit_multi_harmonic_models<backend::resolve_t<Backend, Exec>>(exec, curves, frequency,
                                                                       models, options);
}

/// The values of the models at given times.
///
/// @param time     (times) of all objects, one after the other [time unit]
/// @param offsets  (objects + 1) where the times of each object begin: those of the light curves
///                 themselves, say
/// @param value    (times) output [unit of the values]
/// Error: 1e-15 of the amplitudes for each harmonic, the rounding of frequency x (t - epoch), and
/// that of the value to Real.
/// Enqueues on exec. Throws Error for extents that do not fit.
template <class Exec, class Real>
void evaluate_multi_harmonic_models(
    Exec const& exec, MultiHarmonicModels<Exec> const& models,
    Kokkos::View<double const*, typename Exec::memory_space> const& time,
    Kokkos::View<std::int64_t const*, typename Exec::memory_space> const& offsets,
    Kokkos::View<Real*, typename Exec::memory_space> const& value);

}  // namespace siderum
