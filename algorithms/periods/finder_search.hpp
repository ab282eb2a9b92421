// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <siderum/algorithms/periods/finder.hpp>
#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/backends/choice.hpp>

/// Searches by any finder of the table: the functions of its own header, chosen at run time.
namespace siderum {

/// As super_smoother, on a grid or a list.
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void search_by_finder(Exec const& exec,
                      LightCurves<Real, typename Exec::memory_space> const& curves,
                      Frequencies const& frequencies, PowerView<Real, Exec> const& power,
                      StatusView<Exec> const& status, FinderOptions const& finder) {
  std::visit(
      [&](auto const& options) {
        detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(
            exec, curves, {frequencies}, {power, {{}, {}, status}}, options);
      },
      finder);
}

/// As super_smoother_to_host.
template <class Backend = backend::Default, class Exec, class Real>
void search_by_finder_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                              FrequencyGrid const& grid, HostPowerView<Real> const& power,
                              HostStatusView const& status, FinderOptions const& finder,
                              StreamOptions const& stream = {}) {
  std::visit(
      [&](auto const& options) {
        detail::search_to_host<backend::resolve_t<Backend, Exec>, Exec, Real>(
            exec, curves, grid, power, status, options, stream);
      },
      finder);
}

/// As best_super_smoother, on a grid or a list.
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void best_by_finder(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    Frequencies const& frequencies, BestPeriods<Real, Exec> const& best,
                    FinderOptions const& finder) {
  std::visit(
      [&](auto const& options) {
        detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                      {{}, best}, options);
      },
      finder);
}

}  // namespace siderum
