# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# SIDERUM_ENABLE_CUDA_KERNELS is what the user wants, of this build or of the one for NVIDIA GPUs
# inside it, which is handed it. SIDERUM_HAS_CUDA_KERNELS: whether what is compiled here has them.

set(default OFF)
if(Kokkos_ENABLE_CUDA OR SIDERUM_ENABLE_CUDA)
  set(default ON)
endif()
option(SIDERUM_ENABLE_CUDA_KERNELS
  "Use the kernels written by hand in CUDA where they win" ${default})
if(SIDERUM_ENABLE_CUDA_KERNELS AND NOT default)
  message(FATAL_ERROR
    "SIDERUM_ENABLE_CUDA_KERNELS is on, but the Kokkos in ${Kokkos_DIR} has no CUDA space (it has: "
    "${Kokkos_DEVICES}). Give a Kokkos with CUDA with -DKokkos_ROOT=<folder>, or turn it off.")
endif()
set(SIDERUM_HAS_CUDA_KERNELS NO)
if(SIDERUM_ENABLE_CUDA_KERNELS AND Kokkos_ENABLE_CUDA)
  set(SIDERUM_HAS_CUDA_KERNELS YES)
endif()
