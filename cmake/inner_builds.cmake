# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Builds of this same tree inside this one, with another Kokkos. From each comes a module, which is
# put beside the engine:
#
# - SIDERUM_ENABLE_CUDA: with nvcc and a Kokkos that has CUDA, what runs on NVIDIA GPUs, the module
#   and the tests and benchmarks that compare both spaces in one binary; the rest needs no nvcc.
#   SIDERUM_ENABLE_CUDA_KERNELS is handed on to it
# - SIDERUM_ENABLE_HIP: the same for AMD GPUs, with the compiler of this build, a clang
# - where an installed Kokkos does not fit into modules, the module for CPUs, with one that is built
# - SIDERUM_CPU_LEVELS: such a module for each of these levels of x86-64, of which the engine opens
#   the best that the processor has

include(ExternalProject)

set(SIDERUM_CUDA_KOKKOS_ROOT "" CACHE STRING
  "Folders in which an installed Kokkos with CUDA is looked for; else one is built")
set(SIDERUM_HIP_KOKKOS_ROOT "" CACHE STRING
  "Folders in which an installed Kokkos with HIP is looked for; else one is built")

set(SIDERUM_INNER_BUILDS "")

# siderum_add_inner_build(<module> <argument of CMake>...) makes the target siderum_inner_<module>.
function(siderum_add_inner_build module)
  set(arguments "")
  foreach(name IN ITEMS CMAKE_BUILD_TYPE CMAKE_TOOLCHAIN_FILE CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS
      CMAKE_CXX_FLAGS_RELEASE CMAKE_PREFIX_PATH CMAKE_EXE_LINKER_FLAGS CMAKE_SHARED_LINKER_FLAGS
      CMAKE_MODULE_LINKER_FLAGS CMAKE_INSTALL_PREFIX CMAKE_INSTALL_LIBDIR
      CMAKE_COMPILE_WARNING_AS_ERROR PKG_CONFIG_EXECUTABLE SIDERUM_CPU SIDERUM_FFT
      SIDERUM_DEPENDENCIES SIDERUM_DUCC0_PACKAGE SIDERUM_ENABLE_OPENBLAS SIDERUM_KOKKOS_PACKAGE
      SIDERUM_TEST_DATA KokkosKernels_ROOT SIDERUM_ENABLE_KOKKOS_KERNELS
      NCCL_ROOT)
    if(DEFINED ${name})
      list(APPEND arguments "-D${name}=${${name}}")
    endif()
  endforeach()
  list(APPEND arguments ${ARGN})  # what is said here counts
  list(TRANSFORM arguments REPLACE ";" "|")
  ExternalProject_Add(siderum_inner_${module}
    SOURCE_DIR "${siderum_SOURCE_DIR}"
    BINARY_DIR "${siderum_BINARY_DIR}/${module}"
    LIST_SEPARATOR "|"
    CMAKE_ARGS ${arguments} -DSIDERUM_ENABLE_APPS=OFF -DSIDERUM_TEST_HOST=OFF
    BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target siderum_engine_module
    INSTALL_COMMAND "${CMAKE_COMMAND}" -E copy_if_different
      "<BINARY_DIR>/lib/siderum-engine-${module}.so" "${SIDERUM_ENGINE_FOLDER}"
    BUILD_ALWAYS ON
    USES_TERMINAL_CONFIGURE ON
    USES_TERMINAL_BUILD ON)
  set(SIDERUM_INNER_BUILDS ${SIDERUM_INNER_BUILDS} ${module} PARENT_SCOPE)
  # The program's folder holds all engines.
  if(TARGET siderum_app)
    add_dependencies(siderum_app siderum_inner_${module})
  elseif(TARGET siderum_engine)
    add_dependencies(siderum_engine siderum_inner_${module})
  endif()
endfunction()

# The target of the same name inside the build for GPUs.
function(siderum_add_gpu_target name)
  add_custom_target(${name} ${ARGN}
    COMMAND "${CMAKE_COMMAND}" --build "${siderum_BINARY_DIR}/${SIDERUM_GPU_BUILD}" --target ${name}
    USES_TERMINAL)
  add_dependencies(${name} siderum_inner_${SIDERUM_GPU_BUILD})
endfunction()

