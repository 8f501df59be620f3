# What output thorns share has no library of its own.
target_sources(unit_io PRIVATE ${PROJECT_SOURCE_DIR}/io/common/finite.cpp)
