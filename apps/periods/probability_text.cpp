// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/probability_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <siderum/io/tables/number_text.hpp>

namespace siderum::apps {

namespace {

/// 15 digits of the logarithm are certain; those before its point say the exponent.
int certain_digits(double log_probability) {
  return std::max(14 - static_cast<int>(std::floor(std::log10(-log_probability))), 1);
}

/// "1.2" for "1.200", "1" for "1.000".
void drop_zeros(std::string& mantissa) {
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
  }
  if (mantissa.ends_with('.')) {
    mantissa.pop_back();
  }
}

}  // namespace

std::string probability_text(double probability, double log_probability) {
  if (!(probability < std::numeric_limits<double>::min()) || std::isinf(log_probability)) {
    std::string text;
    io::append_number(text, probability);
    return text;
  }
  long double const exponent_and_rest =
      static_cast<long double>(log_probability) / std::numbers::ln10_v<long double>;
  long double exponent = std::floor(exponent_and_rest);
  int const decimals = certain_digits(log_probability) - 1;
  long double const factor = std::pow(10.0L, exponent_and_rest - exponent);
  std::string mantissa = fmt::format("{:.{}f}", static_cast<double>(factor), decimals);
  if (mantissa.starts_with("10")) {  // rounded up
    mantissa = "1";
    exponent += 1.0L;
  }
  drop_zeros(mantissa);
  return fmt::format("{}e{:.0f}", mantissa, static_cast<double>(exponent));
}

}  // namespace siderum::apps
