// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <Kokkos_Core.hpp>

#include <siderum/core/spaces.hpp>

#include "support/inputs.hpp"

/// The standard periodogram in the one-scan form of Gowanlock et al. 2021, one frequency a thread,
/// as their programs have it: for comparison only.
namespace siderum::bench {

enum class Form {
  plain,      ///< each thread reads the points where they lie
  staged,     ///< a block copies them to its scratch memory, piece by piece
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

/// The light curves as the kernels take them, and room for the powers.
template <class Exec, class Real>
struct FormInput {
  Kokkos::View<std::int64_t*, typename Exec::memory_space> offset;  ///< (objects + 1)
  Kokkos::View<Real*, typename Exec::memory_space> time;            ///< from the object's first
  Kokkos::View<Real*, typename Exec::memory_space> value;           ///< from the object's mean
  Kokkos::View<Real*, typename Exec::memory_space> power;           ///< object by object
  std::int64_t frequencies;
  double lowest;  ///< angular frequency
  double step;

  KOKKOS_INLINE_FUNCTION Real omega(std::int64_t k) const {
    return static_cast<Real>(lowest + static_cast<double>(k) * step);
  }

  KOKKOS_INLINE_FUNCTION std::int64_t objects() const {
    return static_cast<std::int64_t>(offset.extent(0)) - 1;
  }

  /// From the points where they lie.
  KOKKOS_INLINE_FUNCTION void find_power(std::int64_t object, std::int64_t k) const {
    Real const angular = omega(k);
    FiveSums<Real> sums;
    for (std::int64_t j = offset(object); j < offset(object + 1); ++j) {
      sums.template add<false>(angular, time(j), value(j));
    }
    power(object * frequencies + k) = sums.power(angular);
  }
};

template <class Exec, class Real>
FormInput<Exec, Real> form_input(Curves const& curves, std::int64_t frequencies) {
  FrequencyGrid const grid = search_grid(frequencies);
  constexpr double two_pi = 6.283185307179586476925286766559;
  auto const points = static_cast<std::size_t>(curves.points());
  FormInput<Exec, Real> input{
      {"siderum::bench::offset", curves.offsets.size()},
      {"siderum::bench::time", points},
      {"siderum::bench::value", points},
      {"siderum::bench::power", static_cast<std::size_t>(curves.objects() * frequencies)},
      frequencies,
      two_pi * grid.frequency(0),
      two_pi * (grid.frequency(1) - grid.frequency(0))};
  auto const offset = Kokkos::create_mirror_view(input.offset);
  auto const time = Kokkos::create_mirror_view(input.time);
  auto const value = Kokkos::create_mirror_view(input.value);
  offset(0) = 0;
  for (std::size_t i = 0; i + 1 < curves.offsets.size(); ++i) {
    auto const first = static_cast<std::size_t>(curves.offsets[i]);
    auto const last = static_cast<std::size_t>(curves.offsets[i + 1]);
    offset(i + 1) = curves.offsets[i + 1];
    double mean = 0.0;
    for (std::size_t j = first; j < last; ++j) {
      mean += curves.value[j] / static_cast<double>(last - first);
    }
    for (std::size_t j = first; j < last; ++j) {
      time(j) = static_cast<Real>(curves.time[j] - curves.time[first]);
      value(j) = static_cast<Real>(curves.value[j] - mean);
    }
  }
  Kokkos::deep_copy(input.offset, offset);
  Kokkos::deep_copy(input.time, time);
  Kokkos::deep_copy(input.value, value);
  return input;
}

/// One object: a thread for each frequency.
template <class Exec, class Real>
void run_plain(Exec const& exec, FormInput<Exec, Real> const& input) {
  Kokkos::parallel_for(
      "siderum::bench::plain",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, input.frequencies),
      KOKKOS_LAMBDA(std::int64_t k) { input.find_power(0, k); });
}

/// Of a block on any device, as in the authors' program.
inline constexpr int threads_of_block = 512;

template <class Exec>
using BlockPolicy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<threads_of_block>>;

/// A batch: the threads of a host share the objects.
template <class Exec, class Real>
void run_on_threads(Exec const& exec, FormInput<Exec, Real> const& input) {
  using Policy =
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(
      "siderum::bench::plain_batch", Policy(exec, 0, input.objects(), Kokkos::ChunkSize(1)),
      KOKKOS_LAMBDA(std::int64_t object) {
        for (std::int64_t k = 0; k < input.frequencies; ++k) {
          input.find_power(object, k);
        }
      });
}

/// A batch on a device: a block takes an object, as in the authors' program, so that the longest
/// may set the time.
template <class Exec, class Real>
void run_in_blocks(Exec const& exec, FormInput<Exec, Real> const& input) {
  using Policy = BlockPolicy<Exec>;
  Kokkos::parallel_for(
      "siderum::bench::plain_batch",
      Policy(exec, static_cast<int>(input.objects()), threads_of_block),
      KOKKOS_LAMBDA(typename Policy::member_type const& team) {
        for (std::int64_t k = team.team_rank(); k < input.frequencies; k += threads_of_block) {
          input.find_power(team.league_rank(), k);
        }
      });
}

/// One object by blocks that take a piece of the frequencies each, or a batch by one block for each
/// object.
template <bool fast, class Exec, class Real>
void run_staged(Exec const& exec, FormInput<Exec, Real> const& input) {
  constexpr int threads = threads_of_block;
  using Policy = BlockPolicy<Exec>;
  std::int64_t const blocks =
      input.objects() > 1 ? 1 : (input.frequencies + threads - 1) / threads;  // of an object
  Policy policy(exec, static_cast<int>(input.objects() * blocks), threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * threads * sizeof(Real)));
  Kokkos::parallel_for(
      "siderum::bench::staged", policy, KOKKOS_LAMBDA(typename Policy::member_type const& team) {
        auto const time = static_cast<Real*>(
            team.team_scratch(0).get_shmem(static_cast<std::ptrdiff_t>(threads * sizeof(Real))));
        auto const value = static_cast<Real*>(
            team.team_scratch(0).get_shmem(static_cast<std::ptrdiff_t>(threads * sizeof(Real))));
        int const rank = team.team_rank();
        std::int64_t const object = team.league_rank() / blocks;
        std::int64_t const end = input.offset(object + 1);
        for (std::int64_t start = team.league_rank() % blocks * threads; start < input.frequencies;
             start += blocks * threads) {
          std::int64_t const k = start + rank;
          Real const omega = input.omega(k);
          FiveSums<Real> sums;
          for (std::int64_t first = input.offset(object); first < end; first += threads) {
            team.team_barrier();
            if (first + rank < end) {
              time[rank] = input.time(first + rank);
              value[rank] = input.value(first + rank);
            }
            team.team_barrier();
            auto const piece = end - first < threads ? end - first : threads;
            for (std::int64_t j = 0; j < piece; ++j) {
              sums.template add<fast>(omega, time[j], value[j]);
            }
          }
          if (k < input.frequencies) {
            input.power(object * input.frequencies + k) = sums.power(omega);
          }
        }
      });
}

