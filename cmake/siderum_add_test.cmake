# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# siderum_add_test(<name> [KOKKOS | DEVICE | GPU] [OPTIMIZED] [DATA <tests>] [LIBRARIES <target>...]
#                  [LABELS <label>...] [ENVIRONMENT <name>=<value>...] [THREADS <count>...])
#
# One executable, of <name>_test.cpp, is one test of ctest, called <folder>/<name> by the folder
# below tests/ that the list stands in. Without KOKKOS it is plain GoogleTest. With KOKKOS there is
# one executable per enabled execution space, <name>.openmp and, where Kokkos has it, <name>.cuda or
# <name>.hip; SIDERUM_TEST_SPACE is its space; with DEVICE there is only the second of them. With
# GPU it is plain and runs on a GPU all the same, through what it is linked with. THREADS runs the
# host executable once per count (a space of one thread: once). Tests of core and backends compile
# for themselves the code that they test, with the options of the library. The others call the
# library: in a release they are compiled with -O1, in two thirds of the time, unless they are
# OPTIMIZED as they do both. DATA names the tests, as --gtest_filter does, that read survey data:
# they are the test <name>.data of ctest, which is skipped where SIDERUM_TEST_DATA is empty. Where
# SIDERUM_TEST_HOST is off, executables of a device alone are built.
# All are linked with the oracle and with what the tests share (tests/support).
# Tests run in the root of the sources and find shared files by relative paths.

include_guard(GLOBAL)

if(SIDERUM_TEST_DATA AND NOT IS_DIRECTORY "${SIDERUM_TEST_DATA}")
  message(FATAL_ERROR "SIDERUM_TEST_DATA is ${SIDERUM_TEST_DATA}, which is no folder. Name the one "
    "that CONTRIBUTING.md describes, or leave it out: the tests that read it are skipped then.")
endif()

set(SIDERUM_TEST_SECONDS 600 CACHE STRING "How long a test may take")
mark_as_advanced(SIDERUM_TEST_SECONDS)

# A program linked with Kokkos and CUDA needs the driver and a device before its main begins, one
# with HIP before it starts Kokkos.
set(SIDERUM_LAUNCHER "")
if(SIDERUM_HAS_DEVICE_COMPILER)
  if(Kokkos_ENABLE_CUDA)
    add_executable(siderum_gpu_probe "${siderum_SOURCE_DIR}/tests/support/gpu_probe.cpp")
    target_link_libraries(siderum_gpu_probe PRIVATE CUDA::cudart_static)
  else()
    add_executable(siderum_gpu_probe "${siderum_SOURCE_DIR}/tests/support/hip_probe.cpp")
    target_link_libraries(siderum_gpu_probe PRIVATE Kokkos::kokkos)
  endif()
  set(SIDERUM_LAUNCHER "${siderum_SOURCE_DIR}/tests/support/run_on_gpu.sh"
    "$<TARGET_FILE:siderum_gpu_probe>")
endif()

# What runs on a device.
if(TARGET siderum_gpu_probe)
  add_custom_target(gpu_tests)
  add_dependencies(gpu_tests siderum_gpu_probe)
endif()

