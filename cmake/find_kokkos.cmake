# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# An installed Kokkos where there is one, else one that is built (for CPUs, or for CUDA or HIP too).
# Sets SIDERUM_KOKKOS_ORIGIN, SIDERUM_HOST_SPACE and SIDERUM_DEVICE_SPACE (C++ types), and
# SIDERUM_HAS_DEVICE_COMPILER: whether what includes Kokkos is compiled for a GPU too.

set(kokkos_documentation "https://kokkos.org/kokkos-core-wiki/get-started.html")

# With [[no_unique_address]], which the mdspan inside Kokkos 4.6 takes up in C++20, nvcc 13 lays out
# a view otherwise on the device than on the host, and kernels read sizes as pointers. The form
# without it is also the one that a Kokkos built as C++17 was compiled with.
set(SIDERUM_KOKKOS_CUDA_DEFINITIONS
  MDSPAN_IMPL_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS=1
  MDSPAN_IMPL_USE_FAKE_ATTRIBUTE_NO_UNIQUE_ADDRESS
  MDSPAN_IMPL_NO_UNIQUE_ADDRESS=)

include(build_kokkos)
option(SIDERUM_BUILD_KOKKOS "Build Kokkos even where one is installed" OFF)
mark_as_advanced(SIDERUM_BUILD_KOKKOS)
# A build folder stays with the one that was built, which may be of another kind by now.
cmake_path(IS_PREFIX kokkos_folder "${Kokkos_DIR}" NORMALIZE SIDERUM_KOKKOS_IS_BUILT)
if(NOT SIDERUM_KOKKOS_IS_BUILT AND NOT SIDERUM_BUILD_KOKKOS)
  find_package(Kokkos 4.6 CONFIG QUIET)
  if(NOT Kokkos_FOUND)
    find_package(Kokkos 5 CONFIG QUIET)
  endif()
endif()
if(NOT Kokkos_FOUND)
  set(built_space CPU)
  if(SIDERUM_REQUIRE_SPACES MATCHES "CUDA|HIP")
    set(built_space ${CMAKE_MATCH_0})
  elseif(SIDERUM_REQUIRE_SPACES MATCHES "SYCL")
    message(FATAL_ERROR
      "No Kokkos can be built for SIDERUM_REQUIRE_SPACES=\"${SIDERUM_REQUIRE_SPACES}\" (siderum "
      "builds it for CPUs, CUDA and HIP alone, and serves no other devices). Set it to one of "
      "these, or to nothing.")
  endif()
  siderum_build_kokkos(${built_space} kokkos_dir)
  set(Kokkos_DIR "${kokkos_dir}" CACHE PATH "Folder of KokkosConfig.cmake" FORCE)
  set(SIDERUM_KOKKOS_IS_BUILT ON)
  find_package(Kokkos 4.6 CONFIG REQUIRED)
endif()
if(SIDERUM_KOKKOS_IS_BUILT)
  get_filename_component(SIDERUM_KOKKOS_PREFIX "${Kokkos_DIR}/../../.." ABSOLUTE)
  set(SIDERUM_KOKKOS_ORIGIN "built from pygenten 0.1.5 in ${SIDERUM_KOKKOS_PREFIX}")
else()
  set(SIDERUM_KOKKOS_ORIGIN "${Kokkos_DIR}")
endif()

foreach(space IN LISTS SIDERUM_REQUIRE_SPACES)
  if(NOT Kokkos_ENABLE_${space})
    set(language "ON")
    if(space STREQUAL "HIP")  # which is no language of its own here
      set(language "OFF")
    endif()
    message(FATAL_ERROR
      "The Kokkos in ${Kokkos_DIR} has no ${space} space (it has: ${Kokkos_DEVICES}). Install one "
      "with Kokkos_ENABLE_${space}=ON, Kokkos_ENABLE_OPENMP=ON and "
      "Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=${language} (${kokkos_documentation}) and name its "
      "folder in KOKKOS_${space}_ROOT or with -DKokkos_ROOT=<folder>.")
  endif()
endforeach()

set(device_spaces "")
foreach(space IN ITEMS CUDA HIP SYCL OPENMPTARGET OPENACC)
  if(Kokkos_ENABLE_${space})
    list(APPEND device_spaces ${space})
  endif()
endforeach()
list(LENGTH device_spaces device_space_count)
if(device_space_count GREATER 1)
  list(JOIN device_spaces " and " device_spaces)
  message(FATAL_ERROR
    "The Kokkos in ${Kokkos_DIR} has the device spaces ${device_spaces} at once (siderum serves "
    "one device space in a build). Give a Kokkos with one of them with -DKokkos_ROOT=<folder>.")
endif()
if(device_spaces AND NOT device_spaces MATCHES "^(CUDA|HIP)$")
  message(FATAL_ERROR
    "The Kokkos in ${Kokkos_DIR} has the device space ${device_spaces} (siderum serves CUDA and "
    "HIP). Give another Kokkos with -DKokkos_ROOT=<folder>.")
endif()

if(Kokkos_ENABLE_OPENMP)
  set(SIDERUM_HOST_SPACE "Kokkos::OpenMP")
elseif(Kokkos_ENABLE_THREADS)
  set(SIDERUM_HOST_SPACE "Kokkos::Threads")
elseif(Kokkos_ENABLE_SERIAL)
  set(SIDERUM_HOST_SPACE "Kokkos::Serial")
  message(NOTICE
    "The Kokkos in ${Kokkos_DIR} has no parallel host space (it has: ${Kokkos_DEVICES}): hosts "
    "compute with one thread. For more, install one with Kokkos_ENABLE_OPENMP=ON "
    "(${kokkos_documentation}) and name its folder with -DKokkos_ROOT=<folder>.")
else()
  message(FATAL_ERROR
    "The Kokkos in ${Kokkos_DIR} has no host space that siderum serves (it has: "
    "${Kokkos_DEVICES}). Install one with Kokkos_ENABLE_OPENMP=ON (${kokkos_documentation}) and "
    "name its folder with -DKokkos_ROOT=<folder>.")
endif()
if(Kokkos_ENABLE_CUDA)
  set(SIDERUM_DEVICE_SPACE "Kokkos::Cuda")
elseif(Kokkos_ENABLE_HIP)
  set(SIDERUM_DEVICE_SPACE "Kokkos::HIP")
else()
  set(SIDERUM_DEVICE_SPACE "")
endif()
set(SIDERUM_HAS_DEVICE_COMPILER NO)
if(SIDERUM_DEVICE_SPACE)
  set(SIDERUM_HAS_DEVICE_COMPILER YES)
endif()

option(SIDERUM_ENABLE_CUDA_KERNELS
  "Use the kernels written by hand in CUDA where they win" ${Kokkos_ENABLE_CUDA})
if(SIDERUM_ENABLE_CUDA_KERNELS AND NOT Kokkos_ENABLE_CUDA)
  message(FATAL_ERROR
    "SIDERUM_ENABLE_CUDA_KERNELS is on, but the Kokkos in ${Kokkos_DIR} has no CUDA space (it has: "
    "${Kokkos_DEVICES}). Give a Kokkos with CUDA with -DKokkos_ROOT=<folder>, or turn it off.")
endif()
