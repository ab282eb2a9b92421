// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/significance.hpp>

#include <memory>
#include <utility>

#include <nanobind/stl/optional.h>

#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/module.hpp>
#include <siderum/python/binding/searches.hpp>

namespace siderum::python {

namespace {

enum class Asked { log_false_alarms, levels, densities };

template <Asked asked>
nb::object answer(Points const& time, Points const& value, MaybePoints const& error,
                  double maximum_frequency, int formula, LombScargleOptions const& options,
                  Points const& numbers, engine::Execution const& execution) {
  engine::NoiseQuestion const question{0, maximum_frequency,
                                       static_cast<engine::FalseAlarmFormula>(formula), options};
  auto const work = static_cast<double>(time.size() + numbers.size());
  return nb::cast(
      to_numpy(computed(work, Needs::engine, keep(numbers),
                        [curves = table_of(time, value, error, std::nullopt), question,
                         numbers = span_of(numbers), execution] {
                          if constexpr (asked == Asked::log_false_alarms) {
                            return engine::log_false_alarms(curves, question, numbers, execution);
                          } else if constexpr (asked == Asked::levels) {
                            return engine::false_alarm_levels(curves, question, numbers, execution);
                          } else {
                            return engine::noise_densities(curves, question, numbers, execution);
                          }
                        })));
}

nb::object maxima(Points const& time, Points const& value, MaybePoints const& error,
                  nb::tuple const& grid, int terms, LombScargleOptions const& options,
                  std::int64_t samples, std::uint64_t seed, engine::Execution const& execution,
                  nb::object const& progress) {
  struct Bootstrap {
    LightCurveTable curves;
    engine::BootstrapQuestion question;
    engine::Execution execution;
    std::vector<double> maxima;
  };
  auto const job = std::make_shared<Bootstrap>();
  job->curves = table_of(time, value, error, std::nullopt);
  job->question = {
      0,
      {nb::cast<double>(grid[0]), nb::cast<double>(grid[1]), nb::cast<std::int64_t>(grid[2])},
      terms,
      options,
      samples,
      seed};
  double const work = static_cast<double>(time.size()) *
                      static_cast<double>(job->question.grid.count) * static_cast<double>(samples);
  job->execution = execution;
  run(work, progress, keep(), [job](ProgressObserver* observer) {
    job->execution.progress = observer;
    job->maxima = engine::bootstrap_maxima(job->curves, job->question, job->execution);
  });
  return nb::cast(to_numpy(std::move(job->maxima)));
}

}  // namespace

void add_significance(nb::module_& module) {
  auto const line = [](char const* name) { return nb::arg(name).noconvert(); };
  auto const add = [&](char const* name, auto function) {
    module.def(name, function, line("time"), line("value"), line("error").none(),
               nb::arg("maximum_frequency"), nb::arg("formula"), nb::arg("options"),
               line("numbers"), nb::arg("execution"));
  };
  add("log_false_alarms", &answer<Asked::log_false_alarms>);
  add("false_alarm_levels", &answer<Asked::levels>);
  add("noise_densities", &answer<Asked::densities>);
  module.def("bootstrap_maxima", &maxima, line("time"), line("value"), line("error").none(),
             nb::arg("grid"), nb::arg("terms"), nb::arg("options"), nb::arg("samples"),
             nb::arg("seed"), nb::arg("execution"), nb::arg("progress").none());
}

}  // namespace siderum::python
