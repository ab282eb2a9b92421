// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/pair_count_json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/separation_bins.hpp>

namespace siderum::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr char format_name[] = "siderum pair counts";
constexpr int format_version = 1;
constexpr char other_kind[] = "an entry is of another kind than it should be";

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

std::uint64_t from_hexadecimal(std::string const& text) {
  std::uint64_t number = 0;
  char const* const end = text.data() + text.size();
  auto const parsed = std::from_chars(text.data(), end, number, 16);
  SIDERUM_VALIDATE(parsed.ec == std::errc{} && parsed.ptr == end, "a checksum is no number");
  return number;
}

/// The library itself takes 2.5 for 2, true for 1, and converts what is out of range.
template <std::integral Integer>
Integer whole_number(Json const& json) {
  SIDERUM_VALIDATE(json.is_number(), other_kind);
  bool const fits =
      json.is_number_unsigned()
          ? std::in_range<Integer>(json.get<std::uint64_t>())
          : json.is_number_integer() && std::in_range<Integer>(json.get<std::int64_t>());
  SIDERUM_VALIDATE(
      fits, fmt::format("{} is no whole number from {} to {}", json.dump(),
                        std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max()));
  return json.get<Integer>();
}

/// What is no list would be taken for one of a single entry.
Json const& list_of(Json const& json) {
  SIDERUM_VALIDATE(json.is_array(), other_kind);
  return json;
}

void take_list(Json const& json, std::vector<double>& numbers) {
  json.get_to(numbers);
}

void take_list(Json const& json, std::vector<std::int64_t>& numbers) {
  for (Json const& entry : list_of(json)) {
    numbers.push_back(whole_number<std::int64_t>(entry));
  }
}

/// JSON has no NaN: null stands for it.
std::vector<double> numbers_of(Json const& json) {
  std::vector<double> numbers;
  for (Json const& entry : list_of(json)) {
    numbers.push_back(entry.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                      : entry.get<double>());
  }
  return numbers;
}

Json stamp_to_json(CatalogueStamp const& stamp) {
  return {{"points", stamp.points},
          {"sets", stamp.sets},
          {"sum_weight", stamp.sum_weight},
          {"sum_squared_weight", stamp.sum_squared_weight},
          {"checksum", hexadecimal(stamp.checksum)},
          {"region_checksum", hexadecimal(stamp.region_checksum)},
          {"sum_of_checksums", hexadecimal(stamp.sum_of_checksums)}};
}

CatalogueStamp stamp_from_json(Json const& json) {
  return {whole_number<std::int64_t>(json.at("points")),
          whole_number<std::int64_t>(json.at("sets")),
          json.at("sum_weight").get<double>(),
          json.at("sum_squared_weight").get<double>(),
          from_hexadecimal(json.at("checksum").get<std::string>()),
          from_hexadecimal(json.at("region_checksum").get<std::string>()),
          from_hexadecimal(json.value("sum_of_checksums", std::string("0")))};
}

/// The arrays of RegionCounts under their names, for both directions.
template <class Regions, class Visitor>
void visit_arrays(Regions& regions, Visitor const& visit) {
  visit("points_first", regions.points_first);
  visit("points_second", regions.points_second);
  visit("sum_first", regions.sum_first);
  visit("sum_second", regions.sum_second);
  visit("sum2_first", regions.sum2_first);
  visit("sum2_second", regions.sum2_second);
  visit("both", regions.both);
  visit("first", regions.first);
  visit("second", regions.second);
  visit("both_weight", regions.both_weight);
  visit("first_weight", regions.first_weight);
  visit("second_weight", regions.second_weight);
  visit("matrix", regions.matrix);
  visit("matrix_weight", regions.matrix_weight);
}

Json counts_to_json(NamedCounts const& named) {
  PairCounts const& counts = named.counts;
  Json json = {{"name", named.name},
               {"kind", counts.kind == PairKind::auto_count ? "auto" : "cross"},
               {"pairs", counts.kind == PairKind::auto_count ? "unordered" : "all"},
               {"first", stamp_to_json(named.first)},
               {"second", stamp_to_json(named.second)},
               {"edges_deg", counts.edges},
               {"points_first", counts.points_first},
               {"points_second", counts.points_second},
               {"sets", counts.sets},
               {"total", counts.total},
               {"count", counts.count},
               {"weight", counts.weight},
               {"mean_separation", counts.mean_separation}};
  Json regions = {{"regions", counts.regions.regions}};
  visit_arrays(counts.regions,
               [&regions](char const* name, auto const& list) { regions[name] = list; });
  json["by_region"] = std::move(regions);
  return json;
}

bool has_size(auto const& list, std::size_t size) {
  return list.size() == size;
}

bool is_empty_or_has_size(auto const& list, std::size_t size) {
  return list.empty() || list.size() == size;
}

bool has_finite(std::vector<double> const& list) {
  return std::all_of(list.begin(), list.end(), [](double number) { return std::isfinite(number); });
}

