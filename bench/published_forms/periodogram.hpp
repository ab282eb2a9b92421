// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include "support/inputs.hpp"

/// The standard periodogram in the one-scan form of Gowanlock et al. 2021, one frequency a thread,
/// as their programs have it: for comparison only.
namespace siderum::bench {

enum class Form {
  plain,      ///< each thread reads the points where they lie
  staged,     ///< a team copies them to its scratch memory, piece by piece
  intrinsic,  ///< staged, with the device's fast sines
};

inline std::string name_of(Form form) {
  return form == Form::plain ? "plain" : form == Form::staged ? "staged" : "intrinsic";
}

template <class Real>
KOKKOS_INLINE_FUNCTION void library_sines(Real angle, Real& sine, Real& cosine) {
  sine = Kokkos::sin(angle);
  cosine = Kokkos::cos(angle);
}

/// The library's where there are no others.
KOKKOS_INLINE_FUNCTION void fast_sines(float angle, float& sine, float& cosine) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  __sincosf(angle, &sine, &cosine);
#else
  library_sines(angle, sine, cosine);
#endif
}

KOKKOS_INLINE_FUNCTION void fast_sines(double angle, double& sine, double& cosine) {
  library_sines(angle, sine, cosine);
}

/// The five sums of one frequency, and the power that they give.
template <class Real>
struct FiveSums {
  Real xc = 0, xs = 0, cc = 0, ss = 0, cs = 0;

  template <bool fast>
  KOKKOS_INLINE_FUNCTION void add(Real omega, Real time, Real value) {
    Real sine, cosine;
    if constexpr (fast) {
      fast_sines(omega * time, sine, cosine);
    } else {
      library_sines(omega * time, sine, cosine);
    }
    xc += value * cosine;
    xs += value * sine;
    cc += cosine * cosine;
    ss += sine * sine;
    cs += cosine * sine;
  }

  KOKKOS_INLINE_FUNCTION Real power(Real omega) const {
    Real const tau = Kokkos::atan2(2 * cs, cc - ss) / (2 * omega);
    Real const c = Kokkos::cos(omega * tau);
    Real const s = Kokkos::sin(omega * tau);
    Real const even = c * xc + s * xs;
    Real const odd = c * xs - s * xc;
    return Real(0.5) * (even * even / (c * c * cc + 2 * c * s * cs + s * s * ss) +
                        odd * odd / (c * c * ss - 2 * c * s * cs + s * s * cc));
  }
};

/// Times from the first, values from their mean.
template <class Exec, class Real>
struct FormInput {
  Kokkos::View<Real*, typename Exec::memory_space> time;
  Kokkos::View<Real*, typename Exec::memory_space> value;
  Kokkos::View<Real*, typename Exec::memory_space> power;
  double lowest;  ///< angular frequency
  double step;
};

template <class Exec, class Real>
FormInput<Exec, Real> form_input(Curves const& curves, std::int64_t frequencies) {
  FrequencyGrid const grid = search_grid(frequencies);
  constexpr double two_pi = 6.283185307179586476925286766559;
  auto const points = static_cast<std::size_t>(curves.points());
  FormInput<Exec, Real> input{{"siderum::bench::time", points},
                              {"siderum::bench::value", points},
                              {"siderum::bench::power", static_cast<std::size_t>(frequencies)},
                              two_pi * grid.frequency(0),
                              two_pi * (grid.frequency(1) - grid.frequency(0))};
  auto const time = Kokkos::create_mirror_view(input.time);
  auto const value = Kokkos::create_mirror_view(input.value);
  double mean = 0.0;
  for (double const y : curves.value) {
    mean += y / static_cast<double>(points);
  }
  for (std::size_t j = 0; j < points; ++j) {
    time(j) = static_cast<Real>(curves.time[j] - curves.time.front());
    value(j) = static_cast<Real>(curves.value[j] - mean);
  }
  Kokkos::deep_copy(input.time, time);
  Kokkos::deep_copy(input.value, value);
  return input;
}

