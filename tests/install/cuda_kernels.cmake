# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Which build has the kernels for NVIDIA GPUs by SIDERUM_ENABLE_CUDA_KERNELS: this one, or the one
# inside it, which is handed the option.

include("${CMAKE_CURRENT_LIST_DIR}/expect_sentence.cmake")
set(leftovers "${WORK_DIR}/none")
file(REMOVE_RECURSE "${WORK_DIR}")
set(call "${WORK_DIR}/call.cmake")

# write_call(<line>...) writes what a script of CMake runs after it has read the option.
function(write_call)
  list(JOIN ARGN "\n" lines)
  file(WRITE "${call}" "cmake_minimum_required(VERSION 3.25)\n${lines}\n")
endfunction()

# expect(<what is printed> <setting>...) of a build with these settings, each "<variable> <value>".
function(expect printed)
  list(TRANSFORM ARGN PREPEND "set(")
  list(TRANSFORM ARGN APPEND ")")
  write_call(${ARGN} "include(\"${SOURCE_DIR}/cmake/cuda_kernels.cmake\")"
    "message(\"\${SIDERUM_ENABLE_CUDA_KERNELS} here \${SIDERUM_HAS_CUDA_KERNELS}\")")
  execute_process(COMMAND "${CMAKE_COMMAND}" -P "${call}"
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT output STREQUAL "${printed}\n")
    message(SEND_ERROR "Expected \"${printed}\" of ${ARGN}, found: ${output}")
  endif()
endfunction()

set(off "SIDERUM_ENABLE_CUDA_KERNELS OFF")
set(on "SIDERUM_ENABLE_CUDA_KERNELS ON")
expect("OFF here NO" "Kokkos_ENABLE_CUDA OFF")
expect("ON here YES" "Kokkos_ENABLE_CUDA ON")
expect("OFF here NO" "Kokkos_ENABLE_CUDA ON" "${off}")
expect("ON here NO" "SIDERUM_ENABLE_CUDA ON")
expect("ON here NO" "SIDERUM_ENABLE_CUDA ON" "${on}")
expect("OFF here NO" "SIDERUM_ENABLE_CUDA ON" "${off}")
write_call("set(${on})" "set(SIDERUM_ENABLE_HIP ON)"
  "include(\"${SOURCE_DIR}/cmake/cuda_kernels.cmake\")")
expect_sentence("SIDERUM_ENABLE_CUDA_KERNELS is on, but the Kokkos in"
  "${CMAKE_COMMAND}" -P "${call}")

# What the build inside is given, by modules that stand for those of CMake and of CUDA.
file(WRITE "${WORK_DIR}/modules/ExternalProject.cmake"
  "function(ExternalProject_Add)\n  message(\"\${ARGN}\")\nendfunction()\n")
file(WRITE "${WORK_DIR}/modules/cuda_architecture.cmake" "
function(siderum_find_nvcc)
endfunction()
function(siderum_check_host_compiler)
endfunction()
function(siderum_note_cuda_libraries)
  message(\"cuFFT and cuBLAS are looked for\")
endfunction()\n")
function(expect_handed_on value libraries)
  write_call("set(CMAKE_MODULE_PATH \"${WORK_DIR}/modules\" \"${SOURCE_DIR}/cmake\")"
    "set(CMAKE_CUDA_ARCHITECTURES 90)" "set(SIDERUM_ENABLE_CUDA ON)"
    "set(SIDERUM_ENABLE_CUDA_KERNELS ${value})" "set(SIDERUM_GPU_BUILD cuda)"
    "include(inner_builds)")
  execute_process(COMMAND "${CMAKE_COMMAND}" -P "${call}"
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(are_looked_for NO)
  if(output MATCHES "cuFFT and cuBLAS are looked for")
    set(are_looked_for YES)
  endif()
  if(NOT output MATCHES ";-DSIDERUM_ENABLE_CUDA_KERNELS=${value};"
      OR NOT are_looked_for STREQUAL libraries)
    message(SEND_ERROR "Expected ${value} for the build inside, found: ${output}")
  endif()
endfunction()
expect_handed_on(OFF NO)
expect_handed_on(ON YES)
