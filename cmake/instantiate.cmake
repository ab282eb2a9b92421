# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# siderum_instantiate(<target> <file>.cpp.in [TOGETHER]) compiles a file of explicit instantiations
# once for every execution space, its backends and both precisions: @SIDERUM_SPACE@,
# @SIDERUM_BACKEND@ and @SIDERUM_REAL@, of which those count that the file names. Every combination
# is a source of its own, so that they compile side by side. TOGETHER is for those that take less
# time than the headers they include: one source for each space.

include_guard(GLOBAL)

function(siderum_instantiate target template)
  cmake_parse_arguments(PARSE_ARGV 2 arg "TOGETHER" "" "")
  get_filename_component(stem "${template}" NAME)
  string(REGEX REPLACE "\\.cpp\\.in$" "" stem "${stem}")
  get_filename_component(folder "${template}" DIRECTORY)
  file(READ "${template}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${template}")
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
    string(REPLACE "::" "_" name "${folder}/${stem}_${SIDERUM_SPACE}")
    set(together "")
    foreach(SIDERUM_BACKEND IN LISTS backends)
      foreach(SIDERUM_REAL IN LISTS reals)
        siderum_text_of_instance("${text}" instance)
        if(arg_TOGETHER)
          string(APPEND together "${instance}")
        else()
          siderum_add_instance(${target} "${name}_${SIDERUM_BACKEND}_${SIDERUM_REAL}.cpp"
            "${instance}")
        endif()
      endforeach()
    endforeach()
    if(arg_TOGETHER)
      siderum_add_instance(${target} "${name}.cpp" "${together}")
    endif()
  endforeach()
endfunction()

# The text of one combination. Its aliases take the names of the combination, so that it can stand
# beside the others.
function(siderum_text_of_instance text variable)
  string(REGEX MATCHALL "using [A-Za-z]+ =" aliases "${text}")
  foreach(alias IN LISTS aliases)
    string(REGEX REPLACE "using ([A-Za-z]+) =" "\\1" alias "${alias}")
    string(REGEX REPLACE "([^A-Za-z_:@])${alias}([^A-Za-z_@])"
      "\\1${alias}${SIDERUM_BACKEND}_${SIDERUM_REAL}\\2" text "${text}")
  endforeach()
  string(CONFIGURE "${text}" text @ONLY)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(siderum_add_instance target name text)
  string(TOLOWER "${name}" name)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}" CONTENT "${text}" @ONLY)
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  siderum_kokkos_sources(${target} "${CMAKE_CURRENT_BINARY_DIR}/${name}")
endfunction()
