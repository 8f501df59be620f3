# world.cpp makes declarations from texts. The launches of the kernels of `pair` are cut into tiles. The stages of the
# stencils of `rows` compute rows in step, those of `columns` strips of columns.
block()
  set(NOPAL_THORN_FOLDER ${CMAKE_BINARY_DIR}/tests/thorns)
  nopal_add_thorn(pair DECLARATION ${CMAKE_CURRENT_LIST_DIR}/sample/pair.yaml KERNELS ${CMAKE_CURRENT_LIST_DIR}/sample)
  nopal_add_thorn(rows DECLARATION ${CMAKE_CURRENT_LIST_DIR}/rows/rows.yaml KERNELS ${CMAKE_CURRENT_LIST_DIR}/rows)
  nopal_add_thorn(columns DECLARATION ${CMAKE_CURRENT_LIST_DIR}/columns/columns.yaml
                  KERNELS ${CMAKE_CURRENT_LIST_DIR}/columns)
  add_dependencies(unit_tiles nopal_thorn_pair nopal_thorn_rows nopal_thorn_columns)
  target_compile_definitions(unit_tiles PRIVATE NOPAL_TEST_THORNS="${NOPAL_THORN_FOLDER}")
  target_sources(unit_tiles PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/schedule/world.cpp)
  # The tests compare with models that compute point by point: without optimisation they take 13 times as long.
  target_compile_options(unit_tiles PRIVATE -O1)
  set_target_properties(unit_tiles PROPERTIES DISABLE_PRECOMPILE_HEADERS ON) # those have no optimisation
endblock()
