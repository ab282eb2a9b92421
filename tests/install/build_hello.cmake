# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs hello/ and plain/ in WORK_DIR, in one of two ways (WAY): against an installation
# made for them, or with the sources of siderum as a subdirectory. CMake has nothing to warn of, and
# neither has Kokkos.

function(run)
  list(JOIN ARGV " " command)
  message(STATUS "${command}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_VARIABLE output ERROR_VARIABLE output ECHO_OUTPUT_VARIABLE ECHO_ERROR_VARIABLE)
  if(output MATCHES "CMake ([A-Za-z]+ )?Warning" OR output MATCHES "OMP_PROC_BIND")
    message(FATAL_ERROR "A user of siderum is shown a warning by: ${command}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# As a user has it, whose environment says nothing of siderum.
function(run_alone)
  run("${CMAKE_COMMAND}" -E env --unset=LD_LIBRARY_PATH --unset=SIDERUM_ENGINE_PATH
    --unset=OMP_PROC_BIND ${ARGV})
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Compiled and linked without Kokkos, wherever the folders of this test lie.
function(expect_without_kokkos folder source)
  file(READ "${folder}/compile_commands.json" database)
  string(JSON count LENGTH "${database}")
  set(command "")
  foreach(i RANGE 1 ${count})
    math(EXPR i "${i} - 1")
    string(JSON file GET "${database}" ${i} file)
    if(file MATCHES "/${source}$")
      string(JSON command GET "${database}" ${i} command)
    endif()
  endforeach()
  string(REPLACE "${WORK_DIR}" "" command "${command}")
  string(REPLACE "${SOURCE_DIR}" "" command "${command}")
  if(NOT command MATCHES "${source}" OR command MATCHES "[Kk]okkos|fopenmp")
    message(FATAL_ERROR "${source} is not compiled without Kokkos: ${command}")
  endif()
endfunction()

# Expects the module in that folder to be the one that what was run last has found.
function(expect_module_in folder)
  file(REAL_PATH "${folder}" folder)
  string(FIND "${output}" " ${folder}/siderum-engine-cpu.so\n" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "The engine in ${folder} was not found.")
  endif()
endfunction()

# Runs plain and expects its answer.
function(run_plain program folder)
  run_alone("${program}")
  if(NOT output MATCHES "^period 4\\.000\n")
    message(FATAL_ERROR "The engine gave another period than 4.")
  endif()
  expect_module_in("${folder}")
endfunction()

cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH here)
set(options -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
if(CUDA_ARCHITECTURES)
  list(APPEND options "-DCMAKE_CUDA_ARCHITECTURES=${CUDA_ARCHITECTURES}")
endif()

# What an earlier run left behind must not make this one pass.
file(REMOVE_RECURSE "${WORK_DIR}")
if(WAY STREQUAL "as_library")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/made")
  # Moved: an installation must not depend on the place that it was made for.
  file(RENAME "${WORK_DIR}/made" "${WORK_DIR}/prefix")
  file(GLOB_RECURSE licence "${WORK_DIR}/prefix/*/ducc0_licence.txt")
  if(FFT STREQUAL "ducc0" AND NOT licence)
    message(FATAL_ERROR "The licence of ducc0 is not installed with what was made of it.")
  endif()
  list(APPEND options -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix")
else()
  # Unoptimized, in few pieces and for short vectors: what is tested is how it is built. (Transforms
  # take 47 s to compile for AVX-512, 18 s for these.)
  list(APPEND options -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSIDERUM_GROUP_SIZE=9
    "-DSIDERUM_SOURCE_DIR=${SOURCE_DIR}" -DSIDERUM_ENABLE_IO=OFF
    "-DKokkos_DIR=${KOKKOS_DIR}" "-DSIDERUM_DEPENDENCIES=${DEPENDENCIES}" "-DSIDERUM_FFT=${FFT}")
endif()
if(WAY STREQUAL "as_subdirectory" AND PROCESSOR MATCHES "^(x86_64|AMD64)$")
  list(APPEND options -DSIDERUM_CPU=x86-64-v2)
endif()
foreach(language IN ITEMS CXX CUDA)
  set(ENV{CMAKE_${language}_COMPILER_LAUNCHER} "${${language}_LAUNCHER}")
endforeach()

run("${CMAKE_COMMAND}" -S "${here}/hello" -B "${WORK_DIR}/build" ${options})
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build" --parallel 2)
run_alone("${WORK_DIR}/build/hello")

if(WAY STREQUAL "as_subdirectory")
  expect_without_kokkos("${WORK_DIR}/build" plain.cpp)
  run_plain("${WORK_DIR}/build/plain/plain" "${WORK_DIR}/build/siderum/lib")
  return()
endif()

# The engine looks for nothing that siderum was built with.
list(APPEND options --no-warn-unused-cli)
foreach(package IN ITEMS Kokkos PkgConfig fmt)
  list(APPEND options -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run("${CMAKE_COMMAND}" -S "${here}/plain" -B "${WORK_DIR}/plain" ${options})
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/plain" --parallel 2)
expect_without_kokkos("${WORK_DIR}/plain" plain.cpp)
run_plain("${WORK_DIR}/plain/plain" "${WORK_DIR}/prefix/${LIBRARY_FOLDER}")

run_alone("${WORK_DIR}/prefix/bin/siderum" info)
expect_module_in("${WORK_DIR}/prefix/${LIBRARY_FOLDER}")

# What is not there is named.
file(WRITE "${WORK_DIR}/absent/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)
project(absent LANGUAGES NONE)
find_package(Siderum 0.1 REQUIRED COMPONENTS engine distributed)\n")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${WORK_DIR}/absent" -B "${WORK_DIR}/absent/build"
    ${options}
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
string(REGEX REPLACE "[ \n]+" " " errors "${errors}")
if(status EQUAL 0 OR NOT errors MATCHES "Siderum::distributed is not installed in .* \\(its build")
  message(FATAL_ERROR "A component that is not there is not named: ${errors}")
endif()
