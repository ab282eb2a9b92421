# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# What does the Fourier transforms on hosts: FFTW, or the headers for them in the source package of
# the Python module ducc0. Of that package only these headers are taken out, which are under the
# BSD-3-Clause licence or the GPL, as one likes; the rest is under the GPL alone.

set(SIDERUM_FFT ducc0 CACHE STRING
  "Fourier transforms on hosts: ducc0 (fetched, BSD-3-Clause), fftw (installed, GPL) or off")
set_property(CACHE SIDERUM_FFT PROPERTY STRINGS ducc0 fftw off)
set(SIDERUM_DUCC0_PACKAGE "" CACHE FILEPATH
  "Source package ducc0-0.42.0.tar.gz, where pip cannot fetch it")
mark_as_advanced(SIDERUM_DUCC0_PACKAGE)

include("${CMAKE_CURRENT_LIST_DIR}/dependencies_folder.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/fetch_package.cmake")
set(ducc0_folder "${SIDERUM_DEPENDENCIES}/ducc0")

# siderum_extract_ducc0(<variable>) puts the folder of ducc0/ into the variable; beside it lies the
# licence, which goes with every binary.
function(siderum_extract_ducc0 variable)
  set(stem ducc0-0.42.0)
  set(made "${ducc0_folder}/${stem}")
  set(${variable} "${made}/src" PARENT_SCOPE)
  file(MAKE_DIRECTORY "${ducc0_folder}")
  file(LOCK "${ducc0_folder}/lock" GUARD FUNCTION)
  if(EXISTS "${made}/LICENCE")
    return()
  endif()
  siderum_fetch_package(package NAME ducc0 VERSION 0.42.0
    SHA256 4e11c59b53a43355b053aebb2a62ee16eebeed026575f7d216cf09d437ce52ef
    HOLDS "Fourier transforms" SIZE "0.4 MB" FOLDER "${ducc0_folder}"
    OPTION SIDERUM_DUCC0_PACKAGE
    OTHERWISE "or set SIDERUM_FFT to fftw, with FFTW installed, or off.")
  set(files fft/fft.h fft/fft1d_impl.h infra/aligned_array.h infra/error_handling.h infra/mav.h
    infra/misc_utils.h infra/simd.h infra/string_utils.h infra/threading.cc infra/threading.h
    infra/useful_macros.h math/cmplx.h math/unity_roots.h)
  list(TRANSFORM files PREPEND "${stem}/src/ducc0/")
  file(ARCHIVE_EXTRACT INPUT "${package}" DESTINATION "${ducc0_folder}" PATTERNS ${files})
  # One file has the text of all, and its own holders; the others' follow.
  file(READ "${made}/src/ducc0/fft/fft1d_impl.h" licence)
  string(FIND "${licence}" "#ifndef" end)
  string(SUBSTRING "${licence}" 0 ${end} licence)
  foreach(name IN LISTS files)
    file(STRINGS "${ducc0_folder}/${name}" lines REGEX "Copyright \\(C\\)")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*Copyright" "Copyright" line "${line}")
      string(APPEND licence "${name}: ${line}\n")
    endforeach()
  endforeach()
  file(WRITE "${made}/LICENCE" "${licence}")
endfunction()

if(SIDERUM_FFT STREQUAL "ducc0")
  siderum_extract_ducc0(SIDERUM_DUCC0_INCLUDE_DIR)
  list(APPEND SIDERUM_LIBRARIES "ducc0 0.42.0 (${SIDERUM_DUCC0_INCLUDE_DIR})")
elseif(SIDERUM_FFT STREQUAL "fftw")
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET GLOBAL fftw3)
  pkg_check_modules(FFTWF REQUIRED IMPORTED_TARGET GLOBAL fftw3f)
  list(APPEND SIDERUM_LIBRARIES "FFTW ${FFTW_VERSION} (${FFTW_LIBDIR})")
elseif(NOT SIDERUM_FFT STREQUAL "off")
  message(FATAL_ERROR
    "SIDERUM_FFT is \"${SIDERUM_FFT}\" (Fourier transforms on hosts are by ducc0, fftw or off). "
    "Set it to one of these.")
endif()
