# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The architecture that device code is compiled for, beside drivers that say different things.

include("${CMAKE_CURRENT_LIST_DIR}/expect_sentence.cmake")
set(leftovers "${WORK_DIR}/host_compiler.cu")
file(REMOVE_RECURSE "${WORK_DIR}")

# expect(<sentence; empty: silence> <what nvidia-smi prints; NONE: it fails> <call>
#   [<variable>=<value>...])
function(expect sentence printed call)
  set(answer "echo '${printed}'")
  if(printed STREQUAL "NONE")
    set(answer "echo 'NVIDIA-SMI has failed'; exit 9")
  endif()
  file(WRITE "${WORK_DIR}/nvidia-smi" "#!/bin/sh\n${answer}\n")
  file(CHMOD "${WORK_DIR}/nvidia-smi" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  file(WRITE "${WORK_DIR}/call.cmake"
    "cmake_minimum_required(VERSION 3.25)\n"
    "include(\"${SOURCE_DIR}/cmake/cuda_architecture.cmake\")\n" "${call}\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env --unset=CUDAARCHS "PATH=${WORK_DIR}:$ENV{PATH}" ${ARGN}
      "${CMAKE_COMMAND}" -P "${WORK_DIR}/call.cmake"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${sentence}" position)
  if(NOT status EQUAL 0 OR position EQUAL -1 OR ("${sentence}" STREQUAL "" AND output))
    message(SEND_ERROR "Expected \"${sentence}\", found: ${output}")
  endif()
endfunction()

set(default "siderum_default_architecture(taken)\nmessage(\"taken: \${taken}\")")
expect("taken: 80" "8.0" "${default}")
expect("taken: 80" "12.0\n8.0\n9.0" "${default}")
expect("taken: 120" "12.0" "${default}")
# What the Kokkos that is built does not know takes the code of the nearest below.
expect("=100, whose code the GPU here runs (Kokkos does not know its own, 103)" "10.3" "${default}")
expect("taken: 100" "10.3" "${default}")
expect("taken: 120" "12.1" "${default}")
expect("taken: 110" "11.0" "${default}")  # of whose major number there is none
expect("taken: 90" "NONE" "${default}")
expect("taken: 90" "No devices were found" "${default}")
expect("taken: 86" "9.0" "${default}" CUDAARCHS=86)

set(differs "compute capability 90 (the GPU here has 80): it runs there slower, or not at all.")
expect("${differs}" "8.0" "siderum_compare_architectures(90)")
expect("${differs}" "8.0" "siderum_compare_architectures(90-real)")
expect("" "9.0" "siderum_compare_architectures(90-real)")
expect("" "8.0\n9.0" "siderum_compare_architectures(90)")
expect("" "8.0" "siderum_compare_architectures(\"80;90\")")
expect("" "NONE" "siderum_compare_architectures(90)")
expect("" "10.3" "siderum_compare_architectures(100)")

# A compiler for hosts that nvcc does not take is refused in one sentence.
file(WRITE "${WORK_DIR}/nvcc" "#!/bin/sh
echo '/cuda/host_config.h:143:2: error: #error -- unsupported GNU version! gcc versions \
later than 13 are not supported! The nvcc flag -allow-unsupported-compiler can be used' >&2
exit 1\n")
file(CHMOD "${WORK_DIR}/nvcc" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
file(WRITE "${WORK_DIR}/call.cmake" "cmake_minimum_required(VERSION 3.25)
set(siderum_BINARY_DIR \"${WORK_DIR}\")
set(CMAKE_CUDA_COMPILER \"${WORK_DIR}/nvcc\")
set(CMAKE_CUDA_HOST_COMPILER g++-14)
include(\"${SOURCE_DIR}/cmake/cuda_architecture.cmake\")
siderum_check_host_compiler()\n")
expect_sentence("the host compiler g++-14 (it says: unsupported GNU version! gcc versions later \
than 13 are not supported!). Install an older one"
  "${CMAKE_COMMAND}" -P "${WORK_DIR}/call.cmake")

# Of what the kernels call besides, what is missing is named.
function(expect_libraries sentence found)
  file(WRITE "${WORK_DIR}/call.cmake" "cmake_minimum_required(VERSION 3.25)
project(call LANGUAGES NONE)
foreach(library ${found})
  add_library(CUDA::\${library} INTERFACE IMPORTED)
endforeach()
set(CMAKE_CUDA_COMPILER /cuda/bin/nvcc)
include(\"${SOURCE_DIR}/cmake/cuda_architecture.cmake\")
siderum_require_cuda_libraries()
message(FATAL_ERROR \"all is there\")\n")
  file(COPY_FILE "${WORK_DIR}/call.cmake" "${WORK_DIR}/libraries/CMakeLists.txt")
  expect_sentence("${sentence}" "${CMAKE_COMMAND}" -S "${WORK_DIR}/libraries"
    -B "${WORK_DIR}/libraries/build" -G "${GENERATOR}")
endfunction()
file(MAKE_DIRECTORY "${WORK_DIR}/libraries")
expect_libraries("/cuda/bin/nvcc has no cuFFT and cuBLAS (the kernels for NVIDIA GPUs call" "")
expect_libraries("/cuda/bin/nvcc has no cuBLAS (the kernels" "cufft cudart")
expect_libraries("all is there" "cufft cublas")
