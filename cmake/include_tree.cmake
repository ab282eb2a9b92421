# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# <siderum/core/error.hpp> is spelled the same in the build tree and when installed: the build tree
# has one link per layer, so that no file can reach the root of the sources by accident.

set(SIDERUM_INCLUDE_DIR "${siderum_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${SIDERUM_INCLUDE_DIR}/siderum")
foreach(layer IN ITEMS core backends algorithms io apps)
  file(CREATE_LINK "${siderum_SOURCE_DIR}/${layer}" "${SIDERUM_INCLUDE_DIR}/siderum/${layer}"
    SYMBOLIC)
endforeach()

list(TRANSFORM SIDERUM_LIBRARIES REPLACE " \\(.*\\)$" "" OUTPUT_VARIABLE SIDERUM_LIBRARY_VERSIONS)
# The program names what it was built on, not what it was tested with.
list(FILTER SIDERUM_LIBRARY_VERSIONS EXCLUDE REGEX "^Google")
configure_file("${siderum_SOURCE_DIR}/cmake/version.hpp.in"
  "${SIDERUM_INCLUDE_DIR}/siderum/version.hpp" @ONLY)

# Public headers of a target: installed, and each compiled on its own by the target
# all_verify_interface_header_sets, except that CMake has no CUDA form of it.
function(siderum_headers target)
  list(TRANSFORM ARGN PREPEND "${SIDERUM_INCLUDE_DIR}/siderum/" OUTPUT_VARIABLE headers)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${SIDERUM_INCLUDE_DIR}"
    FILES ${headers})
  if(NOT (target STREQUAL "siderum" AND Kokkos_ENABLE_CUDA))
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  endif()
endfunction()
