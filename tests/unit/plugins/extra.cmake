# Small plugins for the tests of the loader. Each wrong one has one mistake.
set(folder ${CMAKE_CURRENT_LIST_DIR}/libraries)
foreach(name good good_device rounding wrong_abi wrong_name missing_symbol null_plugin unresolved)
  add_library(test_plugin_${name} MODULE EXCLUDE_FROM_ALL ${folder}/${name}.cpp)
  nopal_plugin_settings(test_plugin_${name} ${name} ${CMAKE_BINARY_DIR}/tests/plugins ../../lib)
  target_include_directories(test_plugin_${name} PRIVATE ${folder})
  add_dependencies(unit_plugins test_plugin_${name})
endforeach()
