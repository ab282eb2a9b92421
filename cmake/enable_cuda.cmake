# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Included after Kokkos was found: its package sets what CUDA sources are compiled with.

if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES "${Kokkos_CUDA_ARCHITECTURES}" CACHE STRING
    "Compute capabilities that device code is compiled for")
endif()
include(cuda_architecture)
siderum_check_host_compiler()
enable_language(CUDA)
siderum_compare_architectures("${CMAKE_CUDA_ARCHITECTURES}")

# CMake 3.25 does not know that nvcc 13 has C++20, and then ignores CMAKE_CUDA_STANDARD silently.
foreach(kind IN ITEMS STANDARD EXTENSION)
  if(NOT CMAKE_CUDA20_${kind}_COMPILE_OPTION)
    set(CMAKE_CUDA20_${kind}_COMPILE_OPTION "-std=c++20")
  endif()
endforeach()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
