// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_options.hpp>

#include <filesystem>

#include <gtest/gtest.h>

#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

TEST(LombScargleOptionsOf, AreAPresetWithOverrides) {
  PeriodsOptions options;
  EXPECT_EQ(lomb_scargle_options(options).fit_mean, FitMean::yes);
  EXPECT_EQ(lomb_scargle_options(options).errors, Errors::use);

  options.model = Model::standard;
  EXPECT_EQ(lomb_scargle_options(options).fit_mean, FitMean::no);
  EXPECT_EQ(lomb_scargle_options(options).errors, Errors::ignore);

  options.errors = Errors::use;
  options.center_data = CenterData::no;
  options.normalization = Normalization::log;
  EXPECT_EQ(lomb_scargle_options(options).fit_mean, FitMean::no);
  EXPECT_EQ(lomb_scargle_options(options).errors, Errors::use);
  EXPECT_EQ(lomb_scargle_options(options).center_data, CenterData::no);
  EXPECT_EQ(lomb_scargle_options(options).normalization, Normalization::log);
}

TEST(PeriodogramFormat, FollowsFromTheEnding) {
  EXPECT_EQ(periodogram_format("a.npy"), PeriodogramFormat::npy);
  EXPECT_EQ(periodogram_format("a.CSV"), PeriodogramFormat::table);
  EXPECT_EQ(periodogram_format("a.fits"), PeriodogramFormat::table);
  EXPECT_THROW(periodogram_format("a.txt"), Error);
}

TEST(PeriodogramWriterOf, SeveralObjectsNeedsAnArray) {
  EXPECT_THROW(
      PeriodogramWriter("unwritten.csv", 2, {1.0, 1.0, 3}, engine::Precision::double_precision),
      Error);
  EXPECT_FALSE(std::filesystem::exists("unwritten.csv"));
}

}  // namespace
}  // namespace siderum::apps