/// One catalogue or none has sums of its regions: of each set by itself in auto counts, and in
/// cross counts that were pooled.
bool has_sums(PairCounts const& counts, std::vector<std::int64_t> const& points,
              std::vector<double> const& sum, std::vector<double> const& sum2) {
  auto const regions = static_cast<std::size_t>(counts.regions.regions);
  auto const sets = static_cast<std::size_t>(counts.sets);
  bool const are_of_sets =
      sum.empty() || (regions > 0 && sum.size() % regions == 0 && sum.size() / regions == sets);
  return has_finite(sum) && has_finite(sum2) && sum.size() == sum2.size() && are_of_sets &&
         sum.empty() == points.empty() && is_empty_or_has_size(points, regions);
}

void require_regions(PairCounts const& counts) {
  RegionCounts const& by_region = counts.regions;
  auto const regions = static_cast<std::size_t>(by_region.regions);
  std::size_t const cells = regions * static_cast<std::size_t>(counts.bins());
  bool const has_all = has_size(by_region.both, cells) && has_size(by_region.first, cells) &&
                       has_size(by_region.second, cells) &&
                       is_empty_or_has_size(by_region.both_weight, cells) &&
                       is_empty_or_has_size(by_region.first_weight, cells) &&
                       is_empty_or_has_size(by_region.second_weight, cells) &&
                       is_empty_or_has_size(by_region.matrix, regions * cells) &&
                       is_empty_or_has_size(by_region.matrix_weight, regions * cells);
  bool const weights = !counts.weight.empty() && regions > 0;
  bool const weights_agree =
      by_region.both_weight.empty() != weights && by_region.first_weight.empty() != weights &&
      by_region.second_weight.empty() != weights &&
      by_region.matrix_weight.empty() == (by_region.matrix.empty() || !weights);
  SIDERUM_VALIDATE(has_all && weights_agree, "its lists by region have wrong lengths");
  bool const sums =
      has_sums(counts, by_region.points_first, by_region.sum_first, by_region.sum2_first) &&
      has_sums(counts, by_region.points_second, by_region.sum_second, by_region.sum2_second);
  bool const labelled = !by_region.sum_first.empty() || !by_region.sum_second.empty();
  SIDERUM_VALIDATE(sums && labelled == (regions > 0), "its sums by region have wrong lengths");
}

void require_counts(PairCounts const& counts) {
  auto const bins = static_cast<std::size_t>(counts.bins());
  SIDERUM_VALIDATE(counts.sets >= 1 && counts.regions.regions >= 0 && std::isfinite(counts.total),
                   "its sets, regions or total are no such numbers");
  SIDERUM_VALIDATE(bins > 0 && has_size(counts.count, bins) &&
                       is_empty_or_has_size(counts.weight, bins) && has_finite(counts.weight) &&
                       is_empty_or_has_size(counts.mean_separation, bins),
                   "its lists have wrong lengths");
  make_bins(counts.edges);
  require_regions(counts);
}

/// Of a count as it stands in the file: auto or cross by its name.
PairKind kind_of(std::string const& name, std::string const& kind) {
  bool const is_auto = name == "dd" || name == "rr";
  bool const is_known = is_auto || name == "dr" || name == "d1d2" || name == "d1r2" ||
                        name == "d2r1" || name == "r1r2";
  SIDERUM_VALIDATE(is_known && kind == (is_auto ? "auto" : "cross"),
                   fmt::format("its count '{}' is called {}", name, kind));
  return is_auto ? PairKind::auto_count : PairKind::cross_count;
}

NamedCounts counts_from_json(Json const& json) {
  NamedCounts named;
  named.name = json.at("name").get<std::string>();
  named.first = stamp_from_json(json.at("first"));
  named.second = stamp_from_json(json.at("second"));
  PairCounts& counts = named.counts;
  counts.kind = kind_of(named.name, json.at("kind").get<std::string>());
  counts.edges = json.at("edges_deg").get<std::vector<double>>();
  counts.points_first = whole_number<std::int64_t>(json.at("points_first"));
  counts.points_second = whole_number<std::int64_t>(json.at("points_second"));
  counts.sets = whole_number<std::int64_t>(json.at("sets"));
  counts.total = json.at("total").get<double>();
  take_list(json.at("count"), counts.count);
  take_list(json.at("weight"), counts.weight);
  counts.mean_separation = numbers_of(json.at("mean_separation"));
  Json const& regions = json.at("by_region");
  counts.regions.regions = whole_number<std::int64_t>(regions.at("regions"));
  visit_arrays(counts.regions,
               [&regions](char const* name, auto& list) { take_list(regions.at(name), list); });
  require_counts(counts);
  return named;
}

Json regions_to_json(SkyRegions const& regions) {
  Json cuts = Json::array();
  for (SkyCut const& cut : regions.cuts) {
    cuts.push_back({{"axis", cut.axis},
                    {"threshold", cut.threshold},
                    {"below", cut.below},
                    {"above", cut.above}});
  }
  return {{"method", regions.method == RegionMethod::bisection ? "bisection" : "k-means"},
          {"regions", regions.regions},
          {"cuts", cuts},
          {"centres", regions.centres}};
}

