// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/power_spectrum_file.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/degree_table.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/table_files.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// The keyword that says what a FITS file holds.
constexpr char const* form_key = "SPECTRUM";

void tell(std::string const& file, std::string_view text, FileNotes* notes) {
  if (notes != nullptr) {
    notes->add(file, text);
  }
}

std::string upper(std::string name) {
  for (char& letter : name) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return name;
}

NumberColumn numbers(DegreeTable const& rows, std::size_t column) {
  return column_numbers(rows, column, "a power spectrum has l and C_l", "Give these two.");
}

/// The degrees of the rows, and the column that they are in; of none it is beyond the table.
struct Degrees {
  NumberColumn degree;
  std::size_t column;
};

/// Variances are not below 0.
enum class Sign { variance, covariance };

/// The numbers of a column by the degrees of their rows.
std::vector<double> by_degree(DegreeTable const& rows, Degrees const& degrees, std::size_t column,
                              std::string_view name, Sign sign) {
  NumberColumn const power = numbers(rows, column);
  auto const& [degree, degree_place] = degrees;
  SIDERUM_VALIDATE(
      !degree.empty(),
      fmt::format("{} has no row of data (each degree has one). Add them.", rows.name));
  std::vector<double> spectrum;
  std::vector<bool> met;
  for (std::size_t row = 0; row < degree.size(); ++row) {
    double const l = degree[row];
    SIDERUM_VALIDATE(l >= 0.0 && l <= static_cast<double>(largest_lmax) && l == std::floor(l),
                     fmt::format("{}: the degree is {} (degrees are whole numbers from 0 to {}). "
                                 "Correct the row.",
                                 rows.row(row), rows.shown(degree_place, row, l), largest_lmax));
    SIDERUM_VALIDATE(std::isfinite(power[row]) && (sign == Sign::covariance || power[row] >= 0.0),
                     fmt::format("{}: {} of l = {} is {} ({}). Correct the row.", rows.row(row),
                                 name, l, rows.shown(column, row, power[row]),
                                 sign == Sign::variance ? "variances are finite and not below 0"
                                                        : "covariances are finite"));
    auto const place = static_cast<std::size_t>(l);
    if (place >= spectrum.size()) {
      spectrum.resize(place + 1);
      met.resize(place + 1);
    }
    SIDERUM_VALIDATE(!met[place],
                     fmt::format("{}: l = {} comes again (each degree has one row). Delete one of "
                                 "them.",
                                 rows.row(row), l));
    met[place] = true;
    spectrum[place] = power[row];
  }
  return spectrum;
}

/// The degrees of the rows: those of a column, or 0, 1, ...
Degrees degrees_of(DegreeTable const& rows, std::optional<std::size_t> column) {
  if (column) {
    return {numbers(rows, *column), *column};
  }
  Degrees degrees{{}, rows.table.columns().size()};
  for (std::int64_t row = 0; row < rows.table.rows(); ++row) {
    degrees.degree.push_back(static_cast<double>(row));
  }
  return degrees;
}

