// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/frequency_grid.hpp>

#include "support/inputs.hpp"

/// Results are compared with the serial long-double oracle at a sample of frequencies: a benchmark
/// of wrong numbers fails.
namespace siderum::bench {

enum class PrecisionOfValues { of_double, of_float };

/// One power that a benchmark computed.
struct Sample {
  std::int64_t object;
  std::int64_t index;  ///< of the frequency
  double power;        ///< in the standard normalization
};

struct Verdict {
  double worst = 0.0;    ///< largest error, in units of the largest power there can be (1)
  std::string sentence;  ///< empty: every sample is within the tolerance of the tests
};

/// Which (object, frequency) are looked at: a few objects, the longest and the shortest of them, at
/// frequencies spread over the grid, its first and its last with them.
std::vector<Sample> samples_of(Curves const& curves, FrequencyGrid const& grid);

/// Holds samples of a periodogram to the oracle.
Verdict check_powers(Curves const& curves, FrequencyGrid const& grid,
                     LombScargleOptions const& options, PrecisionOfValues precision,
                     std::vector<Sample> const& samples);

/// Holds best frequencies to the oracle: the power there is right, and no frequency beside it and
/// none of those of samples_of is better.
Verdict check_best(Curves const& curves, FrequencyGrid const& grid,
                   LombScargleOptions const& options, PrecisionOfValues precision,
                   std::vector<Sample> const& best);

}  // namespace siderum::bench
