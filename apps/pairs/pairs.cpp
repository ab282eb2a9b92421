// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pairs.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/pairs/pair_counting.hpp>
#include <siderum/apps/pairs/pairs_picture.hpp>
#include <siderum/apps/pairs/pairs_tables.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

PairBins bins_of(BinOptions const& options, SavedCounts const* saved) {
  if (!bins_are_missing(options)) {
    return make_pair_bins(options);
  }
  if (saved == nullptr) {
    throw UsageError(
        "No bins were given (the separations that matter are not guessed). Give for example"
        " --bins 0.01:10:20, that is 20 logarithmic bins from 0.01 to 10 degrees, or --linear"
        " 0:180:36, or --edges FILE.");
  }
  PairBins bins = pair_bins_of(saved->file.edges, saved->file.unit);
  if (options.unit && *options.unit != bins.unit) {
    throw UsageError(
        fmt::format("--unit says {}, but the bins are those of {} (they are in {})."
                    " Leave --unit out, or give the bins.",
                    name_of(*options.unit, unit_choices), saved->path, saved->file.unit));
  }
  return bins;
}

/// The files that are written, opened so that one that cannot be is known at once.
class Outputs {
 public:
  explicit Outputs(PairsOptions const& options) : result_(options.output) {
    for (std::string const* path :
         {&options.per_region, &options.leave_one_out, &options.covariance, &options.save_regions,
          &options.save_counts}) {
      if (!path->empty()) {
        files_.emplace(*path, io::OutputFile(*path));
      }
    }
    if (!options.plot.empty()) {
      picture_.emplace(options.plot);
    }
  }

  io::OutputFile& result() { return result_; }

  /// A file that was asked for.
  io::OutputFile& operator[](std::string const& path) { return files_.at(path); }

  io::OutputFile& picture() { return *picture_; }

  /// All or none: the result last, as it may go to standard output.
  void commit_tables() {
    for (auto& [path, file] : files_) {
      file.finish();
    }
    result_.finish();
    for (auto& [path, file] : files_) {
      file.commit();
    }
    result_.commit();
  }

 private:
  io::OutputFile result_;
  std::map<std::string, io::OutputFile> files_;
  std::optional<io::OutputFile> picture_;
};

// A picture of more bins than this would show no more.
constexpr std::int64_t most_drawn = 500;

/// How w and its errors are made, with what the options leave open.
struct Estimation {
  Estimator estimator;
  ErrorMethod errors;
  JackknifeConvention jackknife;
  RegionBootstrapOptions bootstrap;
  bool writes_covariance;
  bool draws_covariance;
};

Estimation estimation_of(PairsOptions const& options, std::int64_t regions, std::int64_t bins) {
  Estimation result;
  result.estimator = options.estimator.value_or(Estimator::landy_szalay);
  result.errors = error_method(options, regions);
  result.jackknife = options.jackknife.value_or(JackknifeConvention::match);
  result.bootstrap.kind =
      result.errors == ErrorMethod::bootstrap ? BootstrapKind::pairs : BootstrapKind::marked;
  result.bootstrap.resamples = options.resamples.value_or(result.bootstrap.resamples);
  result.bootstrap.seed = options.seed.value_or(result.bootstrap.seed);
  result.writes_covariance = !options.covariance.empty();
  result.draws_covariance = !options.plot.empty() && result.errors != ErrorMethod::poisson &&
                            bins >= 2 && bins <= most_drawn;
  return result;
}

CorrelationResult correlate(Estimation const& estimation, CountedPairs const& counted) {
  CorrelationCounts const counts = counted.correlation_counts();
  Estimator const estimator = estimation.estimator;
  bool const whole = estimation.writes_covariance || estimation.draws_covariance;
  CorrelationResult result{correlation_function(counts, estimator), {}, {}};
  if (estimation.errors == ErrorMethod::poisson) {
    result.error = poisson_errors(result.w, counts.dd);
    if (whole) {
      result.covariance = poisson_covariance(result.w, counts.dd);
    }
  } else if (estimation.errors == ErrorMethod::jackknife) {
    CorrelationSamples const samples = leave_one_out(counts, estimator, estimation.jackknife);
    result.error = jackknife_errors(samples);
    if (whole) {
      result.covariance = jackknife_covariance(samples);
    }
  } else {
    CorrelationSamples const samples = bootstrap(counts, estimator, estimation.bootstrap);
    result.error = bootstrap_errors(samples);
    if (whole) {
      result.covariance = bootstrap_covariance(samples);
    }
  }
  return result;
}

/// Where single precision is not what it is elsewhere.
void comment_on_precision(engine::Precision precision, PairBins const& bins) {
  constexpr double arcsecond = 1.0 / 3600.0;  // [deg]
  constexpr double near_antipode = 179.9;     // [deg]
  if (precision != engine::Precision::single_precision) {
    return;
  }
  for (double const edge : bins.degrees.edges) {
    if ((edge > 0.0 && edge < arcsecond) || (edge > near_antipode && edge < 180.0)) {
      print_message(
          fmt::format("An edge at {:.6g} degrees: single precision places pairs well from 1"
                      " arcsecond to 179.9 degrees. Use --precision double.",
                      edge));
      return;
    }
  }
}

