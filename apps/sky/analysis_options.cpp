// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/analysis_options.hpp>

#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::apps {

namespace {

constexpr std::array unseen_choices{Choice<Unseen>{"error", Unseen::error},
                                    Choice<Unseen>{"zero", Unseen::zero}};
constexpr std::array unconverged_choices{Choice<Unconverged>{"error", Unconverged::error},
                                         Choice<Unconverged>{"accept", Unconverged::accept}};
constexpr std::array ring_weight_choices{
    Choice<engine::RingWeights>{"off", engine::RingWeights::off},
    Choice<engine::RingWeights>{"on", engine::RingWeights::on}};

constexpr std::array removal_choices{Choice<Removal>{"none", Removal::none},
                                     Choice<Removal>{"monopole", Removal::monopole},
                                     Choice<Removal>{"dipole", Removal::dipole}};

constexpr std::int64_t most_iterations = 100'000;

void add_iteration(Verb& verb, AnalysisOptions& options) {
  add_whole_number(verb, "--iterations", options.iterations, {0, most_iterations, 3},
                   "passes over what is left of the map; with --tolerance the most there may be "
                   "(default: 3 on HEALPix, 0 on other grids, 100 with --tolerance)");
  add_number(verb, "--tolerance", options.tolerance,
             "least squares, iterated until the residual is so small");
  add_choice(verb, "--ring-weights", options.ring_weights, ring_weight_choices,
             "weights of HEALPix rings that are exact to degree 3.5 nside");
  add_choice(verb, "--unconverged", options.unconverged, unconverged_choices,
             "an analysis that does not reach the tolerance: refuse it, or take what was reached");
  add_table_output(verb, "--residuals", options.residuals,
                   "table of the residual after each iteration");
}

}  // namespace

void add_analysis(Verb& verb, AnalysisOptions& options, LmaxOption needed) {
  add_lmax(verb, options.lmax,
           "largest degree; up to 2 nside is safe on HEALPix, 3 nside - 1 the end")
      .is_required = needed == LmaxOption::required;
  add_mmax(verb, options.mmax, "largest order (default: lmax)");
  add_field_options(verb, options.field);
  add_choice(verb, "--unseen", options.unseen, unseen_choices,
             "pixels that are UNSEEN, undefined or no numbers: refuse the map, or take them as 0");
  add_input(
      verb, "--mask", options.mask,
      "map of weights by which pixels are multiplied, 0 where it is not seen; with --tolerance "
      "those of the least squares");
  add_choice(verb, "--remove", options.removal, removal_choices,
             "from a function or from T, by a fit to the pixels of the mask: the mean, or also the "
             "dipole");
  add_iteration(verb, options);
  add_map_selection(verb, options.selection);
  add_convention(verb, options.selection.convention,
                 "of the sign of U, where the file does not say");
  add_filter_options(verb, options.filters);
  add_execution_options(verb, options.execution);
  add_distributed_option(verb);
  add_progress_option(verb, options.progress);
  add_verbose_option(verb, options.verbose);
}

void check_analysis(AnalysisOptions const& options) {
  Field const field = options.field.field();
  now(Activity::waking);
  engine::check(options.execution);
  check_filter_options(options.filters);
  check_convention(options.selection.convention, field);
  check_range_options(field, options.lmax, options.mmax);
  SIDERUM_VALIDATE(!options.tolerance || (*options.tolerance > 0.0 && *options.tolerance < 1.0),
                   fmt::format("--tolerance is {} (a residual is 1 before the first iteration). "
                               "Give a number between 0 and 1, for example 1e-8.",
                               number_text(options.tolerance.value_or(0.0))));
  if (options.removal != Removal::none && (field == Field::spin_one || field == Field::spin_two)) {
    throw UsageError(
        "--remove has no effect (only functions and T have a mean). Leave it out, or give"
        " --polarised.");
  }
  if (options.tolerance && !options.mask.empty() &&
      options.ring_weights == engine::RingWeights::on) {
    throw UsageError(
        "--ring-weights has no effect (the mask gives the weights of the least squares). Leave out"
        " one of them, or --tolerance.");
  }
  if (options.tolerance && options.iterations == 0) {
    throw UsageError(
        "--tolerance and --iterations 0 contradict each other (a residual falls by iterating)."
        " Leave one of them out.");
  }
  bool const accepts = options.unconverged == Unconverged::accept;
  if (!options.tolerance && options.iterations == 0 && (accepts || !options.residuals.empty())) {
    throw UsageError(
        fmt::format("{} has no effect (nothing is iterated). Give --iterations or --tolerance, or "
                    "leave it out.",
                    accepts ? "--unconverged" : "--residuals"));
  }
}

void check_no_map_options(AnalysisOptions const& options) {
  std::array<std::pair<char const*, bool>, 10> const given{
      {{"--unseen", options.unseen != Unseen::error},
       {"--mask", !options.mask.empty()},
       {"--remove", options.removal != Removal::none},
       {"--iterations", options.iterations.has_value()},
       {"--tolerance", options.tolerance.has_value()},
       {"--ring-weights", options.ring_weights != engine::RingWeights::off},
       {"--unconverged", options.unconverged != Unconverged::error},
       {"--residuals", !options.residuals.empty()},
       {"--column or --ordering", !options.selection.column.empty() || options.selection.order},
       {"--polcconv", options.selection.convention.has_value()}}};
  for (auto const& [name, is_given] : given) {
    if (is_given) {
      throw UsageError(fmt::format(
          "{} has no effect ({} holds coefficients, and it acts on maps). Leave it out.", name,
          io::input_name(options.map)));
    }
  }
}

}  // namespace siderum::apps
