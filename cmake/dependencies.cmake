# Debian packages (packages.txt). Nothing is downloaded here.

find_package(yaml-cpp REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI REQUIRED COMPONENTS C)
find_package(OpenCL REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash>=0.8) # XXH3 is stable since then
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo-png>=1.16)

# Parallel HDF5. Debian has a package for OpenMPI, and another one for serial HDF5.
set(HDF5_PREFER_PARALLEL TRUE)
find_package(HDF5 REQUIRED COMPONENTS C)
if(NOT HDF5_IS_PARALLEL)
  message(FATAL_ERROR "HDF5 was found (${HDF5_INCLUDE_DIRS}) but is not parallel: install libhdf5-openmpi-dev")
endif()
# Thorns link to HDF5 alone, not to the libraries that HDF5 uses (compression, network).
set(NOPAL_HDF5_LIBRARIES ${HDF5_C_LIBRARIES})
list(FILTER NOPAL_HDF5_LIBRARIES INCLUDE REGEX "/libhdf5[^/]*$")

# PT-Scotch with 64-bit numbers. Its shared libraries have the same names as those with 32-bit numbers, so a program might
# load the wrong ones. Therefore the static ones are linked.
find_path(ptscotch_include ptscotch.h PATH_SUFFIXES scotch-int64 REQUIRED)
set(ptscotch_libraries "")
foreach(name ptscotch scotch ptscotcherr)
  find_library(ptscotch_${name} NAMES lib${name}.a PATH_SUFFIXES scotch-int64 REQUIRED)
  list(APPEND ptscotch_libraries ${ptscotch_${name}})
endforeach()
add_library(ptscotch INTERFACE)
target_include_directories(ptscotch SYSTEM INTERFACE ${ptscotch_include})
target_link_libraries(ptscotch INTERFACE ${ptscotch_libraries} m)

if(NOPAL_TESTS)
  find_package(GTest REQUIRED)
endif()
if(NOPAL_TESTS OR NOPAL_BENCH)
  # The system's Python has Debian's h5py, numpy and yaml. A user's own Python may not have them.
  find_program(NOPAL_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(NOT NOPAL_PYTHON)
    find_program(NOPAL_PYTHON python3 REQUIRED)
  endif()
endif()