/// Which counts an estimator takes, and by which it divides, by their places in CountedPairs.
struct CountsInUse {
  std::vector<std::size_t> taken;
  std::vector<std::size_t> divisors;
};

CountsInUse counts_in_use(Estimator estimator, std::size_t counts) {
  std::size_t const rr = counts - 1;
  std::vector<std::size_t> all(counts);
  std::iota(all.begin(), all.end(), std::size_t{0});
  switch (estimator) {
    case Estimator::landy_szalay:
      return {all, {rr}};
    case Estimator::hamilton:
      return {all, {all.begin() + 1, all.end() - 1}};
    case Estimator::davis_peebles:
      return {{0, 1}, {1}};
    case Estimator::natural:
      return {{0, rr}, {rr}};
  }
  return {};
}

/// Whether there is a pair of any separation. (Auto counts of more points than sets have a set of
/// two.)
bool has_pairs(PairCounts const& counts) {
  return counts.kind == PairKind::cross_count || counts.points_first > counts.sets ||
         std::any_of(counts.count.begin(), counts.count.end(),
                     [](std::int64_t pairs) { return pairs > 0; });
}

/// Why bins have no w: "rr is 0 there".
std::string reason_of_missing(Estimator estimator, CountedPairs const& counted,
                              std::vector<double> const& w) {
  std::vector<std::string> reasons;
  CountsInUse const use = counts_in_use(estimator, counted.counts().size());
  for (std::size_t const i : use.taken) {
    io::NamedCounts const& named = counted.counts()[i];
    if (named.counts.total == 0.0) {
      reasons.push_back(has_pairs(named.counts)
                            ? fmt::format("the weights of the pairs of {} add up to 0", named.name)
                            : fmt::format("{} has no pairs of any separation", named.name));
    }
  }
  for (std::size_t const i : use.divisors) {
    io::NamedCounts const& named = counted.counts()[i];
    bool zero = false;
    for (std::size_t k = 0; k < w.size(); ++k) {
      double const pairs = named.counts.weight.empty() ? static_cast<double>(named.counts.count[k])
                                                       : named.counts.weight[k];
      zero = zero || (std::isnan(w[k]) && pairs == 0.0);
    }
    if (zero && named.counts.total != 0.0) {
      reasons.push_back(fmt::format("{} is 0 there", named.name));
    }
  }
  return reasons.empty() ? "what the estimator divides by is 0 there"
                         : fmt::format("{}", fmt::join(reasons, ", "));
}

void comment_on_missing(Estimation const& estimation, CountedPairs const& counted,
                        CorrelationResult const& result) {
  auto const bins = std::ssize(result.w);
  std::int64_t missing = 0;
  std::int64_t unknown = 0;
  for (std::size_t k = 0; k < result.w.size(); ++k) {
    missing += std::isnan(result.w[k]) ? 1 : 0;
    unknown += !std::isnan(result.w[k]) && std::isnan(result.error[k]) ? 1 : 0;
  }
  if (missing > 0) {
    print_message(fmt::format("{} of {} bins have no w: {}.", missing, bins,
                              reason_of_missing(estimation.estimator, counted, result.w)));
  }
  if (unknown > 0) {
    std::string const& data = counted.counts()[0].name;
    bool const poisson = estimation.errors == ErrorMethod::poisson;
    print_message(
        fmt::format("{} of {} bins have a w and no w_error: {}.", unknown, bins,
                    poisson ? data + " is 0 there" : "a sample of the regions has no w there"));
  }
}

/// What a reader of the numbers should know.
void comment(Estimation const& estimation, CountedPairs const& counted,
             CorrelationResult const& result) {
  comment_on_missing(estimation, counted, result);
  auto const bins = std::ssize(result.w);
  auto const regions = std::ssize(counted.file.region_labels);
  if (estimation.writes_covariance && regions > 0 && regions <= bins &&
      estimation.errors != ErrorMethod::poisson) {
    print_message(
        fmt::format("The covariance of {} bins from {} regions is singular: its inverse needs more"
                    " regions than bins.",
                    bins, regions));
  }
}

std::string points_text(CatalogueGroup const& group) {
  std::int64_t const points = group.sets[0].points();
  return fmt::format("{}: {} point{}", io::object_name(group.files[0]), points,
                     points == 1 ? "" : "s");
}

