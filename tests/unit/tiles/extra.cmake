# Adds support for declarations as text, and builds the thorn whose launches the test cuts into tiles.
block()
  set(NOPAL_THORN_FOLDER ${CMAKE_BINARY_DIR}/tests/thorns)
  set(sample ${CMAKE_CURRENT_LIST_DIR}/sample)
  nopal_add_thorn(pair DECLARATION ${sample}/pair.yaml KERNELS ${sample})
  add_dependencies(unit_tiles nopal_thorn_pair)
  target_compile_definitions(unit_tiles PRIVATE NOPAL_TEST_THORNS="${NOPAL_THORN_FOLDER}")
  target_sources(unit_tiles PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/schedule/world.cpp)
endblock()
