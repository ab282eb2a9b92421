# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Whether siderum can be built on a Kokkos that find_package has found.

include_guard(GLOBAL)

# Whether a GPU of one of the wanted compute capabilities runs code for one of the others: those of
# its major number that are not above its own. What is no number, or not known, is not judged.
function(siderum_runs_code_of compiled wanted variable)
  string(REGEX REPLACE "-(real|virtual)" "" compiled "${compiled}")
  string(REGEX REPLACE "-(real|virtual)" "" wanted "${wanted}")
  set(runs YES)
  if("${compiled}" MATCHES "^[0-9;]+$" AND "${wanted}" MATCHES "^[0-9;]+$")
    set(runs NO)
    foreach(code IN LISTS compiled)
      foreach(gpu IN LISTS wanted)
        math(EXPR majors_apart "${gpu} / 10 - ${code} / 10")
        if(majors_apart EQUAL 0 AND code LESS_EQUAL gpu)
          set(runs YES)
        endif()
      endforeach()
    endforeach()
  endif()
  set(${variable} ${runs} PARENT_SCOPE)
endfunction()

# siderum_kokkos_problem(<problem> <remedy>) sets both where it cannot, else empties them: what is
# wrong, to follow the words "The Kokkos in <folder>", and the one that is wanted.
function(siderum_kokkos_problem problem_variable remedy_variable)
  set(problem "")
  set(remedy "one with Kokkos_ENABLE_OPENMP=ON")
  set(device_spaces "")
  foreach(space IN ITEMS CUDA HIP SYCL OPENMPTARGET OPENACC)
    if(Kokkos_ENABLE_${space})
      list(APPEND device_spaces ${space})
    endif()
  endforeach()
  list(LENGTH device_spaces device_space_count)
  if(device_space_count GREATER 1)
    list(JOIN device_spaces " and " device_spaces)
    string(CONCAT problem "has the device spaces ${device_spaces} at once (siderum serves one "
      "device space in a build)")
    set(remedy "one with one of them")
  elseif(device_spaces AND NOT device_spaces MATCHES "^(CUDA|HIP)$")
    set(problem "has the device space ${device_spaces} (siderum serves CUDA and HIP)")
  elseif(NOT Kokkos_ENABLE_OPENMP AND NOT Kokkos_ENABLE_THREADS AND NOT Kokkos_ENABLE_SERIAL)
    set(problem "has no host space that siderum serves (it has: ${Kokkos_DEVICES})")
  elseif(Kokkos_ENABLE_HIP AND Kokkos_COMPILE_LANGUAGE STREQUAL "HIP")
    set(problem "takes HIP for a language of CMake (siderum compiles it as C++)")
    set(remedy "one with Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=OFF")
  elseif(Kokkos_ENABLE_CUDA AND Kokkos_COMPILE_LANGUAGE STREQUAL "CXX")
    set(problem "has CUDA compiled as C++ (siderum takes it for a language of CMake)")
    set(remedy "one with Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=ON")
  endif()
  foreach(space IN LISTS SIDERUM_REQUIRE_SPACES)
    if(NOT problem AND NOT Kokkos_ENABLE_${space})
      set(language "ON")
      if(space STREQUAL "HIP")  # which is no language of its own here
        set(language "OFF")
      endif()
      set(problem "has no ${space} space (it has: ${Kokkos_DEVICES})")
      string(CONCAT remedy "one with Kokkos_ENABLE_${space}=ON, Kokkos_ENABLE_OPENMP=ON and "
        "Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=${language}")
    endif()
  endforeach()
  if(NOT problem AND Kokkos_ENABLE_CUDA)
    siderum_runs_code_of("${Kokkos_CUDA_ARCHITECTURES}" "${CMAKE_CUDA_ARCHITECTURES}" runs)
    if(NOT runs)
      list(JOIN CMAKE_CUDA_ARCHITECTURES " and " wanted)
      string(CONCAT problem "is for compute capability ${Kokkos_CUDA_ARCHITECTURES}, whose code "
        "${wanted} does not run")
      string(CONCAT remedy "one for ${wanted}, or set "
        "CMAKE_CUDA_ARCHITECTURES=${Kokkos_CUDA_ARCHITECTURES}")
    endif()
  endif()
  if(NOT problem AND Kokkos_ENABLE_HIP AND CMAKE_HIP_ARCHITECTURES
      AND NOT CMAKE_HIP_ARCHITECTURES STREQUAL "${Kokkos_HIP_ARCHITECTURES}")
    list(JOIN CMAKE_HIP_ARCHITECTURES " and " wanted)
    set(problem "is for ${Kokkos_HIP_ARCHITECTURES}, whose code ${wanted} does not run")
    string(CONCAT remedy "one for ${wanted}, or set "
      "CMAKE_HIP_ARCHITECTURES=${Kokkos_HIP_ARCHITECTURES}")
  endif()
  # A build for CPUs alone takes another Kokkos for its module by itself (inner_builds.cmake).
  if(NOT problem AND SIDERUM_REQUIRE_SPACES AND SIDERUM_ENABLE_MODULE
      AND NOT SIDERUM_KOKKOS_IS_BUILT)
    get_target_property(type Kokkos::kokkoscore TYPE)
    set(fits YES)
    if(NOT type STREQUAL "STATIC_LIBRARY")
      set(fits NO)
    elseif(NOT Kokkos_ENABLE_HIP)  # what its compiler needs is not known yet
      include(kokkos_fits_modules)
      set(fits ${SIDERUM_KOKKOS_FITS_MODULES})
    endif()
    if(NOT fits)
      string(CONCAT problem "cannot be part of a module that a program loads (it is shared, or not "
        "position-independent)")
      set(remedy "one with BUILD_SHARED_LIBS=OFF and CMAKE_POSITION_INDEPENDENT_CODE=ON")
    endif()
  endif()
  set(${problem_variable} "${problem}" PARENT_SCOPE)
  set(${remedy_variable} "${remedy}" PARENT_SCOPE)
endfunction()
