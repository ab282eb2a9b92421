// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pairs_command.hpp>

#include <memory>

#include <siderum/apps/pairs/pairs.hpp>

namespace siderum::apps {

namespace {

// More would be longer than their points or the patience of anybody.
constexpr std::int64_t most_regions = 1'000'000;
constexpr std::int64_t most_resamples = 1'000'000;

constexpr char footer[] =
    "Auto counts are unordered: each pair once. Bins are [MIN, MAX), a last edge of 180 degrees "
    "includes\nthe antipodes.\n\n"
    "Example: siderum pairs --data galaxies.csv --randoms randoms.csv --bins 0.01:10:20 "
    "--regions 50 \\\n           --plot w.png";

void add_catalogues(Verb& verb, PairsOptions& options) {
  add_input(verb, "--data", options.catalogues.data,
            "points with ra and dec, text or FITS; - is standard input")
      .is_required = true;
  add_input(verb, "--data2", options.catalogues.data2, "a second catalogue: cross correlation");
  add_inputs(verb, "--randoms", options.catalogues.randoms,
             "random points over the same area; several files are as many sets, which are "
             "pooled");
  add_inputs(verb, "--randoms2", options.catalogues.randoms2,
             "of the second catalogue, as many as --randoms");
  verb.add_option(
      "--columns", "RA,DEC",
      [&options](std::string const& text) { parse_columns(text, options.catalogues.columns); },
      "of right ascension and declination, by name or number; default: ra and dec of the "
      "header, or what catalogues call them (RAJ2000, decl, ...), without one columns 1 and 2");
  add_choice(verb, "--coordinates", options.catalogues.columns.unit, coordinate_choices,
             "unit of ra and dec in files that do not say it; hours: ra in hours, dec in degrees"
             " (default deg)");
  add_text(verb, "--weights", options.catalogues.columns.weight, "NAME",
           "column of the weights; a pair counts w_i w_j");
}

void add_bins(Verb& verb, PairsOptions& options) {
  auto const add_range = [&verb](std::string const& option, std::optional<BinRange>& range,
                                 std::string const& help) {
    verb.add_option(
        option, "MIN:MAX:N",
        [option, &range](std::string const& text) { range = parse_bin_range(option, text); }, help);
  };
  add_range("--bins", options.bins.logarithmic, "N logarithmic bins of separation");
  add_range("--linear", options.bins.linear, "N equal bins of separation");
  add_input(verb, "--edges", options.bins.edges_file, "the edges of the bins, ascending");
  add_choice(verb, "--unit", options.bins.unit, unit_choices,
             "of the edges, as read and printed (default deg)");
  add_choice(verb, "--mean-separation", options.mean_separation, mean_separation_choices,
             "adds the column theta_mean, of the pairs of data (default no)");
}

void add_estimates(Verb& verb, PairsOptions& options) {
  add_choice(verb, "--estimator", options.estimator, estimator_choices,
             "of w (default landy-szalay)");
  add_whole_number(verb, "--regions", options.regions, {2, most_regions, 50},
                   "cut the sky into N regions, from the randoms or else the data");
  add_choice(verb, "--region-method", options.region_method, region_method_choices,
             "equal counts, or compact (default bisection)");
  add_text(verb, "--region-column", options.catalogues.columns.region, "NAME",
           "column of the regions of all catalogues, whole numbers");
  add_choice(verb, "--errors", options.errors, error_method_choices,
             "of w_error and the covariance (default jackknife with regions, else poisson)");
  add_choice(verb, "--jackknife", options.jackknife, jackknife_choices,
             "which pairs leave with a region (default match)");
  add_whole_number(verb, "--resamples", options.resamples, {2, most_resamples, 1000},
                   "of the bootstrap (default 1000)");
  add_seed(verb, options.seed, "of k-means and the bootstrap (default 1)");
}

void add_outputs(Verb& verb, PairsOptions& options) {
  add_table_output(verb, "--output", options.output,
                   "results, CSV or FITS by its ending; without it CSV on standard output")
      .file = FileUse::result;
  add_table_output(verb, "--per-region", options.per_region,
                   "the counts by region: count,region,theta_min,theta_max,both,first,second");
  add_table_output(verb, "--leave-one-out", options.leave_one_out,
                   "counts and w without each region");
  add_table_output(verb, "--covariance", options.covariance, "of w, one pair of bins a row");
  add_table_output(verb, "--save-regions", options.save_regions, "the region of each point");
  add_output(verb, "--save-counts", options.save_counts, "all counts with what they are counts of",
             parse_counts_output)
      .type = "FILE.json";
  add_input(verb, "--use-counts", options.use_counts,
            "take saved counts of the same catalogues, bins and regions, above all rr")
      .type = "FILE.json";
  add_output(verb, "--plot", options.plot,
             "w with error bars, and its covariance; without randoms the counts");
}

}  // namespace

void add_pairs(Verb& program) {
  Verb& verb = program.add_verb(
      "pairs",
      "Pairs of points on the sky by separation, w(theta) and its covariance: CSV with "
      "theta_min,theta_max,dd,dr,rr,w,w_error");
  auto const options = std::make_shared<PairsOptions>();
  add_catalogues(verb, *options);
  add_bins(verb, *options);
  add_estimates(verb, *options);
  add_outputs(verb, *options);
  add_execution_options(verb, options->execution,
                        "in which separations are compared with the edges; weights are double");
  add_distributed_option(verb);
  add_progress_option(verb, options->progress);
  add_verbose_option(verb, options->verbose);
  verb.set_footer(footer);
  verb.set_action([options] { run_pairs(*options); });
}

}  // namespace siderum::apps
