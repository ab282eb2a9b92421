// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/message.hpp>
#include <siderum/apps/pair_counting.hpp>
#include <siderum/apps/pairs_picture.hpp>
#include <siderum/apps/pairs_tables.hpp>
#include <siderum/apps/usage_error.hpp>
#include <siderum/io/input_file.hpp>
#include <siderum/io/table_files.hpp>

namespace siderum::apps {

namespace {

void print_messages(std::vector<std::string> const& sentences) {
  for (std::string const& sentence : sentences) {
    print_message(sentence);
  }
}

PairBins bins_of(PairsOptions const& options, io::PairCountFile const* saved) {
  if (!bins_are_missing(options.bins)) {
    return make_pair_bins(options.bins);
  }
  if (saved == nullptr) {
    throw UsageError(
        "No bins were given (the separations that matter are not guessed). Give for example"
        " --bins 0.01:10:20, that is 20 logarithmic bins from 0.01 to 10 degrees, or --linear"
        " 0:180:36, or --edges FILE.");
  }
  PairBins bins = pair_bins_of(saved->edges, saved->unit);
  if (options.bins.unit && *options.bins.unit != bins.unit) {
    throw UsageError(
        fmt::format("--unit says {}, but the bins are those of {} (they are in {})."
                    " Leave --unit out, or give the bins.",
                    name_of(*options.bins.unit, unit_choices), options.use_counts, saved->unit));
  }
  return bins;
}

/// The files that are written, opened so that one that cannot be is known at once.
class Outputs {
 public:
  explicit Outputs(PairsOptions const& options) : result_(options.output) {
    for (std::string const* path :
         {&options.per_region, &options.leave_one_out, &options.covariance, &options.save_regions,
          &options.save_counts, &options.plot}) {
      if (!path->empty()) {
        files_.emplace(*path, io::OutputFile(*path));
      }
    }
  }

  io::OutputFile& result() { return result_; }

  /// A file that was asked for.
  io::OutputFile& operator[](std::string const& path) { return files_.at(path); }

  void commit() {
    for (auto& [path, file] : files_) {
      file.commit();
    }
    result_.commit();
  }

