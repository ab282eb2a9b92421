// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/coefficients_file.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/coefficient_rows.hpp>
#include <siderum/io/sky/map_reader.hpp>
#include <siderum/io/sky/real_map_coefficients.hpp>
#include <siderum/io/sky/stated_frame.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr std::int64_t numbers_at_a_time = std::int64_t{1} << 16;

/// The columns of a table of a_lm, from 1.
struct Places {
  int index = 0;  ///< 0: degree and order say it
  int degree = 0;
  int order = 0;
  int real = 0;
  int imaginary = 0;
  bool are_named = true;  ///< else they are taken in their order

  /// The column that tells which coefficient a row is of.
  int first() const { return index > 0 ? index : degree; }
};

/// The rows of a table, one after the other or, where they are as they should be, in their places.
struct Rows {
  std::int64_t count = 0;
  int first_column = 0;  ///< Places::first()
  std::vector<std::int64_t> index;
  std::vector<double> real;
  std::vector<double> imaginary;
  std::optional<std::vector<std::complex<double>>> ordered;
  HarmonicRange range;
  std::string convention;  ///< POLCCONV
  double rounding = 0.0;   ///< of the imaginary parts, relative
  std::string coordinates;
  std::string by_place;  ///< the names of the columns, where they are others
};

/// One wrong row or keyword must not ask for the memory of a range that the table does not fill.
/// Few rows may be so sparse where a keyword and all rows agree, but not by the word of one row.
bool may_be_of(std::int64_t rows, HarmonicRange range, bool has_keyword) {
  std::int64_t const always = std::int64_t{1} << (has_keyword ? 20 : 12);
  constexpr std::int64_t most_times = 8;
  return range.count() <= std::max(always, most_times * rows);
}

/// @param cause  what says that the range is so large
void require_rows(MapReader const& reader, HarmonicRange range, std::int64_t rows, bool has_keyword,
                  std::string const& cause) {
  if (!may_be_of(rows, range, has_keyword)) {
    reader.refuse(fmt::format("{}, and l up to {} and m up to {} are {} coefficients", cause,
                              range.lmax, range.mmax, range.count()),
                  fmt::format("the table has {} rows", rows),
                  "Correct that, or write the rows that are 0, too.");
  }
}

/// The range of the keywords, or where there are none that of the rows.
HarmonicRange range_of_rows(MapReader const& reader, Rows const& rows) {
  std::optional<std::int64_t> const last_degree = reader.file().integer_key("MAX-LPOL");
  std::optional<std::int64_t> const last_order = reader.file().integer_key("MAX-MPOL");
  std::int64_t lmax = last_degree.value_or(0);
  std::int64_t mmax = last_order.value_or(0);
  std::size_t last_row = 0;
  for (std::size_t row = 0; row < rows.index.size(); ++row) {
    if (rows.index[row] < 1 || rows.index[row] > most_index) {
      reader.refuse(
          fmt::format("{} has the index {}", reader.row(rows.first_column, row), rows.index[row]),
          fmt::format("l^2 + l + m + 1 is 1 .. {}", most_index), "Correct the row.");
    }
    auto const [degree, order] = degree_and_order(rows.index[row]);
    bool const is_beyond = last_degree && degree > *last_degree;
    if (is_beyond || (last_order && std::abs(order) > *last_order)) {
      reader.refuse(
          fmt::format("{} is of l = {}, m = {}", reader.row(rows.first_column, row), degree, order),
          is_beyond ? fmt::format("MAX-LPOL is {}", *last_degree)
                    : fmt::format("MAX-MPOL is {}", *last_order),
          "Correct the row, or the keyword.");
    }
    last_row = degree > lmax ? row : last_row;
    lmax = std::max(lmax, degree);
    mmax = std::max(mmax, order);
  }
  HarmonicRange range;
  try {
    range = make_harmonic_range(lmax, std::min(mmax, lmax));
  } catch (Error const& error) {
    throw Error(fmt::format("{}: {}", reader.name(), error.what()));
  }
  require_rows(reader, range, rows.count, last_degree.has_value(),
               last_degree
                   ? fmt::format("MAX-LPOL is {}", *last_degree)
                   : fmt::format("{} is of l = {}", reader.row(rows.first_column, last_row), lmax));
  return range;
}

