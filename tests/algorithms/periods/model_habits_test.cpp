// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/false_alarm_probability.hpp>
#include <siderum/algorithms/periods/multi_harmonic_models.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/algorithms/periods/refine_peaks.hpp>
#include <siderum/algorithms/periods/spectral_window.hpp>
#include <siderum/core/work_space.hpp>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/periods/lomb_scargle_support.hpp"

/// The habits of kokkos_habits_test, of the functions about models, peaks and significance.
namespace siderum::test {
namespace {

using Names = std::vector<std::string>;

struct NamedCall {
  std::string name;
  std::function<void(TestSpace const&)> call;
};

template <class V>
std::vector<NamedCall> calls_about_peaks() {
  using Value = typename V::Real;
  FrequencyGrid const grid{0.05, 0.01, 300};
  auto const curves = to_curves<Value>(draw_batch<Value>({43, 0, 17}, 100.0, 0.7));
  auto const index = make_table<std::int64_t>(3, 2);
  auto const peaks = make_table<Value>(3, 2);
  auto const searches = make_view<NoiseSearch>(3);
  auto const logarithm = make_table<double>(3, 2);
  auto const maxima = make_table<Value>(3, 5);
  auto const level = make_view<Value>(3);
  return {
      {"refine_peaks",
       [=](TestSpace const& exec) {
         refine_peaks<typename V::Backend>(exec, curves, grid, index,
                                           RefinedPeaks<TestSpace>::allocate(exec, 3, 2));
       }},
      {"describe_noise",
       [=](TestSpace const& exec) { describe_noise(exec, curves, 3.0, searches); }},
      {"bootstrap_maxima",
       [=](TestSpace const& exec) {
         bootstrap_maxima<typename V::Backend>(exec, curves, grid, maxima, {}, {.samples = 5});
       }},
      {"tables of false alarms",
       [=](TestSpace const& exec) {
         auto const counts =
             allocate<PeakTable<std::int64_t, TestSpace>>(exec, "siderum::test::counts", 3, 2);
         count_exceeding(exec, maxima, peaks, counts);
         log_false_alarm_probabilities(exec, FalseAlarmMethod::baluev, searches, peaks, logarithm);
         bootstrap_levels(exec, maxima, 0.5, level);
       }},
  };
}

template <class V>
std::vector<NamedCall> calls_about_models() {
  using Value = typename V::Real;
  using Backend = typename V::Backend;
  FrequencyGrid const grid{0.05, 0.01, 300};
  auto const curves = to_curves<Value>(draw_batch<Value>({43, 0, 17}, 100.0, 0.7));
  MultibandCurves<Value, TestMemory> const banded{curves, 3};
  PowerView<Value, TestSpace> const power("test::power", 3, 300);
  PowerView<Value, TestSpace> const of_bands("test::power", 1, 300);
  StatusView<TestSpace> const status("test::status", 3);
  StatusView<TestSpace> const one("test::status", 1);
  auto const best = BestPeriods<Value, TestSpace>::allocate(TestSpace{}, 3);
  auto const best_of_bands = BestPeriods<Value, TestSpace>::allocate(TestSpace{}, 1);
  Kokkos::View<double const*, TestMemory> const each = to_space(std::vector<double>(3, 0.7));
  auto const values = make_view<Value>(60);
  return {
      {"multi_harmonic",
       [=](TestSpace const& exec) {
         multi_harmonic<Backend>(exec, curves, grid, power, status, {.terms = 2});
       }},
      {"best_multi_harmonic",
       [=](TestSpace const& exec) {
         best_multi_harmonic<Backend>(exec, curves, grid, best, {.terms = 2});
       }},
      {"multiband",
       [=](TestSpace const& exec) { multiband<Backend>(exec, banded, grid, of_bands, one); }},
      {"best_multiband",
       [=](TestSpace const& exec) {
         best_multiband<Backend>(exec, banded, grid, best_of_bands,
                                 {.method = MultibandMethod::fast});
       }},
      {"spectral_window",
       [=](TestSpace const& exec) { spectral_window<Backend>(exec, curves, grid, power); }},
      {"models",
       [=](TestSpace const& exec) {
         auto const models = MultiHarmonicModels<TestSpace>::allocate(exec, 3, 2);
         fit_multi_harmonic_models<Backend>(exec, curves, each, models, {.terms = 2});
         evaluate_multi_harmonic_models(exec, models, curves.time, curves.offsets, values);
       }},
  };
}

template <class V>
std::vector<NamedCall> all_calls() {
  auto calls = calls_about_peaks<V>();
  for (NamedCall& call : calls_about_models<V>()) {
    calls.push_back(std::move(call));
  }
  return calls;
}

template <class V>
class ModelHabits : public testing::Test {};
TYPED_TEST_SUITE(ModelHabits, Variants, VariantNames);

TYPED_TEST(ModelHabits, EveryLabelIsSiderums) {
  TestSpace const exec = another_instance();
  for (NamedCall const& call : all_calls<TypeParam>()) {
    call.call(exec);  // Kokkos allocates the scratch of an instance when it is first needed
    release_work_space();
    Recording const recording = record([&] { call.call(exec); });
    EXPECT_EQ(wrong_labels(recording), Names{}) << call.name;
    EXPECT_FALSE(recording.allocations.empty()) << call.name;
    EXPECT_FALSE(recording.kernels.empty()) << call.name;
  }
}

TYPED_TEST(ModelHabits, EveryKernelRunsOnTheGivenInstance) {
  TestSpace const exec = another_instance();
  for (NamedCall const& call : all_calls<TypeParam>()) {
    Recording const recording = record([&] { call.call(exec); });
    EXPECT_EQ(wrong_instances(recording, exec), Names{}) << call.name;
  }
}

TYPED_TEST(ModelHabits, NoFunctionFences) {
  TestSpace const exec;
  for (NamedCall const& call : all_calls<TypeParam>()) {
    EXPECT_EQ(record([&] { call.call(exec); }).fences, Names{}) << call.name;
  }
}

}  // namespace
}  // namespace siderum::test
