# Adds support for declarations as text.
target_sources(unit_plan PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/schedule/world.cpp)
