// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <type_traits>
#include <variant>

#include <siderum/algorithms/periods/folded_fit.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/folding_run.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/search_run.hpp>
#include <siderum/engine/module/window_run.hpp>

namespace siderum::engine::on_space {

namespace {

/// Calls work with the run of a search.
template <class Work>
auto with_run(LightCurveTable const& curves, PeriodSearch const& search, Execution const& execution,
              SearchShare const& share, Work const& work) {
  return with_types(execution,
                    [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                      if (search.finder) {
                        FoldingRun<Backend, Exec, Real> run(exec, curves, search, execution, share);
                        return work(static_cast<SearchRun<Backend, Exec, Real>&>(run));
                      }
                      SearchRun<Backend, Exec, Real> run(exec, curves, search, execution, share);
                      return work(run);
                    });
}

}  // namespace

SearchMethod method_of(LightCurveTable const& curves, PeriodSearch const& search,
                       Execution const& execution) {
  return with_run(curves, search, execution, {}, [](auto const& run) { return run.method(); });
}

PeriodSearchResult search_periods(LightCurveTable const& curves, PeriodSearch const& search,
                                  Execution const& execution, SearchShare const& share) {
  return with_run(curves, search, execution, share, [](auto& run) { return run(); });
}

void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                      PeriodogramSink const& sink, Execution const& execution) {
  with_types(
      execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
        write_windows<Backend, Exec, Real>(exec, curves, grid, errors, sink, execution.progress);
      });
}

Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object, double frequency,
                      LombScargleOptions const& options) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using View = Sinusoids<Host>::View;
  Host const exec;
  auto const one =
      slice(make_light_curves<double>(curves.time, curves.value, curves.error, curves.offsets),
            object, object + 1);
  auto const row = [&exec](char const* label) { return allocate<View>(exec, label, 1); };
  View const at = row("siderum::periods::frequency");
  at(0) = frequency;
  Sinusoids<Host> const fit{row("siderum::periods::amplitude"), row("siderum::periods::phase"),
                            row("siderum::periods::offset"), row("siderum::periods::epoch")};
  fit_sinusoids(exec, one, at, fit, options);
  exec.fence("siderum::periods::fit");
  return {frequency, fit.amplitude(0), fit.phase(0), fit.offset(0), fit.epoch(0)};
}

FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object, double frequency,
                       FinderOptions const& finder) {
  auto const first = static_cast<std::size_t>(curves.offsets[static_cast<std::size_t>(object)]);
  auto const last = static_cast<std::size_t>(curves.offsets[static_cast<std::size_t>(object) + 1]);
  auto const points = [&](std::vector<double> const& values) {
    return std::span(values).subspan(values.empty() ? 0 : first, values.empty() ? 0 : last - first);
  };
  return std::visit(
      [&]<class Options>(Options const& options) -> FoldedCurve {
        if constexpr (std::is_same_v<Options, SuperSmootherOptions>) {
          return smooth_folded(points(curves.time), points(curves.value), points(curves.error),
                               frequency, options);
        } else if constexpr (std::is_same_v<Options, PhaseDispersionOptions>) {
          return phase_bin_means(points(curves.time), points(curves.value), frequency,
                                 options.bins);
        } else {
          return {};
        }
      },
      finder);
}

}  // namespace siderum::engine::on_space
