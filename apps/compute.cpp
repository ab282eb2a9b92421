// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/compute.hpp>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <thread>
#include <utility>

#include <siderum/algorithms/periods/tune_lomb_scargle.hpp>
#include <siderum/algorithms/sky/tune_harmonic_transform.hpp>
#include <siderum/apps/dispatch.hpp>
#include <siderum/apps/folding_run.hpp>
#include <siderum/apps/search_run.hpp>
#include <siderum/apps/window_run.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/tuning_cache.hpp>
#include <siderum/version.hpp>

namespace siderum::apps {

namespace {

template <class Exec>
using DefaultFacts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;

Kokkos::InitializationSettings settings(int threads) {
  Kokkos::InitializationSettings result;
  // Advice on binding threads is no message for the user of a program.
  result.set_disable_warnings(true);
  if (threads > 0) {
    result.set_num_threads(threads);
  } else {
    char const* const wanted = std::getenv("OMP_NUM_THREADS");
    bool const many = std::thread::hardware_concurrency() > unsigned{most_threads};
    if (many || (wanted != nullptr && std::atoi(wanted) > most_threads)) {
      result.set_num_threads(most_threads);
    }
  }
  return result;
}

template <class Exec>
std::vector<std::string> backend_names() {
  std::string const chosen(backend::default_for_t<Exec>::name);
  std::string const portable(backend::Portable::name);
  return chosen == portable ? std::vector{portable} : std::vector{chosen, portable};
}

// Those that the default backend has.
template <class Exec>
std::vector<std::string> method_names() {
  using Backend = backend::default_for_t<Exec>;
  std::vector<std::string> names{std::string(name_of(Method::direct))};
  if (Backend::template Product<Exec, double>::is_available) {
    names.emplace_back(name_of(Method::product));
  }
  if (Backend::template Fft<Exec, double>::is_available) {
    names.emplace_back(name_of(Method::nufft));
  }
  return names;
}

template <class Exec>
SpaceReport report_space(char const* role) {
  DeviceFacts const facts = DefaultFacts<Exec>()();
  std::string const rate = rate_name({is_host<Exec>, true}, MethodRates::names[0]);
  return {Exec::name(),
          role,
          facts.detail.empty() ? facts.name : facts.name + ", " + facts.detail,
          backend_names<Exec>(),
          has_gpu && std::strcmp(role, "gpu") == 0 ? 0 : Exec().concurrency(),
          facts.total_memory,
          true,
          method_names<Exec>(),
          TuningCache().find(facts.name, rate).has_value()};
}

}  // namespace

struct Compute::Scope {
  explicit Scope(Execution const& execution) : scope(settings(execution.threads)) {}
  ::Kokkos::ScopeGuard scope;
};

Compute::Compute(Execution const& execution) : execution_(execution) {
  SIDERUM_VALIDATE(
      execution.device != DeviceChoice::gpu || has_gpu,
      "There is no GPU in this build (it has the space " + std::string(HostSpace::name()) +
          " only). Use --device cpu, or build the preset cuda against a Kokkos with CUDA.");
  SIDERUM_VALIDATE(execution.threads <= most_threads,
                   "There cannot be " + std::to_string(execution.threads) +
                       " threads (Kokkos takes " + std::to_string(most_threads) +
                       " at most). Give fewer with --threads.");
  try {
    kokkos_ = std::make_unique<Scope>(execution);
  } catch (std::exception const& failure) {
    throw Error("The device cannot be used (" + std::string(failure.what()) +
                "). Check its driver with siderum info.");
  }
}

Compute::~Compute() = default;

PeriodSearchResult Compute::search_periods(io::LightCurveTable const& curves,
                                           PeriodSearch const& search,
                                           ProgressObserver* progress) const {
  SIDERUM_VALIDATE(search.peaks >= 1 && search.peaks <= most_peaks,
                   "There cannot be " + std::to_string(search.peaks) +
                       " peaks of each object (each costs a pass; " + std::to_string(most_peaks) +
                       " are the most). Write the periodogram and sort it.");
  double const share = execution_.memory_fraction;
  return dispatch(execution_, [&]<class Exec, class Backend>(Exec const& exec, Backend) {
    auto const in_precision = [&]<class Real>(Real) {
      return search.finder
                 ? FoldingRun<Backend, Exec, Real>(exec, curves, search, share, progress)()
                 : SearchRun<Backend, Exec, Real>(exec, curves, search, share, progress)();
    };
    return execution_.precision == Precision::single_precision ? in_precision(0.0F)
                                                               : in_precision(0.0);
  });
}

void Compute::spectral_windows(io::LightCurveTable const& curves, FrequencyGrid const& grid,
                               Errors errors, PeriodogramSink const& sink) const {
  dispatch(execution_, [&]<class Exec, class Backend>(Exec const& exec, Backend) {
    if (execution_.precision == Precision::single_precision) {
      write_windows<Backend, Exec, float>(exec, curves, grid, errors, sink);
    } else {
      write_windows<Backend, Exec, double>(exec, curves, grid, errors, sink);
    }
  });
}

Sinusoid Compute::fit_sinusoid(io::LightCurveTable const& curves, std::int64_t object,
                               double frequency, LombScargleOptions const& options) const {
  HostSpace const exec;
  using View = Sinusoids<HostSpace>::View;
  auto const one =
      slice(make_light_curves<double>(curves.time, curves.value, curves.error, curves.offsets),
            object, object + 1);
  auto const row = [&exec](char const* label) { return allocate<View>(exec, label, 1); };
  View const at = row("siderum::periods::frequency");
  at(0) = frequency;
  Sinusoids<HostSpace> const fit{row("siderum::periods::amplitude"), row("siderum::periods::phase"),
                                 row("siderum::periods::offset"), row("siderum::periods::epoch")};
  fit_sinusoids(exec, one, at, fit, options);
  exec.fence("siderum::periods::fit");
  return {frequency, fit.amplitude(0), fit.phase(0), fit.offset(0), fit.epoch(0)};
}

std::string Compute::description() const {
  return dispatch(execution_, []<class Exec, class Backend>(Exec const& exec, Backend) {
    std::string const name = is_host<Exec> ? std::string(Exec::name()) + ", " +
                                                 std::to_string(exec.concurrency()) +
                                                 (exec.concurrency() == 1 ? " thread" : " threads")
                                           : DefaultFacts<Exec>()().name;
    return name + ", backend " + std::string(Backend::name);
  });
}

namespace {

template <class Exec, class Real>
void append_rates(std::vector<TunedValue>& rates) {
  Exec const exec;
  MethodRates measured = measure_rates<Exec, Real>(exec);
  RatesKind const kind{is_host<Exec>, std::is_same_v<Real, double>};
  auto const fields = fields_of(measured);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    rates.push_back(
        {DefaultFacts<Exec>()().name, rate_name(kind, MethodRates::names[i]), *fields[i], "ns"});
  }
}

/// A host takes too long for large sizes, and its best choices hardly depend on them.
template <class Exec>
void append_choices(std::vector<TunedValue>& values) {
  constexpr std::int64_t most_lmax = is_host<Exec> ? 1023 : 4095;
  std::string const device = DefaultFacts<Exec>()().name;
  for (TunedLegendre const& found : tune_legendre(Exec(), most_lmax)) {
    for (StageChoice const& choice : legendre_choices<Exec>()) {
      values.push_back({device, legendre_choice_name(found.size, choice.name),
                        static_cast<double>(found.tuning.value(choice.name)), ""});
    }
  }
}

}  // namespace

