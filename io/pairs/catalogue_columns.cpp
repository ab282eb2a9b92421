// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/catalogue_columns.hpp>

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/coordinate_names.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// The place of the first name of the list that the header has; -1: none.
int find_known(std::vector<std::string> const& header, std::span<std::string_view const> names) {
  for (std::string_view const name : names) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (plain_name(header[i]) == name) {
        return static_cast<int>(i);
      }
    }
  }
  return -1;
}

/// A number from 1 as a place from 0; -1 for what is no number.
int place_of_number(std::string_view word) {
  int number = 0;
  auto const [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
  bool const whole = failure == std::errc{} && end == word.data() + word.size();
  return whole && number >= 1 ? number - 1 : -1;
}

std::string columns_text(std::vector<std::string> const& header, int columns) {
  return header.empty() ? fmt::format("{} without names", columns) : shown_names(header);
}

class ColumnFinder {
 public:
  ColumnFinder(std::string const& file, std::vector<std::string> const& header, int columns)
      : file_(file), header_(header), columns_(columns) {}

  int coordinate(CatalogueRole role, std::string const& word) const {
    if (!word.empty()) {
      return chosen(role, word);
    }
    if (header_.empty()) {
      return role == CatalogueRole::ra ? 0 : 1;
    }
    int const place = role == CatalogueRole::ra ? find_known(header_, right_ascension_names)
                                                : find_known(header_, declination_names);
    if (place < 0) {
      throw Error(
          fmt::format("{} has no column {} (its columns are {}). Name the columns of right"
                      " ascension and declination with --columns, for example --columns"
                      " RA,DEC or --columns 2,3.",
                      file_, role_name(role), columns_text(header_, columns_)));
    }
    refuse_namesakes(role, place);
    return place;
  }

  int chosen(CatalogueRole role, std::string const& word) const {
    int const place = place_of(word);
    if (std::vector<std::size_t> const named = find_names(header_, word); named.size() > 1) {
      throw Error(fmt::format(
          "{} has {} columns '{}' for the {}, {} and {} (one is meant). Give the number"
          " of the column in place of its name.",
          file_, named.size(), shown_text(word), role_name(role), named[0] + 1, named[1] + 1));
    }
    if (place < 0 || place >= columns_) {
      throw Error(
          fmt::format("{} has no column '{}' for the {} (its columns are {}). Name one of"
                      " them, or give its number from 1.",
                      file_, word, role_name(role), columns_text(header_, columns_)));
    }
    return place;
  }

  /// A weight that is asked for by name may be missing.
  int weight(std::string const& word) const {
    return place_of(word) < 0 && !header_.empty() ? -1 : chosen(CatalogueRole::weight, word);
  }

 private:
  // Which of them is meant cannot be told.
  void refuse_namesakes(CatalogueRole role, int place) const {
    std::string const name = plain_name(header_[static_cast<std::size_t>(place)]);
    for (int i = place + 1; i < static_cast<int>(header_.size()); ++i) {
      std::string const& other = header_[static_cast<std::size_t>(i)];
      if (plain_name(other) == name) {
        throw Error(fmt::format(
            "{} has two columns for the {}, {} '{}' and {} '{}' (one is meant). Choose"
            " with --columns RA,DEC, for example by numbers, --columns 2,3.",
            file_, role_name(role), place + 1, shown_text(header_[static_cast<std::size_t>(place)]),
            i + 1, shown_text(other)));
      }
    }
  }

  int place_of(std::string const& word) const {
    int const named = find_name(header_, word);
    return named >= 0 ? named : place_of_number(word);
  }

  std::string const& file_;
  std::vector<std::string> const& header_;
  int columns_;
};

}  // namespace

std::string_view role_name(CatalogueRole role) {
  constexpr std::array<std::string_view, catalogue_roles> names = {"ra", "dec", "weight", "region"};
  return names[static_cast<std::size_t>(role)];
}

int CatalogueLayout::columns() const {
  return *std::max_element(place.begin(), place.end()) + 1;
}

CatalogueLayout find_columns(std::string const& file, std::vector<std::string> const& header,
                             int columns, CatalogueColumns const& words) {
  if (columns < 2) {
    throw Error(
        fmt::format("{} has one column (a catalogue has two, ra and dec). Give"
                    " a file with more.",
                    file));
  }
  ColumnFinder const finder(file, header, columns);
  CatalogueLayout layout;
  layout.place[0] = finder.coordinate(CatalogueRole::ra, words.ra);
  layout.place[1] = finder.coordinate(CatalogueRole::dec, words.dec);
  if (!words.weight.empty()) {
    layout.place[2] = finder.weight(words.weight);
  }
  if (!words.region.empty()) {
    layout.place[3] = finder.chosen(CatalogueRole::region, words.region);
  }
  for (std::size_t i = 0; i < catalogue_roles; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (layout.place[i] >= 0 && layout.place[i] == layout.place[j]) {
        throw Error(
            fmt::format("{}: column {} is both the {} and the {} (a column has one role)."
                        " Name another.",
                        file, layout.place[i] + 1, role_name(static_cast<CatalogueRole>(j)),
                        role_name(static_cast<CatalogueRole>(i))));
      }
    }
  }
  return layout;
}

}  // namespace siderum::io
