# Parts of io/termination and io/nan_checker. They do not use the tests' precompiled headers, so that clang-tidy reads them
# like all other files of their thorns.
set(watch_sources ${PROJECT_SOURCE_DIR}/io/termination/condition.cpp ${PROJECT_SOURCE_DIR}/io/nan_checker/find.cpp
    ${PROJECT_SOURCE_DIR}/io/nan_checker/news.cpp)
target_sources(unit_watch PRIVATE ${watch_sources})
set_source_files_properties(${watch_sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
