// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>
#include <siderum/core/light_curves.hpp>

namespace siderum {

/// "automatic", "direct", "product" or "nufft".
std::string_view name_of(Method method);

namespace detail {

/// What a method has to do with: sizes alone, so that the choice is the same wherever it is made.
struct MethodRequest {
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> offsets;  // (objects + 1)
  std::int64_t frequencies = 0;                                  // of the whole grid
  int harmonics = 1;  // of the model; its sums are at 1 .. 2 harmonics times each frequency
  bool is_grid = true;
  bool is_double = true;
  bool is_host = true;
  bool is_portable = false;  // the backend, on a device
  bool has_nufft = true;
  bool has_product = true;
  std::string device;  // as the tuning cache names it
};

/// The method that serves the request; throws Error where the options ask for one that cannot.
Method resolve_method(MethodRequest const& request, LombScargleOptions const& options);

/// The method for `objects` light curves at the same times, of which the request is for one:
/// product or, on hosts, nufft. Throws Error as above.
Method resolve_shared_method(MethodRequest const& request, std::int64_t objects,
                             LombScargleOptions const& options);

/// What a backend has for the sums on a space, in a request that knows no sizes yet; it names the
/// device where options.method leaves a choice. Instantiated, so that who asks for a method
/// compiles no operation.
/// @param shared  for objects that share their times
template <class Backend, class Exec, class Real>
MethodRequest request_of(LombScargleOptions const& options, bool shared);

template <class Backend, class Exec, class Real, class Frequencies>
Method resolve_method(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                      Frequencies const& frequencies, LombScargleOptions const& options,
                      int harmonics = 1) {
  MethodRequest request = request_of<Backend, Exec, Real>(options, false);
  request.offsets = offsets;
  request.harmonics = harmonics;
  if constexpr (std::is_same_v<Frequencies, FrequencyGrid>) {
    request.frequencies = frequencies.count;
  } else {
    request.is_grid = false;
  }
  return resolve_method(request, options);
}

template <class Backend, class Exec, class Real>
Method resolve_shared_method(std::int64_t objects, std::int64_t points, FrequencyGrid const& grid,
                             LombScargleOptions const& options) {
  std::int64_t const ends[] = {0, points};
  MethodRequest request = request_of<Backend, Exec, Real>(options, true);
  request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends, 2);
  request.frequencies = grid.count;
  return resolve_shared_method(request, objects, options);
}

/// Options with the fastest method that is exact to rounding.
template <class Backend, class Exec, class Real>
LombScargleOptions exact_sums(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                              FrequencyGrid const& grid) {
  LombScargleOptions options;
  options.tolerance = std::numeric_limits<double>::min();  // out of reach for transforms
  options.method = resolve_method<Backend, Exec, Real>(offsets, grid, options);
  return options;
}

/// By how much errors e of the sums of one sinusoid may move a power, in units of e and of the
/// largest power of the object: at most where the condition is the least that transforms serve.
///
/// With M the normal matrix, d its determinant and t = 1 - |m|^2 its trace (m the sum c + i s), b
/// its right-hand side and a = M^-1 b, errors move x = b . a by 2 a . db - a . dM a. What a
/// transform adds to a sum is at most e times that sum at another frequency, so |db| is within e
/// sqrt(X), X the largest x at any frequency; |dM| is within e (1/2 + 2 |m|); and no eigenvalue of
/// M is below d / t:
///
///     |dx| / X <= e (2 sqrt(t d) + (1/2 + 2 |m|) t) / d <= 1.9 e / d         as 4 d <= t^2
///
/// The powers x / (1 - x) and -ln(1 - x) are moved by up to 1 / (1 - x) times as much, in units of
/// the largest of them. The condition is d, or d (1 - x) for these two.
inline constexpr double magnification_of_errors = 1.9;  // over the condition

/// The tolerance of the sums for one of the powers.
double tolerance_of_sums(bool is_double, double tolerance);

/// The options with the method of the sums of a periodogram and their tolerance in place of that of
/// the powers.
template <class Backend, class Exec, class Real, class Frequencies>
LombScargleOptions sums_of_power(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
    Frequencies const& frequencies, LombScargleOptions options) {
  options.method = resolve_method<Backend, Exec, Real>(offsets, frequencies, options);
  if constexpr (std::is_same_v<Frequencies, FrequencyGrid>) {
    options.tolerance = tolerance_of_sums(std::is_same_v<Real, double>,
                                          tolerance_of<Real>(options, frequencies.count));
  }
  return options;
}

/// The same for a model of several terms, which magnifies errors more: transforms are as exact as
/// they can be, and what they magnify beyond the tolerance is summed directly
/// (multi_harmonic/direct_powers.hpp).
template <class Backend, class Exec, class Real>
LombScargleOptions sums_of_model(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets, FrequencyGrid const& grid,
    LombScargleOptions options, int harmonics) {
  options.method = resolve_method<Backend, Exec, Real>(offsets, grid, options, harmonics);
  options.tolerance = std::is_same_v<Real, double> ? 2e-14 : 1e-7;
  return options;
}

}  // namespace detail

/// The method that the periodogram of these light curves takes with these options: what
/// Method::automatic stands for. The result is a function of the sizes, the space and the machine's
/// tuned constants alone. Throws Error as the search itself does.
template <class Backend = backend::Default, class Exec, class Real>
Method method_of(Exec const&, LightCurves<Real, typename Exec::memory_space> const& curves,
                 FrequencyGrid const& grid, LombScargleOptions const& options = {}) {
  return detail::resolve_method<backend::resolve_t<Backend, Exec>, Exec, Real>(curves.host_offsets,
                                                                               grid, options);
}

}  // namespace siderum