/// The range that the keywords say, where it is one that so many rows may be of.
std::optional<HarmonicRange> range_of_keywords(MapReader const& reader, std::int64_t rows) {
  std::int64_t const lmax = reader.file().integer_key("MAX-LPOL").value_or(-1);
  std::int64_t const mmax = reader.file().integer_key("MAX-MPOL").value_or(-1);
  bool const is_range = 0 <= mmax && mmax <= lmax && lmax <= largest_lmax;
  HarmonicRange const range{lmax, mmax};
  return is_range && may_be_of(rows, range, true) ? std::optional(range) : std::nullopt;
}

/// That of the rows, where no keyword says one, as in files of healpy.
std::optional<HarmonicRange> range_without_keywords(MapReader const& reader, int column,
                                                    std::int64_t rows) {
  if (reader.file().integer_key("MAX-LPOL") || reader.file().integer_key("MAX-MPOL")) {
    return std::nullopt;
  }
  std::optional<HarmonicRange> const range = range_of_indices(reader, column);
  return range && may_be_of(rows, *range, false) ? range : std::nullopt;
}

/// By their names. Columns that are called otherwise are taken in their order, unless a name says
/// that this is not INDEX, REAL and IMAG.
Places places_of(MapReader const& reader) {
  std::vector<std::string> const& names = reader.columns();
  auto const place = [&](char const* name) { return reader.named_column(name); };
  auto const [index, real, imaginary] = coefficient_columns;
  auto const [degree, order] = degree_and_order_columns;
  if (have_coefficients(names)) {
    Places places{place(index), place(degree), place(order), place(real), place(imaginary)};
    return places;
  }
  auto const may_be = [&](char const* name, int at) {
    return place(name) == 0 || place(name) == at;
  };
  bool const are_in_order = may_be(index, 1) && may_be(real, 2) && may_be(imaginary, 3);
  bool const begin_with_degree = place(degree) == 1 || place(order) == 1;
  if (names.size() < coefficient_columns.size()) {
    reader.refuse("the table holds no coefficients",
                  fmt::format("it has the columns {}", shown_names(names)),
                  "Give a file with INDEX, REAL and IMAG.");
  }
  if (!are_in_order || begin_with_degree) {
    reader.refuse("its columns cannot be told to be those of coefficients",
                  fmt::format("they are {}", shown_names(names)),
                  "Name them INDEX = l^2 + l + m + 1, REAL and IMAG, or L, M, REAL and IMAG.");
  }
  return {1, 0, 0, 2, 3, false};
}

/// The indices of a table that has degrees and orders.
std::vector<std::int64_t> indices_of(MapReader const& reader, Places const& places) {
  std::vector<std::int64_t> index = reader.integers(places.degree, {"degree l", "degrees"});
  std::vector<std::int64_t> const order = reader.integers(places.order, {"order m", "orders"});
  for (std::size_t row = 0; row < index.size(); ++row) {
    std::int64_t const l = index[row];
    std::int64_t const m = order[row];
    if (l < 0 || l > largest_lmax || m < -l || m > l) {
      reader.refuse(fmt::format("{} is of l = {}, m = {}", reader.row(places.degree, row), l, m),
                    fmt::format("degrees go from 0 to {}, and orders from -l to l", largest_lmax),
                    "Correct the row.");
    }
    index[row] = l * l + l + m + 1;
  }
  return index;
}

