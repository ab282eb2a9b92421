# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# siderum_instantiate(<target> [TOGETHER] <file>.cpp.in...) compiles files of explicit
# instantiations once for every execution space, its backends and both precisions:
# @SIDERUM_SPACE@, @SIDERUM_BACKEND@ and @SIDERUM_REAL@, of which those count that the file names.
# Every combination is a source of its own, so that they compile side by side. TOGETHER is for files
# whose combinations take less time than the headers they include: one small source for each file.

include_guard(GLOBAL)

function(siderum_instantiate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TOGETHER" "" "")
  set(sources "")
  foreach(template IN LISTS arg_UNPARSED_ARGUMENTS)
    siderum_write_instances("${template}" "${arg_TOGETHER}" sources)
  endforeach()
  if(arg_TOGETHER)
    siderum_small_kokkos_sources(${target} ${sources})
  else()
    target_sources(${target} PRIVATE ${sources})
    siderum_kokkos_sources(${target} ${sources})
  endif()
endfunction()

# Writes the combinations of one file; their paths become the last of the list.
function(siderum_write_instances template are_together list)
  cmake_path(REMOVE_EXTENSION template OUTPUT_VARIABLE path)
  file(READ "${template}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${template}")
  set(sources ${${list}})
  set(together "")
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
        set(name "${path}_${SIDERUM_SPACE}_${SIDERUM_BACKEND}_${SIDERUM_REAL}")
        siderum_text_of_instance("${text}" "${name}" instance)
        if(are_together)
          string(APPEND together "${instance}")
        else()
          siderum_write_source("${name}" "${instance}" sources)
        endif()
      endforeach()
    endforeach()
  endforeach()
  if(are_together)
    siderum_write_source("${path}" "${together}" sources)
  endif()
  set(${list} ${sources} PARENT_SCOPE)
endfunction()

# The text of one combination. Its aliases take the name of the combination, so that it can stand
# beside others.
function(siderum_text_of_instance text name variable)
  string(REGEX MATCHALL "using [A-Za-z]+ =" aliases "${text}")
  string(MAKE_C_IDENTIFIER "${name}" name)
  foreach(alias IN LISTS aliases)
    string(REGEX REPLACE "using ([A-Za-z]+) =" "\\1" alias "${alias}")
    string(REGEX REPLACE "([^A-Za-z_:@])${alias}([^A-Za-z_@])" "\\1${alias}_${name}\\2"
      text "${text}")
  endforeach()
  string(CONFIGURE "${text}" text @ONLY)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Writes a source into the build folder; its path becomes the last of the list.
function(siderum_write_source name text list)
  string(REPLACE "::" "_" name "${name}")
  string(TOLOWER "${name}" name)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" CONTENT "${text}" @ONLY)
  set(${list} ${${list}} "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" PARENT_SCOPE)
endfunction()
