# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Source packages of Python modules, in which libraries of C++ come whole, and which pip fetches.

include_guard(GLOBAL)

# siderum_fetch_package(<variable> NAME <name> VERSION <version> SHA256 <digest> HOLDS <what> SIZE
# <size> FOLDER <folder> OPTION <variable of the cache> OTHERWISE <what else a user may do>) puts
# the file into the variable: the one that the option names, else one in the folder, fetched where
# it is not there yet. (Before it hands one out, pip asks what the package depends on, and fetches
# the small tools that answer.)
function(siderum_fetch_package variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg ""
    "NAME;VERSION;SHA256;HOLDS;SIZE;FOLDER;OPTION;OTHERWISE" "")
  set(stem "${arg_NAME}-${arg_VERSION}")
  set(package "${${arg_OPTION}}")
  if(NOT package)
    set(package "${arg_FOLDER}/${stem}.tar.gz")
    if(NOT EXISTS "${package}")
      message(STATUS "Fetching ${stem}, which holds ${arg_HOLDS} (${arg_SIZE})")
      siderum_download_package("${package}")
    endif()
  endif()
  set(sha256 "no file")
  if(EXISTS "${package}")
    file(SHA256 "${package}" sha256)
  endif()
  if(NOT sha256 STREQUAL arg_SHA256)
    message(FATAL_ERROR
      "${package} is not the source package ${stem} (its SHA-256 is ${sha256}, not "
      "${arg_SHA256}). Remove it, or name the right one with -D${arg_OPTION}=<file>, "
      "${arg_OTHERWISE}")
  endif()
  set(${variable} "${package}" PARENT_SCOPE)
endfunction()

# Of the caller's package: it comes to its place when it is whole.
function(siderum_download_package package)
  set(download "${arg_FOLDER}/unfinished-${stem}")
  find_package(Python3 QUIET COMPONENTS Interpreter)
  set(failure "no python3 was found")
  if(Python3_FOUND)
    execute_process(
      COMMAND "${Python3_EXECUTABLE}" -m pip download --quiet --disable-pip-version-check
        --no-deps --no-binary ${arg_NAME} --dest "${download}" ${arg_NAME}==${arg_VERSION}
      RESULT_VARIABLE failure OUTPUT_VARIABLE output ERROR_VARIABLE output)
  endif()
  if(failure)
    if("${output}" MATCHES "ERROR: ([^\n]+)")
      set(failure "pip, which needs the network, says: ${CMAKE_MATCH_1}")
    elseif("${output}" MATCHES "([^\n]+)")
      set(failure "pip says: ${CMAKE_MATCH_1}")
    endif()
    message(FATAL_ERROR
      "The source package ${stem}, which holds ${arg_HOLDS}, could not be fetched (${failure}). "
      "Make `python3 -m pip download ${arg_NAME}==${arg_VERSION}` work, or name the package with "
      "-D${arg_OPTION}=<file>, ${arg_OTHERWISE}")
  endif()
  file(RENAME "${download}/${stem}.tar.gz" "${package}")
  file(REMOVE_RECURSE "${download}")
endfunction()
