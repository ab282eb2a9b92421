// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_options.hpp>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/core/error.hpp>

#include "support/worker_threads.hpp"

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

/// The bytes of a table of powers that come in two pieces.
std::string written_power(std::string const& name, std::vector<float> const& power, int threads) {
  test::WorkerThreads const now(threads);
  std::string const path =
      (std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + name)).string();
  std::int64_t const half = std::ssize(power) / 2;
  PeriodogramWriter writer(path, 1, {0.5, 0.001, std::ssize(power)},
                           engine::Precision::single_precision);
  writer.append({0, 1, half, engine::Precision::single_precision, power.data()});
  writer.append(
      {0, 1, std::ssize(power) - half, engine::Precision::single_precision, power.data() + half});
  writer.finish();
  writer.commit();
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

TEST(PeriodogramWriterOf, TablesAreTheSameForAnyNumberOfThreads) {
  std::vector<float> power(40'001);
  for (std::size_t i = 0; i < power.size(); ++i) {
    power[i] = 0.1f * static_cast<float>(i);
  }
  std::string const text = written_power("power.csv", power, 1);
  EXPECT_TRUE(text.starts_with("frequency,power\n0.5,0\n0.501,0.1\n0.502,0.2\n"));
  EXPECT_TRUE(text.ends_with(",4000\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 40'002);
  EXPECT_EQ(written_power("power.csv", power, 3), text);
  EXPECT_EQ(written_power("power.fits", power, 3), written_power("power.fits", power, 1));
}

}  // namespace
}  // namespace siderum::apps
