// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Tables and searches that are refused in a sentence.
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/engine/periods.hpp>

#include "engine/engine_jobs.hpp"
#include "support/sentence.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::on_cpu;
using siderum::test::sentence_of;

LightCurveTable two_objects() {
  std::vector<double> time, value;
  for (int j = 0; j < 40; ++j) {
    time.push_back(j + 0.3 * std::sin(j * j));
    value.push_back(std::sin(4.4 * time.back()));
  }
  LightCurveTable curves = light_curve(time, value);
  add_light_curve(curves, "second", time, value);
  return curves;
}

PeriodSearch plain_search() {
  PeriodSearch search;
  search.grid = half_open_grid(0.1, 1.0, 300);
  return search;
}

using Job = std::function<void(LightCurveTable const&)>;

/// Every job that takes a table.
std::vector<Job> jobs_of_tables() {
  return {[](LightCurveTable const& curves) { place(curves, plain_search(), on_cpu()); },
          [](LightCurveTable const& curves) { search_periods(curves, plain_search(), on_cpu()); },
          [](LightCurveTable const& curves) {
            search_on_own_grids(curves, {{0.05, 2.0, 0.1}, {}, 1}, on_cpu());
          },
          [](LightCurveTable const& curves) {
            spectral_windows(
                curves, plain_search().grid, Errors::ignore, [](auto const&) {}, on_cpu());
          },
          [](LightCurveTable const& curves) { fit_sinusoid(curves, 0, 0.5, {}, on_cpu()); },
          [](LightCurveTable const& curves) {
            fit_harmonics(curves, std::vector(curves.id.size(), 0.5), 2, {}, on_cpu());
          },
          [](LightCurveTable const& curves) {
            fit_folded(curves, 0, 0.5, SuperSmootherOptions{}, on_cpu());
          }};
}

void expect_refused(LightCurveTable const& curves, std::string const& sentence) {
  for (Job const& job : jobs_of_tables()) {
    EXPECT_EQ(sentence_of([&] { job(curves); }), sentence);
  }
}

TEST(Tables, AreTakenByEveryJobWhereTheyFit) {
  expect_refused(two_objects(), "");
}

TEST(Tables, HaveAnIdForEachObject) {
  LightCurveTable curves = two_objects();
  curves.id.clear();
  expect_refused(curves,
                 "The table has 0 ids and 3 offsets (there is one of each for an object, and the"
                 " end). Give an id, which may be empty, and an offset for each.");
}

TEST(Tables, HaveOffsetsOfTheirPoints) {
  LightCurveTable curves = two_objects();
  curves.offsets = {0, 40, 800'000'000};
  expect_refused(curves,
                 "The offsets of the table run from 0 to 800000000 (it has 80 points). Begin at 0,"
                 " and end at the number of points.");
  curves.offsets = {0, 800'000'000, 80};
  expect_refused(curves,
                 "The points of object 1 of the table end before they begin (offsets count the"
                 " points of all objects before). Give offsets that do not descend.");
}

TEST(Tables, HaveAsManyNumbersAsTimes) {
  LightCurveTable curves = two_objects();
  curves.value.pop_back();
  expect_refused(curves,
                 "The table has 80 times and 79 values (each of its points has one). Give as many"
                 " of each.");
  curves = two_objects();
  curves.error = {1.0};
  expect_refused(curves,
                 "The table has 80 times and 1 errors (each of its points has one). Give as many"
                 " of each.");
  curves = two_objects();
  curves.band = {0};
  expect_refused(curves,
                 "The table has 80 times and 1 bands (each of its points has one). Give as many of"
                 " each.");
}

