// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/sky_map.hpp>

/// How the verbs of maps and coefficients are told of polarisation.
namespace siderum::apps {

inline constexpr std::array convention_choices{
    Choice<io::PolarisationConvention>{"cosmo", io::PolarisationConvention::cosmo},
    Choice<io::PolarisationConvention>{"iau", io::PolarisationConvention::iau}};

/// --spin and --polarised.
struct FieldOptions {
  std::optional<Field> spin;
  bool is_polarised = false;

  /// Scalar where neither is given. Throws UsageError where both are.
  Field field() const;
};
void add_field_options(Verb& verb, FieldOptions& options);

/// Throws Error where the field has no degrees up to lmax.
void check_field(Field field, HarmonicRange range);

/// Throws Error where --lmax and --mmax alone, whatever the file, are no range of the field.
void check_range_options(Field field, std::optional<std::int64_t> lmax,
                         std::optional<std::int64_t> mmax);

/// The degrees and orders that --lmax and --mmax leave of those of a file of coefficients. Throws
/// Error, with the options that do so, where they ask for more.
HarmonicRange range_within(std::string const& path, HarmonicRange all,
                           std::optional<std::int64_t> lmax, std::optional<std::int64_t> mmax);

/// The degrees and orders that a file of coefficients holds at least, by its size, so that a device
/// can wake while it is read; lmax where that is less. Nothing where the size tells none.
std::optional<HarmonicRange> least_range(std::string const& path, Field field,
                                         std::optional<std::int64_t> lmax);

/// Says which components of a file are not read, unless --spin asks for a function.
void tell_left_out(FieldOptions const& options, std::string const& path, io::SkyMap const& map);
void tell_left_out(FieldOptions const& options, std::string const& path,
                   io::CoefficientTable const& table);

/// Throws UsageError where the sign of U is said of a field without U.
void check_convention(std::optional<io::PolarisationConvention> const& convention, Field field);

}  // namespace siderum::apps
