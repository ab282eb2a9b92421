// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/harmonic_filter_options.hpp>
#include <siderum/engine/sky.hpp>

namespace siderum::apps {

/// What becomes of pixels that are not seen.
enum class Unseen : std::uint8_t { error, zero };

/// What becomes of an analysis that did not reach its tolerance.
enum class Unconverged : std::uint8_t { error, accept };

/// What is taken away from a map before anything else, fitted to its pixels.
enum class Removal : std::uint8_t { none, monopole, dipole };

/// How a map is read, how far and how it is analysed, and what its coefficients are multiplied by.
struct AnalysisOptions {
  std::string map;
  io::SkyMapSelection selection;  ///< its field is that of `field`
  bool is_one_of_two = false;     ///< another map is read with the same options
  FieldOptions field;
  Unseen unseen = Unseen::error;
  Removal removal = Removal::none;
  std::string mask;                  ///< a file; empty: none
  std::optional<std::int64_t> lmax;  ///< none: as much as the grid carries
  std::optional<std::int64_t> mmax;  ///< none: lmax
  std::optional<std::int64_t> iterations;
  std::optional<double> tolerance;
  engine::RingWeights ring_weights = engine::RingWeights::off;
  Unconverged unconverged = Unconverged::error;
  std::string residuals;  ///< a table to write; empty: none
  ProgressChoice progress = ProgressChoice::automatic;
  Verbose verbose = Verbose::no;
  FilterOptions filters;
  engine::Execution execution;
};

enum class LmaxOption { required, optional };

/// All options of the struct but the map. `needed`: whether the verb is run without --lmax.
void add_analysis(Verb& verb, AnalysisOptions& options, LmaxOption needed);

/// Throws UsageError or Error for options that contradict each other.
void check_analysis(AnalysisOptions const& options);

/// Throws UsageError where an option is given that acts on maps alone, for an input of
/// coefficients.
void check_no_map_options(AnalysisOptions const& options);

}  // namespace siderum::apps