/// Refuses columns that have not as many cells as the first; returns how many these are.
std::int64_t count_rows(MapReader const& reader, Places const& places) {
  std::int64_t const count = reader.count(places.first());
  std::int64_t const real = reader.count(places.real);
  std::int64_t const imaginary = reader.count(places.imaginary);
  if (count != real || count != imaginary || count == 0) {
    reader.refuse(fmt::format("{} {} have {} real and {} imaginary parts", count,
                              places.index > 0 ? "indices" : "degrees", real, imaginary),
                  "each has one, and there is at least one", "Check the columns.");
  }
  if (places.index == 0 && reader.count(places.order) != count) {
    reader.refuse(fmt::format("{} degrees have {} orders", count, reader.count(places.order)),
                  "each has one", "Check the columns.");
  }
  return count;
}

Rows read_rows(MapReader const& reader, std::function<void(HarmonicRange)> const& range_is_known) {
  Places const places = places_of(reader);
  Rows rows;
  rows.first_column = places.first();
  rows.count = count_rows(reader, places);
  if (!places.are_named) {
    auto const name = [&](std::size_t i) { return shown_text(reader.columns()[i]); };
    rows.by_place = fmt::format("'{}', '{}' and '{}'", name(0), name(1), name(2));
  }
  rows.rounding = reader.file().column(places.imaginary).type == TFLOAT ? 1e-6 : 1e-12;
  std::optional<HarmonicRange> range = range_of_keywords(reader, rows.count);
  if (range && range_is_known) {
    range_is_known(*range);
  }
  bool const has_index = places.index > 0;
  if (!range && has_index) {
    range = range_without_keywords(reader, places.index, rows.count);
  }
  if (range && has_index) {
    rows.range = *range;
    rows.ordered =
        read_ordered_coefficients(reader, {places.index, places.real, places.imaginary}, *range);
  }
  if (!rows.ordered) {
    rows.index = has_index ? reader.integers(places.index, {"index", "indices"})
                           : indices_of(reader, places);
    rows.real = reader.numbers(places.real);
    rows.imaginary = reader.numbers(places.imaginary);
    rows.range = range_of_rows(reader, rows);
  }
  return rows;
}

/// "T, E and B".
std::string_view coefficient_words(Field field) {
  switch (field) {
    case Field::scalar:
      return "a map";
    case Field::spin_one:
      return "gradient and curl";
    case Field::spin_two:
      return "E and B";
    case Field::polarised:
      return "T, E and B";
  }
  return "";
}

/// The option that asks for a field.
std::string option_of(Field field) {
  return field == Field::polarised ? "--polarised" : fmt::format("--spin {}", spin(field));
}

constexpr std::int64_t most_tables = 3;

/// The names of the tables that hold coefficients, at most three; the reader stays at the first.
std::vector<std::string> tables_at_hand(MapReader& reader) {
  std::vector<std::string> names;
  do {
    names.push_back(reader.file().text_key("EXTNAME").value_or(""));
  } while (std::ssize(names) < most_tables && reader.next_table() &&
           have_coefficients(reader.columns()));
  reader.first_table();
  return names;
}

/// The field that tables are of by all of their names; none where these say nothing.
std::optional<Field> named_field(std::vector<std::string> const& tables) {
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    std::vector<std::string> const names = extension_names(field);
    if (std::equal(names.begin(), names.end(), tables.begin(), tables.end(), equal_names)) {
      return field;
    }
  }
  return std::nullopt;
}

/// Refuses tables of another field than they are to be read as.
void check_field_of_tables(MapReader const& reader, std::vector<std::string> const& tables,
                           Field field) {
  bool const are_three = std::ssize(tables) == most_tables;
  std::optional<Field> const named = named_field(tables);
  Field const is = named.value_or(are_three ? Field::polarised : field);
  bool const has_part =
      is == field || field == Field::scalar || (is == Field::polarised && field == Field::spin_two);
  if (!has_part) {
    reader.refuse(fmt::format("its tables are {}{}", coefficient_words(is),
                              named ? " by their keywords EXTNAME" : ", of which there are three"),
                  fmt::format("{} is {}", option_of(field), coefficient_words(field)),
                  fmt::format("Give a file with these, or read this one with {}.", option_of(is)));
  }
}

