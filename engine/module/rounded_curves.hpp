// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/light_curve_table.hpp>
#include <siderum/core/light_curves.hpp>
#include <siderum/engine/module/centred_values.hpp>

namespace siderum::engine {

/// The values that a search in `Real` is given: where it subtracts the mean, single precision
/// rounds what is left of them without it.
template <class Real>
std::vector<double> rounded_values(LightCurveTable const& table, CenterData center_data) {
  return std::is_same_v<Real, float> && center_data == CenterData::yes ? centred_values(table)
                                                                       : table.value;
}

/// The curves with these values, checked; in double precision views of the table, which must
/// outlive them.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> rounded_curves(LightCurveTable const& table,
                                                    CenterData center_data) {
  if constexpr (std::is_same_v<Real, double>) {
    return view_light_curves<double>(table.time, std::span(table.value), std::span(table.error),
                                     table.offsets);
  } else {
    return make_light_curves<Real>(table.time, rounded_values<Real>(table, center_data),
                                   table.error, table.offsets);
  }
}

}  // namespace siderum::engine
