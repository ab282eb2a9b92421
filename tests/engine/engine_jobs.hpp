// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/significance.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

/// Small jobs of every kind, for tests of what the process has of engines.
namespace siderum::test {

/// Sines of several periods, sampled at uneven times.
inline LightCurveTable few_curves(std::int64_t objects = 5, std::int64_t points = 60) {
  LightCurveTable curves;
  for (std::int64_t object = 0; object < objects; ++object) {
    curves.id.push_back(std::to_string(object));
    for (std::int64_t i = 0; i < points; ++i) {
      double const time =
          0.37 * static_cast<double>(i) + 0.2 * std::sin(1.7 * static_cast<double>(i));
      curves.time.push_back(time);
      curves.value.push_back(std::sin((2.0 + 0.3 * static_cast<double>(object)) * time));
      curves.error.push_back(0.1);
    }
    curves.offsets.push_back(std::ssize(curves.time));
  }
  return curves;
}

inline engine::PeriodSearch small_search() {
  engine::PeriodSearch search;
  search.grid = {0.05, 0.002, 600};
  return search;
}

inline CatalogueTable few_points(double shift) {
  CatalogueTable table;
  for (int i = 0; i < 400; ++i) {
    table.ra.push_back(std::fmod(137.5 * i + shift, 20.0));
    table.dec.push_back(std::fmod(77.7 * i + shift, 20.0) - 10.0);
  }
  return table;
}

inline std::vector<std::complex<double>> few_coefficients(HarmonicRange range) {
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()), {1.0, 0.0});
  return a_lm;
}

/// Told by a job, of whatever kind.
using Told = std::function<void()>;

/// A job that tells its observers while it runs, and gives numbers which are the same each time.
struct ObservedJob {
  std::string name;
  std::function<std::vector<double>(Told const&)> run;
};

class TellingObserver final : public ProgressObserver {
 public:
  explicit TellingObserver(Told const& told) : told_(told) {}
  void advance(std::int64_t, std::int64_t) override { told_(); }

 private:
  Told const& told_;
};

inline engine::Execution on_cpu(ProgressObserver* progress = nullptr) {
  engine::Execution execution;
  execution.device.kind = engine::DeviceKind::cpu;
  execution.progress = progress;
  return execution;
}

template <class Result>
std::vector<double> numbers_of(Result const& result) {
  std::vector<double> numbers;
  for (engine::Peak const& peak : result.peaks) {
    numbers.push_back(static_cast<double>(peak.index));
    numbers.push_back(peak.power);
  }
  return numbers;
}

/// A search that tells its progress.
inline ObservedJob search_job(std::string const& name, engine::PeriodSearch const& search) {
  return {name, [search](Told const& told) {
            TellingObserver observer(told);
            return numbers_of(engine::search_periods(few_curves(), search, on_cpu(&observer)));
          }};
}

/// A search whose sink is told of rows.
inline ObservedJob rows_job(std::string const& name, engine::PeriodSearch search) {
  return {name, [search](Told const& told) {
            engine::PeriodSearch written = search;
            written.sink = [&](engine::PeriodogramRows const&) { told(); };
            return numbers_of(engine::search_periods(few_curves(), written, on_cpu()));
          }};
}

inline std::vector<ObservedJob> period_jobs() {
  std::vector<ObservedJob> jobs;
  auto const add = [&jobs](std::string const& name, auto const& change) {
    engine::PeriodSearch search = small_search();
    change(search);
    jobs.push_back(search_job(name, search));
    if (!search.candidates) {
      jobs.push_back(rows_job(name + " to a sink", search));
      search.peaks = 3;
      jobs.push_back(search_job(name + " with peaks", search));
    }
  };
  add("Lomb-Scargle", [](auto&) {});
  add("two harmonics", [](auto& search) { search.terms = 2; });
  add("refined", [](auto& search) { search.refine = engine::Refine::yes; });
  add("bootstrap", [](auto& search) {
    search.false_alarm = engine::FalseAlarm::bootstrap;
    search.bootstrap_samples = 5;
  });
  add("Super Smoother", [](auto& search) { search.finder = SuperSmootherOptions{}; });
  add("phase dispersion", [](auto& search) { search.finder = PhaseDispersionOptions{}; });
  add("conditional entropy", [](auto& search) { search.finder = ConditionalEntropyOptions{}; });
  add("candidates", [](auto& search) {
    search.finder = SuperSmootherOptions{};
    search.candidates = engine::CandidateSearch{3};
  });
  return jobs;
}

