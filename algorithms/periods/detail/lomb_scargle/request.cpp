// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>

#include <type_traits>

#include <siderum/backends/backend.hpp>
#include <siderum/backends/device_name.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::detail {

template <class Backend, class Exec, class Real>
MethodRequest request_of(LombScargleOptions const& options, bool shared) {
  MethodRequest request;
  request.is_double = std::is_same_v<Real, double>;
  request.is_host = is_host<Exec>;
  request.is_portable = !is_host<Exec> && std::is_same_v<Backend, backend::Portable>;
  if (options.method == Method::automatic) {
    request.device = backend::device_name<Exec, Backend>();
  }
  if (shared) {
    request.has_nufft = Backend::template SharedNufftSums<Exec, Real>::is_available;
    request.has_product = Backend::template SharedProductSums<Exec, Real>::is_available;
  } else {
    request.has_nufft = Backend::template NufftSums<Exec, Real>::is_available;
    request.has_product = Backend::template ProductSums<Exec, Real>::is_available;
  }
  return request;
}

template MethodRequest request_of<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(
    LombScargleOptions const&, bool);

}  // namespace siderum::detail
