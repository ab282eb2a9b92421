// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/apps/pairs/pairs_tables.hpp>

#include <cmath>
#include <string>
#include <utility>

#include <siderum/apps/pairs/pairs_choices.hpp>

namespace siderum::apps {

namespace {

bool has_weights(CountedPairs const& counted) {
  for (io::NamedCounts const& named : counted.counts()) {
    if (!named.counts.weight.empty()) {
      return true;
    }
  }
  return false;
}

io::NumberColumn as_numbers(std::vector<std::int64_t> const& integers) {
  return {integers.begin(), integers.end()};
}

/// Sums of weights where the count has them.
io::NumberColumn sums(std::vector<std::int64_t> const& count, std::vector<double> const& weight) {
  return weight.empty() ? as_numbers(count) : weight;
}

template <class Number>
void append(std::vector<Number>& column, std::vector<Number> const& part) {
  column.insert(column.end(), part.begin(), part.end());
}

/// Separations in the unit of the bins.
void add_angles(io::Table& table, std::string name, io::NumberColumn angles, PairBins const& bins) {
  table.add(std::move(name), std::move(angles), std::string(name_of(bins.unit, unit_choices)));
}

/// The edges of all bins, as often as there are blocks of rows.
void add_edges(io::Table& table, PairBins const& bins, std::size_t blocks) {
  io::NumberColumn lower;
  io::NumberColumn upper;
  for (std::size_t block = 0; block < blocks; ++block) {
    lower.insert(lower.end(), bins.edges.begin(), bins.edges.end() - 1);
    upper.insert(upper.end(), bins.edges.begin() + 1, bins.edges.end());
  }
  add_angles(table, "theta_min", std::move(lower), bins);
  add_angles(table, "theta_max", std::move(upper), bins);
}

struct RegionColumns {
  io::TextColumn count;
  io::IntegerColumn region;
  io::IntegerColumn pairs[3];
  io::NumberColumn weight[3];
};

}  // namespace

io::Table result_table(PairBins const& bins, CountedPairs const& counted,
                       CorrelationResult const* correlation) {
  io::Table table;
  add_edges(table, bins, 1);
  bool const weighted = has_weights(counted);
  for (io::NamedCounts const& named : counted.counts()) {
    if (weighted) {
      table.add(named.name, sums(named.counts.count, named.counts.weight));
    } else {
      table.add(named.name, named.counts.count);
    }
  }
  if (correlation != nullptr) {
    table.add("w", correlation->w);
    table.add("w_error", correlation->error);
  }
  if (weighted) {
    for (io::NamedCounts const& named : counted.counts()) {
      table.add(named.name + "_pairs", named.counts.count);
    }
  }
  PairCounts const& data = counted.counts().front().counts;
  if (!data.mean_separation.empty()) {
    io::NumberColumn mean;
    for (double const separation : data.mean_separation) {
      mean.push_back(separation * units_per_degree(bins.unit));
    }
    add_angles(table, "theta_mean", std::move(mean), bins);
  }
  return table;
}

io::Table per_region_table(PairBins const& bins, CountedPairs const& counted) {
  RegionColumns columns;
  std::vector<std::int64_t> const& labels = counted.file.region_labels;
  for (io::NamedCounts const& named : counted.counts()) {
    RegionCounts const& regions = named.counts.regions;
    for (std::int64_t const label : labels) {
      columns.count.insert(columns.count.end(), bins.edges.size() - 1, named.name);
      columns.region.insert(columns.region.end(), bins.edges.size() - 1, label);
    }
    append(columns.pairs[0], regions.both);
    append(columns.pairs[1], regions.first);
    append(columns.pairs[2], regions.second);
    append(columns.weight[0], sums(regions.both, regions.both_weight));
    append(columns.weight[1], sums(regions.first, regions.first_weight));
    append(columns.weight[2], sums(regions.second, regions.second_weight));
  }
  io::Table table;
  table.add("count", std::move(columns.count));
  table.add("region", std::move(columns.region));
  add_edges(table, bins, labels.size() * counted.counts().size());
  constexpr char const* names[] = {"both", "first", "second"};
  bool const weighted = has_weights(counted);
  for (std::size_t i = 0; i < 3; ++i) {
    if (weighted) {
      table.add(names[i], std::move(columns.weight[i]));
    } else {
      table.add(names[i], columns.pairs[i]);
    }
  }
  for (std::size_t i = 0; weighted && i < 3; ++i) {
    table.add(std::string(names[i]) + "_pairs", std::move(columns.pairs[i]));
  }
  return table;
}

io::Table leave_one_out_table(PairBins const& bins, CountedPairs const& counted,
                              Estimator estimator, JackknifeConvention convention) {
  std::vector<std::int64_t> const& labels = counted.file.region_labels;
  io::IntegerColumn region;
  std::vector<io::NumberColumn> counts;
  for (io::NamedCounts const& named : counted.counts()) {
    RegionSampler const sampler(named.counts);
    io::NumberColumn column;
    for (std::size_t r = 0; r < labels.size(); ++r) {
      append(column, sampler.without(static_cast<std::int64_t>(r), convention).pairs);
    }
    counts.push_back(std::move(column));
  }
  for (std::int64_t const label : labels) {
    region.insert(region.end(), bins.edges.size() - 1, label);
  }
  io::Table table;
  table.add("region", std::move(region));
  add_edges(table, bins, labels.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    table.add(counted.counts()[i].name, std::move(counts[i]));
  }
  table.add("w", leave_one_out(counted.correlation_counts(), estimator, convention).w);
  return table;
}

io::Table covariance_table(PairBins const& bins, Covariance const& covariance) {
  io::NumberColumn columns[6];
  for (std::int64_t k = 0; k < covariance.bins; ++k) {
    for (std::int64_t l = 0; l < covariance.bins; ++l) {
      auto const row = static_cast<std::size_t>(k);
      auto const column = static_cast<std::size_t>(l);
      columns[0].push_back(bins.edges[row]);
      columns[1].push_back(bins.edges[row + 1]);
      columns[2].push_back(bins.edges[column]);
      columns[3].push_back(bins.edges[column + 1]);
      columns[4].push_back(covariance(k, l));
      columns[5].push_back(covariance(k, l) / std::sqrt(covariance(k, k) * covariance(l, l)));
    }
  }
  io::Table table;
  add_angles(table, "theta_min_1", std::move(columns[0]), bins);
  add_angles(table, "theta_max_1", std::move(columns[1]), bins);
  add_angles(table, "theta_min_2", std::move(columns[2]), bins);
  add_angles(table, "theta_max_2", std::move(columns[3]), bins);
  table.add("covariance", std::move(columns[4]));
  table.add("correlation", std::move(columns[5]));
  return table;
}

io::Table regions_table(PairCatalogues const& catalogues) {
  io::TextColumn name;
  io::NumberColumn ra;
  io::NumberColumn dec;
  io::IntegerColumn region;
  for (CatalogueGroup const* const group :
       {&catalogues.data, &catalogues.data2, &catalogues.randoms, &catalogues.randoms2}) {
    for (std::size_t i = 0; i < group->sets.size(); ++i) {
      CatalogueTable const& set = group->sets[i];
      name.insert(name.end(), set.ra.size(), group->files[i]);
      append(ra, set.ra);
      append(dec, set.dec);
      append(region, set.region);
    }
  }
  io::Table table;
  table.add("catalogue", std::move(name));
  table.add("ra", std::move(ra), "deg");
  table.add("dec", std::move(dec), "deg");
  table.add("region", std::move(region));
  return table;
}

}  // namespace siderum::apps