if(SIDERUM_GPU_BUILD)
  string(TOUPPER "${SIDERUM_GPU_BUILD}" space)
  string(REPLACE ";" "|" kokkos_root "${SIDERUM_${space}_KOKKOS_ROOT}")
  set(arguments "-DKokkos_ROOT=${kokkos_root}" -DSIDERUM_REQUIRE_SPACES=${space})
  set(handed_on SIDERUM_ENABLE_IO SIDERUM_ENABLE_TESTS SIDERUM_ENABLE_BENCHMARKS
    SIDERUM_BENCH_FOLDER SIDERUM_BUILD_KOKKOS)
  if(NOT SIDERUM_GROUP_SIZE EQUAL group_size)  # else the inner one has its own default
    list(APPEND handed_on SIDERUM_GROUP_SIZE)
  endif()
  if(SIDERUM_ENABLE_CUDA)
    include(cuda_architecture)
    siderum_find_nvcc(ignored)
    siderum_check_host_compiler()
    if(SIDERUM_ENABLE_CUDA_KERNELS)
      siderum_note_cuda_libraries()
    else()
      message(NOTICE "NVIDIA GPUs have the portable backend alone here "
        "(SIDERUM_ENABLE_CUDA_KERNELS is off).")
    endif()
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      siderum_default_architecture(architecture)
      set(CMAKE_CUDA_ARCHITECTURES "${architecture}" CACHE STRING
        "Compute capability that device code is compiled for")
    endif()
    list(APPEND handed_on CMAKE_CUDA_ARCHITECTURES CMAKE_CUDA_COMPILER CMAKE_CUDA_HOST_COMPILER
      CMAKE_CUDA_FLAGS CMAKE_CUDA_FLAGS_RELEASE SIDERUM_ENABLE_CUDA_KERNELS)
  else()
    include(find_hip)
    siderum_find_hip(ignored)
    list(APPEND handed_on CMAKE_HIP_ARCHITECTURES SIDERUM_HIP_DEVICE_LIBRARIES)
  endif()
  foreach(name IN LISTS handed_on)
    if(DEFINED ${name})
      string(REPLACE ";" "|" value "${${name}}")
      list(APPEND arguments "-D${name}=${value}")
    endif()
  endforeach()
  siderum_add_inner_build(${SIDERUM_GPU_BUILD} ${arguments})
  if(SIDERUM_ENABLE_BENCHMARKS)
    siderum_add_gpu_target(benchmark_programs ALL)
    add_dependencies(benchmark_programs engine_benchmarks)
    siderum_add_gpu_target(benchmark)
  endif()
endif()
if(SIDERUM_GPU_BUILD AND SIDERUM_ENABLE_TESTS)
  siderum_add_gpu_target(gpu_tests ALL)
  # One run of ctest finds the tests of both builds.
  file(CONFIGURE OUTPUT "${siderum_BINARY_DIR}/gpu_tests.cmake" @ONLY CONTENT
"if(EXISTS \"@siderum_BINARY_DIR@/@SIDERUM_GPU_BUILD@/CTestTestfile.cmake\")
  subdirs(\"@siderum_BINARY_DIR@/@SIDERUM_GPU_BUILD@\")
endif()
")
  set_property(DIRECTORY "${siderum_SOURCE_DIR}" APPEND PROPERTY
    TEST_INCLUDE_FILES "${siderum_BINARY_DIR}/gpu_tests.cmake")
endif()

if(SIDERUM_ENABLE_MODULE AND NOT SIDERUM_KOKKOS_FITS_MODULES)
  siderum_add_inner_build(cpu -DSIDERUM_BUILD_KOKKOS=ON -DSIDERUM_ENABLE_IO=OFF
    -DSIDERUM_ENABLE_TESTS=OFF -DSIDERUM_ENABLE_BENCHMARKS=OFF)
endif()
foreach(level IN LISTS SIDERUM_CPU_LEVELS)
  siderum_add_inner_build(cpu-${level} -DSIDERUM_CPU=${level} -DSIDERUM_MODULE_SUFFIX=-${level}
    -DSIDERUM_GLIBC_2_34=ON -DSIDERUM_BUILD_KOKKOS=ON -DSIDERUM_ENABLE_IO=OFF
    -DSIDERUM_ENABLE_TESTS=OFF -DSIDERUM_ENABLE_BENCHMARKS=OFF)
endforeach()