class Collector {
 public:
  /// @param a_lm  (range.count()), zeros
  /// @param column  Places::first()
  Collector(MapReader const& reader, int column, HarmonicRange range,
            std::span<std::complex<double>> a_lm)
      : reader_(reader), column_(column), range_(range), a_lm_(a_lm), met_(a_lm.size()) {}

  void add(std::size_t row, DegreeAndOrder at, std::complex<double> value) {
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) {
      reader_.refuse(fmt::format("{}, l = {}, m = {}, is {} + {} i", reader_.row(column_, row),
                                 at.degree, at.order, value.real(), value.imag()),
                     "coefficients are finite", "Correct the row.");
    }
    if (at.order < 0) {
      negative_[{at.degree, -at.order}] = value;
      return;
    }
    auto const place = static_cast<std::size_t>(range_.index(at.degree, at.order));
    if (met_[place]) {
      reader_.refuse(fmt::format("{} is of l = {}, m = {} again", reader_.row(column_, row),
                                 at.degree, at.order),
                     "each coefficient has one row", "Delete one of them.");
    }
    met_[place] = true;
    a_lm_[place] = value;
  }

  /// The coefficients that no row has.
  std::int64_t missing() const { return std::count(met_.begin(), met_.end(), false); }

  /// Orders below 0 against those above.
  void finish() const {
    for (auto const& [at, value] : negative_) {
      auto const [degree, order] = at;
      bool const is_stored = order <= range_.mmax;
      std::complex<double> const positive =
          is_stored ? a_lm_[static_cast<std::size_t>(range_.index(degree, order))] : 0;
      std::complex<double> const expected = (order % 2 == 0 ? 1.0 : -1.0) * std::conj(positive);
      if (!(std::abs(value - expected) <= 1e-5 * std::abs(expected))) {
        reader_.refuse(fmt::format("the coefficients of l = {}, m = {} and {} do not fit together",
                                   degree, -order, order),
                       "those of a real map are conjugates but for (-1)^m",
                       "Split the map into its real and imaginary part.");
      }
    }
  }

 private:
  MapReader const& reader_;
  int column_;
  HarmonicRange range_;
  std::span<std::complex<double>> a_lm_;
  std::vector<bool> met_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::complex<double>> negative_;
};

/// The tables from the first on, at most so many; the reader is left at the last.
std::vector<Rows> read_tables(MapReader& reader, std::int64_t most,
                              std::function<void(HarmonicRange)> const& range_is_known) {
  std::vector<Rows> tables;
  do {
    tables.push_back(read_rows(reader, tables.empty() ? range_is_known : nullptr));
    tables.back().convention = reader.file().text_key("POLCCONV").value_or("");
    tables.back().coordinates = reader.file().text_key("COORDSYS").value_or("");
  } while (std::ssize(tables) < most && reader.next_table());
  return tables;
}

/// Whether two words of COORDSYS are of one frame.
bool are_one_frame(std::string_view one, std::string_view other) {
  std::optional<SkyFrame> const frame = stated_frame(one);
  return equal_names(one, other) || (frame && frame == stated_frame(other));
}

/// What the tables of a field say, those that say it; all that do say the same.
/// @param are_same      whether two words mean one thing
/// @param rule, advice  as MapReader::refuse has them
std::string said_by_all(MapReader const& reader, std::vector<Rows> const& tables, char const* key,
                        std::string Rows::*word,
                        bool (*are_same)(std::string_view, std::string_view), char const* rule,
                        char const* advice) {
  std::string said;
  for (Rows const& rows : tables) {
    std::string const& one = rows.*word;
    if (said.empty()) {
      said = one;
    } else if (!one.empty() && !are_same(one, said)) {
      reader.refuse(fmt::format("the keywords {} of its tables are {} and {}", key,
                                shown_text(said), shown_text(one)),
                    rule, advice);
    }
  }
  return said;
}

