// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_catalogues.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/pairs/read_catalogue.hpp>

namespace siderum::apps {

namespace {

std::vector<CatalogueGroup*> groups_of(PairCatalogues& all) {
  return {&all.data, &all.data2, &all.randoms, &all.randoms2};
}

CatalogueGroup read_group(std::string const& name, std::vector<std::string> const& files,
                          io::CatalogueColumns const& columns, io::FileNotes& notes) {
  CatalogueGroup group{name, files, {}};
  for (std::string const& file : files) {
    group.sets.push_back(io::read_catalogue(file, columns, &notes));
  }
  return group;
}

/// "a.csv, b.csv"
std::string files_of(CatalogueGroup const& group) {
  std::string names;
  for (std::string const& file : group.files) {
    names += (names.empty() ? "" : ", ") + io::input_name(file);
  }
  return names;
}

double total_weight(CatalogueGroup const& group) {
  double total = 0.0;
  for (CatalogueTable const& set : group.sets) {
    total += set.weight.empty() ? static_cast<double>(set.points())
                                : std::accumulate(set.weight.begin(), set.weight.end(), 0.0);
  }
  return total;
}

void check_weights(PairCatalogues& all, std::string const& column) {
  std::string without;
  for (CatalogueGroup* const group : groups_of(all)) {
    for (std::size_t i = 0; i < group->sets.size(); ++i) {
      all.has_weights = all.has_weights || !group->sets[i].weight.empty();
      if (group->sets[i].weight.empty()) {
        without += (without.empty() ? "" : ", ") + io::input_name(group->files[i]);
      }
    }
  }
  SIDERUM_VALIDATE(column.empty() || all.has_weights,
                   fmt::format("No file has the column '{}' (--weights names it). Correct the name,"
                               " or leave --weights out.",
                               column));
  if (!column.empty() && !without.empty()) {
    all.notes.push_back(
        fmt::format("{} without the column '{}': all points weigh 1 there.", without, column));
  }
  for (CatalogueGroup const* const group : groups_of(all)) {
    SIDERUM_VALIDATE(!group->is_there() || !all.randoms.is_there() || total_weight(*group) != 0.0,
                     fmt::format("{}: the {} have a total weight of 0 (pairs are divided by their"
                                 " total weight). Correct the weights.",
                                 files_of(*group), group->name));
  }
}

/// Throws Error where a catalogue has fewer points than there are regions. The sentence of it is
/// made from both numbers and the name of the catalogue.
template <class Sentence>
void check_points(PairCatalogues& all, std::int64_t regions, Sentence const& sentence) {
  for (CatalogueGroup const* const group : groups_of(all)) {
    for (CatalogueTable const& set : group->sets) {
      SIDERUM_VALIDATE(regions <= set.points(), sentence(set.points(), group->name));
    }
  }
}

/// @param column  of regions; empty: the files have none
void make_regions(PairCatalogues& all, std::string const& column,
                  std::optional<RegionPlan> const& planned, SavedCounts const* saved) {
  if (planned) {
    CatalogueTable const& points = all.randoms.is_there() ? all.randoms.sets[0] : all.data.sets[0];
    check_points(all, planned->regions, [&](std::int64_t size, std::string const& name) {
      return fmt::format(
          "There cannot be {} regions of {} points of {} (most would be empty)."
          " Ask for fewer with --regions.",
          planned->regions, size, name);
    });
    all.regions =
        make_sky_regions(points.ra, points.dec, planned->regions, planned->method, planned->seed);
  } else if (saved != nullptr && column.empty()) {
    all.regions = saved->file.regions;
    SIDERUM_VALIDATE(all.regions || saved->file.region_labels.empty(),
                     fmt::format("{} has counts by the regions of a column (they are not in this"
                                 " file). Name the column with --region-column.",
                                 saved->path));
    check_points(all, all.regions ? all.regions->regions : 0,
                 [&](std::int64_t size, std::string const& name) {
                   return fmt::format(
                       "{} has {} regions for {} points of {} (most would be empty)."
                       " Count anew with fewer.",
                       saved->path, all.regions->regions, size, name);
                 });
  }
  if (all.regions) {
    for (CatalogueGroup* const group : groups_of(all)) {
      for (CatalogueTable& set : group->sets) {
        set.region = assign_regions(*all.regions, set.ra, set.dec);
      }
    }
  }
}

/// Adds the labels of points to others. Most often they are numbers without large gaps, which are
/// ticked off faster than they are looked up.
void add_labels(std::vector<std::int64_t> const& of_points, std::set<std::int64_t>& labels) {
  if (of_points.empty()) {
    return;
  }
  auto const [least, most] = std::minmax_element(of_points.begin(), of_points.end());
  auto const place = [first = static_cast<std::uint64_t>(*least)](std::int64_t label) {
    return static_cast<std::uint64_t>(label) - first;
  };
  if (place(*most) >= of_points.size()) {
    std::unique_copy(of_points.begin(), of_points.end(), std::inserter(labels, labels.end()));
    return;
  }
  std::vector<char> is_there(place(*most) + 1);
  for (std::int64_t const label : of_points) {
    is_there[place(label)] = 1;
  }
  for (std::size_t k = 0; k < is_there.size(); ++k) {
    if (is_there[k] != 0) {
      labels.insert(*least + static_cast<std::int64_t>(k));
    }
  }
}

void collect_labels(PairCatalogues& all) {
  std::set<std::int64_t> labels;
  for (CatalogueGroup const* const group : groups_of(all)) {
    for (CatalogueTable const& set : group->sets) {
      add_labels(set.region, labels);
    }
  }
  if (all.regions) {
    for (std::int64_t region = 0; region < all.regions->regions; ++region) {
      labels.insert(region);
    }
  }
  all.region_labels.assign(labels.begin(), labels.end());
}

void check_regions(PairCatalogues& all, std::string const& column) {
  if (!column.empty()) {
    SIDERUM_VALIDATE(all.region_count() >= 2,
                     fmt::format("The column '{}' has one region (leaving one out must leave"
                                 " something). Give 2 regions or more.",
                                 column));
    check_points(all, all.region_count(), [&](std::int64_t size, std::string const& name) {
      return fmt::format(
          "The column '{}' has {} regions for {} points of {} (most would be empty)."
          " Give fewer regions.",
          column, all.region_count(), size, name);
    });
  }
  for (CatalogueGroup const* const group : groups_of(all)) {
    std::set<std::int64_t> filled;
    for (CatalogueTable const& set : group->sets) {
      add_labels(set.region, filled);
    }
    std::string empty;
    for (std::int64_t const label : all.region_labels) {
      if (!filled.contains(label)) {
        empty += fmt::format("{}{}", empty.empty() ? "" : ", ", label);
      }
    }
    if (group->is_there() && !empty.empty()) {
      all.notes.push_back(
          fmt::format("Regions without a point of the {}: {}.", group->name, empty));
    }
  }
}

}  // namespace

PairCatalogues read_catalogues(CatalogueFiles const& files,
                               std::optional<RegionPlan> const& planned, SavedCounts const* saved) {
  PairCatalogues all;
  io::FileNotes notes;
  auto const read = [&](char const* name, std::vector<std::string> const& sets) {
    return read_group(name, sets, files.columns, notes);
  };
  all.data = read("data", {files.data});
  if (files.is_cross()) {
    all.data2 = read("data2", {files.data2});
  }
  all.randoms = read("randoms", files.randoms);
  all.randoms2 = read("randoms2", files.randoms2);
  all.notes = notes.sentences();
  check_weights(all, files.columns.weight);
  During const computing(Activity::computing);
  make_regions(all, files.columns.region, planned, saved);
  collect_labels(all);
  if (!all.region_labels.empty()) {
    check_regions(all, files.columns.region);
  }
  return all;
}

}  // namespace siderum::apps
