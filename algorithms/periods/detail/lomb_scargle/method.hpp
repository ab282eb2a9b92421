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

/// The tolerance that transforms work to where sums are solved for a model of several terms: the
/// smallest one that there is, unless another is asked for.
double tolerance_of_model(bool is_double, FrequencyGrid const& grid,
                          LombScargleOptions const& options);

/// The options with the method and the tolerance of the sums of such a model.
template <class Backend, class Exec, class Real>
LombScargleOptions sums_of_model(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets, FrequencyGrid const& grid,
    LombScargleOptions options, int harmonics) {
  options.tolerance = tolerance_of_model(std::is_same_v<Real, double>, grid, options);
  options.method = resolve_method<Backend, Exec, Real>(offsets, grid, options, harmonics);
  return options;
}

/// What transforms may leave of a pivot of 0, in units of the error of a sum; 0 for exact sums.
inline double error_of_pivot(LombScargleOptions const& of_sums, double errors) {
  return of_sums.method == Method::nufft ? errors * of_sums.tolerance : 0.0;
}

}  // namespace detail

template <class Real>
double tolerance_of_model(FrequencyGrid const& grid, LombScargleOptions const& options) {
  return detail::tolerance_of_model(std::is_same_v<Real, double>, grid, options);
}

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
