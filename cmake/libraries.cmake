# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The libraries. Each folder of the sources names its own files to them; the target `siderum` takes
# files from several folders: algorithms, backends, and the part of core with views.

# core without Kokkos.
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
if(SIDERUM_ENABLE_FFTW)
  target_link_libraries(siderum PRIVATE PkgConfig::FFTW PkgConfig::FFTWF)
  target_compile_definitions(siderum PUBLIC SIDERUM_ENABLE_FFTW=1)
endif()
if(SIDERUM_ENABLE_OPENBLAS)
  target_link_libraries(siderum PRIVATE PkgConfig::OPENBLAS)
  target_compile_definitions(siderum PUBLIC SIDERUM_ENABLE_OPENBLAS=1)
endif()
if(Kokkos_ENABLE_CUDA)
  target_compile_definitions(siderum PUBLIC ${SIDERUM_KOKKOS_CUDA_DEFINITIONS})
endif()
if(SIDERUM_ENABLE_CUDA_KERNELS)
  target_compile_definitions(siderum PUBLIC SIDERUM_ENABLE_CUDA_KERNELS=1)
  target_link_libraries(siderum PUBLIC CUDA::cublas CUDA::cufft)
endif()
siderum_target_options(siderum)

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
