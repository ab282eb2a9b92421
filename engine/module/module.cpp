// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/module.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

#include <unistd.h>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/engine/module/device_waits.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/failures.hpp>
#include <siderum/engine/module/host_threads.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/kept_plans.hpp>
#include <siderum/engine/module/start_threads.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {

namespace {

pid_t starting_process = 0;
std::thread::id starting_thread;
std::timed_mutex at_work;  ///< held by a job
std::atomic<bool> is_ending = false;

/// At exit: not in a forked child, which has none of the threads. Where a thread goes on to compute
/// the process leaves at once: what is destroyed from here on, of libraries too, may be in use.
void finish(int status, void*) {
  is_ending = true;
  if (getpid() != starting_process) {
    return;
  }
  std::unique_lock const lock(at_work, std::chrono::seconds(1));
  if (!lock) {
    std::fflush(nullptr);
    _exit(status);
  }
  if (std::this_thread::get_id() == starting_thread) {
    Kokkos::finalize();
    return;
  }
  try {
    // The OpenMP of this thread may wait for threads that a fork has left behind.
    std::thread([] { Kokkos::finalize(); }).join();
  } catch (std::exception const&) {
    // Without a thread Kokkos ends with the process.
  }
}

Kokkos::InitializationSettings settings(int threads, int card) {
  Kokkos::InitializationSettings result;
  // Advice on binding threads is no message for who did not start Kokkos.
  result.set_disable_warnings(true);
  // Standard output is the caller's.
  result.set_print_configuration(false);
  if (threads > 0) {
    result.set_num_threads(threads);
  }
  if (card >= 0) {
    result.set_device_id(card);
  }
  return result;
}

/// Kokkos begins but once. What its tests use, to begin the threads of a host anew with others, is
/// the one way to have fewer in a child; from 5.0 on it is gone. Calls come once.
template <class Host>
void restart_threads(int threads) {
  if constexpr (KOKKOS_VERSION < 50000 && requires { Host::impl_finalize(); }) {
    Host::impl_finalize();
    Host::impl_initialize(settings(threads, -1));
  }
}

template <class Real>
class SpaceArrayJobs final : public ArrayJobs<Real> {
 public:
  SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                         Array<Real> const& power, Array<ObjectStatus> const& status,
                         Execution const& execution) const override {
    return on_space::periodograms(curves, search, power, status, execution);
  }
  SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                         BestPeriodArrays<Real> const& best,
                         Execution const& execution) const override {
    return on_space::best_periods(curves, search, best, execution);
  }
  std::unique_ptr<TransformPlan<Real>> make_plan(RingGrid const& grid, HarmonicRange range,
                                                 Field field, std::int64_t fields,
                                                 Execution const& execution) const override {
    return on_space::make_plan<Real>(grid, range, field, fields, execution);
  }
  void rotate(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
              EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
              Execution const& execution) const override {
    on_space::rotate(range, a_lm, angles, rotated, execution);
  }
  void gradient(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
                Array<std::complex<Real>> const& gradients,
                Execution const& execution) const override {
    on_space::gradient(range, a_lm, gradients, execution);
  }
};

/// Leaves the card of a thread as it was.
using DeviceScope = backend::default_for_t<ModuleSpace>::DeviceScope<ModuleSpace>;

class SpaceModule final : public Module {
 public:
  std::vector<Card> cards() const override {
    std::vector<Card> found;
    using Facts = backend::default_for_t<ModuleSpace>::DeviceFactsOf<ModuleSpace>;
    for (DeviceFacts const& facts : Facts::of_all_devices()) {
      found.push_back({facts.name, facts.detail, facts.total_memory});
    }
    return found;
  }

  int most_threads() const override {
    bool const is_serial = std::string_view(Kokkos::DefaultHostExecutionSpace::name()) == "Serial";
    return is_serial ? 1 : engine::most_threads;
  }

  Started start(int threads, int card) override {
    DeviceScope const scope;
    AllThreads const all_threads;
    int const given_threads = host_threads(threads);
    set_worker_threads(given_threads);
    has_threads_ = true;
    try {
      Kokkos::initialize(settings(given_threads, card));
      // The first thing that a device refuses when it is out of order.
      ModuleSpace().fence("siderum::engine::start");
    } catch (std::exception const& failure) {
      refuse_start(failure.what(), !is_host<ModuleSpace>);
    }
    starting_process = getpid();
    starting_thread = std::this_thread::get_id();
    on_exit(finish, nullptr);
    return {Kokkos::DefaultHostExecutionSpace().concurrency(),
            is_host<ModuleSpace> ? 0 : Kokkos::device_id()};
  }

  int lower_threads(int threads) override {
    std::lock_guard const lock(at_work);
    if (!std::exchange(are_lowered_, true)) {
      AllThreads const all_threads;
      restart_threads<Kokkos::DefaultHostExecutionSpace>(host_threads(threads));
      set_worker_threads(Kokkos::DefaultHostExecutionSpace().concurrency());
    }
    return Kokkos::DefaultHostExecutionSpace().concurrency();
  }

  void run(std::function<void()> const& job) override {
    std::lock_guard const lock(at_work);
    SIDERUM_VALIDATE(!is_ending,
                     "The engine cannot be used any more (the process is about to end). Compute"
                     " before.");
    if (!has_threads_) {
      check_threads_start(Kokkos::DefaultHostExecutionSpace().concurrency() - 1);
      has_threads_ = true;
    }
    AllThreads const all_threads;
    DeviceScope const scope;
    // The first thing that Kokkos does on a thread is to choose the card there.
    ModuleSpace().fence("siderum::engine::begin");
    try {
      job();
    } catch (OutOfMemory const&) {
      release_kept_plans();  // the next job may need the room
      throw;
    } catch (std::bad_alloc const&) {
      release_kept_plans();
      throw out_of_memory("the rest of the work", 0.0);
    } catch (std::runtime_error const& failure) {
      refuse_where_memory_lacks(failure.what());
      throw;
    }
  }

