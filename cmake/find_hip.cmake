# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Whether the C++ compiler compiles for AMD GPUs, and with which flags.

include_guard(GLOBAL)

set(CMAKE_HIP_ARCHITECTURES gfx90a CACHE STRING
  "AMD GPUs that device code is compiled for (gfx90a: MI210, MI250)")
mark_as_advanced(CMAKE_HIP_ARCHITECTURES)

# siderum_find_hip(<variable>) puts what the compiler needs to find the device libraries into the
# variable: nothing where it finds them by itself, as the clang of ROCm does.
function(siderum_find_hip variable)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR
      "HIP cannot be compiled (the compiler ${CMAKE_CXX_COMPILER} is no clang). Take one that "
      "compiles HIP, as the preset hip does: -DCMAKE_CXX_COMPILER=clang++-19.")
  endif()
  find_path(SIDERUM_HIP_DEVICE_LIBRARIES ocml.bc
    PATHS "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode" ENV HIP_DEVICE_LIB_PATH)
  mark_as_advanced(SIDERUM_HIP_DEVICE_LIBRARIES)
  foreach(flags IN ITEMS "" "--hip-device-lib-path=${SIDERUM_HIP_DEVICE_LIBRARIES}")
    siderum_compiles_hip("${flags}" compiles)
    if(compiles)
      set(${variable} "${flags}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  string(REGEX MATCH "error: ([^\n]*)" ignored "${output}")
  message(FATAL_ERROR
    "${CMAKE_CXX_COMPILER} cannot compile HIP for CMAKE_HIP_ARCHITECTURES="
    "\"${CMAKE_HIP_ARCHITECTURES}\" (it says: ${CMAKE_MATCH_1}). Install the device libraries of "
    "ROCm for that GPU and name their folder with -DSIDERUM_HIP_DEVICE_LIBRARIES=<folder>, or set "
    "CMAKE_HIP_ARCHITECTURES to another one, such as gfx90a.")
endfunction()

# For the function above, which finds in `output` what the compiler says.
function(siderum_compiles_hip flags variable)
  set(source "${CMAKE_BINARY_DIR}/compiles_hip.hip")
  file(WRITE "${source}" "#include <hip/hip_runtime.h>
__global__ void set(double* x) { x[threadIdx.x] = sin(x[threadIdx.x]); }\n")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -x hip
      "--offload-arch=${CMAKE_HIP_ARCHITECTURES}" ${flags} -c "${source}" -o "${source}.o"
    RESULT_VARIABLE failure OUTPUT_QUIET ERROR_VARIABLE output)
  set(output "${output}" PARENT_SCOPE)
  if(failure)
    set(${variable} NO PARENT_SCOPE)
  else()
    set(${variable} YES PARENT_SCOPE)
  endif()
endfunction()

function(siderum_find_hip_version variable)
  set(source "${CMAKE_BINARY_DIR}/hip_version.hip")
  file(WRITE "${source}" "#include <hip/hip_version.h>
version HIP_VERSION_MAJOR.HIP_VERSION_MINOR.HIP_VERSION_PATCH\n")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -x hip --offload-host-only -E -P "${source}"
    OUTPUT_VARIABLE output ERROR_QUIET)
  string(REGEX MATCH "version ([0-9. ]+)" ignored "${output}")
  string(REPLACE " " "" version "${CMAKE_MATCH_1}")
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()