/// "tt, ee, bb, te, eb and tb".
std::string names_of(Field field) {
  std::vector<std::string_view> names;
  for (SpectrumKind const& kind : spectra_of(field)) {
    names.push_back(kind.name);
  }
  std::string_view const last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

/// A table, and what its file says beside the names of its columns.
struct SpectrumFile : DegreeTable {
  FormWords says;                  ///< of a comment or a keyword
  std::vector<std::string> units;  ///< TUNIT of the columns; none: a text
  bool is_of_healpy = false;
};

SpectrumFile read_file(std::string const& path) {
  InputFile input(path);
  if (detect_format(path, input.window()) != FileFormat::fits) {
    return {read_text_rows(path, input.bytes()), form_in_comments(input.bytes()), {}};
  }
  FitsTable const table(input);
  std::string const says = table.text_key(form_key).value_or("");
  bool const is_cl = equal_names(says, name_of(SpectrumForm::cl));
  return {read_fits_rows(table, "Give a file of spectra, with l and C_l."),
          is_cl ? FormWords{SpectrumForm::cl, false} : FormWords{}, table.units(),
          equal_names(table.text_key("CREATOR").value_or(""), "healpy")};
}

/// Where the spectra of a field are in a table.
struct SpectrumColumns {
  std::optional<std::size_t> degree;
  std::vector<std::optional<std::size_t>> place;  ///< of spectra_of(field)
  std::optional<SpectrumForm> form;               ///< as their names say
  bool are_healpix = true;                        ///< all have HEALPix's names
  bool lacks_divisor = false;                     ///< one has l(l+1) without 2 pi
};

/// Of a table without a header.
SpectrumColumns columns_by_place(SpectrumFile const& file, Field field, SpectrumForm form,
                                 FileNotes* notes) {
  SpectrumColumns columns{degree_column(file.table), {}, {}, false, false};
  std::size_t next = columns.degree ? 1 : 0;
  std::vector<std::string> taken(next, "l");
  for (SpectrumKind const& kind : spectra_of(field)) {
    bool const is_there = next < file.table.columns().size();
    columns.place.push_back(is_there ? std::optional(next++) : std::nullopt);
    if (is_there) {
      taken.push_back(field == Field::scalar ? std::string(name_of(form))
                                             : fmt::format("{} of {}", name_of(form), kind.name));
    }
  }
  tell_positions(file.name, fmt::format("{}", fmt::join(taken, ", ")), notes);
  return columns;
}

/// healpy writes TT, EE, BB, TE, EB, TB and calls the last two C-T and C-G.
bool swaps_last_two(SpectrumFile const& file) {
  auto const& columns = file.table.columns();
  return file.is_of_healpy && columns.size() == 6 && plain_name(columns[4].name) == "ct" &&
         plain_name(columns[5].name) == "cg";
}

void take_name(SpectrumFile const& file, std::size_t column, Field field,
               SpectrumColumns& columns) {
  std::string const& name = file.table.columns()[column].name;
  std::optional<SpectrumName> const found = read_spectrum_name(name, field);
  if (!found) {
    return;
  }
  std::optional<std::size_t>& place = columns.place[found->place];
  SIDERUM_VALIDATE(
      !place, fmt::format("{}: the columns '{}' and '{}' are of one spectrum, {} (each has one). "
                          "Leave one of them out, or name it otherwise.",
                          file.name, shown_text(file.table.columns()[place.value_or(0)].name),
                          shown_text(name), spectra_of(field)[found->place].name));
  FormWords const unit = file.units.empty() ? FormWords{} : form_in(file.units[column]);
  for (std::optional<SpectrumForm> const form : {found->form, unit.form}) {
    SIDERUM_VALIDATE(!columns.form || !form || *columns.form == *form,
                     fmt::format("{}: some columns are C_l and some D_l ('{}' is {}; spectra of one"
                                 " file have one form). Give one of them.",
                                 file.name, shown_text(name), name_of(*form)));
    columns.form = columns.form ? columns.form : form;
  }
  place = column;
  columns.are_healpix = columns.are_healpix && found->is_healpix;
  columns.lacks_divisor = columns.lacks_divisor || found->lacks_divisor || unit.lacks_divisor;
}

SpectrumColumns columns_by_name(SpectrumFile const& file, Field field, FileNotes* notes) {
  SpectrumColumns columns{degree_column(file.table), {}, {}, true, false};
  columns.place.resize(spectra_of(field).size());
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < file.table.columns().size(); ++i) {
    take_name(file, i, field, columns);
    if (!is_spectrum_or_degree(file.table.columns()[i].name)) {
      unused.push_back(shown_text(file.table.columns()[i].name));
    }
  }
  std::size_t place = 0;
  for (SpectrumKind const& kind : spectra_of(field)) {
    bool const is_needed = kind.first == kind.second || kind.name == "te";
    SIDERUM_VALIDATE(columns.place[place++] || !is_needed,
                     fmt::format("{} has no spectrum {} (its columns are {}). Give a file with the "
                                 "columns l and {}.",
                                 file.name, kind.name, column_list(file.table), names_of(field)));
  }
  if (swaps_last_two(file) && field != Field::scalar) {
    for (SpectrumKind const& kind : spectra_of(field)) {
      auto const at = static_cast<std::size_t>(&kind - spectra_of(field).data());
      columns.place[at] = kind.name == "eb"   ? std::optional<std::size_t>(4)
                          : kind.name == "tb" ? std::optional<std::size_t>(5)
                                              : columns.place[at];
    }
    tell(file.name,
         "the fifth and sixth column were taken as EB and TB, the order of healpy, which"
         " names them C-T and C-G.",
         notes);
  }
  // A keyword says so of siderum's own FITS files, whatever else they hold.
  if (!columns.degree && !(file.says.form && !file.units.empty())) {
    refuse_hidden_degrees(file.name, file.table, unused);
    if (file.units.empty()) {
      tell_rows_are_degrees(file.name, notes);
    }
  }
  if (!unused.empty() && unused.size() < 13) {
    tell(file.name, fmt::format("not used: {}.", fmt::join(unused, ", ")), notes);
  }
  return columns;
}

