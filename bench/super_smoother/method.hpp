// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/super_smoother_options.hpp>

namespace siderum::bench {

enum class Method {
  multi_pass,
  multi_pass_open,
  single_pass,
  candidates,
  phase_dispersion,
  conditional_entropy,
  lomb_scargle
};

inline char const* name_of(Method method) {
  constexpr char const* names[] = {"multi_pass",  "multi_pass_open",  "single_pass",
                                   "candidates",  "phase_dispersion", "conditional_entropy",
                                   "lomb_scargle"};
  return names[static_cast<int>(method)];
}

inline SuperSmootherOptions smoother_options(Method method) {
  SuperSmootherOptions options;
  options.variant =
      method == Method::single_pass ? SmootherVariant::single_pass : SmootherVariant::multi_pass;
  options.ends = method == Method::multi_pass_open ? PhaseEnds::open : PhaseEnds::periodic;
  return options;
}

}  // namespace siderum::bench