TEST(Tables, HaveTheObjectThatIsFitted) {
  for (std::int64_t const object : {-1, 2, 800'000'000}) {
    std::string const sentence = "There is no object " + std::to_string(object) +
                                 " (the table has 2, counted from 0). Give the number of one of"
                                 " them.";
    EXPECT_EQ(sentence_of([&] { fit_sinusoid(two_objects(), object, 0.5, {}, on_cpu()); }),
              sentence);
    EXPECT_EQ(sentence_of([&] {
                fit_folded(two_objects(), object, 0.5, PhaseDispersionOptions{}, on_cpu());
              }),
              sentence);
  }
}

TEST(Windows, NeedAGridAndASink) {
  EXPECT_EQ(sentence_of([] {
              spectral_windows(
                  two_objects(), {0.1, 0.1, -3}, Errors::ignore, [](auto const&) {}, on_cpu());
            }),
            "The frequency grid is empty (its count is -3). Ask for at least one.");
  EXPECT_EQ(sentence_of([] {
              spectral_windows(two_objects(), {0.1, 0.1, 3}, Errors::ignore, {}, on_cpu());
            }),
            "The sink is empty (spectral windows are handed to it, and not kept). Give a"
            " function.");
}

TEST(Searches, RefineAsManyPeaksAsTheyAreAskedFor) {
  PeriodSearch search = plain_search();
  search.grid = {0.69, 0.01, 3};
  search.peaks = 200;
  search.refine = Refine::yes;
  auto const result = search_periods(two_objects(), search, on_cpu());
  ASSERT_EQ(result.peaks.size(), 400U);
  for (std::size_t i = 0; i < result.peaks.size(); ++i) {
    EXPECT_EQ(result.peaks[i].index >= 0, i % 200 == 0);
    EXPECT_EQ(std::isnan(result.peaks[i].frequency), i % 200 != 0);
  }
}

/// The sentence for a search that is changed so.
std::string refusal(std::function<void(PeriodSearch&)> const& change) {
  PeriodSearch search = plain_search();
  change(search);
  std::string const sentence =
      sentence_of([&] { search_periods(two_objects(), search, on_cpu()); });
  EXPECT_EQ(sentence_of([&] { place(two_objects(), search, on_cpu()); }), sentence);
  return sentence;
}

TEST(Searches, HaveAGrid) {
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.grid.count = -10;
              search.refine = Refine::yes;
            }),
            "The frequency grid is empty (its count is -10). Ask for at least one.");
}

TEST(Searches, HaveHarmonics) {
  for (int const terms : {0, -3}) {
    EXPECT_EQ(refusal([&](PeriodSearch& search) { search.terms = terms; }),
              "The model has " + std::to_string(terms) +
                  " harmonics (one is the least). Ask for 1 or more.");
  }
}

TEST(Searches, ExcludeRanges) {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.excluded = {{not_a_number, 0.1}};
            }),
            "The excluded frequencies nan +- 0.1 are no range (a centre is finite, a half width"
            " not below 0). Give such numbers.");
}

TEST(Searches, HaveBandsWithoutDetailsOfPeaks) {
  std::string const sentence =
      "Bands do not go with refined peaks and false alarms (they know the model of one band)."
      " Leave them out, or search the bands apart.";
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.bands = Bands::use;
              search.refine = Refine::yes;
            }),
            sentence);
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.bands = Bands::use;
              search.false_alarm = FalseAlarm::baluev;
            }),
            sentence);
}

TEST(Searches, HaveFormulasOfOneSinusoid) {
  auto const change = [](FalseAlarm method) {
    return [method](PeriodSearch& search) {
      search.terms = 3;
      search.false_alarm = method;
      search.bootstrap_samples = 10;
    };
  };
  EXPECT_EQ(refusal(change(FalseAlarm::davies)),
            "There is no formula for the false alarms of 3 harmonics (the formulas hold for one"
            " sinusoid). Ask for the bootstrap, or for one harmonic.");
  EXPECT_EQ(refusal(change(FalseAlarm::bootstrap)), "");
}

TEST(Searches, HaveSamplesOfABootstrap) {
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.false_alarm = FalseAlarm::bootstrap;
              search.bootstrap_samples = -1;
            }),
            "The bootstrap has -1 samples (a probability needs one at least). Ask for more.");
}

