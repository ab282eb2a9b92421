// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/launch.cuh>

namespace siderum::cuda {

/// Whether FP64 runs at half the rate of FP32 at least, and tensor cores do it.
inline bool has_fast_tensor_cores(Kokkos::Cuda const& exec) {
  return attribute(exec, cudaDevAttrComputeCapabilityMajor) >= 8 &&
         attribute(exec, cudaDevAttrSingleToDoublePrecisionPerfRatio) <= 2;
}

/// What the code is of a kernel that runs on the device. Code for compute capability 7.5 runs on
/// newer devices too, without tensor cores.
template <class Kernel>
cudaFuncAttributes compiled(Kernel const& kernel) {
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, kernel), "to describe its kernel");
  return attributes;
}
template <class Kernel>
bool is_compiled_for_tensor_cores(Kernel const& kernel) {
  return compiled(kernel).ptxVersion >= 80;
}

/// C += A B on the FP64 tensor cores of one warp, with A 16 x 8, B 8 x 8 and C 16 x 8: twice the
/// rate of the other units, which portable code cannot ask for.
///
/// With group = lane / 4 and member = lane % 4, a lane holds
///     a[0], a[1]   A(group, k0), A(group + 8, k0)      a[2], a[3]   the same at k1
///     b[0], b[1]   B(k0, group), B(k1, group)
///     c[0], c[1]   C(group, 2 member + 0, 1)           c[2], c[3]   C(group + 8, 2 member + 0, 1)
/// where the four members bring k0 and k1 to any eight different k, the same in A and B.
///
/// One instruction on compute capability 9 (PTX ISA 7.8), four of 8 x 8 x 4 on 8.x. Needs 8.0.
__device__ __forceinline__ void multiply_accumulate(double (&c)[4], double const (&a)[4],
                                                    double const (&b)[2]) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif __CUDA_ARCH__ >= 800
  for (int k = 0; k < 2; ++k) {
    for (int half = 0; half < 2; ++half) {
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
          : "+d"(c[2 * half]), "+d"(c[2 * half + 1])
          : "d"(a[2 * k + half]), "d"(b[k]));
    }
  }
#else
  __trap();  // never launched: the host asks what the kernel was compiled for
#endif
}

}  // namespace siderum::cuda
