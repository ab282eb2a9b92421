# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Configures with Kokkos packages that cannot be used: those that are named are refused, and others
# passed over, with a sentence.

include("${CMAKE_CURRENT_LIST_DIR}/expect_sentence.cmake")
set(leftovers "${WORK_DIR}/build")

# A package of that name and no more; CUDA is of that language.
set(language CUDA)
function(write_kokkos devices)
  file(REMOVE_RECURSE "${WORK_DIR}")
  file(WRITE "${WORK_DIR}/kokkos/KokkosConfigVersion.cmake"
    "set(PACKAGE_VERSION 4.7.0)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  set(config "set(Kokkos_DEVICES \"${devices}\")\n")
  foreach(device IN LISTS devices)
    string(APPEND config "set(Kokkos_ENABLE_${device} ON)\n")
  endforeach()
  string(APPEND config
    "set(Kokkos_CUDA_ARCHITECTURES 90)\nset(Kokkos_HIP_ARCHITECTURES gfx90a)\n"
    "set(Kokkos_COMPILE_LANGUAGE ${language})\n")
  file(WRITE "${WORK_DIR}/kokkos/KokkosConfig.cmake" "${config}")
endfunction()

function(expect_refusal devices sentence)
  write_kokkos("${devices}")
  expect_sentence("${sentence}" "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build"
    -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DKokkos_DIR=${WORK_DIR}/kokkos" ${ARGN})
endfunction()

expect_refusal("OPENMP;CUDA;HIP" "has the device spaces CUDA and HIP at once")
expect_refusal("HPX" "has no host space that siderum serves (it has: HPX). Install one with")
# A host of one thread is no reason to stop: a note, and configuring goes on, here to a refusal.
set(refused -DSIDERUM_ENABLE_CUDA_KERNELS=ON)
expect_refusal("SERIAL" "(it has: SERIAL): hosts compute with one thread." ${refused})
expect_refusal("SERIAL" "SIDERUM_ENABLE_CUDA_KERNELS is on" ${refused})
expect_refusal("OPENMP;SERIAL" "has no CUDA space (it has: OPENMP;SERIAL). Install one with"
  -DSIDERUM_REQUIRE_SPACES=CUDA)
expect_refusal("OPENMP;SERIAL" "Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=OFF (https://kokkos.org/"
  -DSIDERUM_REQUIRE_SPACES=HIP)
expect_refusal("OPENMP" "Give a Kokkos with CUDA with -DKokkos_ROOT=<folder>, or turn it off."
  -DSIDERUM_ENABLE_CUDA_KERNELS=ON)
set(language CXX)
expect_refusal("OPENMP;HIP" "is for gfx90a, whose code gfx1100 does not run. Install one for"
  -DSIDERUM_REQUIRE_SPACES=HIP -DCMAKE_HIP_ARCHITECTURES=gfx1100)
set(language CUDA)
expect_refusal("OPENMP;SYCL" "has the device space SYCL (siderum serves CUDA and HIP).")

# What is found without being named; and here there is no way to build another.
set(closed "${CMAKE_COMMAND}" -E env --unset=PIP_FIND_LINKS --unset=PIP_EXTRA_INDEX_URL
  PIP_CONFIG_FILE=/dev/null PIP_RETRIES=0 PIP_INDEX_URL=http://127.0.0.1:1/simple)
function(expect_passed_over devices sentence)
  write_kokkos("${devices}")
  set(configure ${closed} "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build"
    -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DSIDERUM_DEPENDENCIES=${WORK_DIR}/made"
    ${ARGN})
  set(passed_over "The Kokkos in ${WORK_DIR}/kokkos is passed over: it ${sentence}")
  expect_sentence("${passed_over}" ${configure} "-DCMAKE_PREFIX_PATH=${WORK_DIR}/kokkos")
  expect_also("which holds Kokkos, could not be fetched (pip")
  expect_sentence("The Kokkos in ${WORK_DIR}/kokkos ${sentence}"
    ${configure} "-DKokkos_ROOT=${WORK_DIR}/kokkos")
endfunction()

expect_passed_over("HPX" "has no host space that siderum serves (it has: HPX).")
expect_passed_over("OPENMP;SERIAL" "has no CUDA space (it has: OPENMP;SERIAL)."
  -DSIDERUM_REQUIRE_SPACES=CUDA -DCMAKE_CUDA_ARCHITECTURES=90)
expect_passed_over("OPENMP;CUDA" "is for compute capability 90, whose code 80 does not run."
  -DSIDERUM_REQUIRE_SPACES=CUDA -DCMAKE_CUDA_ARCHITECTURES=80)
set(language CXX)  # by nvcc_wrapper
expect_passed_over("OPENMP;CUDA"
  "has CUDA compiled as C++ (siderum takes it for a language of CMake)."
  -DSIDERUM_REQUIRE_SPACES=CUDA -DCMAKE_CUDA_ARCHITECTURES=90)
