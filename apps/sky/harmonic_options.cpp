// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/harmonic_options.hpp>

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/map_numbers.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::apps {

// n rings of Gauss-Legendre are exact to degree 2 n - 1, those at equal steps to n - 1, of which a
// map and a harmonic have half each (Driscoll-Healy, with its pole of weight 0, one less).
std::int64_t exact_degree(RingGrid const& grid) {
  std::int64_t const rings = std::ssize(grid.rings());
  switch (grid.kind()) {
    case GridKind::gauss_legendre:
      return rings - 1;
    case GridKind::driscoll_healy:
      return (rings - 2) / 2;
    case GridKind::clenshaw_curtis:
    case GridKind::fejer1:
    case GridKind::fejer2:
      return (rings - 1) / 2;
    default:
      return largest_lmax;
  }
}

void add_file(Verb& verb, std::string const& name, std::string& target, std::string const& help) {
  Option& file = add_input(verb, name, target, help);
  file.type.clear();
  file.is_required = true;
}

void add_fits_output(Verb& verb, std::string const& name, std::string& target,
                     std::string const& help) {
  Option& file = add_output(verb, name, target, help, parse_fits_output);
  file.type.clear();
  file.is_required = true;
}

void add_map_selection(Verb& verb, io::SkyMapSelection& selection) {
  add_text(verb, "--column", selection.column, "NAME",
           "of the map, by its name or its number in the table (default: the first)");
  add_choice(verb, "--ordering", selection.order, order_choices,
             "of the pixels of a HEALPix file that does not say it");
}

void add_convention(Verb& verb, std::optional<io::PolarisationConvention>& convention,
                    std::string const& help) {
  add_choice(verb, "--polcconv", convention, convention_choices, help);
}

Option& add_lmax(Verb& verb, std::optional<std::int64_t>& lmax, std::string const& help) {
  Option& option = add_whole_number(verb, "--lmax", lmax, {0, largest_lmax, 1535}, help);
  option.type = "L";
  return option;
}

void add_mmax(Verb& verb, std::optional<std::int64_t>& mmax, std::string const& help) {
  add_whole_number(verb, "--mmax", mmax, {0, largest_lmax, 1535}, help);
}

namespace {

/// What to say of degrees above 3 nside - 1 on HEALPix; empty where there is nothing.
std::string degree_warning(RingGrid const& grid, HarmonicRange range) {
  std::int64_t const last = 3 * grid.nside() - 1;
  bool const is_high = grid.kind() == GridKind::healpix && range.lmax > last;
  return is_high ? fmt::format(
                       "lmax {} is above 3 nside - 1 = {}: the pixels cannot tell the "
                       "degrees above that from lower ones.",
                       range.lmax, last)
                 : std::string();
}

/// What to say of orders that a ring has too few pixels for; empty where there is nothing.
std::string order_warning(RingGrid const& grid, HarmonicRange range) {
  auto const narrowest =
      std::min_element(grid.rings().begin(), grid.rings().end(),
                       [](Ring const& a, Ring const& b) { return a.nphi < b.nphi; });
  return narrowest->nphi > 2 * range.mmax
             ? std::string()
             : fmt::format(
                   "a ring has {} pixel{} (enough to tell orders up to {} apart), but mmax is {}.",
                   narrowest->nphi, narrowest->nphi == 1 ? "" : "s", (narrowest->nphi - 1) / 2,
                   range.mmax);
}

}  // namespace

std::vector<std::string> synthesis_warnings(RingGrid const& grid, HarmonicRange range) {
  std::vector<std::string> warnings;
  if (grid.kind() == GridKind::healpix) {
    warnings.push_back(degree_warning(grid, range));
  } else {
    std::int64_t const exact = exact_degree(grid);
    warnings.push_back(
        range.lmax > exact
            ? fmt::format(
                  "lmax {} is above {}, up to which the weights of the {} rings of the grid "
                  "{} are exact: map2alm does not bring the degrees above that back.",
                  range.lmax, exact, grid.rings().size(), grid.name())
            : std::string());
    warnings.push_back(order_warning(grid, range));
  }
  std::erase(warnings, "");
  return warnings;
}

std::string analysis_warning(RingGrid const& grid, HarmonicRange range) {
  if (grid.kind() == GridKind::healpix) {
    return degree_warning(grid, range);
  }
  SIDERUM_VALIDATE(grid.has_weights(),
                   fmt::format("The map cannot be analysed (its grid, {}, has no weights). Write "
                               "them into the column WEIGHT of its rings.",
                               grid.name()));
  std::int64_t const exact = exact_degree(grid);
  SIDERUM_VALIDATE(
      range.lmax <= exact,
      fmt::format("lmax {} is too large (the weights of the {} rings of the grid {} are"
                  " exact up to lmax {}). Give --lmax {} or less, or a finer map.",
                  range.lmax, grid.rings().size(), grid.name(), exact, exact));
  return order_warning(grid, range);
}

void about_file(std::string const& path, std::function<void()> const& check) {
  try {
    check();
  } catch (UsageError const&) {
    throw;
  } catch (OutOfMemory const&) {
    throw;
  } catch (Error const& error) {
    throw Error(fmt::format("{}: {}", io::input_name(path), error.what()), error.where());
  }
}

WorkingPrecision working_precision(engine::Precision precision) {
  return precision == engine::Precision::single_precision ? WorkingPrecision::float32
                                                          : WorkingPrecision::float64;
}

void check_coefficients(std::string const& path, io::CoefficientTable const& table,
                        engine::Precision precision) {
  about_file(path, [&] {
    check_coefficient_numbers(table.range, table.field, std::span(table.a_lm),
                              working_precision(precision));
  });
}

void check_seen(std::string const& path, std::span<double const> map,
                std::span<double const> weight) {
  SIDERUM_VALIDATE(any_seen(map, weight),
                   fmt::format("{}: no pixel of the map was seen{} (all are UNSEEN, undefined or "
                               "NaN). Give a map with numbers{}.",
                               io::input_name(path), weight.empty() ? "" : " that the mask shows",
                               weight.empty() ? "" : ", or another mask"));
}

void check_finite(std::string const& path, io::SkyMap const& map) {
  if (!not_finite(map.value).any_infinite) {
    return;
  }
  auto const bad = std::find_if(map.value.begin(), map.value.end(),
                                [](double pixel) { return std::isinf(pixel); });
  throw Error(
      fmt::format("{}: pixel {} {}is {} (pixels are finite numbers, or not seen). Correct "
                  "the map.",
                  io::input_name(path), (bad - map.value.begin()) % map.grid.pixels(),
                  map.grid.kind() == GridKind::healpix ? "in RING order " : "", *bad));
}

io::NumberWidth number_width(engine::Precision precision) {
  return precision == engine::Precision::single_precision ? io::NumberWidth::float32
                                                          : io::NumberWidth::float64;
}

}  // namespace siderum::apps
