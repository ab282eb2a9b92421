// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/choice.hpp>

namespace siderum {

namespace detail {

template <class Backend, class Exec, class Real>
void spectral_window(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     FrequencyGrid const& grid, PowerView<Real, Exec> const& window, Errors errors);

}  // namespace detail

/// The spectral window of the times of each object: what one sinusoid at frequency 0 would leave at
/// others,
///
///     W(f) = |sum_j w_j exp(2 pi i f t_j)|^2,    0 <= W <= 1 = W(0)
///
/// (Deeming 1975, Ap&SS 36, 137; Roberts, Lehar & Dreher 1987, AJ 93, 968). Its peaks at 1 / day
/// and the like are the distances of a true frequency from its aliases. Values are of no effect.
///
/// @param window  (objects, grid.count) output; NaN for an object without points
/// @param errors  use: weights error^-2 / sum, as in a periodogram with errors; ignore: 1 / n
/// Cost: one third of a periodogram. Memory: a piece of 256 MB beside the output. Enqueues on exec.
/// Throws Error for extents that do not fit, and as validate(grid) does.
/// Instantiated for float and double on the default and the default host execution space.
template <class Backend = backend::Default, class Exec, class Real>
void spectral_window(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                     FrequencyGrid const& grid, PowerView<Real, Exec> const& window,
                     Errors errors = Errors::use) {
  detail::spectral_window<backend::resolve_t<Backend, Exec>>(exec, curves, grid, window, errors);
}

}  // namespace siderum
