# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# What runs on NVIDIA GPUs, in a build of its own inside this one: the same tree with nvcc and a
# Kokkos that has CUDA. From it come the engine's module for GPUs, which is put beside the one for
# CPUs, and the tests and benchmarks that compare both spaces in one binary. This build needs neither
# nvcc nor a GPU's Kokkos for the rest.

include(ExternalProject)

set(SIDERUM_CUDA_FOLDER "${siderum_BINARY_DIR}/cuda")
set(SIDERUM_CUDA_KOKKOS_ROOT "" CACHE STRING
  "Folders in which an installed Kokkos with CUDA is looked for; else one is built")

set(cuda_arguments "")
foreach(name IN ITEMS CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_CXX_FLAGS_RELEASE
    CMAKE_CUDA_ARCHITECTURES CMAKE_CUDA_COMPILER CMAKE_CUDA_FLAGS CMAKE_CUDA_FLAGS_RELEASE
    CMAKE_PREFIX_PATH CMAKE_EXE_LINKER_FLAGS CMAKE_SHARED_LINKER_FLAGS CMAKE_MODULE_LINKER_FLAGS
    CMAKE_INSTALL_PREFIX CMAKE_INSTALL_LIBDIR CMAKE_COMPILE_WARNING_AS_ERROR
    SIDERUM_CPU SIDERUM_ENABLE_FFTW SIDERUM_ENABLE_OPENBLAS SIDERUM_ENABLE_IO SIDERUM_ENABLE_TESTS
    SIDERUM_KOKKOS_FOLDER SIDERUM_KOKKOS_PACKAGE PKG_CONFIG_EXECUTABLE)
  if(DEFINED ${name})
    string(REPLACE ";" "|" value "${${name}}")
    list(APPEND cuda_arguments "-D${name}=${value}")
  endif()
endforeach()
string(REPLACE ";" "|" kokkos_root "${SIDERUM_CUDA_KOKKOS_ROOT}")

ExternalProject_Add(siderum_cuda
  SOURCE_DIR "${siderum_SOURCE_DIR}"
  BINARY_DIR "${SIDERUM_CUDA_FOLDER}"
  LIST_SEPARATOR "|"
  CMAKE_ARGS ${cuda_arguments}
    "-DKokkos_ROOT=${kokkos_root}" -DSIDERUM_REQUIRE_SPACES=CUDA
    -DSIDERUM_ENABLE_APPS=OFF -DSIDERUM_TEST_HOST=OFF
    "-DSIDERUM_ENABLE_BENCHMARKS=${SIDERUM_ENABLE_BENCHMARKS}"
  BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target siderum_engine_module
  INSTALL_COMMAND "${CMAKE_COMMAND}" -E copy_if_different
    <BINARY_DIR>/lib/siderum-engine-cuda.so "${SIDERUM_ENGINE_FOLDER}/siderum-engine-cuda.so"
  BUILD_ALWAYS ON
  USES_TERMINAL_CONFIGURE ON USES_TERMINAL_BUILD ON)

# The program's folder holds both engines.
if(TARGET siderum_app)
  add_dependencies(siderum_app siderum_cuda)
endif()

function(siderum_cuda_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "" "")
  set(all "")
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all}
    COMMAND "${CMAKE_COMMAND}" --build "${SIDERUM_CUDA_FOLDER}" --target ${name}
    USES_TERMINAL)
  add_dependencies(${name} siderum_cuda)
endfunction()

if(SIDERUM_ENABLE_TESTS)
  siderum_cuda_target(gpu_tests ALL)
  # One run of ctest finds the tests of both builds.
  file(CONFIGURE OUTPUT "${siderum_BINARY_DIR}/cuda_tests.cmake" CONTENT
    "if(EXISTS \"${SIDERUM_CUDA_FOLDER}/CTestTestfile.cmake\")\n  subdirs(\"${SIDERUM_CUDA_FOLDER}\")\nendif()\n"
    @ONLY)
  set_property(DIRECTORY "${siderum_SOURCE_DIR}" APPEND PROPERTY
    TEST_INCLUDE_FILES "${siderum_BINARY_DIR}/cuda_tests.cmake")
endif()
if(SIDERUM_ENABLE_BENCHMARKS)
  siderum_cuda_target(benchmark_programs ALL)
  siderum_cuda_target(benchmark)
endif()