/// What the numbers are, by the header and the user.
SpectrumForm form_of(SpectrumFile const& file, SpectrumColumns const& columns,
                     std::optional<SpectrumForm> asked, FileNotes* notes) {
  bool const disagree = columns.form && file.says.form && *columns.form != *file.says.form;
  std::optional<SpectrumForm> const said = columns.form ? columns.form : file.says.form;
  bool const lacks_divisor = columns.lacks_divisor || file.says.lacks_divisor;
  SIDERUM_VALIDATE(!disagree || asked,
                   fmt::format("{}: its columns are named {}, and a comment or keyword says {} (one"
                               " of them is wrong). Say --spectrum cl or --spectrum dl.",
                               file.name, name_of(*columns.form), name_of(*file.says.form)));
  SIDERUM_VALIDATE(disagree || !asked || !said || *asked == *said,
                   fmt::format("{}: --spectrum says {}, its header {} (the header counts). Leave "
                               "--spectrum out, or correct the header.",
                               file.name, name_of(*asked), name_of(*said)));
  if (asked) {
    return *asked;
  }
  SIDERUM_VALIDATE(!lacks_divisor || said == SpectrumForm::dl,
                   fmt::format("{}: its header names l(l+1) without the divisor 2 pi (D_l = l (l +"
                               " 1) C_l / 2 pi, and numbers that are not divided by it are 6.28"
                               " times that). Say --spectrum dl if they are D_l, else divide them.",
                               file.name));
  SIDERUM_VALIDATE(
      said || columns.are_healpix || is_unnamed(file.table),
      fmt::format("{}: the names of its columns ({}) leave open whether they are C_l or D_l = l "
                  "(l + 1) C_l / 2 pi (CAMB, CLASS and Planck write D_l, healpy C_l). Say "
                  "--spectrum cl or --spectrum dl.",
                  file.name, column_list(file.table)));
  if (said == SpectrumForm::dl) {
    tell(file.name, "read as D_l = l (l + 1) C_l / 2 pi, as its header says.", notes);
  }
  return said.value_or(SpectrumForm::cl);
}

/// C_l of D_l.
void divide_by_factor(std::string const& file, std::string_view name,
                      std::vector<double>& spectrum) {
  SIDERUM_VALIDATE(spectrum.front() == 0.0,
                   fmt::format("{}: {} of l = 0 is {} (D_l = l (l + 1) C_l / 2 pi is 0 there). Say "
                               "--spectrum cl, or correct the row.",
                               file, name, number_text(spectrum.front())));
  for (std::size_t l = 1; l < spectrum.size(); ++l) {
    auto const degree = static_cast<double>(l);
    spectrum[l] *= 2.0 * std::numbers::pi / (degree * (degree + 1.0));
  }
}

