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

# The Kokkos of the wheel travels along, in the wheel's own layout, by which its libraries find
# their OpenMP runtime. An installed Kokkos stays where it is.
set(kokkos_folder "${CMAKE_INSTALL_LIBDIR}/siderum/kokkos")
if(SIDERUM_KOKKOS_FROM_WHEEL)
  install(DIRECTORY "${SIDERUM_KOKKOS_WHEEL}/pygenten/include/kokkos"
    DESTINATION "${kokkos_folder}/pygenten/include")
  install(DIRECTORY "${SIDERUM_KOKKOS_WHEEL}/pygenten/lib64/cmake/Kokkos"
    DESTINATION "${kokkos_folder}/pygenten/lib64/cmake")
  install(DIRECTORY "${SIDERUM_KOKKOS_WHEEL}/pygenten/lib64/"
    DESTINATION "${kokkos_folder}/pygenten/lib64"
    FILES_MATCHING REGEX "/libkokkos(core|containers|algorithms|simd)\\.so"
    PATTERN cmake EXCLUDE PATTERN pkgconfig EXCLUDE)
  install(FILES "${OpenMP_gomp_LIBRARY}" DESTINATION "${kokkos_folder}/pygenten.libs")
endif()

if(SIDERUM_ENABLE_APPS)
  if(SIDERUM_KOKKOS_FROM_WHEEL)
    file(RELATIVE_PATH kokkos_from_bin "${CMAKE_INSTALL_FULL_BINDIR}"
      "${CMAKE_INSTALL_PREFIX}/${kokkos_folder}/pygenten")
    set_target_properties(siderum_app PROPERTIES
      INSTALL_RPATH "$ORIGIN/${kokkos_from_bin}/lib64;$ORIGIN/${kokkos_from_bin}.libs")
  else()
    set_target_properties(siderum_app PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
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