/// Gives all tables of a field what those that state it say.
void agree(MapReader const& reader, std::vector<Rows>& tables, Field field) {
  std::string const coordinates =
      said_by_all(reader, tables, "COORDSYS", &Rows::coordinates, are_one_frame,
                  "the components of a field are in the same coordinates",
                  "Give a file with components of one sky.");
  std::string const convention =
      said_by_all(reader, tables, "POLCCONV", &Rows::convention, equal_names,
                  "the components of a field have one sign of U",
                  "Give a file with components of one convention.");
  if (spin(field) == 2 && !convention.empty() && !equal_names(convention, "IAU") &&
      !equal_names(convention, "COSMO")) {
    reader.refuse(fmt::format("the polarisation has the convention '{}'", shown_text(convention)),
                  "POLCCONV is COSMO or IAU", "Convert the coefficients to one of these.");
  }
  for (Rows& rows : tables) {
    rows.coordinates = coordinates;
    rows.convention = convention;
  }
}

/// The tables of the components of a field.
/// @param at_hand  tables_at_hand
std::vector<Rows> tables_of(MapReader& reader, std::vector<std::string> const& at_hand, Field field,
                            std::function<void(HarmonicRange)> const& range_is_known) {
  std::int64_t const needed = components(field);
  check_field_of_tables(reader, at_hand, field);
  std::vector<Rows> tables =
      read_tables(reader, field == Field::spin_two ? most_tables : needed, range_is_known);
  if (std::ssize(tables) < needed) {
    reader.refuse(fmt::format("there are coefficients of {} map{}", tables.size(),
                              tables.size() == 1 ? "" : "s"),
                  fmt::format("{} have a table each", coefficient_words(field)),
                  "Give a file with all of them.");
  }
  tables.erase(tables.begin(), tables.end() - needed);
  agree(reader, tables, field);
  return tables;
}

/// The elements of one component.
template <class Values>
auto component_of(Values& values, std::int64_t component, HarmonicRange range) {
  auto const count = static_cast<std::size_t>(range.count());
  return std::span(values).subspan(static_cast<std::size_t>(component) * count, count);
}

/// Copies the coefficients that both ranges have.
void copy_orders(HarmonicRange from, std::span<std::complex<double> const> values, HarmonicRange to,
                 std::span<std::complex<double>> a_lm) {
  constexpr std::int64_t orders_at_a_time = 16;
  std::int64_t const lmax = std::min(from.lmax, to.lmax);
  for_each_piece(std::min(from.mmax, to.mmax) + 1, orders_at_a_time, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t m = begin; m < end; ++m) {
        std::copy_n(values.begin() + from.index(m, m), lmax - m + 1, a_lm.begin() + to.index(m, m));
      }
    };
  });
}

/// The same for rows that are in any order; returns how many coefficients have no row.
std::int64_t place_one_by_one(MapReader const& reader, Rows const& rows, HarmonicRange range,
                              std::span<std::complex<double>> a_lm) {
  Collector collector(reader, rows.first_column, range, a_lm);
  for (std::size_t row = 0; row < rows.index.size(); ++row) {
    collector.add(row, degree_and_order(rows.index[row]), {rows.real[row], rows.imaginary[row]});
  }
  collector.finish();
  return collector.missing();
}

/// The coefficients of all tables, a component for each; returns how many have no row.
std::int64_t place_tables(MapReader const& reader, std::vector<Rows>& tables,
                          CoefficientTable& result) {
  HarmonicRange const range = result.range;
  if (tables.size() == 1 && tables.front().ordered) {
    result.a_lm = std::move(*tables.front().ordered);
    return range.count() - tables.front().count;
  }
  resize_large(result.a_lm, tables.size() * static_cast<std::size_t>(range.count()));
  std::int64_t missing = 0;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    Rows const& rows = tables[table];
    auto const a_lm = component_of(result.a_lm, static_cast<std::int64_t>(table), range);
    if (rows.ordered) {
      copy_orders(rows.range, *rows.ordered, range, a_lm);
      missing += range.count() - rows.count;
    } else {
      missing += place_one_by_one(reader, rows, range, a_lm);
    }
    if (equal_names(rows.convention, "IAU") && spin(result.field) == 2 &&
        table + 1 == tables.size()) {
      for_each_index(a_lm.size(), numbers_at_a_time, [&](std::size_t i) {
        a_lm[i] = std::complex<double>() - a_lm[i];  // and no -0 where there is no row
      });
    }
  }
  return missing;
}

}  // namespace

