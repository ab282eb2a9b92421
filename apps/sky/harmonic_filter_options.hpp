// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/sky/coefficients_file.hpp>

/// Beams and pixel windows on the command line.
namespace siderum::apps {

enum class WindowAction : std::uint8_t { apply, remove };

/// --fwhm, --pixel-window and --windows.
struct FilterOptions {
  std::optional<double> fwhm;  ///< [arcmin], >= 0
  std::string pixel_window;    ///< a file; empty: none
  std::optional<WindowAction> action;

  bool are_given() const { return fwhm || !pixel_window.empty(); }
};
void add_filter_options(Verb& verb, FilterOptions& options);

/// Throws UsageError where --windows says what to do with none.
void check_filter_options(FilterOptions const& options);

/// What each degree of each component is multiplied by, (components, lmax + 1); empty: nothing is
/// to be done. Reads the file. Throws Error where it ends before lmax or has no window of
/// polarisation, and where a window that is to be removed is 0.
std::vector<std::vector<double>> read_filter(FilterOptions const& options, Field field,
                                             std::int64_t lmax);

/// Multiplies the coefficients.
void filter(io::CoefficientTable& table, std::vector<std::vector<double>> const& factors);

}  // namespace siderum::apps
