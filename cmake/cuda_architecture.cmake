# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The compute capability that device code is compiled for, as CMAKE_CUDA_ARCHITECTURES has it: 90
# for 9.0. It is that of the GPU here unless the user says another.

include_guard(GLOBAL)

# The compute capabilities of the GPUs that the driver knows, lowest first; empty without a driver.
function(siderum_find_gpu_architectures variable)
  set(found "")
  find_program(nvidia_smi nvidia-smi PATHS /usr/lib/wsl/lib NO_CACHE)
  if(nvidia_smi)
    execute_process(COMMAND "${nvidia_smi}" --query-gpu=compute_cap --format=csv,noheader
      TIMEOUT 20 RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_QUIET)
    if(status EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]" found "${output}")
    endif()
  endif()
  list(TRANSFORM found REPLACE "\\." "")
  list(SORT found COMPARE NATURAL)
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# What CMAKE_CUDA_ARCHITECTURES is where nobody has set it. Of GPUs that differ it is the lowest,
# whose code the others can run.
function(siderum_default_architecture variable)
  siderum_find_gpu_architectures(found)
  if(NOT "$ENV{CUDAARCHS}" STREQUAL "")
    set(architecture "$ENV{CUDAARCHS}")
  elseif(found)
    list(GET found 0 architecture)
    message(STATUS "Compiling for the GPU here, of CMAKE_CUDA_ARCHITECTURES=${architecture}")
  else()
    set(architecture 90)
    message(STATUS "Compiling for CMAKE_CUDA_ARCHITECTURES=90, an H100 or H200 (no driver tells "
      "of a GPU here)")
  endif()
  set(${variable} "${architecture}" PARENT_SCOPE)
endfunction()

# Says so where code for these architectures does not suit the GPUs here.
function(siderum_compare_architectures compiled)
  siderum_find_gpu_architectures(found)
  string(REGEX REPLACE "-(real|virtual)" "" compiled "${compiled}")
  foreach(architecture IN LISTS found)
    if(architecture IN_LIST compiled)
      return()
    endif()
  endforeach()
  if(NOT found)
    return()
  endif()
  list(JOIN found " and " here)
  list(JOIN compiled ", " compiled)
  message(NOTICE
    "Device code is compiled for compute capability ${compiled} (the GPU here has ${here}): it "
    "runs there slower, or not at all. Set CMAKE_CUDA_ARCHITECTURES=${here}, and give a Kokkos of "
    "the same or none.")
endfunction()
