// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/kept_plans.hpp>

#include <siderum/engine/module/dispatch.hpp>

namespace siderum::engine {

namespace {

std::int64_t bytes_to_keep() {
  using Facts = backend::default_for_t<ModuleSpace>::DeviceFactsOf<ModuleSpace>;
  constexpr std::int64_t otherwise = std::int64_t{512} << 20;
  std::int64_t const memory = Facts()().total_memory;
  return memory > 0 ? memory / 16 : otherwise;
}

// Never destroyed: Kokkos may be finalised at exit, after objects like this one.
KeptPlans* plans_of_module = nullptr;

}  // namespace

KeptPlans& kept_plans() {
  if (plans_of_module == nullptr) {
    plans_of_module = new KeptPlans(bytes_to_keep());
    Kokkos::push_finalize_hook(release_kept_plans);
  }
  return *plans_of_module;
}

void release_kept_plans() noexcept {
  if (plans_of_module != nullptr) {
    plans_of_module->release();
  }
}

}  // namespace siderum::engine