/// Degrees between the first and the last row that have none are told.
void tell_gaps(std::string const& file, NumberColumn const& degrees, FileNotes* notes) {
  auto const [least, most] = std::minmax_element(degrees.begin(), degrees.end());
  auto const missing = static_cast<std::int64_t>(*most - *least) + 1 - std::ssize(degrees);
  if (missing > 0) {
    tell(file,
         fmt::format("{} degree{} between l = {} and {} {} no row and {} 0.", missing,
                     missing == 1 ? "" : "s", *least, *most, missing == 1 ? "has" : "have",
                     missing == 1 ? "is" : "are"),
         notes);
  }
}

/// The name of a spectrum in a FITS file. HEALPix has one for each of T, E and B.
std::string healpix_name(std::string const& name) {
  constexpr std::array<std::array<std::string_view, 2>, 10> names{{{"cl", "TEMPERATURE"},
                                                                   {"tt", "TEMPERATURE"},
                                                                   {"ee", "GRADIENT"},
                                                                   {"bb", "CURL"},
                                                                   {"te", "G-T"},
                                                                   {"eb", "C-G"},
                                                                   {"tb", "C-T"},
                                                                   {"et", "T-G"},
                                                                   {"be", "G-C"},
                                                                   {"bt", "T-C"}}};
  auto const found =
      std::find_if(names.begin(), names.end(), [&](auto const& pair) { return pair[0] == name; });
  return found == names.end() ? "CL_" + upper(name) : std::string((*found)[1]);
}

}  // namespace

std::vector<std::vector<double>> read_power_spectra(std::string const& path, Field field,
                                                    std::optional<SpectrumForm> form,
                                                    FileNotes* notes) {
  SpectrumFile const file = read_file(path);
  bool const has_names = !is_unnamed(file.table);
  SpectrumForm const unnamed = form.value_or(file.says.form.value_or(SpectrumForm::cl));
  SpectrumColumns const columns = has_names ? columns_by_name(file, field, notes)
                                            : columns_by_place(file, field, unnamed, notes);
  SpectrumForm const is = form_of(file, columns, form, notes);
  Degrees const degrees = degrees_of(file, columns.degree);
  std::vector<std::vector<double>> spectra;
  for (SpectrumKind const& kind : spectra_of(field)) {
    std::optional<std::size_t> const column = columns.place[spectra.size()];
    bool const is_variance = kind.first == kind.second;
    if (!column) {
      SIDERUM_VALIDATE(
          !is_variance && kind.name != "te",
          fmt::format("{} has no spectrum {} (it has {} column{} without names). Give a"
                      " file with the columns l and {}.",
                      file.name, kind.name, file.table.columns().size(),
                      file.table.columns().size() == 1 ? "" : "s", names_of(field)));
      spectra.emplace_back(spectra.front().size(), 0.0);
      continue;
    }
    std::string const name =
        field == Field::scalar ? std::string(name_of(is)) : std::string(kind.name);
    spectra.push_back(
        by_degree(file, degrees, *column, name, is_variance ? Sign::variance : Sign::covariance));
    if (is == SpectrumForm::dl) {
      divide_by_factor(file.name, name, spectra.back());
    }
  }
  tell_gaps(file.name, degrees.degree, notes);
  return spectra;
}

std::vector<double> read_power_spectrum(std::string const& path, std::optional<SpectrumForm> form,
                                        FileNotes* notes) {
  return read_power_spectra(path, Field::scalar, form, notes).front();
}

void write_power_spectra(std::vector<std::string> const& names,
                         std::vector<std::vector<double>> const& spectra, OutputFile& file) {
  SIDERUM_EXPECT(!spectra.empty() && names.size() == spectra.size());
  bool const is_fits = table_format(file.path()) == TableFormat::fits;
  Table table;
  if (is_fits) {
    table.describe({{form_key, std::string(name_of(SpectrumForm::cl)),
                     "the rows are those of l = 0, 1, ..."}});
  } else {
    IntegerColumn degree(spectra.front().size());
    std::iota(degree.begin(), degree.end(), 0);
    table.add("l", std::move(degree));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.add(is_fits            ? healpix_name(names[i])
              : names[i] == "cl" ? names[i]
                                 : "cl_" + names[i],
              spectra[i]);
  }
  write_table(table, file);
}

}  // namespace siderum::io
