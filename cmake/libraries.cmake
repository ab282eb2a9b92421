# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The libraries. Each folder of the sources names its own files to them. Two targets take files from
# several folders: `siderum_core` what needs no Kokkos of core and algorithms, `siderum` the rest of
# core, backends and algorithms.
#
# All of it shows no symbol of its own accord, and is position-independent (defaults.cmake), so that
# the same objects serve programs and the engine's shared libraries.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(siderum_core STATIC)
add_library(Siderum::core ALIAS siderum_core)
set_target_properties(siderum_core PROPERTIES EXPORT_NAME core)
target_compile_features(siderum_core PUBLIC cxx_std_20)
# Headers alone, of which nothing shows in the interface: an install does not need them.
target_link_libraries(siderum_core PRIVATE "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>")
siderum_target_options(siderum_core)

add_library(siderum STATIC)
add_library(Siderum::siderum ALIAS siderum)
siderum_precompile_kokkos(siderum)
target_compile_features(siderum PUBLIC cxx_std_20)
target_link_libraries(siderum PUBLIC siderum_core Kokkos::kokkos)
if(SIDERUM_FFT STREQUAL "ducc0")
  target_include_directories(siderum SYSTEM PRIVATE "${SIDERUM_DUCC0_INCLUDE_DIR}")
elseif(SIDERUM_FFT STREQUAL "fftw")
  target_link_libraries(siderum PRIVATE PkgConfig::FFTW PkgConfig::FFTWF)
endif()
if(NOT SIDERUM_FFT STREQUAL "off")
  target_compile_definitions(siderum PUBLIC SIDERUM_HAS_HOST_FFT=1)
endif()
if(SIDERUM_ENABLE_OPENBLAS)
  target_link_libraries(siderum PRIVATE PkgConfig::OPENBLAS)
  target_compile_definitions(siderum PUBLIC SIDERUM_ENABLE_OPENBLAS=1)
endif()
if(SIDERUM_HAS_KOKKOS_KERNELS)
  target_compile_definitions(siderum PUBLIC SIDERUM_HAS_KOKKOS_KERNELS=1)
  if(SIDERUM_KOKKOS_KERNELS_TARGET)
    target_link_libraries(siderum PRIVATE ${SIDERUM_KOKKOS_KERNELS_TARGET})
  else()
    target_include_directories(siderum SYSTEM PRIVATE "${SIDERUM_KOKKOS_KERNELS_INCLUDE_DIR}")
    if(SIDERUM_HAS_ROCBLAS)
      target_link_libraries(siderum PRIVATE roc::rocblas)
    endif()
  endif()
endif()
if(Kokkos_ENABLE_CUDA)
  # nvcc 12 does not know what GCC's header for tiles of matrices calls (12.4 with GCC 13.3:
  # "__builtin_ia32_ldtilecfg" is undefined). Nothing here needs that header.
  set(is_older "$<VERSION_LESS:$<CUDA_COMPILER_VERSION>,13>")
  target_compile_definitions(siderum PUBLIC ${SIDERUM_KOKKOS_CUDA_DEFINITIONS}
    "$<$<AND:$<COMPILE_LANGUAGE:CUDA>,${is_older}>:_AMXTILEINTRIN_H_INCLUDED>")
endif()
if(SIDERUM_HIP_FLAGS)  # the build has them from Kokkos
  target_compile_options(siderum INTERFACE "$<INSTALL_INTERFACE:${SIDERUM_HIP_FLAGS}>")
endif()
if(SIDERUM_HAS_CUDA_KERNELS)
  target_compile_definitions(siderum PUBLIC SIDERUM_ENABLE_CUDA_KERNELS=1)
endif()
siderum_target_options(siderum)

# Processes that work together: what is shared out and said, and the module that says it.
if(SIDERUM_ENABLE_ENGINE OR SIDERUM_ENABLE_MODULE)
  add_library(siderum_distributed STATIC)
  add_library(Siderum::distributed ALIAS siderum_distributed)
  set_target_properties(siderum_distributed PROPERTIES EXPORT_NAME distributed)
  target_link_libraries(siderum_distributed PUBLIC siderum_core)
  if(SIDERUM_HAS_NCCL)  # opened when it is needed
    target_include_directories(siderum_distributed SYSTEM PRIVATE
      "${SIDERUM_NCCL_INCLUDE_DIR}" ${CUDAToolkit_INCLUDE_DIRS})
    cmake_path(GET SIDERUM_NCCL_LIBRARY PARENT_PATH nccl_folder)
    set_property(TARGET siderum_core APPEND PROPERTY SIDERUM_VENDOR_FOLDERS "${nccl_folder}")
  endif()
  siderum_target_options(siderum_distributed)
endif()

# The engine: a shared library without Kokkos, and the modules that it opens.
set(SIDERUM_ENGINE_FOLDER "${siderum_BINARY_DIR}/lib" CACHE PATH
  "Folder that the engine and its modules are built into")
