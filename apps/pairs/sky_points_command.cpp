// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/algorithms/pairs/clustered_points.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/pairs/pairs_command.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

// They are made in memory.
constexpr std::int64_t most_points = 100'000'000;

struct SkyPointsOptions {
  std::int64_t points = 100'000;
  std::uint64_t seed = 1;
  std::optional<SkyCap> cap;
  std::optional<SkyBox> box;
  std::optional<std::int64_t> clusters;
  std::optional<double> cluster_radius;
  std::string output;
};

/// Numbers with colons between them.
std::vector<double> parse_numbers(std::string const& option, std::string_view text,
                                  std::size_t count, std::string_view example) {
  std::vector<double> numbers;
  for (std::size_t start = 0; start <= text.size();) {
    std::size_t const colon = std::min(text.find(':', start), text.size());
    numbers.push_back(parse_number(option, text.substr(start, colon - start)));
    start = colon + 1;
  }
  SIDERUM_VALIDATE(numbers.size() == count,
                   fmt::format("{} does not understand '{}' (it takes {} numbers in degrees). Write"
                               " for example {} {}.",
                               option, text, count, option, example));
  return numbers;
}

SkyArea area_of(SkyPointsOptions const& options) {
  if (options.cap && options.box) {
    throw UsageError("The area is given twice (--cap and --box). Give one of them.");
  }
  if (options.cap) {
    return *options.cap;
  }
  return options.box ? SkyArea(*options.box) : SkyArea(WholeSky{});
}

SkyPoints points_of(SkyPointsOptions const& options) {
  if (options.clusters) {
    ClusterOptions clusters;
    clusters.clusters = *options.clusters;
    clusters.radius = options.cluster_radius.value_or(clusters.radius);
    return clustered_points(area_of(options), options.points, options.seed, clusters);
  }
  if (options.cluster_radius) {
    throw UsageError(
        "--cluster-radius is given without --clusters (there are none). Say how many,"
        " or leave it out.");
  }
  return random_points(area_of(options), options.points, options.seed);
}

void run_sky_points(SkyPointsOptions const& options) {
  now(Activity::computing);
  SkyPoints points = points_of(options);
  io::Table table;
  table.add("ra", std::move(points.ra), "deg");
  table.add("dec", std::move(points.dec), "deg");
  now(Activity::writing);
  io::write_table(table, options.output);
}

}  // namespace

void add_sky_points(Verb& simulate) {
  Verb& verb = simulate.add_verb(
      "sky-points",
      "Random points, uniform on the sky, in a cap or in a box, or in clusters; CSV with ra,dec");
  auto const options = std::make_shared<SkyPointsOptions>();
  add_whole_number(verb, "--points", options->points, {1, most_points, 100'000},
                   "how many (default 100000)");
  add_seed(verb, options->seed, "the same seed gives the same points (default 1)");
  verb.add_option(
      "--cap", "RA:DEC:RADIUS",
      [options](std::string const& text) {
        auto const numbers = parse_numbers("--cap", text, 3, "150:2:10");
        options->cap = SkyCap{numbers[0], numbers[1], numbers[2]};
      },
      "points within a radius of a centre, in degrees");
  verb.add_option(
      "--box", "RA_MIN:RA_MAX:DEC_MIN:DEC_MAX",
      [options](std::string const& text) {
        auto const numbers = parse_numbers("--box", text, 4, "350:10:-5:5");
        options->box = SkyBox{numbers[0], numbers[1], numbers[2], numbers[3]};
      },
      "points between right ascensions and declinations, in degrees");
  add_whole_number(verb, "--clusters", options->clusters, {1, most_points, 100},
                   "points in so many clusters, at 0.1 arcsec and more from their centres");
  add_number(verb, "--cluster-radius", options->cluster_radius,
             "of a cluster, in degrees (default 1)");
  add_table_output(verb, "--output", options->output,
                   "CSV or FITS by its ending; without it CSV on standard output")
      .file = FileUse::result;
  add_time_line_option(verb);
  verb.set_action([options] { run_sky_points(*options); });
}

}  // namespace siderum::apps
