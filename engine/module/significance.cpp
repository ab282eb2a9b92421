// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <siderum/algorithms/periods/false_alarm_probability.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>

namespace siderum::engine::on_space {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostCurves = LightCurves<double, Kokkos::HostSpace>;

HostCurves one_object(LightCurveTable const& curves, std::int64_t object) {
  return slice(view_light_curves<double>(curves.time, curves.value, curves.error, curves.offsets),
               object, object + 1);
}

NoiseSearch describe(LightCurveTable const& curves, NoiseQuestion const& question) {
  Host const exec;
  auto const described = allocate<Kokkos::View<NoiseSearch*, Kokkos::HostSpace>>(
      exec, "siderum::significance::noise", 1);
  describe_noise(exec, one_object(curves, question.object), question.maximum_frequency, described,
                 question.options);
  exec.fence("siderum::significance::noise");
  return described(0);
}

FalseAlarmMethod method_of(FalseAlarmFormula formula) {
  constexpr std::array methods{FalseAlarmMethod::single, FalseAlarmMethod::naive,
                               FalseAlarmMethod::davies, FalseAlarmMethod::baluev};
  return methods[static_cast<std::size_t>(formula)];
}

template <class Answer>
std::vector<double> each(std::span<double const> questions, Answer const& answer) {
  std::vector<double> answers(questions.size());
  std::transform(questions.begin(), questions.end(), answers.begin(), answer);
  return answers;
}

}  // namespace

std::vector<double> log_false_alarms(LightCurveTable const& curves, NoiseQuestion const& question,
                                     std::span<double const> power) {
  NoiseSearch const noise = describe(curves, question);
  FalseAlarmMethod const method = method_of(question.formula);
  return each(power, [&](double p) { return log_false_alarm_probability(method, noise, p); });
}

std::vector<double> false_alarm_levels(LightCurveTable const& curves, NoiseQuestion const& question,
                                       std::span<double const> log_probability) {
  NoiseSearch const noise = describe(curves, question);
  FalseAlarmMethod const method = method_of(question.formula);
  return each(log_probability, [&](double p) { return false_alarm_level(method, noise, p); });
}

std::vector<double> noise_densities(LightCurveTable const& curves, NoiseQuestion const& question,
                                    std::span<double const> power) {
  NoiseSearch const noise = describe(curves, question);
  return each(power, [&](double p) { return noise_density(noise, p); });
}

std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                     BootstrapQuestion const& question,
                                     Execution const& execution) {
  return with_backend(execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    auto const maxima = allocate<PeakTable<double, ModuleSpace>>(
        exec, "siderum::significance::maxima", 1, question.samples);
    siderum::bootstrap_maxima<Backend>(
        exec, mirror_to(exec, one_object(curves, question.object)), question.grid, maxima,
        {.terms = question.terms, .periodogram = question.options},
        {.samples = question.samples, .seed = question.seed, .progress = execution.progress});
    auto const host = Kokkos::create_mirror_view(maxima);
    Kokkos::deep_copy(exec, host, maxima);
    exec.fence("siderum::significance::maxima");
    return std::vector<double>(host.data(), host.data() + host.size());
  });
}

}  // namespace siderum::engine::on_space
