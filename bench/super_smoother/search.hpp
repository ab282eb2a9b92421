// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <siderum/algorithms/candidates.hpp>
#include <siderum/algorithms/conditional_entropy.hpp>
#include <siderum/algorithms/phase_dispersion.hpp>
#include <siderum/algorithms/super_smoother.hpp>

#include "reference/super_smoother.hpp"
#include "super_smoother/inputs.hpp"
#include "support/dispatch.hpp"
#include "support/tolerance.hpp"

namespace siderum::bench {

enum class Method {
  multi_pass,
  multi_pass_open,
  single_pass,
  candidates,
  phase_dispersion,
  conditional_entropy,
  lomb_scargle
};

inline char const* name_of(Method method) {
  constexpr char const* names[] = {"multi_pass",  "multi_pass_open",  "single_pass",
                                   "candidates",  "phase_dispersion", "conditional_entropy",
                                   "lomb_scargle"};
  return names[static_cast<int>(method)];
}

inline SuperSmootherOptions smoother_options(Method method) {
  SuperSmootherOptions options;
  options.variant =
      method == Method::single_pass ? SmootherVariant::single_pass : SmootherVariant::multi_pass;
  options.ends = method == Method::multi_pass_open ? PhaseEnds::open : PhaseEnds::periodic;
  return options;
}

/// A search for the best frequency of each object that can be run again and again.
template <class Backend, class Exec, class Real>
class FinderSearch {
 public:
  using Best = BestPeriods<Real, Exec>;

  FinderSearch(Curves const& curves, FrequencyGrid const& grid, Method method)
      : curves_(curves), grid_(grid), method_(method) {}

  Exec const& exec() const { return exec_; }

  void move_to_device() {
    on_device_ = mirror_to(exec_, host_curves());
    best_ = Best::allocate(exec_, curves_.objects());
  }

  /// From the memory of the device to the memory of the device.
  void run_on_device() const { search(on_device_, best_); }

  /// From the user's arrays to the user's arrays.
  void run_end_to_end() {
    best_ = Best::allocate(exec_, curves_.objects());
    search(mirror_to(exec_, host_curves()), best_);
    fetch();
  }

  void fetch() {
    index_ = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best_.index);
    power_ = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best_.power);
  }

  /// What is wrong with the best powers of a few objects of those that the oracle smooths; empty:
  /// nothing, or the method is another.
  std::string complaint() const {
    if (method_ != Method::multi_pass && method_ != Method::multi_pass_open &&
        method_ != Method::single_pass) {
      return "";
    }
    std::int64_t const step = std::max<std::int64_t>(1, curves_.objects() / 4);
    for (std::int64_t object = 0; object < curves_.objects(); object += step) {
      double const difference = std::fabs(error_of(object));
      if (!(difference < 1.0e-3) && curves_.points() < 20'000) {
        return "wrong: the power of object " + std::to_string(object) + " is " +
               std::to_string(difference) + " from the reference";
      }
    }
    return "";
  }

 private:
  LightCurves<Real, Kokkos::HostSpace> host_curves() const {
    return make_light_curves<Real>(curves_.time, curves_.value, curves_.error, curves_.offsets);
  }

  void search(LightCurves<Real, typename Exec::memory_space> const& curves,
              Best const& best) const {
    switch (method_) {
      case Method::candidates:
        best_candidates<Backend>(exec_, curves, grid_, {}, best);
        break;
      case Method::phase_dispersion:
        best_phase_dispersion<Backend>(exec_, curves, grid_, best);
        break;
      case Method::conditional_entropy:
        best_conditional_entropy<Backend>(exec_, curves, grid_, best);
        break;
      case Method::lomb_scargle:
        best_periods<Backend>(exec_, curves, grid_, best);
        break;
      default:
        best_super_smoother<Backend>(exec_, curves, grid_, best, smoother_options(method_));
    }
  }

  // Of the normalized power, in units of its tolerance where the oracle decides as clearly.
  double error_of(std::int64_t object) const {
    std::int64_t const begin = curves_.offsets[object];
    std::int64_t const points = curves_.offsets[object + 1] - begin;
    auto const rounded = [&](std::vector<double> const& from) {
      std::vector<double> values(from.begin() + begin, from.begin() + begin + points);
      for (double& value : values) {
        value = static_cast<double>(static_cast<Real>(value));
      }
      return values;
    };
    std::vector<double> const value = rounded(curves_.value);
    std::vector<double> const error = rounded(curves_.error);
    long double const frequency = grid_.frequency(index_(object));
    long double expected = 0.0L;
    reference::super_smoother(points, curves_.time.data() + begin, value.data(), error.data(), 1,
                              &frequency, smoother_options(method_), &expected);
    return (static_cast<double>(power_(object)) - static_cast<double>(expected)) /
           (0.5 * static_cast<double>(points));
  }

  Curves const& curves_;
  FrequencyGrid grid_;
  Method method_;
  Exec exec_;
  LightCurves<Real, typename Exec::memory_space> on_device_;
  Best best_;
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> index_;
  Kokkos::View<Real const*, Kokkos::HostSpace> power_;
};

}  // namespace siderum::bench
