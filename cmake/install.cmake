# Installs the package. find_package(nopal) then provides nopal::core and nopal_add_thorn().

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/nopal)

install(TARGETS nopal_core EXPORT nopal_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS nopal nopal_generate EXPORT nopal_targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT nopal_targets NAMESPACE nopal:: DESTINATION ${package_folder})
install(DIRECTORY core/api/nopal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nopal FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nopal FILES_MATCHING PATTERN "*.hpp" PATTERN api EXCLUDE)
install(DIRECTORY ${NOPAL_THORN_FOLDER} DESTINATION ${CMAKE_INSTALL_LIBDIR} USE_SOURCE_PERMISSIONS)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY parfiles DESTINATION ${CMAKE_INSTALL_DATADIR}/nopal)

configure_package_config_file(cmake/nopalConfig.cmake.in ${CMAKE_BINARY_DIR}/nopalConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/nopalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/nopalConfig.cmake ${CMAKE_BINARY_DIR}/nopalConfigVersion.cmake
              cmake/nopal_add_thorn.cmake DESTINATION ${package_folder})
