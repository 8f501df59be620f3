# Runs the parfile on the host and on OpenCL. At the end the temperature must be the exact solution up to rounding.
# usage: cmake -D nopal=PROGRAM -D parfile=FILE -P check.cmake

execute_process(COMMAND ${nopal} check ${parfile} RESULT_VARIABLE code OUTPUT_VARIABLE log)
if(NOT code EQUAL 0 OR NOT log MATCHES "nothing wrong found")
  message(FATAL_ERROR "nopal check ${parfile} ended with ${code}:\n${log}")
endif()

foreach(device none opencl)
  file(REMOVE_RECURSE ${device}) # an earlier run is never overwritten
  execute_process(COMMAND ${nopal} run ${parfile} --set accelerator.device=${device} --set driver.output=${device}
                  RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "nopal run ${parfile} on ${device} ended with ${code}")
  endif()
  # Columns: iteration, time, min, max.
  file(STRINGS ${device}/fourier-error.norms.tsv rows REGEX "^20[ \t]")
  if(NOT rows MATCHES "^20[ \t]+[^ \t]+[ \t]+([^ \t]+)[ \t]+([^ \t]+)$")
    message(FATAL_ERROR "no line of iteration 20 in fourier-error.norms.tsv: ${rows}")
  endif()
  message(STATUS "${device}: differs from the exact solution by ${CMAKE_MATCH_1} to ${CMAKE_MATCH_2}")
  foreach(difference ${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    if(difference LESS -1e-13 OR difference GREATER 1e-13)
      message(FATAL_ERROR "on ${device} the temperature differs from the exact solution by ${difference}")
    endif()
  endforeach()
endforeach()
