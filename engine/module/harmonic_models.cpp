// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/multi_harmonic_models.hpp>

#include <algorithm>

#include <siderum/core/light_curves.hpp>
#include <siderum/engine/module/jobs.hpp>

namespace siderum::engine::on_space {

std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                         std::span<double const> frequency, int terms,
                                         LombScargleOptions const& options) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Host const exec;
  // The fit refuses other numbers in a sentence; none is too many for memory.
  int const room = std::clamp(terms, 0, most_terms);
  auto const models = MultiHarmonicModels<Host>::allocate(exec, curves.objects(), room);
  auto const viewed =
      view_light_curves<double>(curves.time, curves.value, curves.error, curves.offsets);
  fit_multi_harmonic_models(
      exec, viewed,
      Kokkos::View<double const*, Kokkos::HostSpace>(frequency.data(), frequency.size()), models,
      {.terms = terms, .periodogram = options});
  exec.fence("siderum::harmonic_models::fit");
  std::vector<HarmonicModel> result;
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    double const* const first = &models.coefficient(object, 0);
    result.push_back({models.frequency(object), models.epoch(object), models.offset(object),
                      std::vector<double>(first, first + 2 * terms)});
  }
  return result;
}

}  // namespace siderum::engine::on_space
