// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_bins.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/units.hpp>

namespace siderum::apps {

namespace {

constexpr int most_bins = 1'000'000;

std::string with_unit(double angle, AngleUnit unit) {
  return fmt::format("{} {}", number_text(angle), name_of(unit, unit_choices));
}

/// Where an edge came from: "row 3 of edges.txt", or empty.
struct Edge {
  double angle;
  std::string place;
};

PairBins checked_bins(std::vector<Edge> const& edges, AngleUnit unit) {
  PairBins bins{unit, {}, {}};
  std::vector<double> degrees;
  // What a unit's rounding may add to 180 degrees.
  constexpr double slack = 1e-12;
  double const largest = 180.0 * units_per_degree(unit);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    double const angle = edges[k].angle;
    std::string const name =
        edges[k].place.empty() ? fmt::format("Edge {}", k + 1) : edges[k].place;
    SIDERUM_VALIDATE(
        angle >= 0.0 && angle <= largest * (1.0 + slack),
        fmt::format("{} of the bins is {} (separations are 0 to 180 degrees). Correct it{}.", name,
                    with_unit(angle, unit),
                    unit == AngleUnit::deg ? ", or give its unit with --unit" : ""));
    SIDERUM_VALIDATE(
        k == 0 || angle > edges[k - 1].angle,
        fmt::format("{} of the bins is {}, after {} (edges must increase: bins do not"
                    " overlap). Correct it.",
                    name, with_unit(angle, unit), with_unit(edges[k - 1].angle, unit)));
    bins.edges.push_back(angle);
    degrees.push_back(std::min(180.0, angle / units_per_degree(unit)));
  }
  bins.degrees = make_bins(degrees);
  return bins;
}

/// What stands between the first brackets that hold a word but no unit; empty: there are none.
std::string_view unknown_unit(std::string_view header) {
  for (std::size_t first = header.find('['); first != std::string_view::npos;
       first = header.find('[', first + 1)) {
    std::size_t const last = std::min(header.find(']', first), header.size());
    std::string_view const text = header.substr(first + 1, last - first - 1);
    bool const has_letter = std::any_of(text.begin(), text.end(), [](char letter) {
      return std::isalpha(static_cast<unsigned char>(letter)) != 0;
    });
    if (has_letter && !io::read_unit(text, io::Quantity::declination).is_understood) {
      return text;
    }
  }
  return {};
}

/// The units of angles among the words of a header, each once.
std::vector<io::UnitScale> units_of(std::string_view header) {
  std::vector<io::UnitScale> units;
  std::string word;
  for (char const letter : std::string(header) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
        static_cast<unsigned char>(letter) > 127) {
      word += letter;
      continue;
    }
    auto const scale = io::read_unit(word, io::Quantity::declination).scale;
    if (scale && std::find(units.begin(), units.end(), *scale) == units.end()) {
      units.push_back(*scale);
    }
    word.clear();
  }
  return units;
}

/// The unit of the edges: that of the header, else the one that was asked for, else degrees.
AngleUnit unit_of(std::string const& file, std::string_view header,
                  std::optional<AngleUnit> asked) {
  std::vector<io::UnitScale> const units = units_of(header);
  std::string_view const unknown = unknown_unit(header);
  SIDERUM_VALIDATE(!units.empty() || asked || unknown.empty(),
                   fmt::format("{}: its header says [{}] (edges are read in deg, arcmin and"
                               " arcsec). Say which with --unit, or convert them.",
                               file, io::shown_text(unknown)));
  SIDERUM_VALIDATE(units.size() <= 1 || asked,
                   fmt::format("{}: its header names two units (edges have one). Say which with"
                               " --unit.",
                               file));
  if (units.size() != 1) {
    return asked.value_or(AngleUnit::deg);
  }
  for (AngleUnit const unit : {AngleUnit::deg, AngleUnit::arcmin, AngleUnit::arcsec}) {
    if (units.front() == io::UnitScale{1.0, units_per_degree(unit)}) {
      SIDERUM_VALIDATE(
          !asked || *asked == unit,
          fmt::format("{}: --unit says {}, its header {} (the header counts). Leave"
                      " --unit out, or correct the header.",
                      file, name_of(*asked, unit_choices), name_of(unit, unit_choices)));
      return unit;
    }
  }
  throw Error(
      fmt::format("{}: its header names a unit that bins do not have (edges are read in"
                  " deg, arcmin and arcsec). Convert them, and correct the header.",
                  file));
}

struct EdgesFile {
  std::vector<Edge> edges;
  AngleUnit unit = AngleUnit::deg;
};

/// A row of the file, whose name stands in sentences.
struct EdgesRow {
  std::string const& file;
  std::int64_t number;
  std::string_view line;
  io::Separator separator;
  std::vector<std::string> fields;
};

void append_edges(EdgesRow const& row, std::vector<Edge>& edges) {
  io::FieldCursor cursor(row.line, row.separator);
  int const columns = io::count_columns(row.fields);
  for (int column = 0; column < columns; ++column) {
    Edge edge{0.0, fmt::format("{}, row {}: the edge", row.file, row.number)};
    SIDERUM_VALIDATE(cursor.number(edge.angle) == io::FieldState::good,
                     fmt::format("{}, row {}: '{}' is no number (the file holds the edges of"
                                 " the bins). Correct it.",
                                 row.file, row.number, io::shown_text(cursor.rejected())));
    edges.push_back(std::move(edge));
  }
}

/// May this row hold one edge with a decimal comma? A blank behind it says that it is none.
bool may_be_one_decimal(EdgesRow const& row) {
  return row.fields.size() == 2 && io::may_hold_decimal_commas(row.fields, row.separator) &&
         row.line.find(", ") == std::string_view::npos;
}

