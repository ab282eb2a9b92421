// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/compute_harmonic.hpp>

#include <cstdio>
#include <string>
#include <type_traits>

#include <siderum/algorithms/harmonic_transform.hpp>
#include <siderum/algorithms/harmonic_transform/tuning.hpp>
#include <siderum/apps/dispatch.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

/// "1.5 GB".
std::string gigabytes(std::int64_t bytes) {
  char text[32];
  double const amount = static_cast<double>(bytes) / 1e9;
  std::snprintf(text, sizeof text, amount < 100.0 ? "%.3g GB" : "%.0f GB", amount);
  return text;
}

/// A map and its coefficients in the working precision, where the transform runs.
template <class Exec, class Real>
struct Buffers {
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;
  using Map = MapView<Real, typename Exec::memory_space>;

  Buffers(Exec const& exec, RingGrid const& grid, HarmonicRange range)
      : coefficients(allocate_coefficients<Real>(exec, range)),
        map(allocate<Map>(exec, "siderum::harmonic::map", 1, grid.pixels())) {}

  Coefficients coefficients;
  Map map;
};

/// Of the least that a transform takes: where it runs, the map, the coefficients and the tables of
/// the recurrence (three numbers for each coefficient); on the host, the map as it is handed on and
/// as its file, and the coefficients.
template <class Exec, class Real>
void check_memory_of(std::int64_t pixels, HarmonicRange range) {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  std::int64_t const real = sizeof(Real);
  std::int64_t const number = sizeof(double);
  std::int64_t const there = pixels * real + range.count() * (2 * real + 3 * number);
  std::int64_t const on_host = pixels * (number + real) + range.count() * 2 * number;
  auto const check = [](std::int64_t needed, std::int64_t free) {
    SIDERUM_VALIDATE(free == 0 || needed <= free,
                     "The transform needs " + gigabytes(needed) + " of memory at least (" +
                         gigabytes(free) +
                         " are free). Take a coarser grid, a smaller lmax or"
                         " --precision single.");
  };
  if (std::is_same_v<Exec, HostSpace>) {
    check(there + on_host, Facts()().free_memory);
  } else {
    check(on_host, portable::host_facts().free_memory);
    check(there, Facts()().free_memory);
  }
}

/// Calls function(exec, backend, Real) with the types that the execution asks for. What the library
/// finds too large names its size.
template <class Function>
void with_types(Execution const& execution, Function const& function) {
  dispatch(execution, [&]<class Exec, class Backend>(Exec const& exec, Backend backend) {
    if constexpr (Backend::template RingFft<Exec, double>::is_available) {
      try {
        if (execution.precision == Precision::single_precision) {
          function(exec, backend, 0.0F);
        } else {
          function(exec, backend, 0.0);
        }
      } catch (OutOfMemory const& failure) {
        throw Error(failure.what());
      }
    } else {
      throw Error(
          "There are no harmonic transforms on this device (Fourier transforms on hosts"
          " need FFTW, which this build lacks). Build with SIDERUM_ENABLE_FFTW.");
    }
  });
}

/// What `siderum tune` has found best here.
template <class Exec>
HarmonicTransformOptions tuned_options(RingGrid const& grid, HarmonicRange range) {
  HarmonicTransformOptions options;
  options.tuning = tuned_legendre<Exec>(grid, range);
  return options;
}

/// Between the numbers of the program and those of a view.
template <class Real>
void convert(double from, Real& to) {
  to = static_cast<Real>(from);
}
template <class Real>
void convert(std::complex<double> from, Kokkos::complex<Real>& to) {
  to = Kokkos::complex<Real>(static_cast<Real>(from.real()), static_cast<Real>(from.imag()));
}
template <class Real>
void convert(Kokkos::complex<Real> from, std::complex<double>& to) {
  to = {from.real(), from.imag()};
}

template <class Exec, class Values, class Number>
void copy_in(Exec const& exec, Values const& values, std::span<Number const> numbers) {
  auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, values);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    convert(numbers[i], host(0, i));
  }
  Kokkos::deep_copy(exec, values, host);
  exec.fence("siderum::harmonic::copy");
}

template <class Exec, class Values, class Number>
void copy_out(Exec const& exec, std::vector<Number>& numbers, Values const& values) {
  auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, values);
  Kokkos::deep_copy(exec, host, values);
  exec.fence("siderum::harmonic::copy");
  numbers.resize(values.extent(1));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    convert(host(0, i), numbers[i]);
  }
}

}  // namespace

void check_memory(Execution const& execution, std::int64_t pixels, HarmonicRange range) {
  with_types(execution, [&]<class Exec, class Backend, class Real>(Exec const&, Backend, Real) {
    check_memory_of<Exec, Real>(pixels, range);
  });
}

std::vector<double> synthesise(Execution const& execution, RingGrid const& grid,
                               HarmonicRange range, std::span<std::complex<double> const> a_lm) {
  std::vector<double> map;
  with_types(execution,
             [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
               check_memory_of<Exec, Real>(grid.pixels(), range);
               Buffers<Exec, Real> const buffers(exec, grid, range);
               HarmonicTransform<Exec, Real, Backend> const transform(
                   exec, grid, range, tuned_options<Exec>(grid, range));
               copy_in(exec, buffers.coefficients.values, a_lm);
               transform.synthesis(buffers.coefficients, buffers.map);
               copy_out(exec, map, buffers.map);
             });
  return map;
}

std::vector<std::complex<double>> analyse(Execution const& execution, RingGrid const& grid,
                                          HarmonicRange range, std::span<double const> map) {
  std::vector<std::complex<double>> a_lm;
  with_types(execution,
             [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend, Real) {
               check_memory_of<Exec, Real>(grid.pixels(), range);
               Buffers<Exec, Real> const buffers(exec, grid, range);
               HarmonicTransform<Exec, Real, Backend> const transform(
                   exec, grid, range, tuned_options<Exec>(grid, range));
               copy_in(exec, buffers.map, map);
               transform.analysis(buffers.map, buffers.coefficients);
               copy_out(exec, a_lm, buffers.coefficients.values);
             });
  return a_lm;
}

}  // namespace siderum::apps
