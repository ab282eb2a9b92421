# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# What the package for Python is built with. Where pip builds it (scikit-build-core), the engine and
# the package are all that is built, for this processor or for the levels in SIDERUM_CPU_LEVELS.

if(SKBUILD)
  set(SIDERUM_ENABLE_PYTHON ON)
  foreach(part IN ITEMS APPS BENCHMARKS IO TESTS)
    set(SIDERUM_ENABLE_${part} OFF)
  endforeach()
endif()
if(SIDERUM_CPU_LEVELS)
  string(REPLACE "," ";" SIDERUM_CPU_LEVELS "${SIDERUM_CPU_LEVELS}")  # as a shell has them best
  set(SIDERUM_ENABLE_MODULE OFF)
  set(SIDERUM_GLIBC_2_34 ON)
  set(SIDERUM_BUILD_KOKKOS ON)  # its licence goes along
  list(GET SIDERUM_CPU_LEVELS 0 SIDERUM_CPU)
endif()

if(SIDERUM_ENABLE_PYTHON)
  find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module
    OPTIONAL_COMPONENTS Development.SABIModule)
  if(NOT nanobind_DIR)
    execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
      OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  find_package(nanobind CONFIG QUIET)
  if(NOT nanobind_FOUND)
    message(FATAL_ERROR
      "The package for Python needs nanobind (${Python_EXECUTABLE} has none). Install it there "
      "with `pip install nanobind`, name another Python with -DPython_EXECUTABLE=<python>, or set "
      "SIDERUM_ENABLE_PYTHON to OFF.")
  endif()
endif()
