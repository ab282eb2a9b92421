// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/harmonic_fields.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::apps {

namespace {

constexpr std::array spin_choices{Choice<Field>{"0", Field::scalar},
                                  Choice<Field>{"1", Field::spin_one},
                                  Choice<Field>{"2", Field::spin_two}};

}  // namespace

Field FieldOptions::field() const {
  if (spin && is_polarised) {
    throw UsageError(
        "--spin and --polarised contradict each other (polarised are T, of spin 0, and Q and U, of"
        " spin 2, together). Give one of them.");
  }
  return is_polarised ? Field::polarised : spin.value_or(Field::scalar);
}

void add_field_options(Verb& verb, FieldOptions& options) {
  add_choice(verb, "--spin", options.spin, spin_choices,
             "0: a function; 1: a vector, theta and phi components, with gradient and curl; 2: Q "
             "and U, with E and B");
  verb.add_flag(
      "--polarised", [&options] { options.is_polarised = true; }, "T, Q and U, with T, E and B");
}

void check_field(Field field, HarmonicRange range) {
  SIDERUM_VALIDATE(range.lmax >= spin(field),
                   fmt::format("lmax is {} with a spin of {} (a field of spin s has no degrees "
                               "below s). Give --lmax {} or more.",
                               range.lmax, spin(field), spin(field)));
}

void check_range_options(Field field, std::optional<std::int64_t> lmax,
                         std::optional<std::int64_t> mmax) {
  if (lmax) {
    check_field(field, make_harmonic_range(*lmax, mmax.value_or(*lmax)));
  }
}

HarmonicRange range_within(std::string const& path, HarmonicRange all,
                           std::optional<std::int64_t> lmax, std::optional<std::int64_t> mmax) {
  std::vector<std::string> larger;
  if (lmax.value_or(0) > all.lmax) {
    larger.push_back(fmt::format("--lmax {}", *lmax));
  }
  if (mmax.value_or(0) > all.mmax) {
    larger.push_back(fmt::format("--mmax {}", *mmax));
  }
  bool const are_two = larger.size() > 1;
  SIDERUM_VALIDATE(larger.empty(),
                   fmt::format("{} has coefficients up to lmax {} and mmax {} ({} {} more). Give "
                               "less, or leave {} out.",
                               io::input_name(path), all.lmax, all.mmax, fmt::join(larger, " and "),
                               are_two ? "are" : "is", are_two ? "them" : "it"));
  std::int64_t const last = lmax.value_or(all.lmax);
  return make_harmonic_range(last, mmax.value_or(std::min(all.mmax, last)));
}

std::optional<HarmonicRange> least_range(std::string const& path, Field field,
                                         std::optional<std::int64_t> lmax) {
  constexpr double row_bytes = 24.0;  // an index and two numbers, of 8 bytes each
  std::error_code failure;
  auto const bytes = static_cast<double>(std::filesystem::file_size(path, failure));
  if (failure) {
    return std::nullopt;
  }
  // (lmax + 1) (lmax + 2) / 2 rows for each component.
  double const rows = bytes / (row_bytes * static_cast<double>(components(field)));
  auto const of_size =
      static_cast<std::int64_t>(std::floor(0.5 * (std::sqrt(1.0 + 8.0 * rows) - 3.0)));
  std::int64_t const least = std::min({of_size, lmax.value_or(of_size), largest_lmax});
  return least < spin(field) ? std::nullopt : std::optional(make_harmonic_range(least, least));
}

void tell_left_out(FieldOptions const& options, std::string const& path, io::SkyMap const& map) {
  if (map.leaves_out_polarisation && !options.spin) {
    print_message(
        fmt::format("{}: Q and U are left out; --polarised keeps them.", io::input_name(path)));
  }
}

void tell_left_out(FieldOptions const& options, std::string const& path,
                   io::CoefficientTable const& table) {
  if (table.left_out == 0 || options.spin) {
    return;
  }
  print_message(fmt::format("{}: {}.", io::input_name(path),
                            table.left_out == 1
                                ? "the second of its tables is left out; --spin 1 or --spin 2 "
                                  "keeps it"
                                : "E and B are left out; --polarised keeps them"));
}

void check_convention(std::optional<io::PolarisationConvention> const& convention, Field field) {
  if (convention && spin(field) != 2) {
    throw UsageError(
        "--polcconv has no effect (it is the sign of U). Leave it out, or give --polarised or"
        " --spin 2.");
  }
}

}  // namespace siderum::apps