PairsPicture picture_of(Estimation const& estimation, PairBins const& bins,
                        PairCatalogues const& catalogues, CountedPairs const& counted,
                        CorrelationResult const* correlation) {
  PairsPicture picture;
  picture.unit = name_of(bins.unit, unit_choices);
  picture.edges = bins.edges;
  picture.title = points_text(catalogues.data);
  if (catalogues.data2.is_there()) {
    picture.title += ", " + points_text(catalogues.data2);
  }
  if (correlation == nullptr) {
    PairCounts const& counts = counted.counts()[0].counts;
    bool const weighted = !counts.weight.empty();
    picture.name = counted.counts()[0].name;
    picture.sum = weighted ? "sum of w_i w_j" : "pairs";
    picture.subtitle = weighted ? "sum of the products of weights" : "number of pairs";
    picture.value =
        weighted ? counts.weight : std::vector<double>(counts.count.begin(), counts.count.end());
    return picture;
  }
  picture.name = "w";
  picture.subtitle =
      fmt::format("{}, errors by {}", name_of(estimation.estimator, estimator_choices),
                  name_of(estimation.errors, error_method_choices));
  picture.value = correlation->w;
  picture.error = correlation->error;
  std::int64_t const size = std::ssize(picture.value);
  if (estimation.draws_covariance) {
    for (std::int64_t k = 0; k < size; ++k) {
      for (std::int64_t l = 0; l < size; ++l) {
        auto const kk = static_cast<std::size_t>(k);
        auto const ll = static_cast<std::size_t>(l);
        picture.correlation.push_back((*correlation->covariance)(k, l) /
                                      (correlation->error[kk] * correlation->error[ll]));
      }
    }
  }
  return picture;
}

void write_tables(PairsOptions const& options, Estimation const& estimation, PairBins const& bins,
                  PairCatalogues const& catalogues, CountedPairs const& counted,
                  CorrelationResult const* correlation, Outputs& outputs) {
  io::write_table(result_table(bins, counted, correlation), outputs.result());
  if (!options.per_region.empty()) {
    io::write_table(per_region_table(bins, counted), outputs[options.per_region]);
  }
  if (!options.leave_one_out.empty()) {
    io::write_table(leave_one_out_table(bins, counted, estimation.estimator, estimation.jackknife),
                    outputs[options.leave_one_out]);
  }
  if (!options.covariance.empty()) {
    io::write_table(covariance_table(bins, *correlation->covariance), outputs[options.covariance]);
  }
  if (!options.save_regions.empty()) {
    io::write_table(regions_table(catalogues), outputs[options.save_regions]);
  }
  if (!options.save_counts.empty()) {
    io::write_pair_counts(counted.file, outputs[options.save_counts]);
  }
}

std::optional<RegionPlan> regions_of(PairsOptions const& options) {
  return options.regions
             ? std::optional(RegionPlan{*options.regions,
                                        options.region_method.value_or(RegionMethod::bisection),
                                        options.seed.value_or(1)})
             : std::nullopt;
}

CountPlan plan_of(PairsOptions const& options) {
  CountPlan plan;
  plan.execution = options.execution;
  plan.options.mean_separation = options.mean_separation;
  plan.is_to_be_saved = !options.save_counts.empty();
  // Whoever saves counts may want any errors of them later.
  bool const wants_matrix = options.errors == ErrorMethod::bootstrap || plan.is_to_be_saved;
  plan.options.region_matrix = wants_matrix ? RegionMatrix::yes : RegionMatrix::no;
  plan.progress = options.progress;
  return plan;
}

}  // namespace

void run_pairs(PairsOptions const& options) {
  check_options(options);
  now(Activity::waking);
  engine::check(options.execution);
  now(Activity::reading);
  std::optional<SavedCounts> saved;
  if (!options.use_counts.empty()) {
    saved = SavedCounts{options.use_counts, io::read_pair_counts(options.use_counts)};
  }
  SavedCounts const* const reused = saved ? &*saved : nullptr;
  if (saved) {
    check_saved_regions(options, std::ssize(saved->file.region_labels));
  }
  PairBins const bins = bins_of(options.bins, reused);
  std::string const gnuplot = options.plot.empty() ? std::string() : find_gnuplot();
  if (!saved) {
    engine::foresee(least_work(options.catalogues), bins.degrees, options.execution);
  }
  PairCatalogues const catalogues =
      read_catalogues(options.catalogues, regions_of(options), reused);
  print_messages(catalogues.notes);
  if (std::string const sentence = idle_regions(options); !sentence.empty()) {
    print_message(sentence);
  }
  comment_on_precision(options.execution.precision, bins);
  check_bootstrap(options, catalogues.region_count(), bins.degrees.count());

  now(Activity::computing);
  Outputs outputs(options);
  CountedPairs const counted = count_catalogues(plan_of(options), bins, catalogues, reused);
  print_messages(counted.notes);
  tell_where(options.verbose, counted.placement);
  Estimation const estimation =
      estimation_of(options, catalogues.region_count(), bins.degrees.count());
  std::optional<CorrelationResult> correlation;
  if (counted.has_randoms()) {
    correlation = correlate(estimation, counted);
    comment(estimation, counted, *correlation);
  }
  CorrelationResult const* const result = correlation ? &*correlation : nullptr;
  now(Activity::writing);
  write_tables(options, estimation, bins, catalogues, counted, result, outputs);
  outputs.commit_tables();
  // Last: counts that took hours are kept where there is nothing to draw.
  if (!options.plot.empty()) {
    now(Activity::drawing);
    draw_picture(picture_of(estimation, bins, catalogues, counted, result), gnuplot,
                 outputs.picture());
    outputs.picture().commit();
  }
}

}  // namespace siderum::apps
