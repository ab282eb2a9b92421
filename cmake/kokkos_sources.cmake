# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Which compiler takes a source, and which sources share one run of it. A source that includes
# Kokkos goes through the CUDA compiler where Kokkos has CUDA. Reading Kokkos and our own templates
# takes the host compiler 1 s and the CUDA compiler, which does so four times, 9 s; so small sources
# are compiled together. (CMake's UNITY_BUILD does the same, but for CUDA not before 3.31, and it
# compiles nothing once for each of several definitions.) Where Kokkos has HIP, its package makes
# the C++ compiler compile all sources of a target that is linked with it for GPUs too.

include_guard(GLOBAL)

# Marks sources of a target that include Kokkos.
function(siderum_kokkos_sources target)
  if(Kokkos_ENABLE_CUDA)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()

# Adds sources that do not include Kokkos to a target that finds it precompiled.
function(siderum_host_sources target)
  target_sources(${target} PRIVATE ${ARGN})
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target}
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# Sources find Kokkos precompiled. They include what they need all the same, since compilers for
# GPUs have no such thing.
function(siderum_precompile_kokkos target)
  if(NOT SIDERUM_HAS_DEVICE_COMPILER)
    target_precompile_headers(${target} PRIVATE <Kokkos_Core.hpp> ${ARGN})
  endif()
endfunction()

# siderum_small_kokkos_sources(<target> <file>...) adds sources that include Kokkos and take less
# time than its headers do. They see each other's names.
function(siderum_small_kokkos_sources target)
  list(TRANSFORM ARGN REPLACE "^[^/].*" "${CMAKE_CURRENT_SOURCE_DIR}/\\0")
  set_property(TARGET ${target} APPEND PROPERTY SIDERUM_GROUP_small ${ARGN})
  set_property(TARGET ${target} APPEND PROPERTY SIDERUM_GROUPS small)
endfunction()

# siderum_instantiate(<target> [TOGETHER] <file>.cpp...) compiles files of explicit instantiations
# once for every execution space, its backends and both precisions, which they find defined as
# SIDERUM_SPACE, SIDERUM_BACKEND and SIDERUM_REAL; of these count the ones that a file names.
# TOGETHER is for files that take less time than the headers they include.
function(siderum_instantiate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TOGETHER" "" "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    file(READ "${file}" text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file STEM name)
    siderum_combinations_of("${text}" combinations)
    foreach(combination IN LISTS combinations)
      set(group "${combination}")
      if(NOT arg_TOGETHER)
        file(RELATIVE_PATH path "${siderum_SOURCE_DIR}" "${file}")
        string(APPEND group "/${path}")
      endif()
      set_property(TARGET ${target} APPEND PROPERTY "SIDERUM_GROUP_${group}" "${file}")
      set_property(TARGET ${target} APPEND PROPERTY SIDERUM_GROUPS "${group}")
    endforeach()
  endforeach()
endfunction()

# The combinations that a file of instantiations is compiled for, each "<space>/<backend>/<real>".
function(siderum_combinations_of text variable)
  set(combinations "")
  foreach(space IN LISTS SIDERUM_HOST_SPACE SIDERUM_DEVICE_SPACE)
    set(backends Portable)
    if(space STREQUAL "Kokkos::Cuda" AND SIDERUM_HAS_CUDA_KERNELS
        AND text MATCHES "SIDERUM_BACKEND")
      list(APPEND backends Cuda)
    endif()
    set(reals double)
    if(text MATCHES "SIDERUM_REAL")
      set(reals float double)
    endif()
    foreach(backend IN LISTS backends)
      foreach(real IN LISTS reals)
        list(APPEND combinations "${space}/${backend}/${real}")
      endforeach()
    endforeach()
  endforeach()
  set(${variable} ${combinations} PARENT_SCOPE)
endfunction()

# More of them together compile in less time, and fewer at once.
set(group_size 3)
if(SIDERUM_HAS_DEVICE_COMPILER)
  set(group_size 6)
endif()
set(SIDERUM_GROUP_SIZE ${group_size} CACHE STRING
  "How many small sources one run of the compiler takes")
mark_as_advanced(SIDERUM_GROUP_SIZE)

# Gives the target what the two functions above have collected: one source for every few of them.
function(siderum_group_sources target)
  get_target_property(groups ${target} SIDERUM_GROUPS)
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    get_target_property(files ${target} "SIDERUM_GROUP_${group}")
    set(number 0)
    while(files)
      list(SUBLIST files 0 ${SIDERUM_GROUP_SIZE} some)
      list(REMOVE_ITEM files ${some})
      math(EXPR number "${number} + 1")
      siderum_write_group(${target} "${group}" ${number} ${some})
    endwhile()
  endforeach()
endfunction()

# Writes one source that includes some files with the definitions of their combination.
function(siderum_write_group target group number)
  set(text "")
  if(group MATCHES "^([^/]+)/([^/]+)/([^/]+)(/(.*))?$")
    string(CONCAT text "#define SIDERUM_SPACE ${CMAKE_MATCH_1}\n"
      "#define SIDERUM_BACKEND ${CMAKE_MATCH_2}\n" "#define SIDERUM_REAL ${CMAKE_MATCH_3}\n")
  endif()
  foreach(file IN LISTS ARGN)
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  string(REGEX REPLACE "::|/" "_" name "${group}_${number}")
  string(REPLACE ".cpp" "" name "${name}")
  string(TOLOWER "${name}" name)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/grouped/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "${text}" @ONLY)
  target_sources(${target} PRIVATE "${source}")
  siderum_kokkos_sources(${target} "${source}")
endfunction()
