# nopal_mpi_test(name ranks command...): adds a test that runs the command on `ranks` MPI processes. Each process has one
# thread. There may be more processes than cores, and root may run them, as in containers. A process that waits leaves its core to
# others.
set(NOPAL_MPIEXEC_FLAGS --oversubscribe --allow-run-as-root --bind-to none
    CACHE STRING "Options of ${MPIEXEC_EXECUTABLE} in the tests")

function(nopal_mpi_test name ranks)
  add_test(NAME ${name}
           COMMAND ${MPIEXEC_EXECUTABLE} ${NOPAL_MPIEXEC_FLAGS} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS mpi PROCESSORS ${ranks}
                       ENVIRONMENT "OMP_NUM_THREADS=1;POCL_MAX_PTHREAD_COUNT=1;OMPI_MCA_mpi_yield_when_idle=1")
endfunction()
