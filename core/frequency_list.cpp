// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/frequency_list.hpp>

#include <cmath>
#include <string>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

FrequencyList<Kokkos::HostSpace> make_frequency_list(std::span<double const> frequency) {
  SIDERUM_VALIDATE(!frequency.empty(),
                   "The list of frequencies is empty. Give at least one frequency.");
  auto const checked = allocate_on_host<Kokkos::View<double*, Kokkos::HostSpace>>(
      "siderum::frequency_list::frequency", frequency.size());
  for (std::size_t k = 0; k < frequency.size(); ++k) {
    SIDERUM_VALIDATE(std::isfinite(frequency[k]) && frequency[k] >= 0.0,
                     "Frequency " + std::to_string(k) + " of the list is " +
                         number_text(frequency[k]) +
                         " (frequencies are finite and not negative). Remove it.");
    checked(k) = frequency[k];
  }
  return {checked};
}

}  // namespace siderum
