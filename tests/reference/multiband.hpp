// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum::reference {

/// One object in several bands.
struct BandedCurve {
  std::int64_t points;
  double const* time;
  double const* value;
  double const* error;       ///< may be null
  std::int32_t const* band;  ///< (points) 0 .. bands - 1
  int bands;
};

struct BandedModel {
  int base_terms = 1;
  int band_terms = 1;
  long double base_ridge = 0;
  long double band_ridge = 1e-6L;
  bool by_trace = true;
  bool center = true;
};

struct BandedPower {
  long double power;          ///< p / sum w y'^2
  long double smallest_axis;  ///< least pivot of the columns of the bands, and of those columns of
                              ///< the base that the bands do not repeat; weights of sum 1
};

/// The flexible model of VanderPlas & Ivezic 2015, ApJ 812, 18: design matrix, normal matrix with
/// ridges, elimination of the whole.
BandedPower flexible_power(BandedCurve const& curve, long double frequency,
                           BandedModel const& model);

}  // namespace siderum::reference
