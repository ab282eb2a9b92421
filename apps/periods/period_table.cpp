// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/period_table.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/command_line/shortest.hpp>
#include <siderum/apps/periods/finders.hpp>
#include <siderum/apps/periods/periods_choices.hpp>
#include <siderum/apps/periods/probability_text.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::apps {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::int64_t points_of(LightCurveTable const& curves, std::int64_t object) {
  auto const i = static_cast<std::size_t>(object);
  return curves.offsets[i + 1] - curves.offsets[i];
}

engine::Peak const& peak_of(engine::PeriodSearchResult const& result,
                            engine::PeriodSearch const& search, std::int64_t object,
                            std::int64_t rank) {
  return result.peaks[static_cast<std::size_t>(object * search.peaks + rank)];
}

/// Whether sums over the points were formed, for the powers or for candidates.
bool has_sums(engine::PeriodSearch const& search) {
  return !search.finder || search.candidates.has_value();
}

/// Where all powers of a model of several terms are NaN: its normal equations have no solution.
std::string singular_model(engine::PeriodSearch const& search) {
  bool const has_bands = search.bands == engine::Bands::use;
  bool const has_harmonics = search.terms > 1;
  std::string const model =
      has_harmonics ? fmt::format("{} harmonics{}", search.terms, has_bands ? " and bands" : "")
                    : "bands";
  return fmt::format(
      "the model of {} is singular at every frequency (at these times its terms cannot be told"
      " apart). Ask for {}",
      model,
      !has_bands      ? "fewer harmonics"
      : has_harmonics ? "fewer harmonics, or search without the bands"
                      : "a search without the bands");
}

/// Why an object whose data are in order has no peak.
std::string reason(engine::Peak const& peak, engine::PeriodSearch const& search) {
  if (peak.power == 0.0) {
    return "no power is above 0, at none of the frequencies a sinusoid fits better than a constant";
  }
  if (!search.excluded.empty()) {
    return "no peak outside the excluded windows";
  }
  bool const has_equations = search.terms > 1 || search.bands == engine::Bands::use;
  return !search.finder && has_equations ? singular_model(search)
                                         : "no power is a number (are the times far too large?)";
}

bool weighs_points(engine::PeriodSearch const& search) {
  if (!search.finder) {
    return search.options.errors == siderum::Errors::use;
  }
  return std::visit(
      [](auto const& options) {
        if constexpr (requires { options.errors; }) {
          return options.errors == siderum::Errors::use;
        } else {
          return false;
        }
      },
      *search.finder);
}

std::string_view finder_word(engine::PeriodSearch const& search) {
  return search.finder ? finder_name(*search.finder)
                       : name_of(FinderChoice::lomb_scargle, finder_choices);
}

/// So few points that they outweigh all others: how many, 0 where none do, and the part of the
/// weights that is left to the others.
struct FewPoints {
  std::int64_t count = 0;
  double others = 1.0;
};

FewPoints outweighing(LightCurveTable const& curves, engine::PeriodSearch const& search,
                      std::int64_t object) {
  constexpr double most_that_drowns = 0.1;  // in single precision, of 1e6 points
  if (curves.error.empty() || !weighs_points(search)) {
    return {};
  }
  auto const first = curves.error.begin() + curves.offsets[static_cast<std::size_t>(object)];
  std::vector<double> error(first, first + points_of(curves, object));
  std::sort(error.begin(), error.end());
  std::int64_t const most = search.options.fit_mean == FitMean::yes ? 3 : 2;
  for (std::int64_t count = 1; count <= std::min(most, std::ssize(error) - 1); ++count) {
    double few = 0.0;  // in units of the heaviest
    double others = 0.0;
    for (std::int64_t j = std::ssize(error) - 1; j >= 0; --j) {
      double const share = error[0] / error[static_cast<std::size_t>(j)];
      (j < count ? few : others) += share * share;
    }
    if (others < most_that_drowns * (few + others)) {
      return {count, others / (few + others)};
    }
  }
  return {};
}

