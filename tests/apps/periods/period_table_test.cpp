// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/period_table.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <siderum/apps/periods/object_picture.hpp>

namespace siderum::apps {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

LightCurveTable three_objects() {
  LightCurveTable curves;
  curves.id = {"few", "good", "hidden"};
  curves.offsets = {0, 1, 5, 9};
  curves.time = {0, 0, 1, 2, 3, 4, 5, 6, 7};
  curves.value = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  return curves;
}

engine::PeriodSearch search(std::int64_t peaks) {
  engine::PeriodSearch search;
  search.grid = {0.5, 0.25, 10};
  search.peaks = peaks;
  return search;
}

engine::PeriodSearchResult one_peak_each() {
  return {{ObjectStatus::too_few_points, ObjectStatus::ok, ObjectStatus::ok},
          {{-1, nan}, {6, 0.75, 2.0}, {-1, nan}}};
}

TEST(PeriodTable, HasARowPerObjectInOrder) {
  io::Table const table = period_table(three_objects(), search(1), one_peak_each(),
                                       RankColumn::absent, engine::Precision::double_precision);

  ASSERT_EQ(table.columns().size(), 5u);
  EXPECT_EQ(table.text("id"), (io::TextColumn{"few", "good", "hidden"}));
  EXPECT_EQ(table.integers("points"), (io::IntegerColumn{1, 4, 4}));
  EXPECT_TRUE(std::isnan(table.numbers("frequency")[0]));
  EXPECT_TRUE(std::isnan(table.numbers("period")[0]));
  EXPECT_TRUE(std::isnan(table.numbers("power")[0]));
  EXPECT_EQ(table.numbers("frequency")[1], 2.0);
  EXPECT_EQ(table.numbers("period")[1], 0.5);
  EXPECT_EQ(table.numbers("power")[1], 0.75);
  EXPECT_TRUE(std::isnan(table.numbers("frequency")[2]));
}

TEST(PeriodTable, HasARowPerPeakWithItsRankLast) {
  engine::PeriodSearchResult const result{
      {ObjectStatus::too_few_points, ObjectStatus::ok, ObjectStatus::ok},
      {{-1, nan}, {-1, nan}, {6, 0.75, 2.0}, {2, 0.5, 1.0}, {0, 0.25, 0.5}, {-1, nan}}};

  io::Table const table = period_table(three_objects(), search(2), result, RankColumn::present,
                                       engine::Precision::double_precision);

  EXPECT_EQ(table.text("id"), (io::TextColumn{"few", "good", "good", "hidden"}));
  EXPECT_EQ(table.integers("rank"), (io::IntegerColumn{1, 1, 2, 1}));
  EXPECT_EQ(table.columns().back().name, "rank");
  EXPECT_EQ(table.numbers("power")[2], 0.5);
}

TEST(PeriodTable, PrintsSinglePrecisionInItsOwnDigits) {
  engine::PeriodSearchResult result = one_peak_each();
  result.peaks[1].power = static_cast<double>(0.1f);

  io::Table const table = period_table(three_objects(), search(1), result, RankColumn::absent,
                                       engine::Precision::single_precision);

  EXPECT_EQ(table.numbers("power")[1], 0.1);
}

TEST(PeriodTable, HasProbabilitiesThatUnderflow) {
  engine::PeriodSearch with_probabilities = search(1);
  with_probabilities.false_alarm = engine::FalseAlarm::baluev;
  engine::PeriodSearchResult result = one_peak_each();
  result.peaks[1].false_alarm = 0.0;
  result.peaks[1].log_false_alarm = -1000.0 * std::numbers::ln10;
  auto const table_for = [&](io::TableFormat format) {
    return period_table(three_objects(), with_probabilities, result, RankColumn::absent,
                        engine::Precision::double_precision, MethodColumn::present, format);
  };

  io::Table const csv = table_for(io::TableFormat::csv);
  EXPECT_EQ(csv.text("fap"), (io::TextColumn{"nan", "1e-1000", "nan"}));
  EXPECT_EQ(csv.columns().size(), 7u);
  io::Table const fits = table_for(io::TableFormat::fits);
  EXPECT_EQ(fits.numbers("fap")[1], 0.0);
  EXPECT_DOUBLE_EQ(fits.numbers("log10_fap")[1], -1000.0);
  EXPECT_TRUE(std::isnan(fits.numbers("log10_fap")[0]));
  EXPECT_EQ(fits.columns().back().name, "method");
}

TEST(MissingAnswers, SayWhichObjectAndWhy) {
  engine::PeriodSearch with_windows = search(1);
  with_windows.excluded = {{1.0, 0.1}};
  std::vector<std::string> const sentences =
      missing_answers(three_objects(), with_windows, one_peak_each());

  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0], "no period for object 'few': too few points (points: 1).");
  EXPECT_EQ(sentences[1], "no period for object 'hidden': no peak outside the excluded windows.");
  EXPECT_EQ(missing_answers(three_objects(), search(1), one_peak_each())[1],
            "no period for object 'hidden': no power is a number (are the times far too large?).");
}

