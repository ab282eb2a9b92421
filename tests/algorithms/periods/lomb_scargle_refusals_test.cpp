// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t objects = 3;
FrequencyGrid const grid{0.05, 0.01, 40};

/// What the public functions say to arguments that do not fit. The checks are on the host and do
/// not depend on backend and precision.
class LombScargleRefusals : public testing::Test {
 protected:
  using Power = PowerView<double, TestSpace>;
  using Status = StatusView<TestSpace>;

  std::string refusal(Power const& power, Status const& status = {},
                      FrequencyGrid const& of_grid = grid) const {
    return sentence_of([&] { lomb_scargle(exec, curves, of_grid, power, status); });
  }
  std::string refusal_of_stretch(FrequencyRange range, std::size_t columns) const {
    return sentence_of([&] {
      lomb_scargle_stretch(exec, curves, grid, range, Power("test::power", objects, columns),
                           Status{});
    });
  }

  TestSpace const exec;
  LightCurves<double, TestMemory> const curves =
      to_curves<double>(draw_batch<double>({9, 5, 7}, 100.0, 0.3));
};

TEST_F(LombScargleRefusals, ExtentsOfThePower) {
  EXPECT_EQ(refusal(Power("test::power", objects, 40)), "");
  EXPECT_EQ(refusal(Power("test::power", 2, 40)),
            "The output for the objects has room for 2 (there are 3). Allocate it with that"
            " extent.");
  EXPECT_EQ(refusal(Power("test::power", objects, 41)),
            "The output for the frequencies has room for 41 (there are 40). Allocate it with that"
            " extent.");
}

TEST_F(LombScargleRefusals, ExtentOfTheStatus) {
  EXPECT_EQ(refusal(Power("test::power", objects, 40), Status("test::status", 3)), "");
  EXPECT_EQ(refusal(Power("test::power", objects, 40), Status("test::status", 4)),
            "The output for the status of the objects has room for 4 (there are 3). Allocate it"
            " with that extent.");
}

TEST_F(LombScargleRefusals, GridsThatCannotBeSearched) {
  Power const power("test::power", objects, 40);
  EXPECT_EQ(refusal(power, {}, {0.05, 0.0, 40}),
            "The frequency step is 0 (a grid needs a finite step above zero). Give a step >"
            " 0.");
  EXPECT_EQ(refusal(power, {}, {0.05, 0.01, 0}),
            "The frequency grid is empty (its count is 0). Ask for at least one.");
  EXPECT_EQ(sentence_of([&] { lomb_scargle(exec, curves, FrequencyList<TestMemory>{}, power); }),
            "The list of frequencies is empty. Give at least one frequency.");
}

TEST_F(LombScargleRefusals, StretchesOutsideTheGridOrOffTheUnit) {
  EXPECT_EQ(refusal_of_stretch({0, 40}, 40), "");
  EXPECT_EQ(refusal_of_stretch({0, 41}, 41),
            "The stretch from 0 to 41 is none of the grid's (it has 40 frequencies). Begin at a"
            " multiple of 8192 and end inside.");
  EXPECT_NE(refusal_of_stretch({-8192, 40}, 40), "");
  EXPECT_NE(refusal_of_stretch({16, 40}, 24), "");
  EXPECT_NE(refusal_of_stretch({0, 40}, 24), "");
}

TEST_F(LombScargleRefusals, ExtentsOfTheBestPeriods) {
  auto const refusal_of = [&](std::size_t index, std::size_t power, std::size_t status) {
    BestPeriods<double, TestSpace> const best{
        Kokkos::View<std::int64_t*, TestMemory>("test::index", index),
        Kokkos::View<double*, TestMemory>("test::power", power), Status("test::status", status)};
    return sentence_of([&] { best_periods(exec, curves, grid, best); });
  };
  std::string const rest = " has room for 2 (there are 3). Allocate it with that extent.";
  EXPECT_EQ(refusal_of(3, 3, 3), "");
  EXPECT_EQ(refusal_of(2, 3, 3), "The output for the best indices" + rest);
  EXPECT_EQ(refusal_of(3, 2, 3), "The output for the best powers" + rest);
  EXPECT_EQ(refusal_of(3, 3, 2), "The output for the status of the objects" + rest);
}

TEST_F(LombScargleRefusals, ExtentsOfTheSinusoids) {
  using View = Kokkos::View<double*, TestMemory>;
  auto const refusal_of = [&](std::size_t frequencies, std::size_t outputs) {
    Sinusoids<TestSpace> const sinusoids{View("test::a", 3), View("test::b", outputs),
                                         View("test::c", 3), View("test::d", 3)};
    Kokkos::View<double const*, TestMemory> const frequency = View("test::f", frequencies);
    return sentence_of([&] { fit_sinusoids(exec, curves, frequency, sinusoids); });
  };
  std::string const sentence =
      "The frequencies or outputs of the fit are not one per object (there are 3 objects). Allocate"
      " them with that extent.";
  EXPECT_EQ(refusal_of(3, 3), "");
  EXPECT_EQ(refusal_of(2, 3), sentence);
  EXPECT_EQ(refusal_of(3, 4), sentence);
}

}  // namespace
}  // namespace siderum::test
