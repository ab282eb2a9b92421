// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>
#include <siderum/backends/portable/nufft_sums.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

std::string_view name_of(Method method) {
  switch (method) {
    case Method::automatic:
      return "automatic";
    case Method::direct:
      return "direct";
    case Method::product:
      return "product";
    case Method::nufft:
      return "nufft";
  }
  return "unknown method";
}

namespace detail {

namespace {

// How much faster products must be to be chosen: direct sums are the same bits in whatever
// stretches they come, products are not. Rates are known to this where products fill a device;
// shorter ones take up to twice what the rates say (0.17 ms for 3,554 points x 1e4 on an H200, not
// 0.07).
constexpr double worth_of_bits = 1.05;
constexpr double worth_of_few = 1.15;
constexpr double launches_that_fill = 10.0;

double least_tolerance(MethodRequest const& request) {
  return request.is_double ? siderum::least_tolerance<double>(request.frequencies)
                           : siderum::least_tolerance<float>(request.frequencies);
}

double tolerance_of(MethodRequest const& request, LombScargleOptions const& options) {
  return request.is_double ? siderum::tolerance_of<double>(options, request.frequencies)
                           : siderum::tolerance_of<float>(options, request.frequencies);
}

// Every backend but the portable one brings its own.
char const* library_of_products(MethodRequest const& request) {
  return request.is_host ? "OpenBLAS" : "Kokkos Kernels";
}

void refuse_product(MethodRequest const& request) {
  SIDERUM_VALIDATE(
      request.is_grid,
      "The method product cannot serve a list of frequencies (its factors need equal steps). Use"
      " the method direct, or a regular grid.");
  SIDERUM_VALIDATE(
      request.has_product,
      std::string("The method product is not there for this space (the build has no ") +
          library_of_products(request) + "). Use the method direct.");
}

void refuse_nufft(MethodRequest const& request, LombScargleOptions const& options) {
  SIDERUM_VALIDATE(
      request.is_grid,
      "The method nufft cannot serve a list of frequencies (its transforms need equal steps). Use"
      " the method direct, or a regular grid.");
  SIDERUM_VALIDATE(request.has_nufft,
                   "The method nufft is not there for this space (the build has SIDERUM_FFT=off)."
                   " Use the method direct.");
  double const least = least_tolerance(request);
  SIDERUM_VALIDATE(tolerance_of(request, options) >= least,
                   "The tolerance " + number_text(tolerance_of(request, options)) +
                       " is too small for the method nufft (" + number_text(least) +
                       " is the least that it reaches here). Use the method direct, which is exact "
                       "to rounding, or a larger"
                       " tolerance.");
}

void validate_tolerance(LombScargleOptions const& options) {
  SIDERUM_VALIDATE(options.tolerance == 0.0 || (options.tolerance > 0.0 && options.tolerance < 1.0),
                   "The tolerance is " + number_text(options.tolerance) +
                       " (it is the largest error of a power in units of the largest). Give a"
                       " number above 0 and below 1, or 0 for the default.");
}

RatesKind kind_of(MethodRequest const& request) {
  return {request.is_host, request.is_double, request.is_portable};
}

bool serves_nufft(MethodRequest const& request, LombScargleOptions const& options) {
  return request.has_nufft && tolerance_of(request, options) >= least_tolerance(request);
}

// What the sums at one more multiple of the frequency add to a call, in units of its launch: on an
// H200 0.022 ms by direct sums and 0.047 ms by transforms, which follow those before closely.
// Products fill a device less at each (0.036 ms, at 1e4 frequencies, beside a base of 0.18).
constexpr double share_of_launch = 0.55;

Method fastest(MethodRequest const& request, LombScargleOptions const& options) {
  MethodRates const& rates = rates_of(kind_of(request), request.device);
  bool const with_nufft = serves_nufft(request, options);
  auto const where =
      request.is_host ? portable::nufft::Place::host : portable::nufft::Place::device;
  int const sets_of_one = options.fit_mean == FitMean::yes ? 3 : 2;
  int const sets = request.harmonics == 1 ? sets_of_one : 3 * request.harmonics;
  double const more_launches = request.harmonics == 1 ? 0.0 : 2.0 * request.harmonics - 1.0;
  double direct = 0.0;
  std::int64_t longest = 0;
  double products = request.has_product ? (1.0 + more_launches) * rates.product_launch : INFINITY;
  double transforms =
      with_nufft ? (1.0 + share_of_launch * more_launches) * rates.nufft_launch : INFINITY;
  for (std::size_t i = 0; i + 1 < request.offsets.extent(0); ++i) {
    std::int64_t const points = request.offsets(i + 1) - request.offsets(i);
    std::int64_t const section =
        portable::nufft::section_length(points, request.frequencies, where);
    direct += cost_of(Method::direct, rates, points, request.frequencies, sets, section);
    products += cost_of(Method::product, rates, points, request.frequencies, sets, section);
    transforms += cost_of(Method::nufft, rates, points, request.frequencies, sets, section);
    longest = std::max(longest, points);
  }
  direct = cost_of_direct(rates, direct, longest, sets_of_one) +
           share_of_launch * more_launches * rates.direct_launch;
  double const worth =
      products < launches_that_fill * rates.product_launch ? worth_of_few : worth_of_bits;
  bool const with_product = products * worth < std::min(direct, transforms);
  return with_product ? Method::product : direct <= transforms ? Method::direct : Method::nufft;
}

Method fastest_shared(MethodRequest const& request, std::int64_t objects,
                      LombScargleOptions const& options) {
  bool const with_nufft = serves_nufft(request, options);
  SIDERUM_VALIDATE(request.has_product || with_nufft,
                   std::string("Light curves that share their times need matrix products (the build"
                               " has no ") +
                       library_of_products(request) +
                       "). Search them as LightCurves, each with its own times.");
  MethodRates const& rates = rates_of(kind_of(request), request.device);
  auto const where =
      request.is_host ? portable::nufft::Place::host : portable::nufft::Place::device;
  std::int64_t const section =
      portable::nufft::section_length(request.offsets(1), request.frequencies, where);
  auto const of_one = [&](Method method) {
    return cost_of(method, rates, request.offsets(1), request.frequencies, 1, section);
  };
  // Two more sets are those of the weights.
  auto const sets = static_cast<double>(objects + 2);
  double const products = rates.product_launch + sets * of_one(Method::product);
  double const transforms = rates.nufft_launch + sets * of_one(Method::nufft);
  bool const with_product = request.has_product && (!with_nufft || products <= transforms);
  return with_product ? Method::product : Method::nufft;
}

}  // namespace

double tolerance_of_sums(bool is_double, double tolerance) {
  constexpr double largest = magnification_of_errors / portable::nufft::least_condition;
  // In FP32 kernels so wide would round more than they gain.
  return tolerance / (is_double ? largest : 10.0);
}

Method resolve_method(MethodRequest const& request, LombScargleOptions const& options) {
  validate_tolerance(options);
  switch (options.method) {
    case Method::nufft:
      refuse_nufft(request, options);
      return Method::nufft;
    case Method::product:
      refuse_product(request);
      SIDERUM_VALIDATE(options.work_bytes > 0,
                       "The work space is " + std::to_string(options.work_bytes) +
                           " bytes (products need some). Give a number above 0.");
      return Method::product;
    case Method::direct:
      return Method::direct;
    case Method::automatic:
      break;
  }
  return request.is_grid ? fastest(request, options) : Method::direct;
}

Method resolve_shared_method(MethodRequest const& request, std::int64_t objects,
                             LombScargleOptions const& options) {
  validate_tolerance(options);
  SIDERUM_VALIDATE(options.method != Method::direct,
                   "The method direct cannot serve light curves that share their times (nothing of"
                   " it is done once for all). Use the method product, which is exact as well, or"
                   " search them as LightCurves.");
  return options.method == Method::automatic ? fastest_shared(request, objects, options)
                                             : resolve_method(request, options);
}

}  // namespace detail
}  // namespace siderum
