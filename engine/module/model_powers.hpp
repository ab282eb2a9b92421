// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/core/light_curves.hpp>
#include <siderum/engine/module/rounded_curves.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

/// The powers of a model that is no single sinusoid: of several harmonics, or of several bands.
template <class Backend, class Exec, class Real>
class ModelPowers {
 public:
  static bool is_needed(PeriodSearch const& search) {
    return search.terms > 1 || search.bands == Bands::use;
  }

  /// @param method  of the sums; empty: the one that suits these objects
  ModelPowers(Exec const& exec, LightCurveTable const& table, PeriodSearch const& search,
              std::optional<Method> method)
      : exec_(exec), search_(search), method_(method) {
    if (!is_needed(search)) {
      return;
    }
    if (search.bands == Bands::use) {
      banded_ = make_multiband_curves<Real>(
          table.time, rounded_values<Real>(table, search.options.center_data), table.error,
          table.band, table.offsets, table.band_names);
    } else {
      curves_ = rounded_curves<Real>(table, search.options.center_data);
    }
  }

  /// The method that their sums are formed by.
  Method method() const {
    auto const& curves = search_.bands == Bands::use ? banded_.curves : curves_;
    return method_.value_or(siderum::detail::resolve_method<Backend, Exec, Real>(
        curves.host_offsets, search_.grid, search_.options, search_.terms));
  }

  /// Enqueues the powers of the objects first .. last - 1.
  void power(std::int64_t first, std::int64_t last, PowerView<Real, Exec> const& power,
             StatusView<Exec> const& status) const {
    if (search_.bands == Bands::use) {
      multiband<Backend>(exec_, bands_of(first, last), search_.grid, power, status,
                         multiband_options());
    } else {
      multi_harmonic<Backend>(exec_, mirror_to(exec_, slice(curves_, first, last)), search_.grid,
                              power, status, multi_harmonic_options());
    }
  }

  /// Enqueues the best of the objects first .. last - 1.
  void best(std::int64_t first, std::int64_t last, BestPeriods<Real, Exec> const& best) const {
    if (search_.bands == Bands::use) {
      best_multiband<Backend>(exec_, bands_of(first, last), search_.grid, best,
                              multiband_options());
    } else {
      best_multi_harmonic<Backend>(exec_, mirror_to(exec_, slice(curves_, first, last)),
                                   search_.grid, best, multi_harmonic_options());
    }
  }

 private:
  MultiHarmonicOptions multi_harmonic_options() const {
    MultiHarmonicOptions options{.terms = search_.terms, .periodogram = search_.options};
    options.periodogram.method = method();  // once for all objects, not for each piece
    return options;
  }
  MultibandOptions multiband_options() const {
    MultibandOptions options{.base_terms = search_.terms, .periodogram = search_.options};
    options.periodogram.method = method();  // once for all objects, not for each piece
    return options;
  }
  MultibandCurves<Real, typename Exec::memory_space> bands_of(std::int64_t first,
                                                              std::int64_t last) const {
    std::int64_t const bands = banded_.bands;
    return {mirror_to(exec_, slice(banded_.curves, first * bands, last * bands)), bands};
  }

  Exec exec_;
  PeriodSearch const& search_;
  std::optional<Method> method_;
  LightCurves<Real, Kokkos::HostSpace> curves_;
  MultibandCurves<Real, Kokkos::HostSpace> banded_;
};

}  // namespace siderum::engine
