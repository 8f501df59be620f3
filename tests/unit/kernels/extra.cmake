# The tests run these kernels.
block()
  set(NOPAL_THORN_FOLDER ${CMAKE_BINARY_DIR}/tests/thorns)
  set(samples ${CMAKE_CURRENT_LIST_DIR}/samples)
  nopal_add_thorn(samples DECLARATION ${samples}/samples.yaml KERNELS ${samples})
  add_dependencies(unit_kernels nopal_thorn_samples)
  target_compile_definitions(unit_kernels PRIVATE NOPAL_TEST_THORNS="${NOPAL_THORN_FOLDER}"
                             NOPAL_TEST_COMPILER="${CMAKE_CXX_COMPILER}")
endblock()
if(NOPAL_SANITIZER)
  # These tests call the compiler, which sanitizers do not see. The build without sanitizers runs them.
  set_tests_properties(unit.kernels.all PROPERTIES ENVIRONMENT "OMP_WAIT_POLICY=passive;GTEST_FILTER=-GeneratedCode.*")
endif()
target_compile_options(unit_kernels PRIVATE -Wno-psabi) # as thorns have it, for vectors