mark_as_advanced(SIDERUM_ENGINE_FOLDER)
if(SIDERUM_ENABLE_ENGINE)
  add_library(siderum_engine SHARED)
  add_library(Siderum::engine ALIAS siderum_engine)
  set_target_properties(siderum_engine PROPERTIES EXPORT_NAME engine
    LIBRARY_OUTPUT_DIRECTORY "${SIDERUM_ENGINE_FOLDER}"
    CXX_VISIBILITY_PRESET default
    VERSION ${siderum_VERSION} SOVERSION ${siderum_VERSION_MAJOR}.${siderum_VERSION_MINOR})
  target_link_libraries(siderum_engine
    PUBLIC siderum_core
    PRIVATE $<BUILD_INTERFACE:siderum_distributed> ${CMAKE_DL_LIBS} Threads::Threads)
  target_link_options(siderum_engine PRIVATE "LINKER:--exclude-libs,ALL" "LINKER:--no-undefined"
    "LINKER:--version-script=${siderum_SOURCE_DIR}/engine/exports.map")
  set_property(TARGET siderum_engine APPEND PROPERTY
    LINK_DEPENDS "${siderum_SOURCE_DIR}/engine/exports.map")
  # What GCC calls unique, other libraries of the process would be bound to.
  target_compile_options(siderum_engine PRIVATE
    "$<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>")
  target_precompile_headers(siderum_engine PRIVATE
    <algorithm> <functional> <memory> <optional> <span> <string> <string_view> <vector>)
  siderum_target_options(siderum_engine)
  siderum_keep_to_glibc_2_34(siderum_engine)
endif()

# It holds MPI alone, which neither the engine nor a program is linked with.
if(SIDERUM_ENABLE_MPI AND SIDERUM_ENABLE_ENGINE)
  add_library(siderum_mpi MODULE)
  set_target_properties(siderum_mpi PROPERTIES
    PREFIX "" OUTPUT_NAME "siderum-mpi" LIBRARY_OUTPUT_DIRECTORY "${SIDERUM_ENGINE_FOLDER}")
  target_link_libraries(siderum_mpi PRIVATE siderum_distributed MPI::MPI_CXX Threads::Threads)
  target_link_options(siderum_mpi PRIVATE
    "LINKER:--exclude-libs,ALL" "LINKER:--no-undefined" "LINKER:-z,nodelete"
    "LINKER:--version-script=${siderum_SOURCE_DIR}/distributed/mpi/exports.map")
  set_property(TARGET siderum_mpi APPEND PROPERTY
    LINK_DEPENDS "${siderum_SOURCE_DIR}/distributed/mpi/exports.map")
  siderum_target_options(siderum_mpi)
  add_dependencies(siderum_engine siderum_mpi)
endif()

# One module, of the device that Kokkos has here. Its Kokkos is its own: two modules, or a module
# and a program with another Kokkos, meet in one process.
if(Kokkos_ENABLE_CUDA)
  set(SIDERUM_MODULE_NAME cuda)
elseif(Kokkos_ENABLE_HIP)
  set(SIDERUM_MODULE_NAME hip)
else()
  set(SIDERUM_MODULE_NAME cpu)
endif()
if(SIDERUM_ENABLE_MODULE AND SIDERUM_KOKKOS_FITS_MODULES)
  add_library(siderum_engine_module MODULE)
  set_target_properties(siderum_engine_module PROPERTIES
    PREFIX "" OUTPUT_NAME "siderum-engine-${SIDERUM_MODULE_NAME}${SIDERUM_MODULE_SUFFIX}"
    LIBRARY_OUTPUT_DIRECTORY "${SIDERUM_ENGINE_FOLDER}")
  siderum_precompile_kokkos(siderum_engine_module <algorithm> <memory> <span> <string> <vector>)
  target_link_libraries(siderum_engine_module PRIVATE siderum siderum_distributed)
  target_link_options(siderum_engine_module PRIVATE
    "LINKER:--exclude-libs,ALL" "LINKER:--no-undefined" "LINKER:-z,nodelete"
    "LINKER:--version-script=${siderum_SOURCE_DIR}/engine/module/exports.map")
  set_property(TARGET siderum_engine_module APPEND PROPERTY
    LINK_DEPENDS "${siderum_SOURCE_DIR}/engine/module/exports.map")
  siderum_target_options(siderum_engine_module)
  # Who builds what is linked with the engine finds it complete.
  if(SIDERUM_ENABLE_ENGINE)
    add_dependencies(siderum_engine siderum_engine_module)
  endif()
endif()

if(SIDERUM_ENABLE_IO)
  add_library(siderum_io STATIC)
  add_library(Siderum::io ALIAS siderum_io)
  set_target_properties(siderum_io PROPERTIES EXPORT_NAME io)
  target_link_libraries(siderum_io
    PUBLIC siderum_core
    PRIVATE fmt::fmt PkgConfig::CFITSIO "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>")
  target_precompile_headers(siderum_io PRIVATE
    <algorithm> <charconv> <cmath> <filesystem> <fmt/format.h> <functional> <map> <memory>
    <optional> <span> <string> <string_view> <utility> <vector>)
  siderum_target_options(siderum_io)
endif()
