// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/sky_map.hpp>

/// What the verbs of maps and coefficients share.
namespace siderum::apps {

inline constexpr std::array order_choices{Choice<PixelOrder>{"ring", PixelOrder::ring},
                                          Choice<PixelOrder>{"nested", PixelOrder::nested}};

/// The option that names an input of a verb by its place: ALM.fits, MAP.fits.
void add_file(Verb& verb, std::string const& name, std::string& target, std::string const& help);

/// The same of an output that is a FITS file.
void add_fits_output(Verb& verb, std::string const& name, std::string& target,
                     std::string const& help);

/// --column and --ordering.
void add_map_selection(Verb& verb, io::SkyMapSelection& selection);

/// --polcconv.
void add_convention(Verb& verb, std::optional<io::PolarisationConvention>& convention,
                    std::string const& help);

Option& add_lmax(Verb& verb, std::optional<std::int64_t>& lmax, std::string const& help);
void add_mmax(Verb& verb, std::optional<std::int64_t>& mmax, std::string const& help);

/// The largest degree that the weights of the rings carry, whatever their pixels.
std::int64_t exact_degree(RingGrid const& grid);

/// What to say of a map whose pixels cannot tell all degrees and orders apart: on HEALPix above
/// 3 nside - 1, on other grids above what their weights analyse exactly, and where a ring has few
/// pixels.
std::vector<std::string> synthesis_warnings(RingGrid const& grid, HarmonicRange range);

/// What to say of an analysis that the grid does not carry: on HEALPix above 3 nside - 1, where
/// modes can no longer be told apart; empty where there is nothing. Throws Error for an lmax above
/// what the weights of another grid analyse exactly.
std::string analysis_warning(RingGrid const& grid, HarmonicRange range);

/// Runs what checks the contents of a file: the name of the file goes before its Errors, unless
/// they are of the options.
void about_file(std::string const& path, std::function<void()> const& check);

/// What transforms of a precision calculate with.
WorkingPrecision working_precision(engine::Precision precision);

/// Refuses coefficients of a file that transforms cannot take.
void check_coefficients(std::string const& path, io::CoefficientTable const& table,
                        engine::Precision precision);

/// Refuses a map without a pixel that was seen where the weights are not 0.
/// @param weight  (pixels) of a mask; empty: none
void check_seen(std::string const& path, std::span<double const> map,
                std::span<double const> weight);

/// Refuses a map with an infinite pixel.
void check_finite(std::string const& path, io::SkyMap const& map);

/// The width of the numbers in files of a precision.
io::NumberWidth number_width(engine::Precision precision);

}  // namespace siderum::apps
