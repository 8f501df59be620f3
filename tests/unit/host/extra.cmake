add_dependencies(unit_host nopal_backend_fibers)
target_sources(unit_host PRIVATE support/allocations.cpp)

# The same tests under Valgrind's memcheck, to which the plugin announces the stacks of fibers. Valgrind runs one thread at a
# time, so tests with a thousand threads and death tests are left out. Valgrind cannot run programs with sanitizers. If
# clang has compiled them, it reports mistakes inside of GoogleTest.
if(NOT NOPAL_SANITIZER AND NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  find_program(NOPAL_VALGRIND valgrind REQUIRED)
  add_test(NAME unit.host.valgrind
           COMMAND ${NOPAL_VALGRIND} --quiet --error-exitcode=9 --fair-sched=yes
                   --suppressions=${CMAKE_CURRENT_LIST_DIR}/valgrind.supp $<TARGET_FILE:unit_host>
                   --gtest_filter=-*DeathTest*:*TakeAsMany*:*ThousandsOfBlocks*)
  set_tests_properties(unit.host.valgrind PROPERTIES LABELS unit PROCESSORS 2 ENVIRONMENT OMP_NUM_THREADS=1)
endif()