TEST(Searches, HaveAFinderWithoutWhatIsOfLombScargle) {
  std::array<std::function<void(PeriodSearch&)>, 4> const changes{
      [](PeriodSearch& search) { search.terms = 2; },
      [](PeriodSearch& search) { search.bands = Bands::use; },
      [](PeriodSearch& search) { search.refine = Refine::yes; },
      [](PeriodSearch& search) { search.false_alarm = FalseAlarm::bootstrap; }};
  for (auto const& change : changes) {
    EXPECT_EQ(refusal([&](PeriodSearch& search) {
                search.finder = PhaseDispersionOptions{};
                change(search);
              }),
              "The search has a finder, and harmonics, bands, refined peaks or false alarms (these"
              " are of Lomb-Scargle alone). Leave the finder or the others out.");
  }
}

TEST(Candidates, AreOfTheSuperSmoother) {
  EXPECT_EQ(refusal([](PeriodSearch& search) { search.candidates = {5}; }),
            "The search for candidates has no finder (the Super Smoother scores them). Set it as"
            " the finder, or leave the candidates out.");
  EXPECT_EQ(refusal([](PeriodSearch& search) {
              search.candidates = {5};
              search.finder = PhaseDispersionOptions{};
            }),
            "The search for candidates has another finder than the Super Smoother (which alone"
            " scores them). Set that one, or leave the candidates out.");
}

TEST(Candidates, GiveOnePeakAndNoPeriodogram) {
  std::string const sentence =
      "Candidates do not go with several peaks and the periodogram (the smoother scores windows,"
      " of which the best is kept). Leave them out.";
  auto const candidates = [](PeriodSearch& search) {
    search.finder = SuperSmootherOptions{};
    search.candidates = {5};
  };
  EXPECT_EQ(refusal(candidates), "");
  EXPECT_EQ(refusal([&](PeriodSearch& search) {
              candidates(search);
              search.peaks = 3;
            }),
            sentence);
  EXPECT_EQ(refusal([&](PeriodSearch& search) {
              candidates(search);
              search.sink = [](auto const&) {};
            }),
            sentence);
}

TEST(Candidates, HaveNumbersInTheirRange) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  for (CandidateSearch const& wrong : {CandidateSearch{0, 10}, CandidateSearch{10'001, 10},
                                       CandidateSearch{5, -1}, CandidateSearch{5, largest}}) {
    EXPECT_EQ(refusal([&](PeriodSearch& search) {
                search.finder = SuperSmootherOptions{};
                search.candidates = wrong;
              }),
              "There cannot be " + std::to_string(wrong.peaks) + " candidates with windows of " +
                  std::to_string(wrong.half_window) +
                  " steps to either side (1 to 10000 of them can have 0 to 1000000000 steps). Ask"
                  " for numbers in these ranges.");
  }
}

TEST(MemoryFractions, AreShares) {
  for (auto const& [fraction, text] : {std::pair(0.0, "0"), std::pair(1.5, "1.5")}) {
    Execution execution = on_cpu();
    execution.memory_fraction = fraction;
    std::string const sentence =
        std::string("The memory fraction is ") + text +
        " (it is a share of the free memory). Give a number above 0, at most 1.";
    PeriodSearch search = plain_search();
    search.peaks = 3;
    EXPECT_EQ(sentence_of([&] { search_periods(two_objects(), search, execution); }), sentence);
    EXPECT_EQ(sentence_of([&] {
                search_on_own_grids(two_objects(), {{0.05, 2.0, 0.1}, {}, 1}, execution);
              }),
              sentence);
    EXPECT_EQ(sentence_of([&] {
                spectral_windows(
                    two_objects(), {0.1, 0.1, 3}, Errors::ignore, [](PeriodogramRows const&) {},
                    execution);
              }),
              sentence);
  }
}

}  // namespace
}  // namespace siderum::engine::test
