// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/tune_lomb_scargle.hpp>
#include <siderum/algorithms/sky/tune_harmonic_transform.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/host_threads.hpp>
#include <siderum/engine/module/jobs.hpp>

namespace siderum::engine::on_space {

namespace {

using DefaultBackend = backend::default_for_t<ModuleSpace>;
using Facts = DefaultBackend::DeviceFactsOf<ModuleSpace>;

std::vector<std::string> backend_names() {
  std::string const chosen(DefaultBackend::name);
  std::string const portable(backend::Portable::name);
  return chosen == portable ? std::vector{portable} : std::vector{chosen, portable};
}

// Those that the default backend has.
std::vector<std::string> method_names() {
  std::vector<std::string> names{std::string(siderum::name_of(Method::direct))};
  if (DefaultBackend::Product<ModuleSpace, double>::is_available) {
    names.emplace_back(siderum::name_of(Method::product));
  }
  if (DefaultBackend::Fft<ModuleSpace, double>::is_available) {
    names.emplace_back(siderum::name_of(Method::nufft));
  }
  return names;
}

template <class Real>
void append_rates(std::vector<TunedValue>& rates) {
  ModuleSpace const exec;
  MethodRates measured = measure_rates<ModuleSpace, Real>(exec);
  RatesKind const kind{is_host<ModuleSpace>, std::is_same_v<Real, double>};
  auto const fields = fields_of(measured);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    rates.push_back({Facts()().name, rate_name(kind, MethodRates::names[i]), *fields[i], "ns"});
  }
}

/// A host takes too long for large sizes, and its best choices hardly depend on them.
void append_choices(std::vector<TunedValue>& values) {
  constexpr std::int64_t most_lmax = is_host<ModuleSpace> ? 1023 : 4095;
  std::string const device = Facts()().name;
  for (TunedLegendre const& found : tune_legendre(ModuleSpace(), most_lmax)) {
    for (StageChoice const& choice : legendre_choices<ModuleSpace>()) {
      values.push_back({device, legendre_choice_name(found.size, choice.name),
                        static_cast<double>(found.tuning.value(choice.name)), ""});
    }
  }
}

}  // namespace

std::string description(Execution const& execution) {
  return with_backend(execution, []<class Exec, class Backend>(Exec const& exec, Backend) {
    std::string const name = is_host<Exec> ? std::string(Exec::name()) + ", " +
                                                 std::to_string(exec.concurrency()) +
                                                 (exec.concurrency() == 1 ? " thread" : " threads")
                                           : Facts()().name;
    return name + ", backend " + std::string(Backend::name);
  });
}

SpaceReport report() {
  int threads = 0;
  if constexpr (is_host<ModuleSpace>) {
    threads = Kokkos::is_initialized() ? ModuleSpace().concurrency() : usual_threads();
  }
  return {ModuleSpace::name(), backend_names(), method_names(), threads};
}

std::vector<TunedValue> measure() {
  std::vector<TunedValue> values;
  append_rates<double>(values);
  append_rates<float>(values);
  append_choices(values);
  return values;
}

}  // namespace siderum::engine::on_space
