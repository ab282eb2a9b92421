# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# siderum_instantiate(<target> <file>.cpp.in) compiles a file of explicit instantiations once for
# every execution space, its backends and both precisions: @SIDERUM_SPACE@, @SIDERUM_BACKEND@ and
# @SIDERUM_REAL@, of which those count that the file names. Every combination is a source of its
# own, so that they compile side by side.

include_guard(GLOBAL)

function(siderum_instantiate target template)
  get_filename_component(stem "${template}" NAME)
  string(REGEX REPLACE "\\.cpp\\.in$" "" stem "${stem}")
  get_filename_component(folder "${template}" DIRECTORY)
  file(READ "${template}" text)
  foreach(SIDERUM_SPACE IN LISTS SIDERUM_HOST_SPACE SIDERUM_DEVICE_SPACE)
    set(backends Portable)
    if(SIDERUM_SPACE STREQUAL "Kokkos::Cuda" AND SIDERUM_ENABLE_CUDA_KERNELS
        AND text MATCHES "@SIDERUM_BACKEND@")
      list(APPEND backends Cuda)
    endif()
    set(reals any)
    if(text MATCHES "@SIDERUM_REAL@")
      set(reals float double)
    endif()
    foreach(SIDERUM_BACKEND IN LISTS backends)
      foreach(SIDERUM_REAL IN LISTS reals)
        string(REPLACE "::" "_" name
          "${folder}/${stem}_${SIDERUM_SPACE}_${SIDERUM_BACKEND}_${SIDERUM_REAL}.cpp")
        string(TOLOWER "${name}" name)
        configure_file("${template}" "${CMAKE_CURRENT_BINARY_DIR}/${name}" @ONLY)
        target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${name}")
        siderum_kokkos_sources(${target} "${CMAKE_CURRENT_BINARY_DIR}/${name}")
      endforeach()
    endforeach()
  endforeach()
endfunction()
