// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/periods/super_smoother_support.hpp"

/// Habits of the public functions: what they launch and allocate has siderum's labels, runs on the
/// instance that they are given, and is not waited for.
namespace siderum::test {
namespace {

using Names = std::vector<std::string>;

struct NamedCall {
  std::string name;
  std::function<void(TestSpace const&)> call;
};

/// The finders that fold, with all that they need at hand.
template <class V>
std::vector<NamedCall> folding_calls() {
  using Real = typename V::Real;
  using Backend = typename V::Backend;
  FrequencyGrid const grid{0.05, 0.01, 3000};
  auto const curves = to_curves<Real>(draw_batch<Real>({43, 0, 17}, 100.0, 0.7));
  auto const list = to_list(std::vector<double>(300, 0.7));
  PowerView<Real, TestSpace> const power("test::power", 3, 3000);
  PowerView<Real, TestSpace> const listed("test::listed", 3, 300);
  StatusView<TestSpace> const status("test::status", 3);
  auto const best = BestPeriods<Real, TestSpace>::allocate(TestSpace{}, 3);
  Kokkos::View<ExcludedIndices const*, TestMemory> const windows =
      to_space(std::vector<ExcludedIndices>{{3, 9}});
  FrequencyWindows<TestSpace> const ranges =
      to_windows({{{3, 90}, {500, 600}}, {{0, 2}}, {{2000, 2999}}});
  return {
      {"super_smoother on a grid",
       [=](TestSpace const& exec) { super_smoother<Backend>(exec, curves, grid, power, status); }},
      {"super_smoother on a list",
       [=](TestSpace const& exec) { super_smoother<Backend>(exec, curves, list, listed); }},
      {"best_super_smoother on a grid",
       [=](TestSpace const& exec) {
         best_super_smoother<Backend>(exec, curves, grid, best, published_single_pass());
       }},
      {"best_super_smoother in windows",
       [=](TestSpace const& exec) {
         best_super_smoother<Backend>(exec, curves, grid, ranges, best);
       }},
      {"best_candidates",
       [=](TestSpace const& exec) {
         best_candidates<Backend>(exec, curves, grid, windows, best, {.peaks = 3});
       }},
      {"phase_dispersion",
       [=](TestSpace const& exec) {
         phase_dispersion<Backend>(exec, curves, grid, power, status);
       }},
      {"best_conditional_entropy",
       [=](TestSpace const& exec) { best_conditional_entropy<Backend>(exec, curves, grid, best); }},
  };
}

/// Lomb-Scargle and what all share.
template <class V>
std::vector<NamedCall> other_calls() {
  using Real = typename V::Real;
  using Backend = typename V::Backend;
  FrequencyGrid const grid{0.05, 0.01, 3000};
  auto const curves = to_curves<Real>(draw_batch<Real>({43, 0, 17}, 100.0, 0.7));
  auto const list = to_list(std::vector<double>(300, 0.7));
  PowerView<Real, TestSpace> const power("test::power", 3, 3000);
  PowerView<Real, TestSpace> const listed("test::listed", 3, 300);
  StatusView<TestSpace> const status("test::status", 3);
  auto const best = BestPeriods<Real, TestSpace>::allocate(TestSpace{}, 3);
  using View = Kokkos::View<double*, TestMemory>;
  Sinusoids<TestSpace> const sinusoids{View("test::a", 3), View("test::b", 3), View("test::c", 3),
                                       View("test::d", 3)};
  Kokkos::View<double const*, TestMemory> const each = to_space(std::vector<double>(3, 0.7));
  Kokkos::View<ExcludedIndices const*, TestMemory> const windows =
      to_space(std::vector<ExcludedIndices>{{3, 9}});
  auto const peaks = Peaks<Real, TestSpace>::allocate(TestSpace{}, 3, 4);
  return {
      {"lomb_scargle on a grid",
       [=](TestSpace const& exec) { lomb_scargle<Backend>(exec, curves, grid, power, status); }},
      {"lomb_scargle on a list",
       [=](TestSpace const& exec) { lomb_scargle<Backend>(exec, curves, list, listed); }},
      {"best_periods on a grid",
       [=](TestSpace const& exec) { best_periods<Backend>(exec, curves, grid, best); }},
      {"best_periods on a list",
       [=](TestSpace const& exec) { best_periods<Backend>(exec, curves, list, best); }},
      {"fit_sinusoids",
       [=](TestSpace const& exec) { fit_sinusoids(exec, curves, each, sinusoids); }},
      {"find_peaks", [=](TestSpace const& exec) { find_peaks(exec, power, each, windows, peaks); }},
      {"mirror_to",
       [](TestSpace const& exec) {
         std::vector<double> const numbers{1.0, 2.0, 3.0};
         mirror_to(exec, make_light_curves<Real>(numbers, numbers, numbers));
         mirror_to(exec, make_frequency_list(numbers));
       }},
  };
}

/// Lomb-Scargle by the methods that automatic does not take here.
template <class V>
std::vector<NamedCall> other_methods() {
  using Real = typename V::Real;
  using Backend = typename V::Backend;
  FrequencyGrid const grid{0.05, 0.01, 3000};
  auto const curves = to_curves<Real>(draw_batch<Real>({43, 0, 17}, 100.0, 0.7));
  PowerView<Real, TestSpace> const power("test::power", 3, 3000);
  std::vector<NamedCall> calls;
  auto const add = [&](std::string const& name, Method method) {
    LombScargleOptions options;
    options.method = method;
    calls.push_back({name, [=](TestSpace const& exec) {
                       lomb_scargle<Backend>(exec, curves, grid, power, options);
                     }});
  };
  if (Backend::template Fft<TestSpace, Real>::is_available) {
    add("lomb_scargle by transforms", Method::nufft);
  }
  if (Backend::template Product<TestSpace, Real>::is_available) {
    add("lomb_scargle by products", Method::product);
  }
  return calls;
}

/// Every public function that launches.
template <class V>
std::vector<NamedCall> public_calls() {
  std::vector<NamedCall> calls = other_calls<V>();
  for (NamedCall const& call : other_methods<V>()) {
    calls.push_back(call);
  }
  for (NamedCall const& call : folding_calls<V>()) {
    calls.push_back(call);
  }
  return calls;
}

template <class V>
class KokkosHabits : public testing::Test {};
TYPED_TEST_SUITE(KokkosHabits, Variants, VariantNames);

TYPED_TEST(KokkosHabits, EveryLabelIsSiderums) {
  TestSpace const exec = another_instance();
  for (NamedCall const& call : public_calls<TypeParam>()) {
    call.call(exec);  // Kokkos allocates the scratch of an instance when it is first needed
    release_work_space();
    Recording const recording = record([&] { call.call(exec); });
    EXPECT_EQ(wrong_labels(recording), Names{}) << call.name;
    EXPECT_FALSE(recording.allocations.empty()) << call.name;
    EXPECT_EQ(recording.kernels.empty(), call.name == "mirror_to") << call.name;
  }
}

// A stream makes instances of its own: what it launches and allocates has labels all the same.
TYPED_TEST(KokkosHabits, EveryLabelOfAStreamIsSiderums) {
  using Real = typename TypeParam::Real;
  using Stream = LombScargleStream<TestSpace, Real, typename TypeParam::Backend>;
  Batch const batch = draw_batch<Real>({43, 0, 17}, 100.0, 0.7);
  auto const curves = make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets);
  FrequencyGrid const grid{0.05, 0.01, 3000};
  typename Stream::HostPower const power("test::power", 3, grid.count);
  typename Stream::HostStatus const status("test::status", 3);
  auto const best = Stream::HostBest::allocate(Kokkos::DefaultHostExecutionSpace(), 3);
  Stream const stream{TestSpace()};
  stream.best(curves, grid, best);
  Recording const recording = record([&] {
    stream.power(curves, grid, power, status);
    stream.best(curves, grid, best);
  });
  EXPECT_EQ(wrong_labels(recording), Names{});
  EXPECT_FALSE(recording.kernels.empty());
}

// Instances of host spaces have one number: there the check sees kernels of another space only.
TYPED_TEST(KokkosHabits, EveryKernelRunsOnTheGivenInstance) {
  TestSpace const exec = another_instance();
  for (NamedCall const& call : public_calls<TypeParam>()) {
    Recording const recording = record([&] { call.call(exec); });
    EXPECT_EQ(wrong_instances(recording, exec), Names{}) << call.name;
  }
}

// The work space of a device outlives the call that made it, since freeing it would wait.
// mirror_to is left out: a copy from memory that is not pinned ends before the call does.
TYPED_TEST(KokkosHabits, NoFunctionFences) {
  TestSpace const exec;
  for (NamedCall const& call : public_calls<TypeParam>()) {
    if (call.name != "mirror_to") {
      call.call(exec);
      Recording const recording = record([&] { call.call(exec); });
      EXPECT_EQ(recording.fences, Names{}) << call.name;
      if (!is_host<TestSpace>) {
        EXPECT_EQ(recording.frees, Names{}) << call.name;
        EXPECT_EQ(recording.allocations, Names{}) << call.name;
      }
    }
  }
}

TYPED_TEST(KokkosHabits, TheLabelNamesTheBackend) {
  std::string const backend = "[" + std::string(TypeParam::Backend::name) + "]";
  Recording const recording = record([&] { public_calls<TypeParam>().at(0).call(TestSpace{}); });
  int named = 0;
  for (auto const& [name, instance] : recording.kernels) {
    named += name == "siderum::lomb_scargle::power" + backend ? 1 : 0;
  }
  EXPECT_EQ(named, 1);
}

TYPED_TEST(KokkosHabits, AnotherInstanceGivesTheSamePowers) {
  using Real = typename TypeParam::Real;
  TestSpace const exec = another_instance();
  auto const batch = draw_batch<Real>({43, 0, 17}, 100.0, 0.7);
  FrequencyGrid const grid{0.05, 0.01, 3000};
  PowerView<Real, TestSpace> const power("test::power", 3, 3000);
  lomb_scargle<typename TypeParam::Backend>(exec, to_curves<Real>(batch), grid, power);
  exec.fence();
  EXPECT_TRUE(all_equal(to_host(power), search<TypeParam>(batch, grid).power));
}

struct Idler {
  KOKKOS_FUNCTION void operator()(int) const {}
};

void launch(TestSpace const& exec, std::string const& label) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<TestSpace>(exec, 0, 1), Idler{});
}

