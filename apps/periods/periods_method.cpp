// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/periods/periods_options.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

/// The options that act with one finder.
struct ActingWith {
  FinderChoice finder;
  std::vector<ActingOption> options;
};

/// In the order in which they are refused.
std::vector<ActingOption> options_of_lomb_scargle(PeriodsOptions const& options) {
  return {{"--model", options.model.has_value()},
          {"--fit-mean", options.fit_mean.has_value()},
          {"--center-data", options.center_data.has_value()},
          {"--normalization", options.normalization.has_value()},
          {"--method", options.method.has_value()},
          {"--tolerance", options.tolerance.has_value()},
          {"--nterms", options.terms.has_value()},
          {"--band-column", !options.reading.band_column.empty()},
          {"--refine", options.refine != engine::Refine::no},
          {"--fap", options.false_alarm != engine::FalseAlarm::none},
          {"--errors", options.errors.has_value()}};
}

/// Whether an option is one of the sums, which are formed in the search for candidates, too.
bool is_of_sums(std::string_view option) {
  constexpr std::array names{"--model", "--fit-mean", "--center-data", "--method", "--tolerance"};
  return std::find(names.begin(), names.end(), option) != names.end();
}

std::vector<ActingWith> acting_options(PeriodsOptions const& options) {
  std::vector<ActingWith> acting{{FinderChoice::lomb_scargle, options_of_lomb_scargle(options)}};
  for_each_finder(options.finders,
                  [&](FinderChoice finder, auto const& program, auto const& arguments) {
                    acting.push_back({finder, program.acting(arguments, options)});
                  });
  return acting;
}

/// Whether the option acts with the finder.
bool acts(std::string_view option, ActingWith const& with) {
  return std::any_of(with.options.begin(), with.options.end(),
                     [&](ActingOption const& other) { return other.name == option; });
}

/// What an option acts with.
std::string wanted(std::string_view option, std::vector<ActingWith> const& acting) {
  if (is_of_sums(option)) {
    return "--finder lomb-scargle, or with --finder super-smoother and --candidates";
  }
  std::string finders;
  for (ActingWith const& with : acting) {
    if (acts(option, with)) {
      finders += finders.empty() ? "" : " and ";
      finders += name_of(with.finder, finder_choices);
    }
  }
  return "--finder " + finders;
}

/// Throws UsageError for an option that does nothing with the finder.
void refuse_idle_options(PeriodsOptions const& options) {
  auto const acting = acting_options(options);
  auto const& chosen = acting[static_cast<std::size_t>(options.finder)];
  bool const has_sums = candidate_search(options).has_value();
  for (ActingWith const& with : acting) {
    for (ActingOption const& option : with.options) {
      bool const idle = !acts(option.name, chosen) && !(has_sums && is_of_sums(option.name));
      if (option.given && idle) {
        throw UsageError(fmt::format(
            "{} does nothing with --finder {} (it acts with {}). Leave it out, or "
            "choose another finder.",
            option.name, name_of(options.finder, finder_choices), wanted(option.name, acting)));
      }
    }
  }
}

}  // namespace

void refuse_together(std::string_view option, bool given, std::string_view other, bool other_given,
                     std::string_view why) {
  if (given && other_given) {
    throw UsageError(fmt::format("{} and {} do not go together ({}). Leave one of them out.",
                                 option, other, why));
  }
}

LombScargleOptions lomb_scargle_options(PeriodsOptions const& options) {
  LombScargleOptions method =
      options.model == Model::standard ? standard_periodogram() : generalized_periodogram();
  method.fit_mean = options.fit_mean.value_or(method.fit_mean);
  method.errors = options.errors.value_or(method.errors);
  method.center_data = options.center_data.value_or(method.center_data);
  method.normalization = options.normalization.value_or(method.normalization);
  method.method = options.method.value_or(method.method);
  method.tolerance = options.tolerance.value_or(method.tolerance);
  return method;
}

std::optional<FinderOptions> finder_options(PeriodsOptions const& options) {
  std::optional<FinderOptions> chosen;
  for_each_finder(options.finders,
                  [&](FinderChoice finder, auto const& program, auto const& arguments) {
                    if (finder == options.finder) {
                      chosen = program.options(arguments, options);
                    }
                  });
  return chosen;
}

std::optional<engine::CandidateSearch> candidate_search(PeriodsOptions const& options) {
  auto const& arguments = std::get<SuperSmootherArguments>(options.finders);
  auto const finder = finder_options(options);
  if (!arguments.candidates || !finder || !std::holds_alternative<SuperSmootherOptions>(*finder)) {
    return {};
  }
  engine::CandidateSearch search{*arguments.candidates};
  search.half_window = arguments.half_window.value_or(search.half_window);
  return search;
}

void check_method(PeriodsOptions const& options) {
  refuse_idle_options(options);
  for_each_finder(options.finders,
                  [&](FinderChoice finder, auto const& program, auto const& arguments) {
                    if (finder == options.finder) {
                      program.check(arguments, options);
                    }
                  });
  SIDERUM_VALIDATE(options.finder == FinderChoice::lomb_scargle || options.range.fmin != 0.0,
                   fmt::format("--fmin is 0 (its period is infinite, and --finder {} folds with"
                               " it). Begin above 0.",
                               name_of(options.finder, finder_choices)));
}

}  // namespace siderum::apps
