// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace siderum {

/// What became of one object of a batch. Anything but `ok` leaves NaN in the object's results and
/// does not touch the other objects.
enum class ObjectStatus : std::uint8_t {
  ok,
  no_points,       ///< the object has no point at all
  too_few_points,  ///< fewer points than the model needs
  no_time_span,    ///< all times are equal
  constant,        ///< all values are equal, or differ by less than rounding
  out_of_range,    ///< squares or power of the values overflow or underflow the precision, or a few
                   ///< points outweigh all others by more than it can tell
};

/// The sentence that a program shows for a status.
constexpr std::string_view describe(ObjectStatus status) {
  switch (status) {
    case ObjectStatus::ok:
      return "ok";
    case ObjectStatus::no_points:
      return "no points";
    case ObjectStatus::too_few_points:
      return "too few points";
    case ObjectStatus::no_time_span:
      return "no time span";
    case ObjectStatus::constant:
      return "constant values";
    case ObjectStatus::out_of_range:
      return "values out of range";
  }
  return "unknown status";
}

}  // namespace siderum