template <class Exec, class Real>
void run_form(Exec const& exec, Form form, FormInput<Exec, Real> const& input) {
  if (form == Form::plain && input.objects() == 1) {
    run_plain(exec, input);
  } else if (form == Form::plain && is_host<Exec>) {
    run_on_threads(exec, input);
  } else if (form == Form::plain) {
    run_in_blocks(exec, input);
  } else if (form == Form::staged) {
    run_staged<false>(exec, input);
  } else {
    run_staged<true>(exec, input);
  }
}

/// The largest difference of 100 powers and of the highest of an object from those in FP64 by the
/// host's library, in units of the highest.
template <class Exec, class Real>
double error_of_form(Curves const& curves, FormInput<Exec, Real> const& input,
                     std::int64_t object = 0) {
  std::int64_t const count = input.frequencies;
  auto const power = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace(),
      Kokkos::subview(input.power, std::pair(object * count, (object + 1) * count)));
  auto const exact = form_input<Kokkos::DefaultHostExecutionSpace, double>(curves, 2);
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
    for (std::int64_t j = exact.offset(object); j < exact.offset(object + 1); ++j) {
      sums.add<false>(omega, exact.time(j), exact.value(j));
    }
    worst = std::fmax(worst, std::fabs(static_cast<double>(power(k)) - sums.power(omega)));
  }
  return worst / highest;
}

}  // namespace siderum::bench
