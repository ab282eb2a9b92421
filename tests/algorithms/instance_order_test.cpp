// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

/// What a device is given runs on the instance that the call names, kernels written by hand
/// included: it is done while every other instance that it might have been put on is held up.
namespace siderum::test {
namespace {

using Flags = Kokkos::View<int*, Kokkos::SharedHostPinnedSpace>;

/// Occupies an instance until the host lets go, or about a million looks over the bus later.
struct Occupant {
  Flags flags;  // 0: let go; 1: given up
  KOKKOS_FUNCTION void operator()(int) const {
    int volatile* const looks = flags.data();
    for (int look = 0; look < 1 << 20; ++look) {
      if (looks[0] != 0) {
        return;
      }
    }
    looks[1] = 1;
  }
};

/// Holds up the default instance, and with it the device's default queue, for its lifetime.
class HeldUp {
 public:
  HeldUp() {
    flags_(0) = flags_(1) = 0;
    Kokkos::parallel_for("test::occupy", Kokkos::RangePolicy<TestSpace>(exec_, 0, 1),
                         Occupant{flags_});
  }
  ~HeldUp() {
    flags_(0) = 1;
    exec_.fence("test::let_go");
  }
  bool gave_up() const { return static_cast<int volatile*>(flags_.data())[1] != 0; }

 private:
  TestSpace exec_;
  Flags flags_{"test::flags", 2};
};

/// What a call leaves in views while the default instance is held up; they hold -7 before.
template <class View, class Call>
auto outcome(View const& view, Call const& call) {
  TestSpace const exec = another_instance();
  call(exec);  // work space is made
  Kokkos::deep_copy(view, typename View::value_type(-7));
  auto const on_host = Kokkos::create_mirror_view(view);
  exec.fence();
  TestSpace{}.fence();
  {
    HeldUp const others;
    call(exec);
    Kokkos::deep_copy(exec, on_host, view);
    exec.fence();
    EXPECT_FALSE(others.gave_up()) << "the call waited for another instance";
  }
  using Value = typename View::non_const_value_type;
  return std::vector<Value>(on_host.data(), on_host.data() + on_host.size());
}

template <class V>
class InstanceOrder : public testing::Test {
 protected:
  using Value = typename V::Real;
  // Of the second object the points are summed in parts.
  Batch const batch = draw_batch<Value>({43, 3000, 17}, 100.0, 0.7);
  FrequencyGrid const grid{0.05, 0.01, 3000};
};
TYPED_TEST_SUITE(InstanceOrder, Variants, VariantNames);

TYPED_TEST(InstanceOrder, PeriodogramsDoNotWaitForOtherInstances) {
  using Real = typename TypeParam::Real;
  auto const expected = search<TypeParam>(this->batch, this->grid).power;
  auto const curves = to_curves<Real>(this->batch);
  PowerView<Real, TestSpace> const power("test::power", 3, this->grid.count);
  EXPECT_TRUE(all_equal(outcome(power,
                                [&](TestSpace const& exec) {
                                  lomb_scargle<typename TypeParam::Backend>(exec, curves,
                                                                            this->grid, power);
                                }),
                        expected));
}

TYPED_TEST(InstanceOrder, BestPeriodsDoNotWaitForOtherInstances) {
  using Real = typename TypeParam::Real;
  auto const expected = search_best<TypeParam>(this->batch, this->grid).index;
  auto const curves = to_curves<Real>(this->batch);
  auto const best = BestPeriods<Real, TestSpace>::allocate(TestSpace{}, 3);
  EXPECT_EQ(outcome(best.index,
                    [&](TestSpace const& exec) {
                      best_periods<typename TypeParam::Backend>(exec, curves, this->grid, best);
                    }),
            expected);
}

TEST(InstanceOrderCheck, SeesWorkOnAnotherInstance) {
  Kokkos::View<int*, TestMemory> const view("test::view", 5);
  EXPECT_EQ(outcome(view, [&](TestSpace const& exec) { Kokkos::deep_copy(exec, view, 3); }),
            std::vector<int>(5, 3));
  EXPECT_EQ(outcome(view, [&](TestSpace const&) { Kokkos::deep_copy(TestSpace{}, view, 3); }),
            std::vector<int>(5, -7));
}

}  // namespace
}  // namespace siderum::test
