# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The last lines of a configure run: what was chosen and where it came from.

set(spaces "${SIDERUM_HOST_SPACE}")
if(SIDERUM_DEVICE_SPACE)
  string(APPEND spaces
    ", ${SIDERUM_DEVICE_SPACE} (${CMAKE_CUDA_ARCHITECTURES}${Kokkos_HIP_ARCHITECTURES})")
endif()
set(backends "portable")
if(SIDERUM_HAS_CUDA_KERNELS)
  string(APPEND backends ", cuda")
endif()
set(options "")
foreach(name IN ITEMS OPENBLAS ENGINE MODULE IO APPS TESTS BENCHMARKS CUDA CUDA_KERNELS HIP MPI
    KOKKOS_KERNELS)
  string(APPEND options " ${name}=${SIDERUM_ENABLE_${name}}")
endforeach()

message(STATUS "siderum ${PROJECT_VERSION}")
message(STATUS "  spaces      ${spaces}")
message(STATUS "  backends    ${backends}")
foreach(library IN LISTS SIDERUM_LIBRARIES)
  message(STATUS "  library     ${library}")
endforeach()
message(STATUS "  compiler    ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
message(STATUS "  build type  ${CMAKE_BUILD_TYPE}")
message(STATUS "  CPU target  ${SIDERUM_CPU}")
message(STATUS "  SIDERUM_FFT ${SIDERUM_FFT}")
message(STATUS "  SIDERUM_ENABLE_*:${options}")
