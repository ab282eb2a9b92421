# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The Python wheel pygenten carries Kokkos with OpenMP: headers, shared libraries, CMake package.

set(SIDERUM_KOKKOS_WHEEL "${siderum_BINARY_DIR}/kokkos-wheel" CACHE PATH
  "Folder that the Python wheel with Kokkos is installed into")
mark_as_advanced(SIDERUM_KOKKOS_WHEEL)

# The wheel holds C++ libraries for x86-64 Linux, which the Python that runs pip need not match.
function(siderum_install_kokkos_wheel)
  set(wheel "pygenten==0.1.5")
  set(kokkos_dir "${SIDERUM_KOKKOS_WHEEL}/pygenten/lib64/cmake/Kokkos")
  if(NOT EXISTS "${kokkos_dir}/KokkosConfig.cmake")
    message(STATUS "No Kokkos is installed; taking the one in the wheel ${wheel}")
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    execute_process(
      COMMAND "${Python3_EXECUTABLE}" -m pip install --quiet --disable-pip-version-check
        --root-user-action ignore --no-deps --only-binary=:all: --upgrade
        --implementation cp --python-version 3.11 --abi cp311 --platform manylinux_2_28_x86_64
        --target "${SIDERUM_KOKKOS_WHEEL}" "${wheel}"
      RESULT_VARIABLE failure ERROR_VARIABLE sentence)
    if(failure)
      message(FATAL_ERROR
        "No Kokkos was found, and the wheel ${wheel} could not be installed into "
        "${SIDERUM_KOKKOS_WHEEL} (${sentence}). Install Kokkos 4.6 or newer with OpenMP and name "
        "its folder with -DKokkos_ROOT=<folder>, or make `python3 -m pip` work.")
    endif()
  endif()
  set(Kokkos_DIR "${kokkos_dir}" CACHE PATH "Folder of KokkosConfig.cmake" FORCE)

  # One process must have one OpenMP runtime: the one that the wheel's libraries are linked with.
  # (clang brings its own, which stands before that one and serves its entry points too.)
  file(GLOB runtime "${SIDERUM_KOKKOS_WHEEL}/pygenten.libs/libgomp-*.so*")
  set(OpenMP_gomp_LIBRARY "${runtime}" CACHE FILEPATH "OpenMP runtime of the wheel" FORCE)
endfunction()
