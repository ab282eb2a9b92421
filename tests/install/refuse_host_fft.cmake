# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Asks for Fourier transforms on hosts that cannot be had, and reads the sentences.

include("${CMAKE_CURRENT_LIST_DIR}/expect_sentence.cmake")
set(leftovers "${WORK_DIR}/build")

# A project of that one step.
file(REMOVE_RECURSE "${WORK_DIR}")
file(WRITE "${WORK_DIR}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)
project(siderum LANGUAGES CXX)
include(\"${SOURCE_DIR}/cmake/host_fft.cmake\")\n")
file(WRITE "${WORK_DIR}/other.tar.gz" "another package")
set(configure "${CMAKE_COMMAND}" -S "${WORK_DIR}" -B "${WORK_DIR}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}")
set(closed "${CMAKE_COMMAND}" -E env --unset=PIP_FIND_LINKS --unset=PIP_EXTRA_INDEX_URL
  PIP_CONFIG_FILE=/dev/null PIP_RETRIES=0 PIP_INDEX_URL=http://127.0.0.1:1/simple)

expect_sentence("SIDERUM_FFT is \"mkl\" (Fourier transforms on hosts are by ducc0, fftw or off)."
  ${configure} -DSIDERUM_FFT=mkl)
expect_sentence("Fourier transforms, could not be fetched (pip, which needs the network, says: "
  ${closed} ${configure})
expect_also("-DSIDERUM_DUCC0_PACKAGE=<file>, or set SIDERUM_FFT to fftw, with FFTW installed")
expect_sentence("other.tar.gz is not the source package ducc0-0.42.0 (its SHA-256 is "
  ${configure} "-DSIDERUM_DUCC0_PACKAGE=${WORK_DIR}/other.tar.gz")