TEST(KernelRecorder, RefusesLabelsOfOthers) {
  TestSpace const exec;
  auto const wrong = [](auto const& call) { return wrong_labels(record(call)); };
  EXPECT_EQ(wrong([&] { launch(exec, "siderum::a::b[portable]"); }), Names{});
  EXPECT_EQ(wrong([&] { launch(exec, "KokkosBlas::gemm[NT]"); }), Names{});
  EXPECT_EQ(wrong([&] { launch(exec, "KokkosBlas::gemv[N]"); }),
            Names{"kernel KokkosBlas::gemv[N]"});
  EXPECT_EQ(wrong([&] { launch(exec, "power"); }), Names{"kernel power"});
  EXPECT_EQ(wrong([&] { launch(exec, "siderum::a::b"); }), Names{"kernel siderum::a::b"});
  EXPECT_EQ(wrong([] { Kokkos::Profiling::ScopedRegion const region("mine"); }),
            Names{"region mine"});
  EXPECT_EQ(wrong([] {
              Kokkos::View<int*, TestMemory> const view(
                  Kokkos::view_alloc(Kokkos::WithoutInitializing, "mine"), 5);
            }),
            Names{"allocation mine"});
  // A view that is initialised shows as a kernel of Kokkos's own.
  EXPECT_FALSE(
      wrong([] { Kokkos::View<int*, TestMemory> const view("siderum::a::b", 5); }).empty());
}

TEST(KernelRecorder, SeesFences) {
  EXPECT_EQ(record([] { TestSpace{}.fence("test::fence"); }).fences, Names{"test::fence"});
}

TEST(KernelRecorder, RefusesAKernelOnAnotherInstance) {
  TestSpace const exec;
  Recording recording = record([&] { launch(exec, "siderum::a::b[portable]"); });
  EXPECT_EQ(wrong_instances(recording, exec), Names{});
  recording.kernels.at(0).instance += 1;
  EXPECT_EQ(wrong_instances(recording, exec), Names{"siderum::a::b[portable]"});
}

}  // namespace
}  // namespace siderum::test
