# Runs the parfile and compares with known results: the pulse is back at its first place, it is lower (upwind
# differences smear), it is nowhere negative, and the total is the same.
# usage: cmake -D nopal=PROGRAM -D parfile=FILE -P check.cmake

execute_process(COMMAND ${nopal} check ${parfile} RESULT_VARIABLE code OUTPUT_VARIABLE log)
if(NOT code EQUAL 0 OR NOT log MATCHES "nothing wrong found")
  message(FATAL_ERROR "nopal check ${parfile} ended with ${code}:\n${log}")
endif()

file(REMOVE_RECURSE output) # an earlier run is never overwritten
execute_process(COMMAND ${nopal} run ${parfile} --set driver.output=output RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "nopal run ${parfile} ended with ${code}")
endif()

# columns(file number result): column `number`, from 0, of the first and of the last row.
function(columns file number result)
  file(STRINGS ${file} rows REGEX "^[0-9]")
  list(GET rows 0 first)
  list(GET rows -1 last)
  foreach(row IN ITEMS "${first}" "${last}")
    string(REGEX REPLACE "[ \t]+" ";" values "${row}")
    list(GET values ${number} value)
    list(APPEND found ${value})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Columns: iteration, time, then the reductions or the value.
columns(output/advect-u.norms.tsv 0 iterations)
columns(output/advect-u.norms.tsv 2 lowest)
columns(output/advect-u.norms.tsv 3 highest)
columns(output/advect-total.tsv 2 totals)
list(GET iterations 1 iteration)
list(GET lowest 1 low)
list(GET highest 1 high)
list(GET totals 0 total_before)
list(GET totals 1 total)
message(STATUS "iteration ${iteration}: u between ${low} and ${high}; total ${total_before}, then ${total}")
if(NOT iteration EQUAL 400)
  message(FATAL_ERROR "the run ended at iteration ${iteration}, expected 400")
endif()
if(low LESS 0 OR high LESS 0.85 OR high GREATER 0.95)
  message(FATAL_ERROR "u lies between ${low} and ${high}, expected between 0 and about 0.9")
endif()
# sqrt(2 pi) width, up to the tails beyond the grid
if(total LESS 0.250661 OR total GREATER 0.250663 OR total_before LESS 0.250661 OR total_before GREATER 0.250663)
  message(FATAL_ERROR "the total was ${total_before} and is ${total}, expected 0.250662: the wind moves u, and the total must stay the same")
endif()