inline ObservedJob pairs_job(std::string const& name, std::size_t sets, bool crossed) {
  return {name, [sets, crossed](Told const& told) {
            TellingObserver observer(told);
            engine::PairCounter counter(linear_bins(0.0, 5.0, 4), {}, {}, on_cpu(&observer));
            std::vector<CatalogueTable> const first(sets, few_points(0.0));
            std::vector<CatalogueTable> const second(2, few_points(3.0));
            auto const a = counter.add(first);
            auto const b = counter.add(second);
            PairCounts const counts = crossed ? counter.count(a, b) : counter.count(b);
            return std::vector<double>(counts.count.begin(), counts.count.end());
          }};
}

inline ObservedJob analysis_job(std::string const& name, double tolerance) {
  return {name, [tolerance](Told const& told) {
            RingGrid const grid = healpix_grid(8);
            HarmonicRange const range = make_harmonic_range(16);
            engine::AnalysisMethod method;
            method.iterations = 3;
            method.tolerance = tolerance;
            method.observe = [&](std::int64_t, double) { told(); };
            auto const map =
                engine::synthesise(grid, range, Field::scalar, few_coefficients(range), on_cpu());
            auto const result = engine::analyse(grid, range, Field::scalar, map, method, on_cpu());
            std::vector<double> numbers;
            for (std::complex<double> const& a : result.a_lm) {
              numbers.push_back(a.real());
            }
            return numbers;
          }};
}

inline ObservedJob plan_job() {
  return {"steps of a plan", [](Told const& told) {
            HarmonicRange const range = make_harmonic_range(16);
            engine::SkyTransform<double> const plan(healpix_grid(8), range, Field::scalar,
                                                    on_cpu());
            std::vector<double> map(static_cast<std::size_t>(healpix_grid(8).pixels()));
            std::vector<std::complex<double>> a_lm = few_coefficients(range);
            std::span<std::complex<double> const> const given = a_lm;
            std::span<double const> const made = map;
            plan.synthesise(engine::host_array(given), engine::host_array(std::span(map)));
            engine::AnalysisMethod method;
            method.iterations = 3;
            method.observe = [&](std::int64_t, double) { told(); };
            plan.analyse(engine::host_array(made), engine::host_array(std::span(a_lm)), method);
            std::vector<double> numbers;
            for (std::complex<double> const& a : a_lm) {
              numbers.push_back(a.real());
            }
            return numbers;
          }};
}

/// Every job that has an observer or a sink.
inline std::vector<ObservedJob> observed_jobs() {
  std::vector<ObservedJob> jobs = period_jobs();
  jobs.push_back({"spectral windows", [](Told const& told) {
                    std::vector<double> numbers;
                    engine::spectral_windows(
                        few_curves(), {0.05, 0.01, 50}, Errors::use,
                        [&](engine::PeriodogramRows const& rows) {
                          numbers.push_back(static_cast<double const*>(rows.power)[7]);
                          told();
                        },
                        on_cpu());
                    return numbers;
                  }});
  jobs.push_back({"progress of spectral windows", [](Told const& told) {
                    std::vector<double> numbers;
                    TellingObserver observer(told);
                    engine::spectral_windows(
                        few_curves(), {0.05, 0.01, 50}, Errors::use,
                        [&](engine::PeriodogramRows const& rows) {
                          numbers.push_back(static_cast<double const*>(rows.power)[7]);
                        },
                        on_cpu(&observer));
                    return numbers;
                  }});
  for (std::int64_t const peaks : {1, 3}) {
    jobs.push_back({std::to_string(peaks) + " peaks on own grids", [peaks](Told const& told) {
                      TellingObserver observer(told);
                      return numbers_of(engine::search_on_own_grids(
                          few_curves(), {{0.05, 2.0, 0.1}, {}, peaks}, on_cpu(&observer)));
                    }});
  }
  jobs.push_back({"a bootstrap", [](Told const& told) {
                    TellingObserver observer(told);
                    engine::BootstrapQuestion question;
                    question.grid = small_search().grid;
                    question.samples = 20;
                    return engine::bootstrap_maxima(few_curves(1), question, on_cpu(&observer));
                  }});
  jobs.push_back(pairs_job("pairs of one set", 1, false));
  jobs.push_back(pairs_job("pairs of one set with many", 1, true));
  jobs.push_back(pairs_job("pairs of sets with sets", 2, true));
  jobs.push_back(analysis_job("steps of Jacobi", 0.0));
  jobs.push_back(analysis_job("least squares", 1e-12));
  jobs.push_back(plan_job());
  return jobs;
}

}  // namespace siderum::test
