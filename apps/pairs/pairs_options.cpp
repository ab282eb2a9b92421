// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pairs_options.hpp>

#include <fmt/format.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/pictures/plot.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/io/files/file_identity.hpp>

namespace siderum::apps {

namespace {

void check_catalogues(PairsOptions const& options) {
  validate_usage(
      options.catalogues.randoms2.empty() || options.catalogues.is_cross(),
      "--randoms2 has no --data2 (they are the randoms of the second catalogue). Give --data2,"
      " or all randoms with --randoms.");
  validate_usage(
      options.catalogues.randoms2.empty() ==
          (options.catalogues.randoms.empty() || !options.catalogues.is_cross()),
      "A cross correlation needs randoms of both catalogues (d1r2, d2r1 and r1r2 are counted)."
      " Give both --randoms and --randoms2, or neither.");
  validate_usage(
      !options.catalogues.is_cross() ||
          options.catalogues.randoms.size() == options.catalogues.randoms2.size(),
      "--randoms and --randoms2 differ in number (r1r2 pairs them set by set). Give as many of"
      " one as of the other.");
}

void check_regions(PairsOptions const& options, bool are_there) {
  validate_usage(
      are_there || (options.per_region.empty() && options.leave_one_out.empty() &&
                    options.save_regions.empty() && !options.jackknife),
      "There are no regions (--jackknife, --per-region, --leave-one-out and --save-regions"
      " need some). Give --regions N or --region-column NAME.");
  validate_usage(are_there || !options.errors || *options.errors == ErrorMethod::poisson,
                 "There are no regions (these --errors are made from regions). Give --regions N or"
                 " --region-column NAME.");
}

void check_resampling(PairsOptions const& options) {
  validate_usage(
      !options.regions || options.catalogues.columns.region.empty(),
      "--regions and --region-column exclude each other (the regions are made, or given). Give"
      " one of them.");
  validate_usage(!options.region_method || options.regions,
                 "--region-method has no --regions (it says how they are made). Give --regions N.");
  check_regions(options, options.asks_for_regions() || !options.use_counts.empty());
  validate_usage(!options.jackknife || options.has_randoms() || !options.leave_one_out.empty(),
                 "--jackknife has nothing to do without randoms (--per-region is the same for all"
                 " conventions). Give --randoms.");
  bool const jackknifes = options.errors.value_or(ErrorMethod::jackknife) == ErrorMethod::jackknife;
  validate_usage(!options.jackknife || jackknifes || !options.leave_one_out.empty(),
                 "--jackknife has nothing to do (these --errors are made otherwise, and no"
                 " --leave-one-out is written). Leave one of the two out.");
  bool const resamples =
      options.errors == ErrorMethod::bootstrap || options.errors == ErrorMethod::marked_bootstrap;
  validate_usage(!options.resamples || resamples,
                 "--resamples has no bootstrap (it is the number of its resamples). Give --errors"
                 " bootstrap.");
  validate_usage(
      !options.seed || resamples || options.region_method == RegionMethod::k_means,
      "--seed has nothing to do (random numbers make k-means regions and bootstraps alone)."
      " Leave it out.");
}

void check_randoms(PairsOptions const& options) {
  validate_usage(
      options.has_randoms() || (!options.estimator && !options.errors &&
                                options.covariance.empty() && options.leave_one_out.empty()),
      "There are no randoms (--estimator, --errors, --covariance and --leave-one-out are about"
      " w, which needs some). Give --randoms.");
}

/// All catalogues are read by the same columns, so that the same file is the same points.
void check_randoms_are_others(PairsOptions const& options) {
  for (std::string const& data : {options.catalogues.data, options.catalogues.data2}) {
    for (auto const* randoms : {&options.catalogues.randoms, &options.catalogues.randoms2}) {
      for (std::string const& file : *randoms) {
        SIDERUM_VALIDATE(!io::same_file(data, file),
                         fmt::format("{} is data and randoms (points compared with themselves show"
                                     " no clustering). Name a file of random points over the same"
                                     " area.",
                                     file));
      }
    }
  }
  io::refuse_repeated(options.catalogues.randoms);
  io::refuse_repeated(options.catalogues.randoms2);
}

}  // namespace

void parse_columns(std::string const& text, io::CatalogueColumns& columns) {
  std::size_t const comma = text.find(',');
  columns.ra = text.substr(0, comma);
  columns.dec = comma == std::string::npos ? std::string() : text.substr(comma + 1);
  SIDERUM_VALIDATE(
      !columns.ra.empty() && !columns.dec.empty() && columns.dec.find(',') == std::string::npos,
      fmt::format("--columns does not understand '{}' (it takes two names or numbers"
                  " of columns). Write for example --columns ra,dec or --columns"
                  " 2,3.",
                  text));
}

void check_options(PairsOptions const& options) {
  check_catalogues(options);
  check_resampling(options);
  check_randoms(options);
  check_randoms_are_others(options);
  if (!options.plot.empty()) {
    validate_picture_path(options.plot);
  }
}

void check_saved_regions(PairsOptions const& options, std::int64_t saved_regions) {
  check_regions(options, options.asks_for_regions() || saved_regions > 0);
}

void check_bootstrap(PairsOptions const& options, std::int64_t regions, std::int64_t bins) {
  SIDERUM_VALIDATE(
      options.errors != ErrorMethod::bootstrap || regions * regions <= largest_region_matrix / bins,
      fmt::format(
          "--errors bootstrap needs the pairs between all regions ({} x {} regions x {} bins"
          " take more than 64 MB). Use --errors marked-bootstrap, or fewer regions or bins.",
          regions, regions, bins));
}

std::string idle_regions(PairsOptions const& options) {
  bool const writes =
      !options.per_region.empty() || !options.save_regions.empty() || !options.save_counts.empty();
  // Regions of counts that are used again must be the same.
  if (!options.asks_for_regions() || options.has_randoms() || writes ||
      !options.use_counts.empty()) {
    return {};
  }
  return fmt::format(
      "{} changes nothing in the result: there are no randoms, so no w with errors from regions,"
      " and none of --per-region, --save-regions and --save-counts is written.",
      options.regions ? "--regions" : "--region-column");
}

ErrorMethod error_method(PairsOptions const& options, std::int64_t regions) {
  return options.errors.value_or(regions > 0 ? ErrorMethod::jackknife : ErrorMethod::poisson);
}

}  // namespace siderum::apps
