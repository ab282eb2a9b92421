# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Which folder SIDERUM_DEPENDENCIES is where the option is not given.

file(REMOVE_RECURSE "${WORK_DIR}")

# expect(<folder> <variable of the build>=<value>... [ENVIRONMENT <value>])
function(expect folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ENVIRONMENT" "")
  set(script "set(siderum_SOURCE_DIR /source)\nset(CMAKE_SOURCE_DIR /source)\n")
  foreach(setting IN LISTS arg_UNPARSED_ARGUMENTS)
    string(REPLACE "=" " " setting "${setting}")
    string(APPEND script "set(${setting})\n")
  endforeach()
  file(WRITE "${WORK_DIR}/call.cmake" "cmake_minimum_required(VERSION 3.25)\n${script}"
    "include(\"${SOURCE_DIR}/cmake/dependencies_folder.cmake\")\n"
    "message(\"folder \${SIDERUM_DEPENDENCIES}.\")\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env "SIDERUM_DEPENDENCIES=${arg_ENVIRONMENT}"
      "${CMAKE_COMMAND}" -P "${WORK_DIR}/call.cmake"
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT output STREQUAL "folder ${folder}.\n")
    message(SEND_ERROR "Expected ${folder} of \"${ARGN}\", found: ${output}")
  endif()
endfunction()

# Builds inside build/ share it, and so do those of pip; others, and those of a user's, do not.
expect(/source/build siderum_BINARY_DIR=/source/build/openmp PROJECT_IS_TOP_LEVEL=ON)
expect(/source/build siderum_BINARY_DIR=/tmp/wheel PROJECT_IS_TOP_LEVEL=ON SKBUILD=ON)
expect(/elsewhere siderum_BINARY_DIR=/elsewhere PROJECT_IS_TOP_LEVEL=ON)
expect(/user/build/siderum siderum_BINARY_DIR=/user/build/siderum PROJECT_IS_TOP_LEVEL=OFF)
# The environment counts in all of them, and an option before it.
expect(/shared siderum_BINARY_DIR=/source/build/openmp PROJECT_IS_TOP_LEVEL=ON
  ENVIRONMENT /shared)
expect(/shared siderum_BINARY_DIR=/user/build/siderum PROJECT_IS_TOP_LEVEL=OFF
  ENVIRONMENT /shared)
expect(/source/shared siderum_BINARY_DIR=/elsewhere PROJECT_IS_TOP_LEVEL=ON ENVIRONMENT shared)
expect(/named siderum_BINARY_DIR=/elsewhere SIDERUM_DEPENDENCIES=/named ENVIRONMENT /shared)
