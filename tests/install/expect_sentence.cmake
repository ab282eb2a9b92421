# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0

# expect_sentence(<sentence> <command>...) runs a command that must fail and say the sentence, in
# however many lines. What `leftovers` names goes before. expect_also reads what the last one said.
function(expect_sentence sentence)
  file(REMOVE_RECURSE ${leftovers})
  execute_process(COMMAND ${ARGN}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
  string(REGEX REPLACE "[ \n]+" " " errors "${errors}")
  set(said "${errors}" PARENT_SCOPE)
  string(FIND "${errors}" "${sentence}" position)
  if(status EQUAL 0 OR position EQUAL -1)
    message(SEND_ERROR "Expected \"${sentence}\", found: ${errors}")
  endif()
endfunction()

function(expect_also sentence)
  string(FIND "${said}" "${sentence}" position)
  if(position EQUAL -1)
    message(SEND_ERROR "Expected \"${sentence}\", found: ${said}")
  endif()
endfunction()
