# The package: find_package(nopal) provides nopal::core and nopal_add_thorn(). It is in the build tree and in the install tree,
# at the same place. `cmake --install` takes only what the target `program` builds.

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/nopal)

install(TARGETS nopal_core EXPORT nopal_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS nopal_devices RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS nopal nopal_generate EXPORT nopal_targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT nopal_targets NAMESPACE nopal:: DESTINATION ${package_folder})
install(DIRECTORY core/api/nopal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nopal FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nopal FILES_MATCHING PATTERN "*.hpp" PATTERN api EXCLUDE)
install(DIRECTORY ${NOPAL_THORN_FOLDER} DESTINATION ${CMAKE_INSTALL_LIBDIR} USE_SOURCE_PERMISSIONS
        PATTERN "*.build" EXCLUDE)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY parfiles DESTINATION ${CMAKE_INSTALL_DATADIR}/nopal)
install(DIRECTORY ${CMAKE_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL FILES_MATCHING PATTERN "*.1.gz")
install(FILES scripts/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME nopal)

# The tools in Python get names that no other package has. They find their modules beside the file that the link names.
set(tools_folder ${CMAKE_INSTALL_DATADIR}/nopal/scripts)
install(DIRECTORY scripts/nopal_plot scripts/nopal_mesh DESTINATION ${tools_folder} FILES_MATCHING PATTERN "*.py")
install(FILES scripts/nopal_yt.py DESTINATION ${tools_folder})
install(PROGRAMS scripts/plot scripts/mesh scripts/airfoil-mesh DESTINATION ${tools_folder})
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
foreach(tool plot mesh airfoil-mesh)
  file(CREATE_LINK ../${tools_folder}/${tool} ${CMAKE_BINARY_DIR}/tools/nopal-${tool} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/tools/nopal-${tool} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

set(package_of_build ${CMAKE_BINARY_DIR}/${package_folder})
configure_package_config_file(cmake/nopalConfig.cmake.in ${package_of_build}/nopalConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${package_of_build}/nopalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/nopal_add_thorn.cmake ${package_of_build}/nopal_add_thorn.cmake COPYONLY)
export(EXPORT nopal_targets NAMESPACE nopal:: FILE ${package_of_build}/nopal_targets.cmake)
install(FILES ${package_of_build}/nopalConfig.cmake ${package_of_build}/nopalConfigVersion.cmake
              cmake/nopal_add_thorn.cmake DESTINATION ${package_folder})
