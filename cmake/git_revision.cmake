# Writes a C++ file with the git revision of a source folder. If its text would be the same, the file is not written, so
# that nothing is compiled again.   usage: cmake -D source=FOLDER -D output=FILE -P git_revision.cmake

set(revision unknown)
find_program(git git)
if(git)
  # An unpacked archive of this project may lie inside a checkout of another one.
  execute_process(COMMAND ${git} -C ${source} rev-parse --show-toplevel
                  OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(top)
    file(REAL_PATH ${top} top)
  endif()
  file(REAL_PATH ${source} source)
  if(top STREQUAL source)
    execute_process(COMMAND ${git} -C ${source} rev-parse HEAD
                    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE code)
    execute_process(COMMAND ${git} --no-optional-locks -C ${source} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE code_of_status)
    if(code EQUAL 0 AND code_of_status EQUAL 0)
      set(revision ${head})
      if(changes)
        string(APPEND revision -dirty)
      endif()
    endif()
  endif()
endif()

set(text "#include \"driver/provenance/build.hpp\"

namespace nopal {
const char* git_revision() { return \"${revision}\"; }
} // namespace nopal
")
set(before "")
if(EXISTS ${output})
  file(READ ${output} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${output} "${text}")
endif()