EdgesFile read_edges(std::string const& path, std::optional<AngleUnit> asked) {
  io::InputFile input(path);
  io::require_text(path, input.window());
  std::string const name = io::input_name(path);
  io::ContentLines lines(input);
  std::string_view line;
  EdgesFile file;
  bool first = true;
  std::int64_t rows = 0;
  std::string doubtful;  // the first row that may be one decimal
  while (lines.next(line)) {
    io::refuse_semicolons(name, line);
    io::Separator const separator = io::detect_separator(line);
    EdgesRow const row{name, lines.row(), line, separator, io::split_fields(line, separator)};
    bool const is_heading = first && io::is_header(row.fields);
    if (first) {
      char const* const end = is_heading ? line.data() + line.size() : line.data();
      char const* const start = lines.text().data();
      file.unit = unit_of(name, {start, static_cast<std::size_t>(end - start)}, asked);
    }
    first = false;
    if (is_heading) {
      continue;
    }
    append_edges(row, file.edges);
    ++rows;
    if (doubtful.empty() && may_be_one_decimal(row)) {
      doubtful = fmt::format("{}, row {}: '{}'", name, row.number, io::shown_text(line));
    }
  }
  SIDERUM_VALIDATE(doubtful.empty() || rows == 1,
                   fmt::format("{} may be two edges or one with a decimal comma (decimals have a"
                               " point). Write points in decimals, or one edge a line.",
                               doubtful));
  SIDERUM_VALIDATE(file.edges.size() >= 2,
                   fmt::format("There is {} in {} (a bin has two). Give at least two.",
                               file.edges.empty() ? "no edge" : "1 edge", name));
  return file;
}

// As logarithmic_bins and linear_bins, in the user's unit.
std::vector<Edge> edges_of(BinOptions const& options) {
  BinRange const& range = options.logarithmic ? *options.logarithmic : *options.linear;
  std::vector<Edge> edges;
  long double const minimum = range.minimum;
  long double const maximum = range.maximum;
  for (std::int64_t k = 0; k <= range.count; ++k) {
    long double const share = static_cast<long double>(k) / static_cast<long double>(range.count);
    long double const edge = options.logarithmic ? minimum * std::pow(maximum / minimum, share)
                                                 : minimum + (maximum - minimum) * share;
    edges.push_back({static_cast<double>(edge), {}});
  }
  edges.back().angle = range.maximum;
  return edges;
}

void check_range(std::string const& option, BinRange const& range) {
  SIDERUM_VALIDATE(
      range.minimum < range.maximum,
      fmt::format("{} reaches from {} to {} (bins need a range that increases). Give"
                  " {} MIN:MAX:N with MIN < MAX.",
                  option, number_text(range.minimum), number_text(range.maximum), option));
  SIDERUM_VALIDATE(option != "--bins" || range.minimum > 0.0,
                   fmt::format("--bins begins at {} (logarithmic bins begin above 0). Give another"
                               " minimum, or equal bins with --linear.",
                               number_text(range.minimum)));
}

}  // namespace

double units_per_degree(AngleUnit unit) {
  switch (unit) {
    case AngleUnit::deg:
      return 1.0;
    case AngleUnit::arcmin:
      return 60.0;
    case AngleUnit::arcsec:
      return 3600.0;
  }
  return 1.0;
}

BinRange parse_bin_range(std::string const& option, std::string_view text) {
  std::size_t const first = text.find(':');
  std::size_t const second = first == std::string_view::npos ? first : text.find(':', first + 1);
  bool const has_three =
      second != std::string_view::npos && text.find(':', second + 1) == std::string_view::npos;
  SIDERUM_VALIDATE(has_three,
                   fmt::format("{} does not understand '{}' (it takes MIN:MAX:N, two separations"
                               " and a number of bins). Write for example {} 0.01:10:20.",
                               option, text, option));
  BinRange range;
  range.minimum = parse_number(option, text.substr(0, first));
  range.maximum = parse_number(option, text.substr(first + 1, second - first - 1));
  double const count = parse_number(option, text.substr(second + 1));
  SIDERUM_VALIDATE(count == std::floor(count) && count >= 1.0 && count <= most_bins,
                   fmt::format("{} asks for {} bins (it takes a whole number from 1 to {}). Write"
                               " for example {} 0.01:10:20.",
                               option, number_text(count), most_bins, option));
  range.count = static_cast<std::int64_t>(count);
  check_range(option, range);
  return range;
}

bool bins_are_missing(BinOptions const& options) {
  int const ways = (options.logarithmic ? 1 : 0) + (options.linear ? 1 : 0) +
                   (options.edges_file.empty() ? 0 : 1);
  if (ways > 1) {
    throw UsageError(
        "The bins are given twice (--bins, --linear and --edges each say all). Give"
        " one of them.");
  }
  return ways == 0;
}

PairBins make_pair_bins(BinOptions const& options) {
  if (options.edges_file.empty()) {
    return checked_bins(edges_of(options), options.unit.value_or(AngleUnit::deg));
  }
  EdgesFile const file = read_edges(options.edges_file, options.unit);
  return checked_bins(file.edges, file.unit);
}

PairBins pair_bins_of(std::vector<double> const& edges, std::string const& unit) {
  std::vector<Edge> list;
  for (double const edge : edges) {
    list.push_back({edge, {}});
  }
  return checked_bins(list, parse_choice("the unit of the saved edges", unit, unit_choices));
}

}  // namespace siderum::apps
