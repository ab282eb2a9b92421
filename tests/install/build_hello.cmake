# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs hello/ in WORK_DIR, in one of two ways (WAY): against an installation made for
# it, or with the sources of siderum as a subdirectory. CMake has nothing to warn of.

function(run)
  list(JOIN ARGV " " command)
  message(STATUS "${command}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_VARIABLE output ERROR_VARIABLE output ECHO_OUTPUT_VARIABLE ECHO_ERROR_VARIABLE)
  if(output MATCHES "CMake ([A-Za-z]+ )?Warning")
    message(FATAL_ERROR "A user of siderum is shown a warning by: ${command}")
  endif()
endfunction()

cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH here)
set(options -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}")
if(CUDA_ARCHITECTURES)
  list(APPEND options "-DCMAKE_CUDA_ARCHITECTURES=${CUDA_ARCHITECTURES}")
endif()

# What an earlier run left behind must not make this one pass.
file(REMOVE_RECURSE "${WORK_DIR}")
if(WAY STREQUAL "as_library")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/made")
  # Moved: an installation must not depend on the place that it was made for.
  file(RENAME "${WORK_DIR}/made" "${WORK_DIR}/prefix")
  list(APPEND options -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix")
else()
  # Unoptimized and in few pieces: what is tested is how it is built.
  list(APPEND options -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSIDERUM_GROUP_SIZE=9
    "-DSIDERUM_SOURCE_DIR=${SOURCE_DIR}" -DSIDERUM_ENABLE_IO=OFF
    "-DKokkos_DIR=${KOKKOS_DIR}" "-DSIDERUM_KOKKOS_FOLDER=${KOKKOS_FOLDER}")
endif()

run("${CMAKE_COMMAND}" -S "${here}/hello" -B "${WORK_DIR}/build" ${options})
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build" --parallel 2)
run("${WORK_DIR}/build/hello")
if(WAY STREQUAL "as_library" AND EXISTS "${WORK_DIR}/prefix/bin/siderum")
  run("${WORK_DIR}/prefix/bin/siderum" info)
endif()