 private:
  io::OutputFile result_;
  std::map<std::string, io::OutputFile> files_;
};

Covariance covariance_of(PairsOptions const& options, CorrelationCounts const& counts,
                         std::vector<double> const& w, Estimator estimator) {
  ErrorMethod const method = error_method(options, counts.dd.regions.regions);
  if (method == ErrorMethod::poisson) {
    return poisson_covariance(w, counts.dd);
  }
  if (method == ErrorMethod::jackknife) {
    return jackknife_covariance(
        leave_one_out(counts, estimator, options.jackknife.value_or(JackknifeConvention::match)));
  }
  BootstrapOptions bootstrap_options;
  bootstrap_options.kind =
      method == ErrorMethod::bootstrap ? BootstrapKind::pairs : BootstrapKind::marked;
  bootstrap_options.resamples = options.resamples.value_or(bootstrap_options.resamples);
  bootstrap_options.seed = options.seed.value_or(bootstrap_options.seed);
  return bootstrap_covariance(bootstrap(counts, estimator, bootstrap_options));
}

CorrelationResult correlate(PairsOptions const& options, CountedPairs const& counted) {
  CorrelationCounts const counts = counted.correlation_counts();
  Estimator const estimator = options.estimator.value_or(Estimator::landy_szalay);
  CorrelationResult result;
  result.w = correlation_function(counts, estimator);
  result.covariance = covariance_of(options, counts, result.w, estimator);
  result.error = standard_errors(result.covariance);
  return result;
}

/// Where single precision is not what it is elsewhere.
void comment_on_precision(PairsOptions const& options, PairBins const& bins) {
  constexpr double arcsecond = 1.0 / 3600.0;  // [deg]
  constexpr double near_antipode = 179.9;     // [deg]
  if (options.execution.precision != Precision::single_precision) {
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

/// What a reader of the numbers should know.
void comment(PairsOptions const& options, CountedPairs const& counted,
             CorrelationResult const& result) {
  auto const nans = [](std::vector<double> const& values) {
    return std::count_if(values.begin(), values.end(), [](double x) { return std::isnan(x); });
  };
  auto const bins = std::ssize(result.w);
  if (auto const missing = nans(result.w); missing > 0) {
    print_message(fmt::format(
        "{} of {} bins have no w: there are no pairs of randoms to compare with.", missing, bins));
  } else if (auto const unknown = nans(result.error); unknown > 0) {
    print_message(
        fmt::format("{} of {} bins have no w_error: there are no pairs of data, or a sample of the"
                    " regions has no pairs of randoms.",
                    unknown, bins));
  }
  auto const regions = std::ssize(counted.file.region_labels);
  if (!options.covariance.empty() && regions > 0 && regions <= bins &&
      error_method(options, regions) != ErrorMethod::poisson) {
    print_message(
        fmt::format("The covariance of {} bins from {} regions is singular: its inverse needs more"
                    " regions than bins.",
                    bins, regions));
  }
}

PairsPicture picture_of(PairsOptions const& options, PairBins const& bins,
                        PairCatalogues const& catalogues, CountedPairs const& counted,
                        CorrelationResult const* correlation) {
  PairsPicture picture;
  picture.unit = name_of(bins.unit, unit_choices);
  picture.edges = bins.edges;
  picture.title =
      fmt::format("{}: {} points", io::object_name(options.data), catalogues.data.sets[0].points());
  if (options.is_cross()) {
    picture.title += fmt::format(", {}: {} points", io::object_name(options.data2),
                                 catalogues.data2.sets[0].points());
  }
  if (correlation == nullptr) {
    PairCounts const& counts = counted.counts()[0].counts;
    picture.name = counted.counts()[0].name;
    picture.subtitle = "number of pairs";
    picture.value = counts.weight.empty()
                        ? std::vector<double>(counts.count.begin(), counts.count.end())
                        : counts.weight;
    return picture;
  }
  ErrorMethod const method = error_method(options, catalogues.region_count());
  picture.name = "w";
  picture.subtitle =
      fmt::format("{}, errors by {}",
                  name_of(options.estimator.value_or(Estimator::landy_szalay), estimator_choices),
                  name_of(method, error_method_choices));
  picture.value = correlation->w;
  picture.error = correlation->error;
  if (method != ErrorMethod::poisson) {
    std::int64_t const size = correlation->covariance.bins;
    for (std::int64_t k = 0; k < size; ++k) {
      for (std::int64_t l = 0; l < size; ++l) {
        auto const kk = static_cast<std::size_t>(k);
        auto const ll = static_cast<std::size_t>(l);
        picture.correlation.push_back(correlation->covariance(k, l) /
                                      (correlation->error[kk] * correlation->error[ll]));
      }
    }
  }
  return picture;
}

void write_tables(PairsOptions const& options, PairBins const& bins,
                  PairCatalogues const& catalogues, CountedPairs const& counted,
                  CorrelationResult const* correlation, Outputs& outputs) {
  io::write_table(result_table(bins, counted, correlation), outputs.result());
  if (!options.per_region.empty()) {
    io::write_table(per_region_table(bins, counted), outputs[options.per_region]);
  }
  if (!options.leave_one_out.empty()) {
    io::write_table(
        leave_one_out_table(bins, counted, options.estimator.value_or(Estimator::landy_szalay),
                            options.jackknife.value_or(JackknifeConvention::match)),
        outputs[options.leave_one_out]);
  }
  if (!options.covariance.empty()) {
    io::write_table(covariance_table(bins, correlation->covariance), outputs[options.covariance]);
  }
  if (!options.save_regions.empty()) {
    io::write_table(regions_table(catalogues), outputs[options.save_regions]);
  }
  if (!options.save_counts.empty()) {
    io::write_pair_counts(counted.file, outputs[options.save_counts]);
  }
}

}  // namespace

void run_pairs(PairsOptions const& options) {
  check_options(options);
  std::optional<io::PairCountFile> saved;
  if (!options.use_counts.empty()) {
    saved = io::read_pair_counts(options.use_counts);
  }
  io::PairCountFile const* const reused = saved ? &*saved : nullptr;
  PairBins const bins = bins_of(options, reused);
  std::string const gnuplot = options.plot.empty() ? std::string() : find_gnuplot();
  Compute const compute(options.execution);
  PairCatalogues const catalogues = read_catalogues(options, reused);
  print_messages(catalogues.notes);
  comment_on_precision(options, bins);

  Outputs outputs(options);
  CountedPairs const counted = count_catalogues(compute, options, bins, catalogues, reused);
  print_messages(counted.notes);
  std::optional<CorrelationResult> correlation;
  if (counted.has_randoms()) {
    correlation = correlate(options, counted);
    comment(options, counted, *correlation);
  }
  CorrelationResult const* const result = correlation ? &*correlation : nullptr;
  if (!options.plot.empty()) {
    draw_picture(picture_of(options, bins, catalogues, counted, result), gnuplot,
                 outputs[options.plot]);
  }
  write_tables(options, bins, catalogues, counted, result, outputs);
  outputs.commit();
}

}  // namespace siderum::apps
