// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/spaces.hpp>

/// The operation Product: products of matrices in row-major order, of a whole batch,
///
///     c_i (rows, columns) = a_i (rows, inner) b_i (columns, inner)^T   [+ c_i],    i < batch
///
/// Contract, for every backend `Product<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has products for the space
/// - constructed from (exec), at little cost: what is set up is kept as that of Fft is
/// - `operator()(shape, a, b, c, start)`: the rows of a matrix follow one another without gaps, its
///   matrices at the strides of the shape; the three arrays do not overlap
/// - on a host it computes in the calling thread, and several threads may call it at once while a
///   SerialProducts lives; on a device it enqueues on exec and does not fence
/// - the error of an element is within epsilon(Real) (inner + 1) sum |a| |b|, in practice a few
///   epsilon sqrt(inner); no reduced precision is used inside
/// - cost 2 rows columns inner operations for each of the batch
///
/// On hosts OpenBLAS does it, called directly; on devices KokkosBlas::gemm of Kokkos Kernels, one
/// launch for each product of a batch.
namespace siderum {

struct ProductShape {
  int rows;
  int columns;
  int inner;
  int batch = 1;
  std::int64_t stride_a = 0;  ///< numbers between two matrices of the batch
  std::int64_t stride_b = 0;
  std::int64_t stride_c = 0;
};

enum class ProductStart : std::uint8_t {
  from_zero,  ///< c is written and not read
  add,        ///< the product is added to c
};

namespace portable {

/// While one lives, products of the host are computed by the thread that asks for them alone: those
/// are as many as there are cores already.
class SerialProducts {
 public:
  /// @param threads  that ask for products at once
  /// Throws OutOfMemory where they cannot all have the memory that a product takes.
  explicit SerialProducts(int threads);
  ~SerialProducts();
  SerialProducts(SerialProducts const&) = delete;
  SerialProducts& operator=(SerialProducts const&) = delete;
};

/// Products by OpenBLAS.
template <class Real>
class HostProduct {
 public:
#ifdef SIDERUM_ENABLE_OPENBLAS
  static constexpr bool is_available = true;
#else
  static constexpr bool is_available = false;
#endif

  /// Throws Error where the build has no OpenBLAS.
  void operator()(ProductShape const& shape, Real const* a, Real const* b, Real* c,
                  ProductStart start) const;
};

/// Products by Kokkos Kernels: its own kernel, or the vendor's library that it was built with.
/// Defined in the library for the default execution space where that is a device.
template <class Exec, class Real>
class DeviceProduct {
 public:
#ifdef SIDERUM_HAS_KOKKOS_KERNELS
  static constexpr bool is_available = true;
#else
  static constexpr bool is_available = false;
#endif

  explicit DeviceProduct(Exec const& exec) : exec_(exec) {}

  void operator()(ProductShape const& shape, Real const* a, Real const* b, Real* c,
                  ProductStart start) const;

 private:
  Exec exec_;
};

/// Product without a vendor's library of its own.
template <class Exec, class Real>
class Product : public DeviceProduct<Exec, Real> {
 public:
  explicit Product(Exec const& exec) : DeviceProduct<Exec, Real>(exec) {}
};

template <class Exec, class Real>
requires is_host<Exec>
class Product<Exec, Real> : public HostProduct<Real> {
 public:
  explicit Product(Exec const&) {}
};

}  // namespace portable
}  // namespace siderum