/// Whether error^-2 overflows or vanishes, or values that are in range themselves leave it with the
/// errors.
bool are_errors_out_of_range(LightCurveTable const& curves, engine::PeriodSearch const& search,
                             std::int64_t object) {
  if (curves.error.empty() || !weighs_points(search)) {
    return false;
  }
  double weights = 0.0;
  double largest = 0.0;
  auto const first = static_cast<std::size_t>(curves.offsets[static_cast<std::size_t>(object)]);
  for (auto j = first; j < first + static_cast<std::size_t>(points_of(curves, object)); ++j) {
    weights += 1.0 / (curves.error[j] * curves.error[j]);
    largest = std::max(largest, std::abs(curves.value[j]));
  }
  bool const are_weights_usable = std::isfinite(weights) && weights > 0.0;
  constexpr double ordinary = 1e15;  // the square of its square is a float
  bool const is_ordinary = largest < ordinary && largest > 1.0 / ordinary;
  return !are_weights_usable || (is_ordinary && search.options.normalization != Normalization::raw);
}

/// Where status is out_of_range: why.
std::string out_of_range(LightCurveTable const& curves, engine::PeriodSearch const& search,
                         std::int64_t object, engine::Precision precision) {
  std::int64_t const points = points_of(curves, object);
  FewPoints const few = outweighing(curves, search, object);
  if (few.count > 0) {
    bool const is_single = precision == engine::Precision::single_precision;
    constexpr double least_of_double = 1e-8;
    bool const is_one = few.count == 1;
    return fmt::format(
        "errors too unequal, as {} all others by more than {} precision can tell (points: {}). {}",
        is_one ? std::string("one point outweighs") : fmt::format("{} points outweigh", few.count),
        is_single ? "single" : "double", points,
        is_single && few.others > least_of_double ? "Use --precision double"
        : is_one                                  ? "Correct its error, or leave it out"
                                                  : "Correct their errors, or leave them out");
  }
  return fmt::format("{} (points: {})",
                     are_errors_out_of_range(curves, search, object)
                         ? "errors out of range"
                         : describe(ObjectStatus::out_of_range),
                     points);
}

/// Probabilities too small for a double are text, or have their logarithms beside them.
struct FalseAlarmColumns {
  io::TextColumn text;
  io::NumberColumn number;
  io::NumberColumn logarithm;

  void append(engine::Peak const& peak, io::TableFormat format) {
    if (format == io::TableFormat::csv) {
      text.push_back(probability_text(peak.false_alarm, peak.log_false_alarm));
    } else {
      number.push_back(peak.false_alarm);
      logarithm.push_back(peak.log_false_alarm / std::numbers::ln10);
    }
  }

  void add_to(io::Table& table, io::TableFormat format) {
    if (format == io::TableFormat::csv) {
      table.add("fap", std::move(text));
    } else {
      table.add("fap", std::move(number));
      table.add("log10_fap", std::move(logarithm));
    }
  }
};

/// A power of single precision has the digits that one has, unless it was refined in double.
double shown_power(engine::Peak const& peak, engine::Precision precision) {
  bool const is_single = precision == engine::Precision::single_precision && !peak.is_refined;
  return is_single ? shortest_as_double(static_cast<float>(peak.power)) : peak.power;
}

}  // namespace

io::Table period_table(LightCurveTable const& curves, engine::PeriodSearch const& search,
                       engine::PeriodSearchResult const& result, RankColumn rank_column,
                       engine::Precision precision, MethodColumn method_column,
                       io::TableFormat format) {
  io::TextColumn id;
  io::IntegerColumn points;
  io::NumberColumn frequency;
  io::NumberColumn period;
  io::NumberColumn power;
  io::NumberColumn frequency_error;
  io::IntegerColumn ranks;
  FalseAlarmColumns false_alarm;
  io::TextColumn methods;
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    for (std::int64_t rank = 0; rank < search.peaks; ++rank) {
      engine::Peak const& peak = peak_of(result, search, object, rank);
      bool const found = peak.index >= 0;
      if (!found && rank > 0) {
        break;
      }
      id.push_back(curves.id[static_cast<std::size_t>(object)]);
      points.push_back(points_of(curves, object));
      frequency.push_back(peak.frequency);
      period.push_back(1.0 / peak.frequency);
      power.push_back(found ? shown_power(peak, precision) : nan);
      frequency_error.push_back(peak.uncertainty);
      ranks.push_back(rank + 1);
      false_alarm.append(peak, format);
      methods.push_back(std::string(name_of(result.method, method_choices)));
    }
  }
  io::Table table;
  table.add("id", std::move(id));
  table.add("points", std::move(points));
  table.add("frequency", std::move(frequency));
  table.add("period", std::move(period));
  table.add("power", std::move(power));
  if (search.refine == engine::Refine::yes) {
    table.add("frequency_error", std::move(frequency_error));
  }
  if (rank_column == RankColumn::present) {
    table.add("rank", std::move(ranks));
  }
  if (search.false_alarm != engine::FalseAlarm::none) {
    false_alarm.add_to(table, format);
  }
  if (method_column == MethodColumn::present) {
    table.add("method", std::move(methods));
  }
  table.describe(search_facts(search, result));
  return table;
}

