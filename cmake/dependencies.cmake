# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Everything that siderum is built on, with where it was found: each entry of
# SIDERUM_LIBRARIES is "<name> <version> (<origin>)" for the summary.

set(SIDERUM_LIBRARIES "")

include(find_kokkos)
list(APPEND SIDERUM_LIBRARIES "Kokkos ${Kokkos_VERSION} (${SIDERUM_KOKKOS_ORIGIN})")
if(Kokkos_ENABLE_CUDA)
  include(enable_cuda)
  list(APPEND SIDERUM_LIBRARIES "CUDA ${CMAKE_CUDA_COMPILER_VERSION} (${CMAKE_CUDA_COMPILER})")
endif()

find_package(nlohmann_json REQUIRED)
list(APPEND SIDERUM_LIBRARIES "nlohmann-json ${nlohmann_json_VERSION} (${nlohmann_json_DIR})")
# GPL: it stands behind one operation, and a build without it lacks Fourier transforms on hosts.
if(SIDERUM_ENABLE_FFTW)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET GLOBAL fftw3)
  pkg_check_modules(FFTWF REQUIRED IMPORTED_TARGET GLOBAL fftw3f)
  list(APPEND SIDERUM_LIBRARIES "FFTW ${FFTW_VERSION} (${FFTW_LIBDIR})")
endif()
if(SIDERUM_ENABLE_OPENBLAS)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(OPENBLAS REQUIRED IMPORTED_TARGET GLOBAL openblas)
  list(APPEND SIDERUM_LIBRARIES "OpenBLAS ${OPENBLAS_VERSION} (${OPENBLAS_LIBDIR})")
endif()
if(SIDERUM_ENABLE_IO)
  find_package(fmt REQUIRED)
  list(APPEND SIDERUM_LIBRARIES "fmt ${fmt_VERSION} (${fmt_DIR})")
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(CFITSIO REQUIRED IMPORTED_TARGET GLOBAL cfitsio)
  list(APPEND SIDERUM_LIBRARIES "CFITSIO ${CFITSIO_VERSION} (${CFITSIO_LIBDIR})")
endif()
if(SIDERUM_ENABLE_APPS)
  find_package(CLI11 REQUIRED)
  list(APPEND SIDERUM_LIBRARIES "CLI11 ${CLI11_VERSION} (${CLI11_DIR})")
endif()
if(SIDERUM_ENABLE_TESTS)
  find_package(GTest REQUIRED)
  list(APPEND SIDERUM_LIBRARIES "GoogleTest ${GTest_VERSION} (${GTest_DIR})")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(SIDERUM_ENABLE_BENCHMARKS)
  find_package(benchmark REQUIRED)
  list(APPEND SIDERUM_LIBRARIES "Google Benchmark ${benchmark_VERSION} (${benchmark_DIR})")
endif()