TEST(MissingAnswers, SayWhereTheModelIsSingularAtEveryFrequency) {
  auto const sentence = [](int terms, engine::Bands bands) {
    engine::PeriodSearch of_model = search(1);
    of_model.terms = terms;
    of_model.bands = bands;
    return missing_answers(three_objects(), of_model, one_peak_each())[1];
  };
  EXPECT_EQ(sentence(12, engine::Bands::ignore),
            "no period for object 'hidden': the model of 12 harmonics is singular at every"
            " frequency (at these times its terms cannot be told apart). Ask for fewer harmonics.");
  EXPECT_EQ(sentence(2, engine::Bands::use),
            "no period for object 'hidden': the model of 2 harmonics and bands is singular at every"
            " frequency (at these times its terms cannot be told apart). Ask for fewer harmonics,"
            " or search without the bands.");
  EXPECT_EQ(sentence(1, engine::Bands::use),
            "no period for object 'hidden': the model of bands is singular at every frequency (at"
            " these times its terms cannot be told apart). Ask for a search without the bands.");
}

TEST(MissingAnswers, AreCountedAfterTheFirstTen) {
  LightCurveTable curves;
  curves.id.assign(13, "star");
  curves.offsets.assign(14, 0);
  engine::PeriodSearchResult const none{std::vector(13, ObjectStatus::no_points),
                                        std::vector(13, engine::Peak{-1, nan})};
  std::vector<std::string> const sentences = missing_answers(curves, search(1), none);

  ASSERT_EQ(sentences.size(), 11u);
  EXPECT_EQ(sentences[9], "no period for object 'star': no points (points: 0).");
  EXPECT_EQ(sentences[10], "no period for 3 more objects.");
}

TEST(MissingAnswers, SayWhereNoPowerIsAboveZero) {
  engine::PeriodSearchResult result = one_peak_each();
  result.peaks[1] = {-1, 0.0};

  EXPECT_EQ(missing_answers(three_objects(), search(1), result)[1],
            "no period for object 'good': no power is above 0, at none of the frequencies a "
            "sinusoid fits better than a constant.");
}

TEST(MissingAnswers, SayWhereErrorsAreTooUnequal) {
  engine::PeriodSearchResult result = one_peak_each();
  result.status[1] = ObjectStatus::out_of_range;
  LightCurveTable curves = three_objects();
  auto const sentence = [&](double error, engine::Precision precision) {
    curves.error.assign(9, 1.0);
    curves.error[2] = error;
    return missing_answers(curves, search(1), result, precision)[1];
  };
  std::string const beginning =
      "no period for object 'good': errors too unequal, as one point outweighs all others by more"
      " than ";

  EXPECT_EQ(sentence(1e-3, engine::Precision::single_precision),
            beginning + "single precision can tell (points: 4). Use --precision double.");
  EXPECT_EQ(
      sentence(1e-39, engine::Precision::single_precision),
      beginning + "single precision can tell (points: 4). Correct its error, or leave it out.");
  EXPECT_EQ(
      sentence(1e-39, engine::Precision::double_precision),
      beginning + "double precision can tell (points: 4). Correct its error, or leave it out.");
  EXPECT_EQ(sentence(1.0, engine::Precision::double_precision),
            "no period for object 'good': errors out of range (points: 4).");
  curves.error = {1.0, 1.0, 1e-9, 1.0, 1e-9, 1.0, 1.0, 1.0, 1.0};
  EXPECT_EQ(
      missing_answers(curves, search(1), result)[1],
      "no period for object 'good': errors too unequal, as 2 points outweigh all others by more"
      " than double precision can tell (points: 4). Correct their errors, or leave them out.");
}

TEST(EdgeNotice, NamesTheFirstObjectWhosePowerIsHighestAtAnEnd) {
  engine::PeriodSearchResult result = one_peak_each();
  EXPECT_EQ(edge_notice(three_objects(), search(1), result), "");
  result.peaks[1].index = 9;
  EXPECT_EQ(
      edge_notice(three_objects(), search(1), result),
      "The highest power of object 'good' lies at an end of the range, at the frequency 2.75, "
      "and need not be a peak; a wider range would show.");
  result.peaks[2] = {0, 0.5};
  EXPECT_EQ(edge_notice(three_objects(), search(1), result).substr(0, 66),
            "The highest power of 2 objects, the first being 'good' lies at an ");
  engine::PeriodSearch two = search(1);
  two.grid.count = 2;
  EXPECT_EQ(edge_notice(three_objects(), two, result), "") << "there are only ends";
}

TEST(FirstAnswer, IsTheFirstObjectWithAPeak) {
  engine::PeriodSearchResult none = one_peak_each();
  none.peaks[1].index = -1;

  EXPECT_EQ(first_answer(one_peak_each(), search(1)), 1);
  EXPECT_EQ(first_answer(none, search(1)), -1);
}

TEST(SingleObject, IsABatchOfOne) {
  LightCurveTable curves = three_objects();
  curves.error = {1, 2, 3, 4, 5, 6, 7, 8, 9};

  LightCurveTable const single = single_object(curves, 1);

  EXPECT_EQ(single.id, std::vector<std::string>{"good"});
  EXPECT_EQ(single.offsets, (std::vector<std::int64_t>{0, 4}));
  EXPECT_EQ(single.time, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(single.value, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(single.error, (std::vector<double>{2, 3, 4, 5}));
  EXPECT_TRUE(single_object(three_objects(), 2).error.empty());
}

}  // namespace
}  // namespace siderum::apps
