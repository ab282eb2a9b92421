// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include "super_smoother/inputs.hpp"
#include "super_smoother/method.hpp"
#include "support/scope.hpp"

namespace siderum::bench {

struct FinderCase {
  Curves const* curves;
  std::int64_t frequencies;
  Method method;
  Scope scope;

  std::string name() const {
    return std::string(name_of(method)) + "/" + std::to_string(curves->objects()) + "x" +
           std::to_string(curves->points()) + "x" + std::to_string(frequencies) + "/" +
           siderum::bench::name_of(scope);
  }
};

// Defined in runs.hpp, and compiled for each space, backend and precision by itself.

template <class Backend, class Exec, class Real>
void run_finder(benchmark::State& state, FinderCase const& which);

/// The stages by the default backend of a space.
template <class Exec, class Real, SmootherVariant variant>
void run_stages(benchmark::State& state, FinderCase const& which);

}  // namespace siderum::bench
