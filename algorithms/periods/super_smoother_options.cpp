// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/super_smoother_options.hpp>

#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

bool is_share(double span) {
  return span > 0.0 && span <= 1.0;
}

}  // namespace

void validate(SuperSmootherOptions const& options) {
  SIDERUM_VALIDATE(options.alpha >= 0.0 && options.alpha <= 10.0,
                   "The bass alpha is " + number_text(options.alpha) +
                       " (it goes from 0, roughest, to 10). Choose one of 0 to 10.");
  auto const& s = options.spans;
  SIDERUM_VALIDATE(is_share(s[0]) && s[0] < s[1] && s[1] < s[2] && is_share(s[2]),
                   "The spans are " + number_text(s[0]) + ", " + number_text(s[1]) + ", " +
                       number_text(s[2]) +
                       " (they are shares of the points, each larger than the one before). Choose "
                       "three ascending numbers above 0 and at most 1.");
  SIDERUM_VALIDATE(options.span == 0.0 || is_share(options.span),
                   "The fixed span is " + number_text(options.span) +
                       " (it is a share of the points). Choose a number above 0 and at most 1, or "
                       "0 for spans that follow the curve.");
  SIDERUM_VALIDATE(
      options.variant != SmootherVariant::single_pass || options.ends == PhaseEnds::periodic,
      "The single-pass smoother has no open ends (its windows always wrap). Choose periodic ends, "
      "or the multi-pass smoother.");
}

}  // namespace siderum
