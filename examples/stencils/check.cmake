# Runs the parfile and compares with known results: the haze has spread, but there is as much of it as before, and its
# optical depth at the ground follows from the haze, because that does not depend on the height.
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

# expect(variable row number lower upper): the number in a column, from 0, of the first (0) or last (-1) row of norms.
# Columns: iteration, time, min, max, sum and others.
function(expect variable row number lower upper)
  file(STRINGS output/haze-${variable}.norms.tsv rows REGEX "^[0-9]")
  list(GET rows ${row} text)
  string(REGEX REPLACE "[ \t]+" ";" values "${text}")
  list(GET values ${number} value)
  if(value LESS ${lower} OR value GREATER ${upper})
    message(FATAL_ERROR "${variable}: column ${number} of row ${row} is ${value}, expected ${lower} to ${upper}")
  endif()
endfunction()

expect(h -1 0 50 50)
# The outer boundary below and above keeps its values, so the largest one of all stays.
expect(h 0 3 0.9484 0.9485)
expect(h -1 3 0.9484 0.9485)
expect(h 0 4 422.2296 422.2297)
expect(h -1 4 422.2296 422.2297)
expect(change 0 3 0 0)
expect(change -1 3 0.0001 0.01)
# dz (1/2 + 5) + 3 dz 4 = 1.75 times the largest interior value: 0.94843 before, and 0.78241 after 50 steps
expect(depth 0 3 1.6597 1.6598)
expect(depth -1 3 1.3692 1.3693)
