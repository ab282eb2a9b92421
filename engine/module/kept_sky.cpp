// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <utility>

#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/sky_on_space.hpp>

namespace siderum::engine::on_space {

std::unique_ptr<KeptTransform> make_kept(RingGrid const& grid, HarmonicRange range, Field field,
                                         std::int64_t fields, RingWeights weights,
                                         SharedTransform const* shared,
                                         Execution const& execution) {
  std::unique_ptr<KeptTransform> kept;
  with_transform(execution,
                 [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
                   auto made = std::make_unique<SkyOnSpace<Exec, Real, Backend>>(
                       exec, grid, range, field, fields, weights, shared);
                   made->clear();
                   kept = std::move(made);
                 });
  return kept;
}

}  // namespace siderum::engine::on_space
