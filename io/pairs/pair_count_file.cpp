// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/pair_count_file.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/pairs/pair_count_json.hpp>

namespace siderum::io {
namespace {

/// A checksum of 64-bit words, each mixed in by the finaliser of SplitMix64 (Steele, Lea & Flood
/// 2014, OOPSLA): it tells files apart by accident, not against intent.
class Checksum {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) + 0x9E3779B97F4A7C15u;
    state_ = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9u;
    state_ = (state_ ^ (state_ >> 27)) * 0x94D049BB133111EBu;
    state_ ^= state_ >> 31;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

std::string sentence(std::string const& path, std::string const& field) {
  return fmt::format(
      "{} does not fit, {} (saved counts are used only where everything is the"
      " same). Count anew, or give what was counted then.",
      input_name(path), field);
}

/// Do the sums of as many weights differ by more than their rounding? Each addition rounds by half
/// an epsilon of a sum of at most sum |w| <= sqrt(n sum w^2) (Higham 2002, Accuracy and Stability
/// of Numerical Algorithms, section 4.2).
bool sums_differ(CatalogueStamp const& saved, CatalogueStamp const& given) {
  auto const n = static_cast<double>(given.points);
  double const rounding = n * std::numeric_limits<double>::epsilon();
  double const squares = std::max(saved.sum_squared_weight, given.sum_squared_weight);
  return !(std::abs(saved.sum_weight - given.sum_weight) <= rounding * std::sqrt(n * squares)) ||
         !(std::abs(saved.sum_squared_weight - given.sum_squared_weight) <= rounding * squares);
}

}  // namespace

CatalogueStamp stamp_of(std::span<CatalogueTable const> sets) {
  CatalogueStamp stamp;
  stamp.sets = std::ssize(sets);
  Checksum points;
  Checksum regions;
  bool has_regions = false;
  for (CatalogueTable const& set : sets) {
    Checksum of_set;  // points and labels
    of_set.add(static_cast<std::uint64_t>(set.points()));
    points.add(static_cast<std::uint64_t>(set.points()));
    regions.add(static_cast<std::uint64_t>(set.points()));
    stamp.points += set.points();
    for (std::size_t i = 0; i < set.ra.size(); ++i) {
      double const weight = set.weight.empty() ? 1.0 : set.weight[i];
      for (double const number : {set.ra[i], set.dec[i], weight}) {
        points.add(number);
        of_set.add(number);
      }
      stamp.sum_weight += weight;
      stamp.sum_squared_weight += weight * weight;
    }
    for (std::int64_t const label : set.region) {
      regions.add(static_cast<std::uint64_t>(label));
      of_set.add(static_cast<std::uint64_t>(label));
      has_regions = true;
    }
    stamp.sum_of_checksums += of_set.value();
  }
  stamp.checksum = points.value();
  stamp.region_checksum = has_regions ? regions.value() : 0;
  return stamp;
}

NamedCounts const* PairCountFile::find(std::string const& name) const {
  auto const found = std::find_if(counts.begin(), counts.end(),
                                  [&name](NamedCounts const& entry) { return entry.name == name; });
  return found == counts.end() ? nullptr : &*found;
}

void write_pair_counts(PairCountFile const& content, OutputFile& file) {
  file.write(to_json(content));
}

PairCountFile read_pair_counts(std::string const& path) {
  InputFile input(path);
  require_text(path, input.window());
  return from_json(input_name(path), input.bytes());
}

void require_same_bins(std::string const& path, PairCountFile const& saved,
                       PairCountFile const& wanted, std::span<double const> edges_deg) {
  for (NamedCounts const& named : saved.counts) {
    std::vector<double> const& edges = named.counts.edges;
    SIDERUM_VALIDATE(edges.size() == edges_deg.size(),
                     sentence(path, fmt::format("the number of bins differs: saved {}, asked for"
                                                " {}",
                                                edges.size() - 1, edges_deg.size() - 1)));
    for (std::size_t k = 0; k < edges.size(); ++k) {
      constexpr double rounding = 1e-14;
      SIDERUM_VALIDATE(
          std::abs(edges[k] - edges_deg[k]) <= rounding * edges[k],
          sentence(path, fmt::format("edge {} of the bins differs: saved {} deg,"
                                     " asked for {} deg",
                                     k, number_text(edges[k]), number_text(edges_deg[k]))));
    }
  }
  SIDERUM_VALIDATE(saved.precision == wanted.precision,
                   sentence(path, fmt::format("the precision differs: saved {}, asked for {}",
                                              saved.precision, wanted.precision)));
  SIDERUM_VALIDATE(
      saved.region_labels.size() == wanted.region_labels.size(),
      sentence(path, fmt::format("the number of regions differs: saved {}, asked for"
                                 " {}",
                                 saved.region_labels.size(), wanted.region_labels.size())));
  SIDERUM_VALIDATE(saved.region_labels == wanted.region_labels,
                   sentence(path, "the labels of the regions differ"));
}

std::string difference(std::string const& name, CatalogueStamp const& saved,
                       CatalogueStamp const& given, FileOrder order) {
  auto const differs = [&name](char const* field, std::string const& before,
                               std::string const& now) {
    return fmt::format("the {} of the {} differs: saved {}, given {}", field, name, before, now);
  };
  if (saved.points != given.points) {
    return differs("number of points", std::to_string(saved.points), std::to_string(given.points));
  }
  if (saved.sets != given.sets) {
    return differs("number of files", std::to_string(saved.sets), std::to_string(given.sets));
  }
  if (sums_differ(saved, given)) {
    return differs("sum of the weights", number_text(saved.sum_weight),
                   number_text(given.sum_weight));
  }
  bool const same_files =
      saved.sum_of_checksums != 0 && saved.sum_of_checksums == given.sum_of_checksums;
  if (order == FileOrder::any && same_files) {
    return {};
  }
  if (saved.checksum != given.checksum) {
    return differs("checksum of the points", hexadecimal(saved.checksum),
                   hexadecimal(given.checksum));
  }
  if (saved.region_checksum != given.region_checksum) {
    return differs("checksum of the regions", hexadecimal(saved.region_checksum),
                   hexadecimal(given.region_checksum));
  }
  return {};
}

}  // namespace siderum::io
