// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/super_smoother/rules.hpp>

#include <cmath>

namespace siderum {

SmootherRules SmootherRules::of(SuperSmootherOptions const& options) {
  bool const single = options.variant == SmootherVariant::single_pass;
  bool const truncated = single && options.bass_rule == BassRule::truncated;
  double const alpha = truncated ? std::floor(options.alpha) : options.alpha;
  double const exponent = 10.0 - alpha;
  return {
      {options.spans[0], options.spans[1], options.spans[2]},
      options.span,
      {1.0 / (options.spans[0] - options.spans[1]), 1.0 / (options.spans[2] - options.spans[1])},
      exponent,
      exponent == std::floor(exponent) ? static_cast<int>(exponent) : -1,
      single || alpha > 0.0,
      options.equal_phases == EqualPhases::average};
}

}  // namespace siderum
