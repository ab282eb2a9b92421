# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Libraries, headers, the program, and the package that find_package(Siderum) reads.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Siderum")
set(libraries siderum_core siderum)
if(SIDERUM_ENABLE_IO)
  list(APPEND libraries siderum_io)
endif()
install(TARGETS ${libraries} EXPORT SiderumTargets FILE_SET HEADERS)
install(EXPORT SiderumTargets NAMESPACE Siderum:: DESTINATION "${package_dir}")

# A Kokkos that was built for this travels along. An installed one stays where it is.
set(kokkos_folder "${CMAKE_INSTALL_LIBDIR}/siderum/kokkos")
if(SIDERUM_KOKKOS_IS_BUILT)
  install(DIRECTORY "${SIDERUM_KOKKOS_PREFIX}/" DESTINATION "${kokkos_folder}"
    PATTERN recipe EXCLUDE)
endif()

if(SIDERUM_ENABLE_APPS)
  set_target_properties(siderum_app PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS siderum_app)
endif()

configure_package_config_file(
  "${siderum_SOURCE_DIR}/cmake/SiderumConfig.cmake.in"
  "${siderum_BINARY_DIR}/SiderumConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" PATH_VARS kokkos_folder)
write_basic_package_version_file("${siderum_BINARY_DIR}/SiderumConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${siderum_BINARY_DIR}/SiderumConfig.cmake"
  "${siderum_BINARY_DIR}/SiderumConfigVersion.cmake"
  DESTINATION "${package_dir}")
