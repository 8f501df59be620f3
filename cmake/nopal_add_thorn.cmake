# Functions that build thorns, devices and host backends, inside the tree and with the package.
#
#   nopal_add_thorn(name [DECLARATION file] [KERNELS folder] [SOURCES file...] [LIBRARIES library...])
#
# Builds the thorn `name` as target nopal_thorn_<name>. Copies its declaration and builds its library lib<name>.so into
# NOPAL_THORN_FOLDER (default outside nopal's own tree: thorns/ in the current binary folder; put that folder on
# NOPAL_THORN_PATH). DECLARATION defaults to schedules/<name>.yaml of this tree, or else to <name>.yaml in this folder.
# KERNELS is the folder of the *.kernel files, by default this one. A thorn without kernels, methods and SOURCES has no
# library.
# If the thorn inherits from thorns whose declarations lie elsewhere, set NOPAL_THORN_SEARCH to their folders.
#
#   nopal_add_device(name SOURCES file... [LIBRARIES library...])
#
# Builds the device plugin `name`, devices/lib<name>.so, as target nopal_device_<name>.
#
#   nopal_add_backend(name SOURCES file... [LIBRARIES library...])
#
# Builds the host backend `name`, backends/lib<name>.so, as target nopal_backend_<name>.

set(NOPAL_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})
# g++ looks at the smallest integer divided by -1 only together with other overflows.
set(NOPAL_CHECKS bounds,integer-divide-by-zero,signed-integer-overflow,shift-exponent,float-cast-overflow)
set(NOPAL_CHECKED_OPTIONS -fsanitize=${NOPAL_CHECKS} -fno-sanitize-recover=${NOPAL_CHECKS})

# Settings of every plugin: no soname, hidden symbols, and a path to libnopal_core relative to the plugin.
function(nopal_plugin_settings target name folder core_from_there)
  # In a unity file, debug information names the place of one source less well.
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "\\.(generated|checked)\\.cpp(\\.o)?$")
  list(LENGTH sources n_sources)
  if(NOPAL_UNITY AND n_sources GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX lib SUFFIX .so NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY ${folder} CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    CXX_EXTENSIONS OFF BUILD_RPATH "$ORIGIN/${core_from_there}" INSTALL_RPATH "$ORIGIN/${core_from_there}")
  target_compile_features(${target} PRIVATE cxx_std_20)
  # The same bits on every backend. -fno-math-errno and -fno-trapping-math let sqrt and conditionals vectorise and change no result.
  # -Wpsabi tells that vectors are handed over in other ways by other versions of g++, or without AVX. All functions of generated code
  # that take vectors are inlined.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-psabi)
  if(TARGET nopal_core)
    target_link_libraries(${target} PRIVATE nopal_core)
  else()
    target_link_libraries(${target} PRIVATE nopal::core)
  endif()
endfunction()

# If the library is missing, nopal shows this command. The libraries of the tree are built when somebody needs them.
function(nopal_build_command folder name target)
  file(CONFIGURE OUTPUT ${folder}/${name}.build CONTENT "cmake --build ${CMAKE_BINARY_DIR} --target ${target}\n")
endfunction()

