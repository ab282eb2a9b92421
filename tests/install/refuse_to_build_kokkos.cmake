# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Lets a build of Kokkos fail in every way but that of its own sources, and reads the sentences.

include("${CMAKE_CURRENT_LIST_DIR}/expect_sentence.cmake")
set(leftovers "${WORK_DIR}/build" "${WORK_DIR}/kokkos")

# Configuring stops where no Kokkos is installed.
set(configure "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DSIDERUM_DEPENDENCIES=${WORK_DIR}"
  -DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON)
set(closed "${CMAKE_COMMAND}" -E env --unset=PIP_FIND_LINKS --unset=PIP_EXTRA_INDEX_URL
  PIP_CONFIG_FILE=/dev/null PIP_RETRIES=0 PIP_INDEX_URL=http://127.0.0.1:1/simple)
expect_sentence("could not be fetched (pip, which needs the network, says: " ${closed} ${configure})

file(REMOVE_RECURSE "${WORK_DIR}")
file(WRITE "${WORK_DIR}/python/pip/__init__.py" "")
file(WRITE "${WORK_DIR}/python/pip/__main__.py" "raise SystemExit('No module named pip')\n")
expect_sentence("could not be fetched (pip says: No module named pip). Make `python3"
  "${CMAKE_COMMAND}" -E env "PYTHONPATH=${WORK_DIR}/python" ${configure})

expect_sentence("which holds Kokkos, could not be fetched (no python3 was found). Make `python3"
  ${configure} -DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON)

file(WRITE "${WORK_DIR}/other.tar.gz" "another package")
expect_sentence("other.tar.gz is not the source package pygenten-0.1.5 (its SHA-256 is "
  ${configure} "-DSIDERUM_KOKKOS_PACKAGE=${WORK_DIR}/other.tar.gz")
expect_sentence("absent.tar.gz is not the source package pygenten-0.1.5 (its SHA-256 is no file,"
  ${configure} "-DSIDERUM_KOKKOS_PACKAGE=${WORK_DIR}/absent.tar.gz")

set(for_cuda ${configure} -DSIDERUM_REQUIRE_SPACES=CUDA)
expect_sentence("Kokkos cannot be built for CMAKE_CUDA_ARCHITECTURES=\"\" (it takes one of 70, 72,"
  ${for_cuda})
expect_sentence("Kokkos cannot be built for CMAKE_CUDA_ARCHITECTURES=\"80;90\" (it takes one of 70,"
  ${for_cuda} "-DCMAKE_CUDA_ARCHITECTURES=80\;90")
expect_sentence("Kokkos cannot be built for CMAKE_CUDA_ARCHITECTURES=\"61\" (it takes one of 70,"
  ${for_cuda} -DCMAKE_CUDA_ARCHITECTURES=61)
expect_sentence("Nothing can be compiled for NVIDIA GPUs (no nvcc was found). Install CUDA 12 or 13"
  ${for_cuda} -DCMAKE_CUDA_ARCHITECTURES=90-real "-DCMAKE_CUDA_COMPILER=${CMAKE_COMMAND}")
file(WRITE "${WORK_DIR}/nvcc"
  "#!/bin/sh\necho 'Cuda compilation tools, release 11.8, V11.8.89'\n")
file(CHMOD "${WORK_DIR}/nvcc" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
expect_sentence("${WORK_DIR}/nvcc is of CUDA 11.8.89 (it has no C++20, which comes with CUDA 12)."
  ${for_cuda} -DCMAKE_CUDA_ARCHITECTURES=90 "-DCMAKE_CUDA_COMPILER=${WORK_DIR}/nvcc")
expect_sentence("SIDERUM_REQUIRE_SPACES=\"SYCL\" (siderum builds it for CPUs, CUDA and HIP alone,"
  ${configure} -DSIDERUM_REQUIRE_SPACES=SYCL)

set(for_hip ${configure} -DSIDERUM_REQUIRE_SPACES=HIP)
expect_sentence("CMAKE_HIP_ARCHITECTURES=\"gfx900\" (it takes one of gfx906, gfx908, gfx90a,"
  ${for_hip} -DCMAKE_HIP_ARCHITECTURES=gfx900)
find_program(clang clang++-19)
if(clang)
  expect_sentence("${clang} cannot compile HIP for CMAKE_HIP_ARCHITECTURES=\"gfx942\" (it says: "
    ${for_hip} "-DCMAKE_CXX_COMPILER=${clang}" -DCMAKE_HIP_ARCHITECTURES=gfx942
    "-DSIDERUM_HIP_DEVICE_LIBRARIES=${WORK_DIR}")
endif()
find_program(gcc g++)
if(gcc)
  expect_sentence("HIP cannot be compiled (the compiler ${gcc} is no clang). Take one that compiles"
    ${for_hip} "-DCMAKE_CXX_COMPILER=${gcc}")
endif()
expect_sentence("SIDERUM_ENABLE_CUDA and SIDERUM_ENABLE_HIP are both on (a build serves the GPUs of"
  ${configure} -DSIDERUM_ENABLE_CUDA=ON -DSIDERUM_ENABLE_HIP=ON)

# Single functions.
function(expect_of_call sentence call)
  file(WRITE "${WORK_DIR}/call.cmake"
    "set(siderum_BINARY_DIR \"${WORK_DIR}\")\n"
    "include(\"${SOURCE_DIR}/cmake/build_kokkos.cmake\")\n" "${call}\n")
  expect_sentence("${sentence}" "${CMAKE_COMMAND}" -P "${WORK_DIR}/call.cmake")
endfunction()

set(graph "cudaGraphAddDependencies(graph, from, to, numDependencies)")
set(prefetch "cudaMemPrefetchAsync(devPtr, count, dstDevice, m_stream)")
foreach(header IN ITEMS "${graph}" "${prefetch}" "${graph} ${graph} ${prefetch}"
    "${graph} ${prefetch} ${prefetch}")
  file(WRITE "${WORK_DIR}/header.hpp" "${header}")
  expect_of_call("exactly once). Take nvcc 12, or install Kokkos 4.6"
    "siderum_kokkos_for_nvcc_13(\"${WORK_DIR}/header.hpp\")")
endforeach()
file(WRITE "${WORK_DIR}/header.hpp" "${graph};\n${prefetch};\n")
expect_of_call("header.hpp does not hold \"${graph}\" exactly once" "
  siderum_kokkos_for_nvcc_13(\"${WORK_DIR}/header.hpp\")
  siderum_kokkos_for_nvcc_13(\"${WORK_DIR}/header.hpp\")")
file(READ "${WORK_DIR}/header.hpp" header)
if(NOT header MATCHES "from, to, nullptr, num" OR NOT header MATCHES "dstDevice}, 0, m_stream")
  message(SEND_ERROR "The two calls were not replaced: ${header}")
endif()

expect_of_call("could not be built (the messages are in ${WORK_DIR}/kokkos/log). Mend what"
  "file(MAKE_DIRECTORY \"${WORK_DIR}/kokkos\")
  siderum_kokkos_step(built \"${CMAKE_COMMAND}\" --build \"${WORK_DIR}/absent\")")

# Kokkos Kernels come from the same package.
expect_of_call("name the right one with -DSIDERUM_KOKKOS_PACKAGE=<file>, or install Kokkos Kernels"
  "set(SIDERUM_KOKKOS_PACKAGE \"${WORK_DIR}/other.tar.gz\")
  set(SIDERUM_KOKKOS_IS_BUILT ON)
  set(SIDERUM_ENABLE_KOKKOS_KERNELS ON)
  set(SIDERUM_DEVICE_SPACE Kokkos::Cuda)
  include(\"${SOURCE_DIR}/cmake/find_kokkos_kernels.cmake\")")
# For AMD GPUs they are configured with rocBLAS where there is one.
file(WRITE "${WORK_DIR}/rocm/lib/cmake/rocblas/rocblas-config.cmake" "")
file(WRITE "${WORK_DIR}/package/pygenten-0.1.5/tpls/kokkos-kernels/LICENSE" "")
execute_process(COMMAND "${CMAKE_COMMAND}" -E tar cf package.tar pygenten-0.1.5
  WORKING_DIRECTORY "${WORK_DIR}/package")
foreach(case IN ITEMS "HIP;rocm;ON" "HIP;nowhere;OFF" "CUDA;rocm;OFF")
  list(POP_FRONT case space folder word)
  expect_of_call("-DKokkosKernels_ENABLE_TPL_ROCBLAS=${word};"
    "function(siderum_fetch_package variable)
      set(\${variable} \"${WORK_DIR}/package/package.tar\" PARENT_SCOPE)
    endfunction()
    function(siderum_kokkos_step)
      message(FATAL_ERROR \"\${ARGN}\")
    endfunction()
    set(CMAKE_PREFIX_PATH \"${WORK_DIR}/${folder}\")
    set(Kokkos_ENABLE_${space} ON)
    set(SIDERUM_KOKKOS_IS_BUILT ON)
    set(SIDERUM_ENABLE_KOKKOS_KERNELS ON)
    set(SIDERUM_DEVICE_SPACE Kokkos::${space})
    include(\"${SOURCE_DIR}/cmake/find_kokkos_kernels.cmake\")")
endforeach()
# Those of another Kokkos are not left aside in silence.
foreach(name IN ITEMS KokkosKernels_ROOT ENV{KokkosKernels_ROOT})
  expect_of_call("KokkosKernels_ROOT is /opt/kernels, but Kokkos was built in /built (Kokkos "
    "set(${name} /opt/kernels)
    set(SIDERUM_KOKKOS_IS_BUILT ON)
    set(Kokkos_DIR /built)
    set(SIDERUM_ENABLE_KOKKOS_KERNELS ON)
    set(SIDERUM_DEVICE_SPACE Kokkos::Cuda)
    include(\"${SOURCE_DIR}/cmake/find_kokkos_kernels.cmake\")")
endforeach()
