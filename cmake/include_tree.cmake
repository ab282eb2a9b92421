# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# <siderum/core/error.hpp> is spelled the same in the build tree and when installed: the build tree
# has one link per layer, so that no file can reach the root of the sources by accident.

set(SIDERUM_INCLUDE_DIR "${siderum_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${SIDERUM_INCLUDE_DIR}/siderum")
foreach(layer IN ITEMS core backends algorithms distributed engine io apps python)
  file(CREATE_LINK "${siderum_SOURCE_DIR}/${layer}" "${SIDERUM_INCLUDE_DIR}/siderum/${layer}"
    SYMBOLIC)
endforeach()

list(TRANSFORM SIDERUM_LIBRARIES REPLACE " \\(.*\\)$" "" OUTPUT_VARIABLE SIDERUM_LIBRARY_VERSIONS)
# The program names what it was built on, not what it was tested with.
list(FILTER SIDERUM_LIBRARY_VERSIONS EXCLUDE REGEX "^Google")
configure_file("${siderum_SOURCE_DIR}/cmake/version.hpp.in"
  "${SIDERUM_INCLUDE_DIR}/siderum/version.hpp" @ONLY)

# Public headers of a target: installed, and each compiled on its own by the target headers_alone.
# (CMake's own way, VERIFY_INTERFACE_HEADER_SETS, reads Kokkos anew for each, which is two thirds
# of the time, and has no form for CUDA.) A header that includes Kokkos, itself or through others,
# finds it precompiled, which hides nothing that it lacks: what it includes is compiled on its own
# as well.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(headers_alone)
endif()

function(siderum_headers target)
  file(RELATIVE_PATH folder "${siderum_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  set(names ${ARGN})
  list(TRANSFORM names REPLACE "^[^/].*" "${folder}/\\0")
  list(TRANSFORM names REPLACE "^${SIDERUM_INCLUDE_DIR}/siderum/" "")
  list(TRANSFORM names PREPEND "${SIDERUM_INCLUDE_DIR}/siderum/" OUTPUT_VARIABLE headers)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${SIDERUM_INCLUDE_DIR}"
    FILES ${headers})
  if(NOT PROJECT_IS_TOP_LEVEL OR (target STREQUAL "siderum" AND SIDERUM_HAS_DEVICE_COMPILER))
    return()
  endif()
  foreach(header IN LISTS names)
    siderum_includes_kokkos("${header}" has_kokkos)
    set(checked ${target}_headers_alone)
    if(has_kokkos)
      string(APPEND checked _with_kokkos)
    endif()
    if(NOT TARGET ${checked})
      add_library(${checked} OBJECT EXCLUDE_FROM_ALL)
      target_link_libraries(${checked} PRIVATE ${target})
      target_compile_options(${checked} PRIVATE -O0)
      if(has_kokkos)
        target_precompile_headers(${checked} PRIVATE <Kokkos_Core.hpp>)
      endif()
      add_dependencies(headers_alone ${checked})
    endif()
    set(source "${siderum_BINARY_DIR}/headers_alone/${header}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <siderum/${header}>\n")
    target_sources(${checked} PRIVATE "${source}")
  endforeach()
endfunction()

# Whether a header includes Kokkos, itself or through others of ours.
function(siderum_includes_kokkos header variable)
  get_property(answer GLOBAL PROPERTY "siderum_includes_kokkos_${header}")
  if("${answer}" STREQUAL "")
    set(answer NO)
    file(STRINGS "${SIDERUM_INCLUDE_DIR}/siderum/${header}" includes
      REGEX "^#include <(Kokkos_|siderum/)")
    foreach(line IN LISTS includes)
      if(line MATCHES "<Kokkos_")
        set(answer YES)
      elseif(NOT answer)
        string(REGEX REPLACE "^#include <siderum/(.*)>.*" "\\1" other "${line}")
        siderum_includes_kokkos("${other}" answer)
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY "siderum_includes_kokkos_${header}" ${answer})
  endif()
  set(${variable} ${answer} PARENT_SCOPE)
endfunction()
