# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Builds Kokkos where none is installed. Its sources come inside the source package of a Python
# module, which pip fetches; what is built is static, position-independent and hidden, so that it
# can be linked into a program and into a module that a program loads. Builds of the same kind
# share it.

include("${CMAKE_CURRENT_LIST_DIR}/cuda_architecture.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/dependencies_folder.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/fetch_package.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/find_hip.cmake")

set(kokkos_folder "${SIDERUM_DEPENDENCIES}/kokkos")  # with a subfolder for each kind
set(SIDERUM_KOKKOS_PACKAGE "" CACHE FILEPATH
  "Source package with Kokkos, pygenten-0.1.5.tar.gz, where pip cannot fetch it")
mark_as_advanced(SIDERUM_KOKKOS_PACKAGE)
option(SIDERUM_KOKKOS_UNBUILT
  "Of a Kokkos that would be built, take the headers alone: sources compile, nothing links" OFF)
mark_as_advanced(SIDERUM_KOKKOS_UNBUILT)

set(kokkos_package "pygenten-0.1.5")
set(kokkos_package_sha256 e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7)
set(kokkos_root "Kokkos_ROOT")
if(SIDERUM_REQUIRE_SPACES MATCHES "^(CUDA|HIP)$")  # as for a build inside another one
  set(kokkos_root "SIDERUM_${SIDERUM_REQUIRE_SPACES}_KOKKOS_ROOT")
endif()
string(CONCAT kokkos_or_install "or install Kokkos 4.6 or newer "
  "(https://kokkos.org/kokkos-core-wiki/get-started.html) and name its folder with "
  "-D${kokkos_root}=<folder>.")
set(kokkos_subject "Kokkos")
set(kokkos_purpose_CPU "CPUs")
set(kokkos_purpose_CUDA "NVIDIA GPUs and CPUs")
set(kokkos_purpose_HIP "AMD GPUs and CPUs")
set(kokkos_time_CPU "10 seconds")
set(kokkos_time_CUDA "100 seconds")
set(kokkos_time_HIP "60 seconds")

# siderum_build_kokkos(<CPU|CUDA|HIP> <variable>) puts the folder of KokkosConfig.cmake into the
# variable. CUDA and HIP stand for GPUs and CPUs at once.
function(siderum_build_kokkos space variable)
  siderum_kokkos_options(${space})
  set(prefix "${kokkos_folder}/${kind}")
  set(${variable} "${prefix}/lib/cmake/Kokkos" PARENT_SCOPE)
  # Of two runs of CMake at once, one builds and the other waits.
  file(MAKE_DIRECTORY "${kokkos_folder}")
  file(LOCK "${kokkos_folder}/lock" GUARD FUNCTION)
  set(recipe "${kokkos_package_sha256};${options}")
  siderum_is_made("${prefix}" "${recipe}" is_made)
  if(is_made)
    return()
  endif()

  # Moved to its place when it is whole; what is not built names its headers where it lies.
  set(work "${kokkos_folder}/unfinished")
  if(SIDERUM_KOKKOS_UNBUILT)
    set(work "${kokkos_folder}/${kind}-unbuilt")
    set(${variable} "${work}/build" PARENT_SCOPE)
    siderum_is_made("${work}" "${recipe}" is_made)
    if(is_made)
      return()
    endif()
  endif()
  set(sources "${work}/${kokkos_package}/tpls/kokkos")
  set(made "${work}/${kind}")
  file(REMOVE_RECURSE "${work}")
  siderum_fetch_package(package NAME pygenten VERSION 0.1.5 SHA256 ${kokkos_package_sha256}
    HOLDS "Kokkos" SIZE "17 MB" FOLDER "${kokkos_folder}" OPTION SIDERUM_KOKKOS_PACKAGE
    OTHERWISE "${kokkos_or_install}")
  file(ARCHIVE_EXTRACT INPUT "${package}" DESTINATION "${work}"
    PATTERNS "${kokkos_package}/tpls/kokkos/*")
  if(space STREQUAL "CUDA" AND nvcc_version VERSION_GREATER_EQUAL 13)
    siderum_kokkos_for_nvcc_13("${sources}/core/src/Cuda/Kokkos_Cuda_Instance.hpp")
  endif()
  if(NOT SIDERUM_KOKKOS_UNBUILT)
    message(STATUS "Building Kokkos 4.7.0 for ${kokkos_purpose_${space}}, since none that suits is "
      "installed: about ${kokkos_time_${space}} on two processors, once for all builds that share "
      "${prefix}")
  endif()
  siderum_kokkos_step("configured" "${CMAKE_COMMAND}" -S "${sources}" -B "${work}/build"
    -G "${CMAKE_GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}"
    ${compilers} ${options} "-DCMAKE_INSTALL_PREFIX=${made}")
  if(SIDERUM_KOKKOS_UNBUILT)
    file(WRITE "${work}/recipe" "${recipe}")
    return()
  endif()
  set(jobs "$ENV{CMAKE_BUILD_PARALLEL_LEVEL}")
  if(NOT jobs)
    cmake_host_system_information(RESULT jobs QUERY NUMBER_OF_LOGICAL_CORES)
  endif()
  siderum_kokkos_step("built" "${CMAKE_COMMAND}" --build "${work}/build" --config Release
    --target install --parallel ${jobs})
  file(REMOVE_RECURSE "${made}/bin")  # ways to start nvcc, which CMake does by itself
  file(COPY "${sources}/LICENSE" DESTINATION "${made}")
  file(WRITE "${made}/recipe" "${recipe}")
  file(REMOVE_RECURSE "${prefix}")
  file(RENAME "${made}" "${prefix}")
  file(REMOVE_RECURSE "${work}")