function(siderum_add_test test)
  cmake_parse_arguments(PARSE_ARGV 1 arg "KOKKOS;DEVICE;GPU;OPTIMIZED" "DATA"
    "LIBRARIES;LABELS;ENVIRONMENT;THREADS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "siderum_add_test does not know: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT SIDERUM_TEST_HOST AND NOT arg_KOKKOS AND NOT arg_DEVICE AND NOT arg_GPU)
    return()
  endif()
  set(arg_SOURCES ${test}_test.cpp)
  siderum_name_of_test(${test} arg_NAME)

  if(NOT arg_KOKKOS AND NOT arg_DEVICE)
    siderum_test_executable(${arg_NAME} target)
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
    set(launcher "")
    if(arg_LIBRARIES MATCHES "(^|;)siderum(;|$)")
      set(launcher ${SIDERUM_LAUNCHER})
    endif()
    if(arg_GPU)
      add_dependencies(gpu_tests ${target})
      siderum_register_test(${arg_NAME} COMMAND ${SIDERUM_LAUNCHER} $<TARGET_FILE:${target}> GPU)
    else()
      siderum_register_test(${arg_NAME} COMMAND ${launcher} $<TARGET_FILE:${target}>)
    endif()
    return()
  endif()

  set(spaces ${SIDERUM_HOST_SPACE} ${SIDERUM_DEVICE_SPACE})
  if(arg_DEVICE OR NOT SIDERUM_TEST_HOST)
    set(spaces ${SIDERUM_DEVICE_SPACE})
  endif()
  set(threads 2)
  if(SIDERUM_HOST_SPACE STREQUAL "Kokkos::Serial")
    set(threads 1)
    set(arg_THREADS "")
  endif()
  foreach(space IN LISTS spaces)
    string(REGEX REPLACE "^Kokkos::" "" suffix "${space}")
    string(TOLOWER "${suffix}" suffix)
    set(name "${arg_NAME}.${suffix}")
    siderum_test_executable(${name} target)
    siderum_kokkos_sources(${target} ${arg_SOURCES})
    target_compile_definitions(${target} PRIVATE SIDERUM_TEST_SPACE=${space})
    target_link_libraries(${target} PRIVATE siderum siderum_kokkos_main)
    if(NOT space STREQUAL SIDERUM_HOST_SPACE)
      add_dependencies(gpu_tests ${target})
      siderum_register_test(${name} COMMAND ${SIDERUM_LAUNCHER} $<TARGET_FILE:${target}> GPU)
    elseif(arg_THREADS)
      foreach(count IN LISTS arg_THREADS)
        siderum_register_test(${name}.${count}_threads
          COMMAND ${SIDERUM_LAUNCHER} $<TARGET_FILE:${target}> COUNT ${count})
      endforeach()
    else()
      siderum_register_test(${name}
        COMMAND ${SIDERUM_LAUNCHER} $<TARGET_FILE:${target}> COUNT ${threads})
    endif()
  endforeach()
endfunction()

# siderum_add_program_test(<name> [GPU] [DATA] [ONE_THREAD]) runs <name>_test.py with the program as
# a user has it. It finds program_test.py, which all of them share. With GPU it runs once more, with
# all jobs on a GPU, where this build makes an engine for them. ONE_THREAD is for tests whose runs
# of the program have one thread: others run beside them.
function(siderum_add_program_test test)
  cmake_parse_arguments(PARSE_ARGV 1 run "GPU;DATA;ONE_THREAD" "" "")
  set(threads 2)
  if(run_ONE_THREAD)
    set(threads 1)
  endif()
  if(run_DATA)
    set(arg_DATA "*")
  endif()
  siderum_name_of_test(${test} name)
  set(arg_ENVIRONMENT "PYTHONPATH=${siderum_SOURCE_DIR}/tests/apps")
  siderum_register_test(${name} COUNT ${threads}
    COMMAND "${Python3_EXECUTABLE}" -B
      "${CMAKE_CURRENT_SOURCE_DIR}/${test}_test.py" $<TARGET_FILE:siderum_app>)
  if(run_GPU AND SIDERUM_GPU_BUILD)
    list(APPEND arg_ENVIRONMENT SIDERUM_DEVICE=gpu)
    siderum_register_test(${name}.gpu GPU COUNT 2
      COMMAND "${siderum_SOURCE_DIR}/tests/support/run_on_gpu.sh"
        "${siderum_BINARY_DIR}/${SIDERUM_GPU_BUILD}/bin/siderum_gpu_probe"
        "${Python3_EXECUTABLE}" -B "${CMAKE_CURRENT_SOURCE_DIR}/${test}_test.py"
        $<TARGET_FILE:siderum_app>)
  endif()
endfunction()