bool have_coefficients(std::vector<std::string> const& names) {
  auto const has = [&](char const* name) { return find_name(names, name) >= 0; };
  auto const [index, real, imaginary] = coefficient_columns;
  return has(real) && has(imaginary) &&
         (has(index) ||
          std::all_of(degree_and_order_columns.begin(), degree_and_order_columns.end(), has));
}

CoefficientTable read_coefficients(std::string const& path, Field field, FileNotes* notes,
                                   std::function<void(HarmonicRange)> const& range_is_known) {
  InputFile input(path);
  SIDERUM_VALIDATE(is_fits(path, input.window()),
                   fmt::format("{} holds no coefficients (they are FITS files, compressed ones "
                               ".fits.gz). Give a file with the columns INDEX, REAL and IMAG.",
                               input.name()));
  MapReader reader(input, ColumnOption::none);
  std::vector<std::string> const at_hand = tables_at_hand(reader);
  std::vector<Rows> tables = tables_of(reader, at_hand, field, range_is_known);
  CoefficientTable result{tables.front().range, {}, field, tables.front().coordinates};
  result.left_out = field == Field::scalar ? std::ssize(at_hand) - 1 : 0;
  for (Rows const& rows : tables) {
    result.range.lmax = std::max(result.range.lmax, rows.range.lmax);
    result.range.mmax = std::max(result.range.mmax, rows.range.mmax);
  }
  if (std::string const& names = tables.front().by_place; !names.empty() && notes != nullptr) {
    notes->add(input.name(),
               fmt::format("the columns {} were taken as INDEX, REAL and IMAG.", names));
  }
  std::int64_t const missing = place_tables(reader, tables, result);
  if (missing > 0 && notes != nullptr) {
    notes->add(input.name(),
               fmt::format("{} of the {} coefficients up to l = {} and m = {} {} no row and {} 0.",
                           missing, result.a_lm.size(), result.range.lmax, result.range.mmax,
                           missing == 1 ? "has" : "have", missing == 1 ? "is" : "are"));
  }
  ImaginaryParts parts;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    auto const a_lm = component_of(result.a_lm, static_cast<std::int64_t>(table), result.range);
    parts.leave_out(a_lm.first(static_cast<std::size_t>(result.range.lmax) + 1),
                    tables[table].rounding);
  }
  if (parts.count() > 0 && notes != nullptr) {
    notes->add(input.name(), parts.sentence());
  }
  input.require_unchanged();
  return result;
}

bool holds_coefficients(std::string const& path) {
  if (path == "-") {
    return true;
  }
  InputFile input(path);
  if (!is_fits(path, input.window())) {
    return false;
  }
  MapReader const reader(input, ColumnOption::none);
  auto const has = [&](char const* name) { return find_name(reader.columns(), name) >= 0; };
  auto const [index, real, imaginary] = coefficient_columns;
  auto const [degree, order] = degree_and_order_columns;
  // Some of their names, and no keyword of maps: what is missing is said of coefficients.
  bool const seem_so = (has(real) && has(imaginary)) || (has(degree) && has(order));
  bool const says_map = reader.file().text_key("PIXTYPE") || reader.file().text_key("ORDERING") ||
                        reader.file().text_key("NSIDE");
  return have_coefficients(reader.columns()) || (seem_so && !says_map);
}

CoefficientTable truncated(CoefficientTable table, HarmonicRange range) {
  if (range == table.range) {
    return table;
  }
  CoefficientTable result{range, {}, table.field, table.coordinates};
  resize_large(result.a_lm, static_cast<std::size_t>(components(table.field) * range.count()));
  for (std::int64_t component = 0; component < components(table.field); ++component) {
    copy_orders(table.range, component_of(table.a_lm, component, table.range), range,
                component_of(result.a_lm, component, range));
  }
  return result;
}

}  // namespace siderum::io
