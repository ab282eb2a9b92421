// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/core/spaces.hpp>

#include "lomb_scargle/search.hpp"
#include "support/peaks.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"

namespace siderum::bench {

enum class Model { standard, generalized };

/// Light curves that are made when a case first needs them: the large ones take seconds.
struct Input {
  std::int64_t objects;
  std::int64_t points;
  Curves const& (*curves)();
};

/// One case, but for its space, backend and precision.
struct SearchCase {
  Input input;
  std::int64_t frequencies;
  Model model;
  Output output;
  Scope scope;
  Method method = Method::direct;

  LombScargleOptions options() const {
    LombScargleOptions result =
        model == Model::standard ? standard_periodogram() : generalized_periodogram();
    result.method = method;
    return result;
  }
  double evaluations() const {
    return static_cast<double>(input.points) * static_cast<double>(frequencies);
  }
  /// Fused multiply-adds per point and frequency, as lomb_scargle.hpp declares them, twice.
  double operations() const { return evaluations() * (model == Model::standard ? 8.0 : 12.0); }

  double result_bytes(double real_bytes) const {
    return output == Output::best
               ? 0.0
               : static_cast<double>(input.objects) * static_cast<double>(frequencies) * real_bytes;
  }
  /// What must be read and written once, whatever the method.
  double bytes(double real_bytes) const {
    double const errors = model == Model::standard ? 0.0 : real_bytes;
    return static_cast<double>(input.points) * (8.0 + real_bytes + errors) +
           result_bytes(real_bytes);
  }
  std::string size_name() const {
    return std::to_string(input.objects) + "x" + std::to_string(input.points) + "x" +
           std::to_string(frequencies);
  }
};

/// lomb_scargle/<method>/<model>/<output>/<backend>/<space>/<precision>/<size>/<scope>
template <class Exec, class Real>
std::string case_name(SearchCase const& which, std::string const& backend) {
  return "lomb_scargle/" + std::string(name_of(which.method)) + "/" +
         (which.model == Model::standard ? "standard/" : "generalized/") +
         (which.output == Output::best ? "best/" : "power/") + backend + "/" + space_name<Exec>() +
         "/" + precision_name<Real>() + "/" + which.size_name() + "/" + name_of(which.scope);
}

/// Why a case cannot be run here; empty where it can.
template <class Exec, class Real>
std::string obstacle(SearchCase const& which) {
  char text[160] = "";
  // A tenth of the peak: far below what the slowest of the cases reaches.
  double const slowest = which.operations() / (0.1 * multiply_add_peak<Exec, Real>());
  double const expected = which.operations() / (0.5 * multiply_add_peak<Exec, Real>());
  // Transforms cost by the frequencies: less than direct sums of a hundred points.
  bool const by_points = which.method == Method::direct || which.method == Method::product;
  if (by_points && expected > settings().limit) {
    std::snprintf(text, sizeof text, "a run takes some %.0f to %.0f s here (the limit is %.0f s)",
                  expected, slowest, settings().limit);
  }
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  std::int64_t const free = Facts()().free_memory;
  double const needed = which.result_bytes(sizeof(Real));
  if (free > 0 && needed > 0.8 * static_cast<double>(free)) {
    std::snprintf(text, sizeof text, "the periodogram takes %.1f GB (%.1f GB are free)",
                  needed * 1e-9, static_cast<double>(free) * 1e-9);
  }
  return text;
}

template <class Exec, class Real>
void report_work(benchmark::State& state, SearchCase const& which, Timing const& timing) {
  double const rate = which.operations() / timing.fastest;
  state.counters["evals"] = which.evaluations() / timing.fastest;
  double const threads = Exec().concurrency();
  if (is_host<Exec>) {
    state.counters["threads"] = threads;
  }
  if (which.method == Method::direct) {
    state.counters["gflops"] = rate * 1e-9;
    state.counters["peak_share"] = rate / multiply_add_peak<Exec, Real>();
    if constexpr (is_host<Exec>) {
      state.counters["thread_peak_share"] =
          rate / threads / multiply_add_peak_of_one_thread<Exec, Real>();
    }
  }
  state.counters["bytes"] = which.bytes(sizeof(Real));
  state.counters["bandwidth_share"] =
      which.bytes(sizeof(Real)) / timing.fastest / bandwidth_peak<Exec>();
}

/// Times one case and holds its result to the oracle.
template <class Backend, class Exec, class Real>
void run_case(benchmark::State& state, SearchCase const& which) {
  if (std::string const reason = obstacle<Exec, Real>(which); !reason.empty()) {
    leave_out(state, reason);
    return;
  }
  Search<Backend, Exec, Real> search(
      which.input.curves(), search_grid(which.frequencies), which.options(), which.output,
      which.scope == Scope::end_to_end_plain ? Staging::none : Staging::pinned);
  Repeats const repeats{.least = 2, .most = 1'000, .seconds = settings().seconds};
  Timing const timing = time_search(search, which.scope, repeats);
  Verdict const verdict = search.check();
  if (!verdict.sentence.empty()) {
    fail(state, verdict.sentence);
    return;
  }
  report_timing(state, timing);
  if (which.method == Method::automatic) {
    state.SetLabel(std::string(siderum::name_of(search.method())));
  }
  report_work<Exec, Real>(state, which, timing);
  state.counters["error"] = verdict.worst;
}

/// The default backend of a space beside Portable, on the device alone. The time is the default's.
template <class Exec, class Real>
void run_comparison(benchmark::State& state, SearchCase const& which) {
  if (std::string const reason = obstacle<Exec, Real>(which); !reason.empty()) {
    leave_out(state, reason);
    return;
  }
  auto const prepare = [&](auto backend) {
    Search<decltype(backend), Exec, Real> search(
        which.input.curves(), search_grid(which.frequencies), which.options(), which.output);
    search.move_to_device();
    return search;
  };
  auto const portable = prepare(backend::Portable{});
  auto const chosen = prepare(backend::default_for_t<Exec>{});
  report_comparison(state, compare(
                               chosen.exec(), [&] { portable.run_on_device(); },
                               [&] { chosen.run_on_device(); }));
}

}  // namespace siderum::bench
