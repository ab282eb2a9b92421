// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <cublas_v2.h>

#include <siderum/backends/cuda/setup_pool.cuh>
#include <siderum/backends/portable/product.hpp>
#include <siderum/core/vendor_library.hpp>

namespace siderum::cuda {

/// The functions of cuBLAS, by the names of its second interface.
struct CuBlas {
  static CuBlas const& of_process() {
    static CuBlas const& functions = *new CuBlas;  // plans of static objects outlive others
    return functions;
  }

  VendorLibrary library{"cuBLAS", "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR),
                        "the method direct and the CPU do without it"};
  decltype(cublasCreate_v2)* create = library["cublasCreate_v2"];
  decltype(cublasDestroy_v2)* destroy = library["cublasDestroy_v2"];
  decltype(cublasSetStream_v2)* set_stream = library["cublasSetStream_v2"];
  decltype(cublasDgemmStridedBatched)* multiply_double = library["cublasDgemmStridedBatched"];
  decltype(cublasSgemmStridedBatched)* multiply_float = library["cublasSgemmStridedBatched"];
  decltype(cublasGetStatusString)* text_of = library["cublasGetStatusString"];
};

/// A handle of cuBLAS with its work area.
class BlasHandle {
 public:
  /// All are alike.
  struct Key {
    friend bool operator==(Key const&, Key const&) = default;
  };

  explicit BlasHandle(Key const&) { check(cublas_.create(&handle_), "a handle for products"); }
  ~BlasHandle() { cublas_.destroy(handle_); }
  BlasHandle(BlasHandle const&) = delete;
  BlasHandle& operator=(BlasHandle const&) = delete;

  void bind(cudaStream_t stream) {
    check(cublas_.set_stream(handle_, stream), "a stream for products");
  }
  /// Of the work area, on devices of compute capability 9; less on others.
  static std::int64_t bytes() { return std::int64_t{32} << 20; }

  // The library's order is by columns: there, c^T = b a^T.
  void multiply(ProductShape const& shape, double const* a, double const* b, double* c,
                double keep) const {
    double const one = 1.0;
    check(cublas_.multiply_double(handle_, CUBLAS_OP_T, CUBLAS_OP_N, shape.columns, shape.rows,
                                  shape.inner, &one, b, shape.inner, shape.stride_b, a, shape.inner,
                                  shape.stride_a, &keep, c, shape.columns, shape.stride_c,
                                  shape.batch),
          "to multiply");
  }
  void multiply(ProductShape const& shape, float const* a, float const* b, float* c,
                float keep) const {
    float const one = 1.0F;
    check(cublas_.multiply_float(handle_, CUBLAS_OP_T, CUBLAS_OP_N, shape.columns, shape.rows,
                                 shape.inner, &one, b, shape.inner, shape.stride_b, a, shape.inner,
                                 shape.stride_a, &keep, c, shape.columns, shape.stride_c,
                                 shape.batch),
          "to multiply");
  }

 private:
  void check(cublasStatus_t result, std::string const& what) const {
    if (result == CUBLAS_STATUS_ALLOC_FAILED) {
      throw OutOfMemory("There is not enough memory on the GPU " + what +
                        " (cuBLAS asks for a work area). Free some, or use the method direct.");
    }
    SIDERUM_VALIDATE(result == CUBLAS_STATUS_SUCCESS, "The GPU refused " + what + " (cuBLAS says " +
                                                          cublas_.text_of(result) +
                                                          "). Use the method direct, or the CPU.");
  }

  CuBlas const& cublas_ = CuBlas::of_process();
  cublasHandle_t handle_ = nullptr;
};

/// The operation Product (contract in portable/product.hpp) by cuBLAS, with a handle that other
/// calls may have used before: it multiplies on the FP64 tensor cores, and a whole batch at once.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     operations/product                                        16.6
///     lomb_scargle/standard/best/1x3554x1000000 by product      16.4
///     lomb_scargle/standard/best/999x157569x28608 by product    25.4
template <class Real>
class Product {
 public:
  static constexpr bool is_available = true;

  explicit Product(Kokkos::Cuda const& exec)
      : handle_(SetupPool<BlasHandle>::of_process().borrow(exec, {})) {}

  void operator()(ProductShape const& shape, Real const* a, Real const* b, Real* c,
                  ProductStart start) const {
    handle_->multiply(shape, a, b, c, start == ProductStart::add ? Real(1) : Real(0));
  }

 private:
  std::shared_ptr<BlasHandle const> handle_;
};

}  // namespace siderum::cuda
