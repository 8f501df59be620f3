# A thorn's library shows nothing but its functions.
target_sources(unit_checkpoint PRIVATE ${PROJECT_SOURCE_DIR}/io/checkpoint/checksum.cpp
  ${PROJECT_SOURCE_DIR}/io/checkpoint/contents.cpp ${PROJECT_SOURCE_DIR}/io/checkpoint/disk.cpp
  ${PROJECT_SOURCE_DIR}/io/checkpoint/series.cpp)
target_link_libraries(unit_checkpoint PRIVATE nlohmann_json::nlohmann_json PkgConfig::xxhash)
