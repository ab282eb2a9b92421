# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Libraries, headers, the engine with its modules, the program, and the package that
# find_package(Siderum) reads: of each library one file that tells what it is, and one that finds
# what it is built on, so that who asks for the engine alone needs nothing else. Each library is a
# component of the installation as well (cmake --install <folder> --component <name>).

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Siderum")
set(kokkos_folder "${CMAKE_INSTALL_LIBDIR}/siderum/kokkos")

# siderum_install_library(<component> <target>)
function(siderum_install_library component target)
  install(TARGETS ${target} EXPORT ${target} FILE_SET HEADERS COMPONENT ${component}
    ARCHIVE COMPONENT ${component}
    LIBRARY COMPONENT ${component} NAMELINK_COMPONENT ${component}
    RUNTIME COMPONENT ${component})
  install(EXPORT ${target} NAMESPACE Siderum:: DESTINATION "${package_dir}"
    FILE ${component}_targets.cmake COMPONENT ${component})
  if(EXISTS "${siderum_SOURCE_DIR}/cmake/${component}_dependencies.cmake.in")
    set(dependencies "${siderum_BINARY_DIR}/package/${component}_dependencies.cmake")
    configure_package_config_file(
      "${siderum_SOURCE_DIR}/cmake/${component}_dependencies.cmake.in" "${dependencies}"
      INSTALL_DESTINATION "${package_dir}" PATH_VARS kokkos_folder
      NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
    install(FILES "${dependencies}" DESTINATION "${package_dir}" COMPONENT ${component})
  endif()
endfunction()

# siderum_install_inner(<build> <component>) takes a component from a build inside this one.
function(siderum_install_inner build component)
  install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\"
      --install \"${siderum_BINARY_DIR}/${build}\" --component ${component}
      --prefix \"\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT ${component})
endfunction()

# siderum_install_licences() puts those of what a wheel has inside into it. One that travels has the
# shared libraries of Debian's packages as well, which auditwheel adds.
function(siderum_install_licences)
  file(GLOB nanobind "${NB_DIR}/../nanobind-*.dist-info/licenses/LICENSE")
  set(files nanobind "${nanobind}" Kokkos "${SIDERUM_KOKKOS_PREFIX}/LICENSE")
  if(SIDERUM_FFT STREQUAL "ducc0")
    list(APPEND files ducc0 "${SIDERUM_DUCC0_INCLUDE_DIR}/../LICENCE")
  endif()
  if(SIDERUM_CPU_LEVELS)
    list(APPEND files nlohmann-json /usr/share/doc/nlohmann-json3-dev/copyright
      OpenBLAS /usr/share/doc/libopenblas0-pthread/copyright
      libgomp-libgfortran-libquadmath /usr/share/doc/gcc-12-base/copyright)
  endif()
  while(files)
    list(POP_FRONT files name file)
    if(EXISTS "${file}" OR SIDERUM_CPU_LEVELS)
      install(FILES "${file}" RENAME ${name}.txt DESTINATION siderum/licences COMPONENT python)
    endif()
  endwhile()
endfunction()

siderum_install_library(core siderum_core)
if(SIDERUM_GPU_BUILD)  # the library with both spaces
  siderum_install_inner(${SIDERUM_GPU_BUILD} siderum)
else()
  siderum_install_library(siderum siderum)
endif()
if(SIDERUM_ENABLE_IO)
  siderum_install_library(io siderum_io)
endif()
if(SIDERUM_ENABLE_ENGINE)
  siderum_install_library(engine siderum_engine)
endif()

# Its licence asks for it.
if(SIDERUM_FFT STREQUAL "ducc0")
  foreach(component IN ITEMS siderum module)
    install(FILES "${SIDERUM_DUCC0_INCLUDE_DIR}/../LICENCE" RENAME ducc0_licence.txt
      DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT ${component})
  endforeach()
endif()

# A Kokkos that was built for this travels along. An installed one stays where it is.
if(SIDERUM_KOKKOS_IS_BUILT AND NOT SIDERUM_GPU_BUILD)
  install(DIRECTORY "${SIDERUM_KOKKOS_PREFIX}/" DESTINATION "${kokkos_folder}" COMPONENT siderum
    PATTERN recipe EXCLUDE)
endif()

# The interface library finds a module beside itself.
if(TARGET siderum_engine_module)
  set_target_properties(siderum_engine_module PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS siderum_engine_module
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT module)
endif()

if(TARGET siderum_mpi)
  set_target_properties(siderum_mpi PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS siderum_mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT module)
endif()
foreach(module IN LISTS SIDERUM_INNER_BUILDS)
  siderum_install_inner(${module} module)
endforeach()

# A wheel has the engine and its modules beside the package, and holds no links.
if(SKBUILD)
  set_target_properties(siderum_engine PROPERTIES
    VERSION ${siderum_VERSION_MAJOR}.${siderum_VERSION_MINOR})
  install(TARGETS siderum_python LIBRARY DESTINATION siderum COMPONENT python)
  install(TARGETS siderum_engine
    LIBRARY DESTINATION siderum COMPONENT python NAMELINK_SKIP
    FILE_SET HEADERS DESTINATION unused COMPONENT engine)
  if(TARGET siderum_engine_module)
    install(TARGETS siderum_engine_module LIBRARY DESTINATION siderum COMPONENT python)
  endif()
  foreach(module IN LISTS SIDERUM_INNER_BUILDS)
    install(PROGRAMS "${SIDERUM_ENGINE_FOLDER}/siderum-engine-${module}.so" DESTINATION siderum
      COMPONENT python)
  endforeach()
  siderum_install_licences()
endif()

# The whole may be moved: the program finds the engine from where it lies itself.
if(SIDERUM_ENABLE_APPS)
  file(RELATIVE_PATH libraries_from_program
    "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(siderum_app PROPERTIES
    INSTALL_RPATH "$ORIGIN/${libraries_from_program}" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS siderum_app RUNTIME COMPONENT program)
endif()

configure_package_config_file(
  "${siderum_SOURCE_DIR}/cmake/SiderumConfig.cmake.in"
  "${siderum_BINARY_DIR}/package/SiderumConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${siderum_BINARY_DIR}/package/SiderumConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${siderum_BINARY_DIR}/package/SiderumConfig.cmake"
  "${siderum_BINARY_DIR}/package/SiderumConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT core)