std::vector<io::TableFact> search_facts(engine::PeriodSearch const& search,
                                        engine::PeriodSearchResult const& result) {
  std::vector<io::TableFact> facts{
      {"FINDER", std::string(finder_word(search)), "kind of periodogram"}};
  if (has_sums(search)) {
    facts.push_back({"METHOD", std::string(name_of(result.method, method_choices)),
                     "how its sums were formed"});
  }
  if (has_sums(search) && result.tolerance > 0.0) {
    facts.push_back({"TOLERANC", result.tolerance, "largest error of a power, of the largest"});
  }
  return facts;
}

std::string search_sentence(engine::PeriodSearch const& search,
                            engine::PeriodSearchResult const& result) {
  if (!has_sums(search)) {
    return fmt::format("The points were folded by {}.", finder_word(search));
  }
  return fmt::format("The sums were formed by {} ({}).", name_of(result.method, method_choices),
                     result.tolerance > 0.0 ? fmt::format("tolerance {}", result.tolerance)
                                            : std::string("exact to rounding"));
}

std::string edge_notice(LightCurveTable const& curves, engine::PeriodSearch const& search,
                        engine::PeriodSearchResult const& result) {
  std::int64_t const last = search.grid.count - 1;
  std::int64_t first_object = -1;
  std::int64_t objects = 0;
  for (std::int64_t object = 0; object < curves.objects() && last > 1; ++object) {
    std::int64_t const index = peak_of(result, search, object, 0).index;
    if (index == 0 || index == last) {
      first_object = objects == 0 ? object : first_object;
      ++objects;
    }
  }
  if (objects == 0) {
    return {};
  }
  engine::Peak const& peak = peak_of(result, search, first_object, 0);
  return fmt::format(
      "The highest power of {} '{}' lies at an end of the range, at the frequency {:.6g}, and need"
      " not be a peak; a wider range would show.",
      objects == 1 ? std::string("object") : fmt::format("{} objects, the first being", objects),
      io::shown_text(curves.id[static_cast<std::size_t>(first_object)]),
      search.grid.frequency(peak.index));
}

std::vector<std::string> missing_answers(LightCurveTable const& curves,
                                         engine::PeriodSearch const& search,
                                         engine::PeriodSearchResult const& result,
                                         engine::Precision precision) {
  constexpr std::size_t most_sentences = 10;
  std::vector<std::string> sentences;
  std::int64_t others = 0;
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    ObjectStatus const status = result.status[static_cast<std::size_t>(object)];
    engine::Peak const& best = peak_of(result, search, object, 0);
    if (status == ObjectStatus::ok && best.index >= 0) {
      continue;
    }
    if (sentences.size() == most_sentences) {
      ++others;
      continue;
    }
    std::string const why =
        status == ObjectStatus::ok ? reason(best, search)
        : status == ObjectStatus::out_of_range
            ? out_of_range(curves, search, object, precision)
            : fmt::format("{} (points: {})", describe(status), points_of(curves, object));
    sentences.push_back(fmt::format("no period for object '{}': {}.",
                                    io::shown_text(curves.id[static_cast<std::size_t>(object)]),
                                    why));
  }
  if (others > 0) {
    sentences.push_back(
        fmt::format("no period for {} more object{}.", others, others == 1 ? "" : "s"));
  }
  return sentences;
}

}  // namespace siderum::apps
