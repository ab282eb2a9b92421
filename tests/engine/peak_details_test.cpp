// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/peak_details.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::engine {
namespace {

using test::Batch;
using test::TestSpace;
using Details = PeakDetails<backend::default_for_t<TestSpace>, TestSpace, double>;

PeriodSearch search_with(FalseAlarm false_alarm) {
  PeriodSearch search;
  search.grid = {0.05, 0.01, 400};
  search.options.method = Method::direct;
  search.refine = Refine::yes;
  search.false_alarm = false_alarm;
  search.bootstrap_samples = 20;
  return search;
}

LightCurves<double, Kokkos::HostSpace> curves_of(Batch const& batch) {
  return make_light_curves<double>(batch.time, batch.value, batch.error, batch.offsets);
}

/// A peak at the signal and another one, of each object.
std::vector<Peak> peaks_of(std::int64_t objects) {
  std::vector<Peak> peaks;
  for (std::int64_t object = 0; object < objects; ++object) {
    peaks.push_back({132, 0.7});
    peaks.push_back({40 + object, 0.3});
  }
  return peaks;
}

std::int64_t pieces_of(test::Recording const& recording) {
  return std::count_if(recording.kernels.begin(), recording.kernels.end(),
                       [](test::Kernel const& kernel) {
                         return kernel.name == "siderum::refine_peaks::start[portable]";
                       });
}

TEST(PeakDetails, TakeAsManyObjectsAtATimeAsFit) {
  auto const batch = test::draw_batch<double>({400, 300, 500, 450, 350}, 40.0, 1.37);
  auto const curves = curves_of(batch);
  for (FalseAlarm const false_alarm : {FalseAlarm::baluev, FalseAlarm::bootstrap}) {
    PeriodSearch const search = search_with(false_alarm);
    std::vector<Peak> whole = peaks_of(5);
    auto const at_once =
        test::record([&] { Details(TestSpace(), curves, search, 0.0).add_to(whole); });
    EXPECT_EQ(pieces_of(at_once), 1);

    for (auto const& [bytes, pieces] :
         std::vector<std::pair<double, std::int64_t>>{{1e9, 1}, {110e3, 3}, {1e3, 5}}) {
      std::vector<Peak> apart = peaks_of(5);
      auto const in_pieces = test::record(
          [&, bytes = bytes] { Details(TestSpace(), curves, search, bytes).add_to(apart); });
      EXPECT_EQ(pieces_of(in_pieces), pieces) << bytes;
      for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_EQ(apart[i].frequency, whole[i].frequency);
        EXPECT_EQ(apart[i].power, whole[i].power);
        EXPECT_EQ(apart[i].uncertainty, whole[i].uncertainty);
        EXPECT_EQ(apart[i].false_alarm, whole[i].false_alarm);
      }
    }
    EXPECT_FALSE(std::isnan(whole.back().false_alarm));
  }
}

}  // namespace
}  // namespace siderum::engine