endfunction()

# Whether a folder holds what the recipe makes.
function(siderum_is_made folder recipe variable)
  set(${variable} OFF PARENT_SCOPE)
  if(EXISTS "${folder}/recipe")
    file(READ "${folder}/recipe" made_by)
    if(made_by STREQUAL recipe)
      set(${variable} ON PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Sets, for its caller, the kind of Kokkos (what may be shared has one name), the options of its
# build, and the compilers, whose kind and version are in the name already.
function(siderum_kokkos_options space)
  set(kind "${CMAKE_CXX_COMPILER_ID}-${CMAKE_CXX_COMPILER_VERSION}")
  set(compilers "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}")
  if(CMAKE_TOOLCHAIN_FILE)
    list(APPEND compilers "-DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE}")
  endif()
  # In few pieces: reading its own headers is most of the work.
  set(options
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_LIBDIR=lib
    -DCMAKE_CXX_STANDARD=20 -DCMAKE_CXX_EXTENSIONS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DCMAKE_CXX_VISIBILITY_PRESET=hidden -DCMAKE_VISIBILITY_INLINES_HIDDEN=ON
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16
    -DKokkos_ENABLE_OPENMP=ON -DKokkos_ENABLE_SERIAL=ON)
  if(space STREQUAL "CUDA")
    siderum_kokkos_architecture("${CMAKE_CUDA_ARCHITECTURES}" number flag)
    siderum_find_nvcc(nvcc_version)
    siderum_check_host_compiler()
    string(PREPEND kind "cuda-${number}-nvcc-${nvcc_version}-")
    list(APPEND compilers "-DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}")
    if(CMAKE_CUDA_HOST_COMPILER)
      list(APPEND compilers "-DCMAKE_CUDA_HOST_COMPILER=${CMAKE_CUDA_HOST_COMPILER}")
      cmake_path(GET CMAKE_CUDA_HOST_COMPILER FILENAME host)
      string(APPEND kind "-${host}")
    endif()
    list(TRANSFORM SIDERUM_KOKKOS_CUDA_DEFINITIONS PREPEND -D OUTPUT_VARIABLE definitions)
    list(JOIN definitions " " definitions)
    list(APPEND options "-DCMAKE_CUDA_FLAGS=${definitions}"
      -DCMAKE_CUDA_STANDARD=20 -DCMAKE_CUDA20_STANDARD_COMPILE_OPTION=-std=c++20
      -DCMAKE_CUDA_EXTENSIONS=OFF -DCMAKE_CUDA_VISIBILITY_PRESET=hidden
      -DCMAKE_CUDA_ARCHITECTURES=${number} ${flag}
      -DKokkos_ENABLE_CUDA=ON -DKokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=ON)
  elseif(space STREQUAL "HIP")
    siderum_kokkos_hip_architecture("${CMAKE_HIP_ARCHITECTURES}" flag)
    siderum_find_hip(hip_flags)
    string(PREPEND kind "hip-${CMAKE_HIP_ARCHITECTURES}-")
    # rocThrust is one more library to have, and sorts nothing here.
    list(APPEND options "-DCMAKE_CXX_FLAGS=${hip_flags}" ${flag}
      -DKokkos_ENABLE_HIP=ON -DKokkos_ENABLE_ROCTHRUST=OFF)
  else()
    string(PREPEND kind "cpu-")
  endif()
  string(TOLOWER "${kind}" kind)
  set(kind "${kind}" PARENT_SCOPE)
  set(options "${options}" PARENT_SCOPE)
  set(compilers "${compilers}" PARENT_SCOPE)
  set(nvcc_version "${nvcc_version}" PARENT_SCOPE)
endfunction()

# A value of CMAKE_CUDA_ARCHITECTURES as a number and as the option of Kokkos: of one that Kokkos
# does not know, the nearest below, whose code it runs.
function(siderum_kokkos_architecture architectures number_variable flag_variable)
  set(known ${SIDERUM_KOKKOS_ARCHITECTURES})
  string(REGEX REPLACE "-(real|virtual)$" "" asked "${architectures}")
  siderum_nearest_architecture("${asked}" number)
  if(NOT number STREQUAL asked AND NOT number STREQUAL "")
    message(STATUS "Kokkos is built for compute capability ${number} (it does not know ${asked}, "
      "which runs that code)")
  endif()
  set(names ${known})
  list(FILTER names INCLUDE REGEX "^[A-Z]+${number}$")
  list(LENGTH names count)
  if(NOT number MATCHES "^[0-9]+$" OR NOT count EQUAL 1)
    list(TRANSFORM known REPLACE "[A-Z]+" "")
    list(JOIN known ", " known)
    message(FATAL_ERROR
      "Kokkos cannot be built for CMAKE_CUDA_ARCHITECTURES=\"${architectures}\" (it takes one of "
      "${known}). Set it to the one of your GPU, such as 90 for an H100 or H200, "
      "${kokkos_or_install}")
  endif()
  set(${number_variable} ${number} PARENT_SCOPE)
  set(${flag_variable} -DKokkos_ARCH_${names}=ON PARENT_SCOPE)
endfunction()

# A value of CMAKE_HIP_ARCHITECTURES as the option of Kokkos.
function(siderum_kokkos_hip_architecture architecture variable)
  set(known gfx906 gfx908 gfx90a gfx940 gfx942 gfx1030 gfx1100 gfx1103)
  if(NOT "${architecture}" IN_LIST known)
    list(JOIN known ", " known)
    message(FATAL_ERROR
      "Kokkos cannot be built for CMAKE_HIP_ARCHITECTURES=\"${architecture}\" (it takes one of "
      "${known}). Set it to the one of your GPU, such as gfx90a for an MI210 or MI250, "
      "${kokkos_or_install}")
  endif()
  string(TOUPPER "${architecture}" name)
  set(${variable} -DKokkos_ARCH_AMD_${name}=ON PARENT_SCOPE)
endfunction()

# Finds nvcc where CMake does, and in the folder of NVIDIA's installer; the variable takes its
# version.
function(siderum_find_nvcc variable)
  find_program(CMAKE_CUDA_COMPILER NAMES $ENV{CUDACXX} nvcc PATHS /usr/local/cuda/bin)
  if(CMAKE_CUDA_COMPILER)
    execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --version
      OUTPUT_VARIABLE output ERROR_VARIABLE output)
  endif()
  if(NOT "${output}" MATCHES "release [0-9.]+, V([0-9.]+)")
    message(FATAL_ERROR
      "Nothing can be compiled for NVIDIA GPUs (no nvcc was found). Install CUDA 12 or 13, put its "
      "nvcc into PATH, or name it with -DCMAKE_CUDA_COMPILER=<nvcc>.")
  endif()
  set(version ${CMAKE_MATCH_1})
  if(version VERSION_LESS 12)
    message(FATAL_ERROR
      "${CMAKE_CUDA_COMPILER} is of CUDA ${version} (it has no C++20, which comes with CUDA 12). "
      "Install CUDA 12 or 13 and name its nvcc with -DCMAKE_CUDA_COMPILER=<nvcc>.")
  endif()
  set(${variable} ${version} PARENT_SCOPE)
