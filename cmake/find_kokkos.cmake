# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# An installed Kokkos where there is one that suits, else one that is built (for CPUs, or for CUDA
# or HIP too). One that the user names must suit.
# Sets SIDERUM_KOKKOS_ORIGIN, SIDERUM_HOST_SPACE and SIDERUM_DEVICE_SPACE (C++ types), and
# SIDERUM_HAS_DEVICE_COMPILER: whether what includes Kokkos is compiled for a GPU too; and what
# cuda_kernels.cmake sets.

set(kokkos_documentation "https://kokkos.org/kokkos-core-wiki/get-started.html")

# With [[no_unique_address]], which the mdspan inside Kokkos 4.6 takes up in C++20, nvcc 13 lays out
# a view otherwise on the device than on the host, and kernels read sizes as pointers. The form
# without it is also the one that a Kokkos built as C++17 was compiled with.
set(SIDERUM_KOKKOS_CUDA_DEFINITIONS
  MDSPAN_IMPL_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS=1
  MDSPAN_IMPL_USE_FAKE_ATTRIBUTE_NO_UNIQUE_ADDRESS
  MDSPAN_IMPL_NO_UNIQUE_ADDRESS=)

include(build_kokkos)
include(kokkos_suitability)
option(SIDERUM_BUILD_KOKKOS "Build Kokkos even where one is installed" OFF)
mark_as_advanced(SIDERUM_BUILD_KOKKOS)

# Puts the folder of the Kokkos that is installed into the variable, and what speaks against it into
# the other; both are empty where there is none.
function(siderum_probe_kokkos folder_variable problem_variable)
  set(work "${siderum_BINARY_DIR}/kokkos_probe")
  file(REMOVE_RECURSE "${work}")
  set(cache "")
  foreach(name IN ITEMS CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH
      CMAKE_FIND_ROOT_PATH CMAKE_BUILD_TYPE CMAKE_MAKE_PROGRAM Kokkos_ROOT CUDAToolkit_ROOT
      CMAKE_CUDA_ARCHITECTURES SIDERUM_REQUIRE_SPACES SIDERUM_ENABLE_MODULE)
    if(DEFINED ${name})
      string(APPEND cache "set(${name} [==[${${name}}]==] CACHE STRING \"\")\n")
    endif()
  endforeach()
  file(WRITE "${work}/cache.cmake" "${cache}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -C "${work}/cache.cmake" -G "${CMAKE_GENERATOR}"
      -S "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kokkos_probe" -B "${work}"
    OUTPUT_FILE "${work}/log" ERROR_FILE "${work}/log")
  set(probed_folder "")
  set(probed_problem "")
  include("${work}/kokkos_probe.cmake" OPTIONAL)
  set(${folder_variable} "${probed_folder}" PARENT_SCOPE)
  set(${problem_variable} "${probed_problem}" PARENT_SCOPE)
endfunction()

# Whether the user has named the folder that a Kokkos lies in. Where preset cuda looks besides is
# not named by anybody.
function(siderum_is_named_kokkos folder variable)
  set(named NO)
  foreach(root IN LISTS Kokkos_ROOT ITEMS "$ENV{Kokkos_ROOT}" "$ENV{KOKKOS_CUDA_ROOT}"
      "$ENV{KOKKOS_HIP_ROOT}")
    if(root STREQUAL "" OR (root STREQUAL "$ENV{HOME}/.local/kokkos-cuda"
        AND NOT root STREQUAL "$ENV{KOKKOS_CUDA_ROOT}"))
      continue()
    endif()
    cmake_path(IS_PREFIX root "${folder}" NORMALIZE is_inside)
    if(is_inside)
      set(named YES)
    endif()
  endforeach()
  set(${variable} ${named} PARENT_SCOPE)
endfunction()

# A build folder stays with the one that was built, which may be of another kind by now.
cmake_path(IS_PREFIX kokkos_folder "${Kokkos_DIR}" NORMALIZE SIDERUM_KOKKOS_IS_BUILT)
set(take_installed NO)
if(Kokkos_DIR AND NOT SIDERUM_KOKKOS_IS_BUILT AND NOT SIDERUM_BUILD_KOKKOS)
  set(take_installed YES)  # named, or taken before
elseif(NOT SIDERUM_KOKKOS_IS_BUILT AND NOT SIDERUM_BUILD_KOKKOS
    AND NOT CMAKE_DISABLE_FIND_PACKAGE_Kokkos)
  siderum_probe_kokkos(installed problem)
  siderum_is_named_kokkos("${installed}" is_named)
  if(installed AND (NOT problem OR is_named))
    set(take_installed YES)
  elseif(installed)
    message(NOTICE "The Kokkos in ${installed} is passed over: it ${problem}.")
  endif()
endif()
if(take_installed)
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

siderum_kokkos_problem(problem remedy)
if(problem)
  message(FATAL_ERROR
    "The Kokkos in ${Kokkos_DIR} ${problem}. Install ${remedy} (${kokkos_documentation}) and name "
    "its folder in KOKKOS_CUDA_ROOT, KOKKOS_HIP_ROOT or with -DKokkos_ROOT=<folder>; or name none, "
    "in a new build folder, and one is built.")
endif()

if(Kokkos_ENABLE_OPENMP)
  set(SIDERUM_HOST_SPACE "Kokkos::OpenMP")
elseif(Kokkos_ENABLE_THREADS)
  set(SIDERUM_HOST_SPACE "Kokkos::Threads")
else()
  set(SIDERUM_HOST_SPACE "Kokkos::Serial")
  message(NOTICE
    "The Kokkos in ${Kokkos_DIR} has no parallel host space (it has: ${Kokkos_DEVICES}): hosts "
    "compute with one thread. For more, install one with Kokkos_ENABLE_OPENMP=ON "
    "(${kokkos_documentation}) and name its folder with -DKokkos_ROOT=<folder>.")
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

include(cuda_kernels)
