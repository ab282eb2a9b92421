// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/frequency_list.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

void validate_frequencies(std::span<double const> frequency) {
  SIDERUM_VALIDATE(!frequency.empty(),
                   "The list of frequencies is empty. Give at least one frequency.");
  for (std::size_t k = 0; k < frequency.size(); ++k) {
    SIDERUM_VALIDATE(std::isfinite(frequency[k]) && frequency[k] >= 0.0,
                     "Frequency " + std::to_string(k) + " of the list is " +
                         number_text(frequency[k]) +
                         " (frequencies are finite and not negative). Remove it.");
  }
}

}  // namespace

FrequencyList<Kokkos::HostSpace> make_frequency_list(std::span<double const> frequency) {
  validate_frequencies(frequency);
  auto const copy = allocate_on_host<Kokkos::View<double*, Kokkos::HostSpace>>(
      "siderum::frequency_list::frequency", frequency.size());
  std::copy(frequency.begin(), frequency.end(), copy.data());
  return {copy};
}

FrequencyList<Kokkos::HostSpace> view_frequency_list(std::span<double const> frequency) {
  validate_frequencies(frequency);
  return {Kokkos::View<double const*, Kokkos::HostSpace>(frequency.data(), frequency.size())};
}

}  // namespace siderum