endfunction()

# Two functions of CUDA have other parameters from CUDA 13 on, which Kokkos 4.7.0 does not know.
function(siderum_kokkos_for_nvcc_13 header)
  siderum_replace_once("${header}"
    "cudaGraphAddDependencies(graph, from, to, numDependencies)"
    "cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies)")
  string(CONCAT location "cudaMemLocation{dstDevice == cudaCpuDeviceId ? cudaMemLocationTypeHost "
    ": cudaMemLocationTypeDevice, dstDevice == cudaCpuDeviceId ? 0 : dstDevice}, 0")
  siderum_replace_once("${header}"
    "cudaMemPrefetchAsync(devPtr, count, dstDevice, m_stream)"
    "cudaMemPrefetchAsync(devPtr, count, ${location}, m_stream)")
endfunction()

function(siderum_replace_once file old new)
  file(READ "${file}" text)
  string(FIND "${text}" "${old}" first)
  string(FIND "${text}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR
      "The sources of Kokkos cannot be mended for this nvcc (${file} does not hold \"${old}\" "
      "exactly once). Take nvcc 12, ${kokkos_or_install}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  file(WRITE "${file}" "${text}")
endfunction()

# One command of the build. An install that runs CMake again may have set DESTDIR, which is not
# meant for this one.
function(siderum_kokkos_step participle)
  set(log "${kokkos_folder}/log")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=DESTDIR ${ARGN}
    RESULT_VARIABLE failure OUTPUT_FILE "${log}" ERROR_FILE "${log}")
  if(failure)
    message(FATAL_ERROR
      "${kokkos_subject} could not be ${participle} (the messages are in ${log}). Mend what they "
      "name, ${kokkos_or_install}")
  endif()
endfunction()
