# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Kokkos Kernels, of which devices take their matrix products: one that is installed beside an
# installed Kokkos, with whatever vendor's library it was built with, else its headers from the
# source package that holds Kokkos too, which call rocBLAS where there is one. Nothing of it is
# compiled before it is used, so that these are all that is kept. Sets SIDERUM_HAS_KOKKOS_KERNELS,
# SIDERUM_KOKKOS_KERNELS_ORIGIN, and SIDERUM_KOKKOS_KERNELS_TARGET or
# SIDERUM_KOKKOS_KERNELS_INCLUDE_DIR, with SIDERUM_HAS_ROCBLAS where what includes these headers
# needs roc::rocblas.

set(SIDERUM_HAS_KOKKOS_KERNELS OFF)
set(SIDERUM_KOKKOS_KERNELS_TARGET "")
set(SIDERUM_KOKKOS_KERNELS_INCLUDE_DIR "")
set(SIDERUM_HAS_ROCBLAS OFF)

# siderum_make_kokkos_kernels(<variable>) puts the folder of the headers for the Kokkos that was
# found into the variable.
function(siderum_make_kokkos_kernels variable)
  set(kokkos_subject "Kokkos Kernels")
  string(CONCAT kokkos_or_install "or install Kokkos Kernels 4.4 or newer and name its folder with "
    "-DKokkosKernels_ROOT=<folder>, or do without its products with "
    "-DSIDERUM_ENABLE_KOKKOS_KERNELS=OFF.")
  # What it is configured by.
  set(recipe "${kokkos_package_sha256};${Kokkos_DIR};${Kokkos_VERSION};${Kokkos_DEVICES}")
  if(SIDERUM_HAS_ROCBLAS)
    string(APPEND recipe ";${rocblas_DIR};${rocblas_VERSION}")
  endif()
  string(SHA256 kind "${recipe}")
  string(SUBSTRING "${kind}" 0 8 kind)
  set(prefix "${kokkos_folder}/kernels-${kind}")
  set(${variable} "${prefix}/include" PARENT_SCOPE)
  # Of two runs of CMake at once, one builds and the other waits.
  file(MAKE_DIRECTORY "${kokkos_folder}")
  file(LOCK "${kokkos_folder}/lock" GUARD FUNCTION)
  if(EXISTS "${prefix}")
    return()
  endif()

  # Moved to its place when it is whole.
  set(work "${kokkos_folder}/unfinished")
  set(sources "${work}/${kokkos_package}/tpls/kokkos-kernels")
  set(made "${work}/kernels")
  file(REMOVE_RECURSE "${work}")
  siderum_fetch_package(package NAME pygenten VERSION 0.1.5 SHA256 ${kokkos_package_sha256}
    HOLDS "Kokkos Kernels" SIZE "17 MB" FOLDER "${kokkos_folder}"
    OPTION SIDERUM_KOKKOS_PACKAGE OTHERWISE "${kokkos_or_install}")
  file(ARCHIVE_EXTRACT INPUT "${package}" DESTINATION "${work}"
    PATTERNS "${kokkos_package}/tpls/kokkos-kernels/*")
  set(options -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF
    -DCMAKE_CXX_STANDARD=20 -DCMAKE_CUDA_STANDARD=20
    -DKokkosKernels_ENABLE_ALL_COMPONENTS=OFF -DKokkosKernels_ENABLE_COMPONENT_BATCHED=ON
    -DKokkosKernels_ENABLE_COMPONENT_BLAS=ON -DKokkosKernels_ADD_DEFAULT_ETI=OFF)
  foreach(library IN ITEMS CUBLAS CUSPARSE CUSOLVER ROCSPARSE ROCSOLVER)
    list(APPEND options -DKokkosKernels_ENABLE_TPL_${library}=OFF)
  endforeach()
  list(APPEND options "-DKokkosKernels_ENABLE_TPL_ROCBLAS=${SIDERUM_HAS_ROCBLAS}")
  if(SIDERUM_HAS_ROCBLAS)  # which is looked for there by a name in capitals
    list(APPEND options "-DROCBLAS_DIR=${rocblas_DIR}" "-Dhip_DIR=${hip_DIR}")
  endif()
  # Its one source that is compiled is linked with Kokkos.
  string(STRIP "${CMAKE_CXX_FLAGS} ${SIDERUM_HIP_FLAGS}" CMAKE_CXX_FLAGS)
  foreach(name IN ITEMS CMAKE_TOOLCHAIN_FILE CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_CUDA_COMPILER
      CMAKE_CUDA_HOST_COMPILER CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    if(${name})
      list(APPEND options "-D${name}=${${name}}")
    endif()
  endforeach()
  message(STATUS "Taking out the headers of Kokkos Kernels, once, to ${prefix}")
  siderum_kokkos_step("configured" "${CMAKE_COMMAND}" -S "${sources}" -B "${work}/build"
    -G "${CMAKE_GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}"
    "-DKokkos_DIR=${Kokkos_DIR}" ${options} "-DCMAKE_INSTALL_PREFIX=${made}")
  siderum_kokkos_step("built" "${CMAKE_COMMAND}" --build "${work}/build" --config Release
    --target install)
  file(REMOVE_RECURSE "${made}/lib" "${made}/lib64" "${made}/bin")
  file(COPY "${sources}/LICENSE" DESTINATION "${made}")
  file(RENAME "${made}" "${prefix}")
  file(REMOVE_RECURSE "${work}")
endfunction()

if(SIDERUM_ENABLE_KOKKOS_KERNELS AND SIDERUM_DEVICE_SPACE)
  set(SIDERUM_HAS_KOKKOS_KERNELS ON)
  set(named_kernels "${KokkosKernels_ROOT}")
  if(named_kernels STREQUAL "")
    set(named_kernels "$ENV{KokkosKernels_ROOT}")
  endif()
  # What was installed with another Kokkos does not go with one that was built.
  if(NOT SIDERUM_KOKKOS_IS_BUILT)
    find_package(KokkosKernels 4.4 CONFIG QUIET)
  elseif(named_kernels)
    message(FATAL_ERROR
      "KokkosKernels_ROOT is ${named_kernels}, but Kokkos was built in ${Kokkos_DIR} (Kokkos "
      "Kernels go with the Kokkos that they were built with). Name that one too, in "
      "KOKKOS_CUDA_ROOT, KOKKOS_HIP_ROOT or with -DKokkos_ROOT=<folder>, or leave out "
      "KokkosKernels_ROOT.")
  endif()
  if(named_kernels AND NOT KokkosKernels_FOUND)
    message(FATAL_ERROR
      "KokkosKernels_ROOT is ${named_kernels}, where no Kokkos Kernels 4.4 or newer was found "
      "(that goes with the Kokkos in ${Kokkos_DIR}). Name its folder, or leave out "
      "KokkosKernels_ROOT.")
  endif()
  if(KokkosKernels_FOUND)
    set(SIDERUM_KOKKOS_KERNELS_TARGET Kokkos::kokkoskernels)
    set(SIDERUM_KOKKOS_KERNELS_ORIGIN "${KokkosKernels_VERSION} (${KokkosKernels_DIR})")
  else()
    if(Kokkos_ENABLE_HIP)
      find_package(rocblas CONFIG QUIET GLOBAL PATHS "$ENV{ROCM_PATH}" /opt/rocm)
    endif()
    if(rocblas_FOUND)
      set(SIDERUM_HAS_ROCBLAS ON)
    endif()
    siderum_make_kokkos_kernels(SIDERUM_KOKKOS_KERNELS_INCLUDE_DIR)
    set(SIDERUM_KOKKOS_KERNELS_ORIGIN
      "4.4.0 (headers of pygenten 0.1.5 in ${SIDERUM_KOKKOS_KERNELS_INCLUDE_DIR})")
    if(SIDERUM_HAS_ROCBLAS)
      string(APPEND SIDERUM_KOKKOS_KERNELS_ORIGIN
        " with rocBLAS ${rocblas_VERSION} (${rocblas_DIR})")
    endif()
  endif()
endif()
