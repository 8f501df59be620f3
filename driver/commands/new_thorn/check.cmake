# Runs the parfile and checks two results: the mean temperature does not change, and the error against the exact
# solution is small. usage: cmake -D nopal=PROGRAM -D parfile=FILE -P check.cmake

execute_process(COMMAND ${nopal} check ${parfile} RESULT_VARIABLE code OUTPUT_VARIABLE log)
if(NOT code EQUAL 0 OR NOT log MATCHES "nothing wrong found")
  message(FATAL_ERROR "nopal check ${parfile} ended with ${code}:\n${log}")
endif()

file(REMOVE_RECURSE output) # an earlier run is never overwritten
execute_process(COMMAND ${nopal} run ${parfile} --set driver.output=output RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "nopal run ${parfile} ended with ${code}")
endif()

# last_row(file result): sets `result` to the columns of the last row, as a list.
function(last_row file result)
  file(STRINGS ${file} rows)
  list(POP_BACK rows row)
  string(REGEX REPLACE "[ \t]+" ";" columns "${row}")
  set(${result} ${columns} PARENT_SCOPE)
endfunction()

# Columns: iteration, time, average, norm_inf.
last_row(output/@thorn@-temperature.norms.tsv temperature)
last_row(output/@thorn@-error.norms.tsv error)
list(GET temperature 0 iteration)
list(GET temperature 2 average)
list(GET error 3 largest_error)
message(STATUS "iteration ${iteration}: mean temperature ${average}, largest error ${largest_error}")
if(NOT iteration EQUAL 200)
  message(FATAL_ERROR "the run ended at iteration ${iteration}, expected 200")
endif()
if(average LESS 0.999999999999 OR average GREATER 1.000000000001)
  message(FATAL_ERROR "the mean temperature is ${average}, expected 1: heat is not conserved")
endif()
if(NOT largest_error LESS 0.002)
  message(FATAL_ERROR "the largest error is ${largest_error}, expected less than 0.002")
endif()