SkyRegions regions_from_json(Json const& json) {
  SkyRegions regions;
  regions.method = json.at("method").get<std::string>() == "bisection" ? RegionMethod::bisection
                                                                       : RegionMethod::k_means;
  regions.regions = whole_number<std::int64_t>(json.at("regions"));
  for (Json const& cut : list_of(json.at("cuts"))) {
    regions.cuts.push_back({cut.at("axis").get<SkyVector>(), cut.at("threshold").get<double>(),
                            whole_number<std::int32_t>(cut.at("below")),
                            whole_number<std::int32_t>(cut.at("above"))});
  }
  json.at("centres").get_to(regions.centres);
  auto const number = static_cast<std::size_t>(regions.regions);
  // Children stand after their cut, so that every way through the cuts ends.
  bool good = regions.regions >= 2 &&
              (regions.method == RegionMethod::bisection ? regions.cuts.size() + 1 == number
                                                         : regions.centres.size() == number);
  for (std::size_t i = 0; i < regions.cuts.size(); ++i) {
    for (std::int32_t const child : {regions.cuts[i].below, regions.cuts[i].above}) {
      good = good && child < static_cast<std::int64_t>(regions.cuts.size()) &&
             (child >= 0 ? child > static_cast<std::int64_t>(i) : child >= -regions.regions);
    }
  }
  SIDERUM_VALIDATE(good, "its regions are no division of the sky");
  return regions;
}

PairCountFile content_from(Json const& json) {
  SIDERUM_VALIDATE(json.is_object() && json.value("format", "") == format_name,
                   "it is not of the format 'siderum pair counts'");
  auto const written = whole_number<std::int64_t>(json.at("format_version"));
  SIDERUM_VALIDATE(
      written == format_version,
      fmt::format("its format_version is {}, this program reads {}", written, format_version));
  PairCountFile content;
  content.version = json.at("siderum_version").get<std::string>();
  content.precision = json.at("precision").get<std::string>();
  content.unit = json.at("unit").get<std::string>();
  content.edges = json.at("edges").get<std::vector<double>>();
  take_list(json.at("region_labels"), content.region_labels);
  if (!json.at("regions").is_null()) {
    content.regions = regions_from_json(json.at("regions"));
  }
  SIDERUM_VALIDATE(
      !content.regions || content.regions->regions == std::ssize(content.region_labels),
      "its regions and their labels differ in number");
  for (Json const& entry : list_of(json.at("counts"))) {
    content.counts.push_back(counts_from_json(entry));
    PairCounts const& counts = content.counts.back().counts;
    SIDERUM_VALIDATE(counts.regions.regions == std::ssize(content.region_labels),
                     "a count and its labels differ in the number of regions");
    SIDERUM_VALIDATE(counts.edges.size() == content.edges.size(),
                     "a count and its edges differ in the number of bins");
  }
  return content;
}

/// "it has no 'edges'", of the exceptions that the library throws for what it does not find.
std::string reason_of(Json::exception const& failure) {
  constexpr int key_not_found = 403;
  std::string_view const words = failure.what();
  std::size_t const quote = words.find('\'');
  return failure.id == key_not_found && quote != std::string_view::npos
             ? fmt::format("it has no {}", words.substr(quote, words.rfind('\'') + 1 - quote))
             : other_kind;
}

Json parsed(std::string_view text) {
  std::size_t const start = text.find_first_not_of(" \t\r\n");
  SIDERUM_VALIDATE(start != std::string_view::npos, "it is empty");
  try {
    return Json::parse(text);
  } catch (Json::parse_error const& failure) {
    bool const is_cut = text[start] == '{' && failure.byte > text.size();
    throw Error(is_cut ? "it ends in the middle" : "it is no JSON");
  }
}

}  // namespace

std::string to_json(PairCountFile const& content) {
  Json json = {{"format", format_name},
               {"format_version", format_version},
               {"siderum_version", content.version},
               {"precision", content.precision},
               {"unit", content.unit},
               {"edges", content.edges},
               {"region_labels", content.region_labels},
               {"regions", content.regions ? regions_to_json(*content.regions) : Json()}};
  Json counts = Json::array();
  for (NamedCounts const& named : content.counts) {
    counts.push_back(counts_to_json(named));
  }
  json["counts"] = std::move(counts);
  return json.dump(0) + '\n';
}

PairCountFile from_json(std::string const& file, std::string_view text) {
  std::string reason;
  try {
    return content_from(parsed(text));
  } catch (Json::exception const& failure) {
    reason = reason_of(failure);
  } catch (Error const& failure) {
    reason = failure.what();
  }
  throw Error(
      fmt::format("{} is no file of pair counts ({}). Give one that --save-counts"
                  " wrote.",
                  file, reason));
}

}  // namespace siderum::io
