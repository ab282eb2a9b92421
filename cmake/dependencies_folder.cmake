# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# SIDERUM_DEPENDENCIES: the folder of what is fetched and built where it is not installed, each in a
# subfolder: kokkos and ducc0. Builds that name the same share it. Where nobody says another, by
# option or environment, it is build/ for all builds inside that, and the build folder for others.

include_guard(GLOBAL)

set(dependencies_folder "${siderum_BINARY_DIR}")
if(NOT "$ENV{SIDERUM_DEPENDENCIES}" STREQUAL "")
  set(dependencies_folder "$ENV{SIDERUM_DEPENDENCIES}")
  cmake_path(ABSOLUTE_PATH dependencies_folder BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" NORMALIZE)
elseif(PROJECT_IS_TOP_LEVEL)
  set(shared_folder "${siderum_SOURCE_DIR}/build")
  cmake_path(IS_PREFIX shared_folder "${siderum_BINARY_DIR}" NORMALIZE is_inside)
  if(is_inside OR SKBUILD)  # pip builds anywhere
    set(dependencies_folder "${shared_folder}")
  endif()
endif()
set(SIDERUM_DEPENDENCIES "${dependencies_folder}" CACHE PATH
  "Folder of what is fetched and built where it is not installed (Kokkos, ducc0)")
