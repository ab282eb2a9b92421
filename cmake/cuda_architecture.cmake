# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The compute capability that device code is compiled for, as CMAKE_CUDA_ARCHITECTURES has it: 90
# for 9.0. It is that of the GPU here unless the user says another. And what else of CUDA must be
# there: a compiler for hosts that nvcc takes, and the libraries of the kernels.

include_guard(GLOBAL)

# Those that the Kokkos in our package knows.
set(SIDERUM_KOKKOS_ARCHITECTURES
  VOLTA70 VOLTA72 TURING75 AMPERE80 AMPERE86 AMPERE87 ADA89 HOPPER90 BLACKWELL100 BLACKWELL120)

# Of one that it does not know the nearest below that has its major number, since newer GPUs run the
# code of these; empty where there is none.
function(siderum_nearest_architecture architecture variable)
  set(nearest "")
  if(architecture MATCHES "^([0-9]+)[0-9]$")
    set(major ${CMAKE_MATCH_1})
    foreach(name IN LISTS SIDERUM_KOKKOS_ARCHITECTURES)
      string(REGEX REPLACE "[A-Z]+" "" number "${name}")
      if(number MATCHES "^${major}[0-9]$" AND number LESS_EQUAL architecture)
        set(nearest ${number})
      endif()
    endforeach()
  endif()
  set(${variable} "${nearest}" PARENT_SCOPE)
endfunction()

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
    list(GET found 0 here)
    siderum_nearest_architecture(${here} architecture)
    if(architecture STREQUAL here OR architecture STREQUAL "")
      set(architecture ${here})
      message(STATUS "Compiling for the GPU here, of CMAKE_CUDA_ARCHITECTURES=${here}")
    else()
      message(STATUS "Compiling for CMAKE_CUDA_ARCHITECTURES=${architecture}, whose code the GPU "
        "here runs (Kokkos does not know its own, ${here})")
    endif()
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
    siderum_nearest_architecture(${architecture} nearest)
    if(architecture IN_LIST compiled OR nearest IN_LIST compiled)
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

# Refuses a host compiler that this nvcc does not take, which its own first error says less plainly.
function(siderum_check_host_compiler)
  set(nvcc "${CMAKE_CUDA_COMPILER}")
  if(NOT nvcc)
    find_program(nvcc NAMES $ENV{CUDACXX} nvcc PATHS /usr/local/cuda/bin NO_CACHE)
  endif()
  set(host "${CMAKE_CUDA_HOST_COMPILER}")
  if(host STREQUAL "")
    set(host "$ENV{CUDAHOSTCXX}")
  endif()
  if(NOT nvcc OR "${nvcc} ${host}" STREQUAL SIDERUM_HOST_COMPILER_IS_TAKEN)
    return()
  endif()
  set(options "")
  if(NOT host STREQUAL "")
    set(options -ccbin "${host}")
  endif()
  set(source "${siderum_BINARY_DIR}/host_compiler.cu")
  file(WRITE "${source}" "int main() {}\n")
  execute_process(COMMAND "${nvcc}" ${options} -c "${source}" -o "${source}.o"
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(output MATCHES "(unsupported (GNU|clang) version[^\n]*)")
    string(REGEX REPLACE " The nvcc flag.*" "" said "${CMAKE_MATCH_1}")
    if(host STREQUAL "")
      set(host "g++")
    endif()
    message(FATAL_ERROR
      "${nvcc} does not take the host compiler ${host} (it says: ${said}). Install an older one, "
      "such as g++-12, and name it with -DCMAKE_CXX_COMPILER=g++-12 "
      "-DCMAKE_CUDA_HOST_COMPILER=g++-12 in a new build folder, or take a newer CUDA.")
  endif()
  set(SIDERUM_HOST_COMPILER_IS_TAKEN "${nvcc} ${host}" CACHE INTERNAL "By nvcc")
endfunction()

# The kernels for NVIDIA GPUs need more of CUDA than nvcc. (Its package was found before.)
function(siderum_require_cuda_libraries)
  set(missing "")
  foreach(library IN ITEMS cuFFT cuBLAS)
    string(TOLOWER "${library}" target)
    if(NOT TARGET CUDA::${target})
      list(APPEND missing ${library})
    endif()
  endforeach()
  if(missing)
    list(JOIN missing " and " missing)
    message(FATAL_ERROR
      "The CUDA of ${CMAKE_CUDA_COMPILER} has no ${missing} (the kernels for NVIDIA GPUs call "
      "both, and nvcc alone brings neither). Install what is missing with its headers, of the same "
      "release, or do without these kernels: cmake ${siderum_BINARY_DIR} "
      "-DSIDERUM_ENABLE_CUDA_KERNELS=OFF")
  endif()
endfunction()
