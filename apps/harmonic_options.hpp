// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <siderum/apps/command_line.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/sky_map.hpp>

/// What the verbs of maps and coefficients share.
namespace siderum::apps {

/// What becomes of pixels that are not seen.
enum class Unseen : std::uint8_t { error, zero };

inline constexpr std::array unseen_choices{Choice<Unseen>{"error", Unseen::error},
                                           Choice<Unseen>{"zero", Unseen::zero}};

inline constexpr std::array order_choices{Choice<io::PixelOrder>{"ring", io::PixelOrder::ring},
                                          Choice<io::PixelOrder>{"nested", io::PixelOrder::nested}};

/// The option that names an input or output of a verb by its place: ALM.fits, MAP.fits.
void add_file(CLI::App& verb, std::string const& name, std::string& target,
              std::string const& help);

/// --column and --ordering.
void add_map_selection(CLI::App& verb, io::SkyMapSelection& selection);

/// A map that is analysed, and how far: MAP.fits, --lmax, --mmax, --unseen and the two above.
struct AnalysisOptions {
  std::string map;
  io::SkyMapSelection selection;
  Unseen unseen = Unseen::error;
  std::int64_t lmax = 0;
  std::optional<std::int64_t> mmax;  ///< none: lmax
  Execution execution;

  HarmonicRange range() const { return make_harmonic_range(lmax, mmax.value_or(lmax)); }
};
void add_analysis(CLI::App& verb, AnalysisOptions& options);

/// --lmax, which must be there.
void add_lmax(CLI::App& verb, std::int64_t& lmax, std::string const& help);
void add_mmax(CLI::App& verb, std::optional<std::int64_t>& mmax, std::string const& help);

/// Reads a map of which every pixel is a number. Throws Error for one with pixels that are not,
/// unless they are to be 0.
io::SkyMap read_whole_map(AnalysisOptions const& options);

/// What to say of an analysis that the grid does not carry: on HEALPix above 3 nside - 1, where
/// modes can no longer be told apart; empty where there is nothing. Throws Error for an lmax above
/// what the weights of another grid analyse exactly.
std::string analysis_warning(RingGrid const& grid, HarmonicRange range);

/// The width of the numbers in files of a precision.
io::NumberWidth number_width(Precision precision);

}  // namespace siderum::apps
