// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/error.hpp>

namespace siderum::portable {

template <class Real>
std::shared_ptr<HostFftPlan<Real> const> HostFftPlan<Real>::make(int) {
  throw Error(
      "There are no Fourier transforms on hosts in this build (it was configured with"
      " SIDERUM_FFT=off). Use the method direct or product, or build with SIDERUM_FFT=ducc0.");
}

template <class Real>
bool HostFftPlan<Real>::suits(std::int64_t) {
  return true;
}

template class HostFftPlan<float>;
template class HostFftPlan<double>;

}  // namespace siderum::portable
