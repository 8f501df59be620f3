target_sources(unit_check PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/schedule/world.cpp)