std::vector<TunedValue> measure_spaces(Execution const& execution) {
  Compute const compute(execution);
  std::vector<TunedValue> rates;
  if (execution.device != DeviceChoice::gpu) {
    append_rates<HostSpace, double>(rates);
    append_rates<HostSpace, float>(rates);
    append_choices<HostSpace>(rates);
  }
  if constexpr (has_gpu) {
    if (execution.device != DeviceChoice::cpu) {
      append_rates<DeviceSpace, double>(rates);
      append_rates<DeviceSpace, float>(rates);
      append_choices<DeviceSpace>(rates);
    }
  }
  return rates;
}

BuildReport report_build() {
  BuildReport report{build::version, build::compiler, build::processor_target, {}, {}};
  std::istringstream libraries(build::libraries);
  for (std::string entry; std::getline(libraries, entry, ';');) {
    std::size_t const space = entry.rfind(' ');
    report.libraries.push_back({entry.substr(0, space), entry.substr(space + 1)});
  }
  try {
    Compute const compute(Execution{});
    report.spaces.push_back(report_space<HostSpace>("cpu"));
    if constexpr (has_gpu) {
      report.spaces.push_back(report_space<DeviceSpace>("gpu"));
    }
  } catch (Error const& failure) {
    report.spaces.push_back({DeviceSpace::name(), has_gpu ? "gpu" : "cpu", failure.what(),
                             backend_names<DeviceSpace>(), 0, 0, false});
  }
  return report;
}

}  // namespace siderum::apps
