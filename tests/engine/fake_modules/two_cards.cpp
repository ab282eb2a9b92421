// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// An engine on a machine of two devices, which computes nothing and knows what others measure.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {
namespace {

[[noreturn]] void refuse() {
  throw Error("This engine computes nothing (it is there for tests). Take another one.");
}

/// Lets a test go on while a card starts.
void wait_for_file() {
  char const* const file = std::getenv("SIDERUM_FAKE_WAIT");
  for (int i = 0; file != nullptr && !std::filesystem::exists(file); ++i) {
    if (i == 1000) {
      throw Error("Nobody went on while the device started (a test wants it). See check().");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

class TwoCards final : public Module {
 public:
  std::vector<Card> cards() const override {
    if (std::getenv("SIDERUM_FAKE_NONE") != nullptr) {
      return {};
    }
    return {{"first", "", 1}, {"second", "", 1}};
  }
  int most_threads() const override { return 1; }
  int lower_threads(int threads) override { return threads; }
  Started start(int, int card) override {
    if (is_begun_) {
      std::abort();  // as Kokkos does
    }
    is_begun_ = true;
    wait_for_file();
    if (std::getenv("SIDERUM_FAKE_FAILURE") != nullptr) {
      throw Error("The device cannot be used (it is out of order). Check its driver.");
    }
    card_ = std::max(card, 0);
    return {1, card_};
  }
  void run(std::function<void()> const& job) override { job(); }
  void time_waits() override { waited_ = 0.25; }
  double seconds_waited() const override { return waited_; }
  std::int64_t free_memory() const override {
    char const* const left = std::getenv("SIDERUM_FAKE_FREE");
    return left == nullptr ? 0 : std::atoll(left);
  }
  std::string description(Execution const&) const override {
    return cards()[static_cast<std::size_t>(card_)].name;
  }
  SpaceReport report() const override { return {"None", {}, {}, 0, false}; }
  std::vector<TunedValue> measure() const override {
    return {{"first", "lomb_scargle/double/direct_term", 0.125, "ns"},
            {"first", "harmonic_transform/lmax511/pairs512/host_places", 48.0, ""}};
  }

  SearchMethod method_of(LightCurveTable const&, PeriodSearch const&,
                         Execution const&) const override {
    refuse();
  }
  PeriodSearchResult search_periods(LightCurveTable const&, PeriodSearch const&, Execution const&,
                                    SearchShare const&) const override {
    refuse();
  }
  void search_on_own_grids(LightCurveTable const&, OwnGridSearch const&, OwnGridResult&,
                           Execution const&) const override {
    refuse();
  }
  void spectral_windows(LightCurveTable const&, FrequencyGrid const&, Errors,
                        PeriodogramSink const&, Execution const&) const override {
    refuse();
  }
  Sinusoid fit_sinusoid(LightCurveTable const&, std::int64_t, double,
                        LombScargleOptions const&) const override {
    refuse();
  }
  std::vector<HarmonicModel> fit_harmonics(LightCurveTable const&, std::span<double const>, int,
                                           LombScargleOptions const&) const override {
    refuse();
  }
  FoldedCurve fit_folded(LightCurveTable const&, std::int64_t, double,
                         FinderOptions const&) const override {
    refuse();
  }
  std::vector<double> log_false_alarms(LightCurveTable const&, NoiseQuestion const&,
                                       std::span<double const>) const override {
    refuse();
  }
  std::vector<double> false_alarm_levels(LightCurveTable const&, NoiseQuestion const&,
                                         std::span<double const>) const override {
    refuse();
  }
  std::vector<double> noise_densities(LightCurveTable const&, NoiseQuestion const&,
                                      std::span<double const>) const override {
    refuse();
  }
  std::vector<double> bootstrap_maxima(LightCurveTable const&, BootstrapQuestion const&,
                                       Execution const&) const override {
    refuse();
  }
  std::unique_ptr<distributed::Link> make_link(distributed::Communicator&) const override {
    refuse();
  }
  std::unique_ptr<CatalogueCounter> make_counter(SeparationBins, PairCountOptions const&,
                                                 std::vector<std::int64_t>,
                                                 Execution const&) const override {
    refuse();
  }
  std::int64_t check_memory(TransformSize const&, Execution const&,
                            TransformRanks const&) const override {
    refuse();
  }
  void check_memory(RotationSize const&, Execution const&, TransformRanks const&) const override {
    refuse();
  }
  std::vector<double> synthesise(RingGrid const&, HarmonicRange, Field,
                                 std::span<std::complex<double> const>,
                                 Execution const&) const override {
    refuse();
  }
  AnalysisResult analyse(RingGrid const&, HarmonicRange, Field, std::span<double const>,
                         AnalysisMethod const&, Execution const&) const override {
    refuse();
  }
  std::unique_ptr<KeptTransform> make_kept(RingGrid const&, HarmonicRange, Field, std::int64_t,
                                           RingWeights, SharedTransform const*,
                                           Execution const&) const override {
    refuse();
  }
  std::vector<std::complex<double>> rotate(RotationSize const&,
                                           std::span<std::complex<double> const>,
                                           EulerAngles const&, HarmonicShare const*,
                                           Execution const&) const override {
    refuse();
  }
  ArrayJobs<double> const& jobs_of(double) const override { refuse(); }
  ArrayJobs<float> const& jobs_of(float) const override { refuse(); }

 private:
  bool is_begun_ = false;
  int card_ = -1;
  double waited_ = 0.0;
};

}  // namespace
}  // namespace siderum::engine

extern "C" __attribute__((visibility("default"))) char const* siderum_engine_version() {
  return siderum::build::version;
}

extern "C" __attribute__((visibility("default"))) siderum::engine::Module* siderum_engine_module() {
  static siderum::engine::TwoCards module;
  return &module;
}
