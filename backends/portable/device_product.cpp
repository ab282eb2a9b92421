// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <KokkosBlas3_gemm.hpp>

#include <siderum/backends/portable/product.hpp>

namespace siderum::portable {

template <class Exec, class Real>
void DeviceProduct<Exec, Real>::operator()(ProductShape const& shape, Real const* a, Real const* b,
                                           Real* c, ProductStart start) const {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using Device = typename Exec::device_type;
  using Factor = Kokkos::View<Real const**, Kokkos::LayoutRight, Device, Unmanaged>;
  using Result = Kokkos::View<Real**, Kokkos::LayoutRight, Device, Unmanaged>;
  Real const keep = start == ProductStart::add ? Real(1) : Real(0);
  for (int i = 0; i < shape.batch; ++i) {
    KokkosBlas::gemm(exec_, "N", "T", Real(1),
                     Factor(a + i * shape.stride_a, shape.rows, shape.inner),
                     Factor(b + i * shape.stride_b, shape.columns, shape.inner), keep,
                     Result(c + i * shape.stride_c, shape.rows, shape.columns));
  }
}

template class DeviceProduct<Kokkos::DefaultExecutionSpace, float>;
template class DeviceProduct<Kokkos::DefaultExecutionSpace, double>;

}  // namespace siderum::portable
