# Fails if docs/parameters.md differs from the reference that nopal writes from the declarations.
unset(ENV{NOPAL_THORN_PATH})
execute_process(COMMAND ${NOPAL} describe --reference OUTPUT_VARIABLE current COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PAGE} page)
if(NOT current STREQUAL page)
  message(FATAL_ERROR "${PAGE} is out of date: run scripts/reference")
endif()