# The list of sources becomes the list of what the other build has made of them (NOPAL_KERNELS_OF in settings.cmake).
function(nopal_objects_of_other_build sources name)
  file(RELATIVE_PATH folder ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  set(objects)
  foreach(source IN LISTS ${sources})
    get_filename_component(file ${source} NAME)
    list(APPEND objects ${NOPAL_KERNELS_OF}/${folder}/CMakeFiles/nopal_thorn_${name}.dir/${file}.o)
  endforeach()
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
  set(${sources} ${objects} PARENT_SCOPE)
endfunction()

function(nopal_add_thorn name)
  cmake_parse_arguments(PARSE_ARGV 1 thorn "" "DECLARATION;KERNELS" "SOURCES;LIBRARIES")
  if(thorn_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nopal_add_thorn(${name}): unknown arguments ${thorn_UNPARSED_ARGUMENTS}; "
                        "known are DECLARATION, KERNELS, SOURCES, LIBRARIES")
  endif()
  set(tree_declaration ${NOPAL_CMAKE_FOLDER}/../schedules/${name}.yaml)
  if(thorn_DECLARATION)
    get_filename_component(declaration ${thorn_DECLARATION} ABSOLUTE)
  elseif(TARGET nopal_core AND EXISTS ${tree_declaration})
    get_filename_component(declaration ${tree_declaration} ABSOLUTE)
  else()
    set(declaration ${CMAKE_CURRENT_SOURCE_DIR}/${name}.yaml)
  endif()
  if(NOT EXISTS ${declaration})
    message(FATAL_ERROR "nopal_add_thorn(${name}): there is no file ${declaration}; write it, or give DECLARATION <file>")
  endif()
  if(NOT thorn_KERNELS)
    set(thorn_KERNELS .)
  endif()
  get_filename_component(kernel_folder ${thorn_KERNELS} ABSOLUTE)
  file(GLOB kernels CONFIGURE_DEPENDS ${kernel_folder}/*.kernel)
  if(NOT NOPAL_THORN_FOLDER)
    set(NOPAL_THORN_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/thorns)
  endif()

  configure_file(${declaration} ${NOPAL_THORN_FOLDER}/${name}.yaml COPYONLY)
  # The stages of methods are kernels, too. Their texts follow from the declaration.
  file(STRINGS ${declaration} methods REGEX "^methods:" LIMIT_COUNT 1)
  if(NOT kernels AND NOT methods AND NOT thorn_SOURCES)
    return()
  endif()
  nopal_build_command(${NOPAL_THORN_FOLDER} ${name} nopal_thorn_${name})

  # Folders of declarations to inherit from: the thorn's own, this tree or package, and those that the user names.
  get_filename_component(declaration_folder ${declaration} DIRECTORY)
  set(search ${declaration_folder} ${NOPAL_THORN_SEARCH})
  if(TARGET nopal_generate)
    set(generator nopal_generate)
    get_filename_component(schedules ${NOPAL_CMAKE_FOLDER}/../schedules ABSOLUTE)
    list(APPEND search ${schedules})
  else()
    set(generator nopal::generate)
    get_filename_component(thorns_of_package ${NOPAL_CMAKE_FOLDER}/../../nopal ABSOLUTE)
    list(APPEND search ${NOPAL_THORN_FOLDER} ${thorns_of_package})
  endif()
  list(REMOVE_DUPLICATES search)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}.generated.cpp)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${generator} thorn ${declaration} --kernels ${kernel_folder} --output ${generated}
            --depfile ${generated}.d --search ${search}
    DEPENDS ${declaration} ${kernels} ${generator}
    DEPFILE ${generated}.d
    COMMENT "Generating kernels of thorn ${name}"
    VERBATIM)

  # The bounds-checked versions of kernels are compiled apart, with the compiler's checks of local arrays, divisions, sums and
  # products of integers, shifts, and reals that become integers. core/kernels/fault_handlers.hpp reports what these checks find.
  set(checked)
  set_source_files_properties(${generated} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(kernels OR methods)
    set(checked ${CMAKE_CURRENT_BINARY_DIR}/${name}.checked.cpp)
    file(CONFIGURE OUTPUT ${checked} CONTENT "#include \"${name}.generated.cpp\"\n")
    # These versions look for mistakes, so they need not be fast, and they take half the time to compile without most optimisations.
    set_source_files_properties(${checked} PROPERTIES OBJECT_DEPENDS ${generated}
      COMPILE_DEFINITIONS NOPAL_CHECKED_VERSIONS COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-O1>;${NOPAL_CHECKED_OPTIONS}")
    # Where a parameter decides between formulas, g++ can make a loop for each of them. By default it does so for very short
    # loops only, and otherwise each point computes all formulas.
    set(unswitch "$<$<CXX_COMPILER_ID:GNU>:--param=max-unswitch-insns=1000>")
    # The compiler computes constants itself, so no check sees that they do not fit.
    set(constants "$<$<CXX_COMPILER_ID:GNU>:-Werror=overflow>")
    set_source_files_properties(${generated} PROPERTIES COMPILE_DEFINITIONS NOPAL_OTHER_VERSIONS
      COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-O3>;${unswitch};${constants}")
  endif()

  set(kernel_sources ${generated} ${checked})
  if(NOPAL_KERNELS_OF)
    nopal_objects_of_other_build(kernel_sources ${name})
  endif()
  add_library(nopal_thorn_${name} MODULE ${kernel_sources} ${thorn_SOURCES})
  if(NOPAL_KERNELS_OF)
    add_custom_target(nopal_thorn_${name}_text DEPENDS ${generated})
    add_dependencies(nopal_thorn_${name} nopal_thorn_${name}_text)
    set_target_properties(nopal_thorn_${name} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
  nopal_plugin_settings(nopal_thorn_${name} ${name} ${NOPAL_THORN_FOLDER} ..)
  target_link_libraries(nopal_thorn_${name} PRIVATE OpenMP::OpenMP_CXX ${thorn_LIBRARIES})
endfunction()

# Builds a plugin that is no thorn: kind "device" into devices/, kind "backend" into backends/.
function(nopal_add_plugin kind name)
  cmake_parse_arguments(PARSE_ARGV 2 plugin "" "" "SOURCES;LIBRARIES")
  if(plugin_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nopal_add_${kind}(${name}): unknown arguments ${plugin_UNPARSED_ARGUMENTS}; "
                        "known are SOURCES, LIBRARIES")
  endif()
  if(NOT NOPAL_THORN_FOLDER)
    set(NOPAL_THORN_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/thorns)
  endif()
  nopal_build_command(${NOPAL_THORN_FOLDER}/${kind}s ${name} nopal_${kind}_${name})
  add_library(nopal_${kind}_${name} MODULE ${plugin_SOURCES})
  nopal_plugin_settings(nopal_${kind}_${name} ${name} ${NOPAL_THORN_FOLDER}/${kind}s ../..)
  target_link_libraries(nopal_${kind}_${name} PRIVATE ${plugin_LIBRARIES})
endfunction()

function(nopal_add_device name)
  nopal_add_plugin(device ${name} ${ARGN})
endfunction()

function(nopal_add_backend name)
  nopal_add_plugin(backend ${name} ${ARGN})
endfunction()