  void time_waits() override {
    if constexpr (!is_host<ModuleSpace>) {
      DeviceWaits<ModuleSpace>::begin();
    }
  }

  double seconds_waited() const override {
    if constexpr (is_host<ModuleSpace>) {
      return 0.0;
    } else {
      return DeviceWaits<ModuleSpace>::seconds();
    }
  }

  std::int64_t free_memory() const override {
    return backend::default_for_t<ModuleSpace>::DeviceFactsOf<ModuleSpace>()().free_memory;
  }

  std::string description(Execution const& execution) const override {
    return on_space::description(execution);
  }
  SpaceReport report() const override { return on_space::report(); }
  std::vector<TunedValue> measure() const override { return on_space::measure(); }

  SearchMethod method_of(LightCurveTable const& curves, PeriodSearch const& search,
                         Execution const& execution) const override {
    return on_space::method_of(curves, search, execution);
  }
  PeriodSearchResult search_periods(LightCurveTable const& curves, PeriodSearch const& search,
                                    Execution const& execution,
                                    SearchShare const& share) const override {
    return on_space::search_periods(curves, search, execution, share);
  }
  void search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& search,
                           OwnGridResult& result, Execution const& execution) const override {
    on_space::search_on_own_grids(curves, search, result, execution);
  }
  void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                        PeriodogramSink const& sink, Execution const& execution) const override {
    on_space::spectral_windows(curves, grid, errors, sink, execution);
  }
  Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object, double frequency,
                        LombScargleOptions const& options) const override {
    return on_space::fit_sinusoid(curves, object, frequency, options);
  }
  std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                           std::span<double const> frequency, int terms,
                                           LombScargleOptions const& options) const override {
    return on_space::fit_harmonics(curves, frequency, terms, options);
  }
  FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object, double frequency,
                         FinderOptions const& finder) const override {
    return on_space::fit_folded(curves, object, frequency, finder);
  }
  std::vector<double> log_false_alarms(LightCurveTable const& curves, NoiseQuestion const& question,
                                       std::span<double const> power) const override {
    return on_space::log_false_alarms(curves, question, power);
  }
  std::vector<double> false_alarm_levels(LightCurveTable const& curves,
                                         NoiseQuestion const& question,
                                         std::span<double const> log_probability) const override {
    return on_space::false_alarm_levels(curves, question, log_probability);
  }
  std::vector<double> noise_densities(LightCurveTable const& curves, NoiseQuestion const& question,
                                      std::span<double const> power) const override {
    return on_space::noise_densities(curves, question, power);
  }
  std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                       BootstrapQuestion const& question,
                                       Execution const& execution) const override {
    return on_space::bootstrap_maxima(curves, question, execution);
  }

  std::unique_ptr<distributed::Link> make_link(distributed::Communicator& all) const override {
    return on_space::make_link(all);
  }

  std::unique_ptr<CatalogueCounter> make_counter(SeparationBins bins,
                                                 PairCountOptions const& options,
                                                 std::vector<std::int64_t> region_labels,
                                                 Execution const& execution) const override {
    return on_space::make_counter(std::move(bins), options, std::move(region_labels), execution);
  }

  std::int64_t check_memory(TransformSize const& size, Execution const& execution,
                            TransformRanks const& ranks) const override {
    return on_space::check_memory(size, execution, ranks);
  }
  void check_memory(RotationSize const& size, Execution const& execution,
                    TransformRanks const& ranks) const override {
    on_space::check_memory(size, execution, ranks);
  }
  std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                                 std::span<std::complex<double> const> a_lm,
                                 Execution const& execution) const override {
    return on_space::synthesise(grid, range, field, a_lm, execution);
  }
  AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                         std::span<double const> map, AnalysisMethod const& method,
                         Execution const& execution) const override {
    return on_space::analyse(grid, range, field, map, method, execution);
  }
  std::unique_ptr<KeptTransform> make_kept(RingGrid const& grid, HarmonicRange range, Field field,
                                           std::int64_t fields, RingWeights weights,
                                           SharedTransform const* shared,
                                           Execution const& execution) const override {
    return on_space::make_kept(grid, range, field, fields, weights, shared, execution);
  }
  std::vector<std::complex<double>> rotate(RotationSize const& size,
                                           std::span<std::complex<double> const> a_lm,
                                           EulerAngles const& angles, HarmonicShare const* share,
                                           Execution const& execution) const override {
    return on_space::rotate(size, a_lm, angles, share, execution);
  }

  ArrayJobs<double> const& jobs_of(double) const override { return double_jobs_; }
  ArrayJobs<float> const& jobs_of(float) const override { return float_jobs_; }

 private:
  static thread_local bool has_threads_;  ///< of OpenMP, which each thread makes for itself
  bool are_lowered_ = false;              ///< the threads of a child

  SpaceArrayJobs<double> double_jobs_;
  SpaceArrayJobs<float> float_jobs_;
};

thread_local bool SpaceModule::has_threads_ = false;

}  // namespace

}  // namespace siderum::engine

extern "C" __attribute__((visibility("default"))) char const* siderum_engine_version() {
  return siderum::build::version;
}

extern "C" __attribute__((visibility("default"))) siderum::engine::Module* siderum_engine_module() {
  // Never destroyed: a job that a caller has left may run while the process ends.
  static auto& module = *new siderum::engine::SpaceModule;
  return &module;
}