template <class Exec, class Real>
void run_plain(Exec const& exec, FormInput<Exec, Real> const& input) {
  auto const count = static_cast<std::int64_t>(input.power.extent(0));
  Kokkos::parallel_for(
      "siderum::bench::plain",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t k) {
        Real const omega = static_cast<Real>(input.lowest + static_cast<double>(k) * input.step);
        FiveSums<Real> sums;
        for (std::size_t j = 0; j < input.time.extent(0); ++j) {
          sums.template add<false>(omega, input.time(j), input.value(j));
        }
        input.power(k) = sums.power(omega);
      });
}

template <bool fast, class Exec, class Real>
void run_staged(Exec const& exec, FormInput<Exec, Real> const& input) {
  constexpr int threads = 256;  // of a team on any device, as published
  using Policy = Kokkos::TeamPolicy<Exec>;
  auto const count = static_cast<std::int64_t>(input.power.extent(0));
  auto const points = static_cast<std::int64_t>(input.time.extent(0));
  auto const teams = static_cast<int>((count + threads - 1) / threads);
  Policy policy(exec, teams, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * threads * sizeof(Real)));
  Kokkos::parallel_for(
      "siderum::bench::staged", policy, KOKKOS_LAMBDA(typename Policy::member_type const& team) {
        auto const time = static_cast<Real*>(
            team.team_scratch(0).get_shmem(static_cast<std::ptrdiff_t>(threads * sizeof(Real))));
        auto const value = static_cast<Real*>(
            team.team_scratch(0).get_shmem(static_cast<std::ptrdiff_t>(threads * sizeof(Real))));
        int const rank = team.team_rank();
        std::int64_t const k = static_cast<std::int64_t>(team.league_rank()) * threads + rank;
        Real const omega = static_cast<Real>(input.lowest + static_cast<double>(k) * input.step);
        FiveSums<Real> sums;
        for (std::int64_t first = 0; first < points; first += threads) {
          team.team_barrier();
          if (first + rank < points) {
            time[rank] = input.time(first + rank);
            value[rank] = input.value(first + rank);
          }
          team.team_barrier();
          auto const piece = points - first < threads ? points - first : threads;
          for (std::int64_t j = 0; j < piece; ++j) {
            sums.template add<fast>(omega, time[j], value[j]);
          }
        }
        if (k < count) {
          input.power(k) = sums.power(omega);
        }
      });
}

template <class Exec, class Real>
void run_form(Exec const& exec, Form form, FormInput<Exec, Real> const& input) {
  if (form == Form::plain) {
    run_plain(exec, input);
  } else if (form == Form::staged) {
    run_staged<false>(exec, input);
  } else {
    run_staged<true>(exec, input);
  }
}

/// The largest difference of 100 powers and of the highest from those in FP64 by the host's
/// library, in units of the highest.
template <class Exec, class Real>
double error_of_form(Curves const& curves, FormInput<Exec, Real> const& input) {
  auto const power = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), input.power);
  auto const exact = form_input<Kokkos::DefaultHostExecutionSpace, double>(curves, 2);
  auto const count = static_cast<std::int64_t>(power.extent(0));
  std::int64_t top = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    top = power(k) > power(top) ? k : top;
  }
  double const highest = static_cast<double>(power(top));
  double worst = 0.0;
  for (std::int64_t i = 0; i <= 100; ++i) {
    std::int64_t const k = i < 100 ? i * (count - 1) / 99 : top;
    double const omega = input.lowest + static_cast<double>(k) * input.step;
    FiveSums<double> sums;
    for (std::size_t j = 0; j < exact.time.extent(0); ++j) {
      sums.add<false>(omega, exact.time(j), exact.value(j));
    }
    worst = std::fmax(worst, std::fabs(static_cast<double>(power(k)) - sums.power(omega)));
  }
  return worst / highest;
}

}  // namespace siderum::bench
