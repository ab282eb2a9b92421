// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/core/number.hpp>

namespace siderum {

/// The number of the bin of a phase in 0 .. 1, of `bins` equal ones.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number phase_bin(Number const& phase, int bins) {
  Number const scaled = phase * Number(static_cast<double>(bins));
  Number const nearest = nearest_integer(scaled);
  return select_less(scaled, nearest, nearest - Number(1.0), nearest);
}

/// `value` where a number is the whole number `wanted`, else 0.
template <class Number, class Value>
SIDERUM_NUMBER_FUNCTION Value where_equal(Number const& number, int wanted, Value const& value) {
  using Real = value_type_t<Value>;
  Value const distance = convert<Real>(absolute(number - Number(value_type_t<Number>(wanted))));
  return select_less(distance, Value(Real(0.5)), value, Value(Real(0)));
}

}  // namespace siderum