function(siderum_name_of_test test variable)
  file(RELATIVE_PATH folder "${siderum_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  set(${variable} "${folder}/${test}" PARENT_SCOPE)
endfunction()

# Adds one executable from the arguments of siderum_add_test; the variable takes its target.
function(siderum_test_executable name target_variable)
  string(REPLACE "/" "." target "test.${name}")
  add_executable(${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${siderum_BINARY_DIR}/tests" OUTPUT_NAME "${name}")
  target_link_libraries(${target} PRIVATE
    ${arg_LIBRARIES} siderum_test_support siderum_reference)
  siderum_target_options(${target})
  siderum_is_optimized_test(is_optimized)
  if(NOT is_optimized)
    siderum_call_options(${target})
  endif()
  siderum_reuse_test_headers(${target})
  set(${target_variable} ${target} PARENT_SCOPE)
endfunction()

# Whether the test of the caller is compiled with the options of the library.
macro(siderum_is_optimized_test variable)
  set(${variable} ${arg_OPTIMIZED})
  if(arg_NAME MATCHES "^(core|backends)/")
    set(${variable} ON)
  endif()
endmacro()

function(siderum_call_options target)
  target_compile_options(${target} PRIVATE
    "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>")
endfunction()

# Tests find GoogleTest precompiled, and Kokkos where they are linked with it, once for all tests of
# the same options (of which neither a library's -fPIC nor a program's -fPIE is one).
function(siderum_reuse_test_headers target)
  if(SIDERUM_HAS_DEVICE_COMPILER)
    return()
  endif()
  set(headers siderum_test_headers)
  set(libraries siderum_test_support)
  if(arg_KOKKOS OR arg_LIBRARIES MATCHES "(^|;)siderum(;|$)")
    string(APPEND headers _with_kokkos)
    list(APPEND libraries siderum)
  endif()
  siderum_is_optimized_test(is_optimized)
  if(is_optimized)
    string(APPEND headers _optimized)
  endif()
  if(NOT TARGET ${headers})
    file(CONFIGURE OUTPUT ${headers}.cpp CONTENT "")
    add_library(${headers} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${headers}.cpp")
    set_target_properties(${headers} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_link_libraries(${headers} PRIVATE ${libraries})
    siderum_target_options(${headers})
    if(NOT is_optimized)
      siderum_call_options(${headers})
    endif()
    target_precompile_headers(${headers} PRIVATE <gmock/gmock.h>)
    if(siderum IN_LIST libraries)
      siderum_precompile_kokkos(${headers})
    endif()
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()

# siderum_register_test(<name> COMMAND <word>... [COUNT <threads>] [GPU]), with the labels and the
# environment of siderum_add_test. What reads survey data is a test of its own, <name>.data.
function(siderum_register_test name)
  cmake_parse_arguments(PARSE_ARGV 1 run "GPU" "COUNT" "COMMAND")
  if(NOT run_COUNT)
    set(run_COUNT 1)
  endif()
  if(NOT arg_DATA)
    siderum_register_command(${name} ${run_COMMAND})
    return()
  endif()
  set(filter "")
  if(NOT arg_DATA STREQUAL "*")
    set(filter "--gtest_filter=${arg_DATA}")
    siderum_register_command(${name} ${run_COMMAND} "--gtest_filter=-${arg_DATA}")
  endif()
  list(APPEND arg_LABELS data)
  if(SIDERUM_TEST_DATA)
    list(APPEND arg_ENVIRONMENT "SIDERUM_TEST_DATA=${SIDERUM_TEST_DATA}")
  endif()
  siderum_register_command(${name}.data "${siderum_SOURCE_DIR}/tests/support/run_with_data.sh"
    ${run_COMMAND} ${filter})
endfunction()

# One test of ctest, for the function above.
function(siderum_register_command name)
  string(REGEX REPLACE "/.*" "" layer "${name}")
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${siderum_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES
    LABELS "${layer};${arg_LABELS}"
    ENVIRONMENT "OMP_NUM_THREADS=${run_COUNT};OMP_PROC_BIND=false;${arg_ENVIRONMENT}"
    PROCESSORS ${run_COUNT}
    TIMEOUT ${SIDERUM_TEST_SECONDS}
    SKIP_RETURN_CODE 77)
  if(run_GPU)
    set_property(TEST ${name} APPEND PROPERTY LABELS gpu)
    set_property(TEST ${name} PROPERTY RESOURCE_LOCK gpu)
  endif()
endfunction()
