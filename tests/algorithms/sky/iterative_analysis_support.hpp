// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <siderum/algorithms/sky/iterative_analysis.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"

namespace siderum::test {

struct Analysed {
  std::vector<Complexes> a_lm;
  IterativeAnalysisResult result;
};

template <class V>
typename Plan<V>::Map to_space(std::vector<Pixels> const& maps) {
  typename Plan<V>::Map const map("test::map", maps.size(), maps[0].size());
  auto const host = Kokkos::create_mirror_view(map);
  for (std::size_t row = 0; row < maps.size(); ++row) {
    for (std::size_t i = 0; i < maps[row].size(); ++i) {
      host(row, i) = static_cast<typename V::Real>(maps[row][i]);
    }
  }
  Kokkos::deep_copy(map, host);
  return map;
}

/// With weights of pixels where some are given.
template <class V>
Analysed analyse(Plan<V> const& plan, std::vector<Pixels> const& maps,
                 IterativeAnalysisOptions const& options, std::vector<Pixels> const& weight = {}) {
  TestSpace const exec;
  auto const map = to_space<V>(maps);
  auto const a_lm = allocate_coefficients<typename V::Real>(exec, plan.range(),
                                                            static_cast<std::int64_t>(maps.size()));
  IterativeAnalysisResult const result =
      weight.empty() ? iterative_analysis(exec, plan, map, a_lm, options)
                     : weighted_analysis(exec, plan, map, to_space<V>(weight), a_lm, options);
  exec.fence("test::analyse");
  return {to_host<V>(a_lm), result};
}

/// In the L2 norm; of what should be 0, absolute.
inline double relative_error(Complexes a, Complexes const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] -= b[i];
  }
  double const size = root_mean_square(b);
  return root_mean_square(a) / (size > 0.0 ? size : 1.0);
}

}  // namespace siderum::test
