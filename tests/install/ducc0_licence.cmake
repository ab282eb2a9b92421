# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# What was taken out of ducc0 may be passed on: each file is under the BSD-3-Clause licence, and its
# holders stand in the text that is installed.

file(READ "${DUCC0_FOLDER}/LICENCE" licence)
file(GLOB_RECURSE files RELATIVE "${DUCC0_FOLDER}" "${DUCC0_FOLDER}/src/*")
list(LENGTH files count)
if(count EQUAL 0)
  message(SEND_ERROR "There are no files in ${DUCC0_FOLDER}/src")
endif()
foreach(text IN ITEMS "Redistributions in binary form" "AS IS")
  if(NOT licence MATCHES "${text}")
    message(SEND_ERROR "The licence does not say \"${text}\"")
  endif()
endforeach()
foreach(name IN LISTS files)
  file(READ "${DUCC0_FOLDER}/${name}" text)
  if(NOT text MATCHES "/\\* SPDX-License-Identifier: BSD-3-Clause( OR |\n| \\*/)")
    message(SEND_ERROR "${name} is not under the BSD-3-Clause licence")
  endif()
  string(REGEX MATCHALL "Copyright \\(C\\) [^\n]+" holders "${text}")
  if(NOT holders)
    message(SEND_ERROR "${name} names no holder")
  endif()
  foreach(holder IN LISTS holders)
    string(FIND "${licence}" "${name}: ${holder}" position)
    if(position EQUAL -1)
      message(SEND_ERROR "The licence lacks \"${name}: ${holder}\"")
    endif()
  endforeach()
endforeach()
