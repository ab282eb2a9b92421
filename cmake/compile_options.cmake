# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# How our own sources are compiled. Nothing here reaches a target of the user.

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag("-march=${SIDERUM_CPU}" SIDERUM_HAS_MARCH_${SIDERUM_CPU})
if(NOT SIDERUM_HAS_MARCH_${SIDERUM_CPU})
  message(FATAL_ERROR
    "The compiler ${CMAKE_CXX_COMPILER} refuses -march=${SIDERUM_CPU}. Set SIDERUM_CPU to a "
    "processor that it knows, such as native or x86-64-v3.")
endif()
check_cxx_compiler_flag("-mprefer-vector-width=512" SIDERUM_HAS_VECTOR_WIDTH)

# The sums read neither errno nor the floating-point flags, and only without them do loops with
# branches vectorise; loops marked `omp simd` do so without OpenMP too. Nothing that changes a
# result is allowed: no -ffast-math.
set(SIDERUM_HOST_OPTIONS -march=${SIDERUM_CPU} -fno-math-errno -fno-trapping-math -fopenmp-simd)
if(SIDERUM_HAS_VECTOR_WIDTH)
  list(APPEND SIDERUM_HOST_OPTIONS -mprefer-vector-width=512)
endif()
list(JOIN SIDERUM_HOST_OPTIONS " " SIDERUM_HOST_OPTIONS_TEXT)
# GCC looks for what it no longer needs from half a GiB on, not from 128 MiB on.
set(SIDERUM_COMPILER_MEMORY "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(SIDERUM_COMPILER_MEMORY --param=ggc-min-heapsize=524288)
endif()
set(SIDERUM_WARNINGS -Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms on std::string: GCC bug 105651, and its like where headers are precompiled. And a
  # note that wide vectors are passed otherwise since GCC 4.6: no library of ours hands any out.
  list(APPEND SIDERUM_WARNINGS -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread -Wno-psabi)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # A loop marked `omp simd` may stay as it is: under sanitizers all of them do.
  list(APPEND SIDERUM_WARNINGS -Wno-pass-failed)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER 19)
    # It warns of what it takes -march=native for itself, on processors with AVX10.
    list(APPEND SIDERUM_WARNINGS -Wno-invalid-feature-combination)
  endif()
endif()

# Host options for both languages: nvcc hands them on to the host compiler, and clang, where it
# compiles for AMD GPUs as well, keeps all but warnings from the code for them.
function(siderum_host_options target)
  foreach(flag IN LISTS ARGN)
    set(to_host "")
    if(Kokkos_ENABLE_HIP AND NOT flag MATCHES "^-W")
      set(to_host "-Xarch_host ")
    endif()
    target_compile_options(${target} PRIVATE
      "SHELL:$<$<COMPILE_LANGUAGE:CXX>:${to_host}${flag}>"
      "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flag}>")
  endforeach()
endfunction()

# Sums and products that give what they have lost (two-sum, and fma of a product less itself) stand
# in statements of their own, and a product that is rounded in one of them must not join a sum of
# the next. Clang does so where it compiles for AMD GPUs (-ffp-contract=fast), unless it is told to
# stay within an expression, as it does for hosts. GCC and nvcc fuse no product that has another
# use, and its rest is one (tests/core/phase_test.cpp and tests/backends/legendre_test.cpp show it).
set(SIDERUM_ROUNDING "")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(SIDERUM_ROUNDING -ffp-contract=on)
endif()

# What every target of ours gets. The code that nvcc hands on is not pedantic, so -Wpedantic is for
# the host compiler alone.
function(siderum_target_options target)
  siderum_host_options(${target} ${SIDERUM_HOST_OPTIONS} ${SIDERUM_WARNINGS}
    ${SIDERUM_COMPILER_MEMORY})
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wpedantic>"
    "$<$<COMPILE_LANGUAGE:CXX>:${SIDERUM_ROUNDING}>"
    "$<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>")
endfunction()

# With SIDERUM_GLIBC_2_34 what is linked here, such as a wheel, runs where glibc is 2.34.
function(siderum_keep_to_glibc_2_34 target)
  if(SIDERUM_GLIBC_2_34)
    target_link_libraries(${target} PRIVATE siderum_glibc_2_34)
  endif()
endfunction()
