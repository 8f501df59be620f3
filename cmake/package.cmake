# The Debian package, which scripts/package makes with CPack from the install tree.

set(NOPAL_MAINTAINER "nopal developers <developers@nopal.invalid>" CACHE STRING "Who answers for the package: name and address")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nopal)
set(CPACK_PACKAGE_CONTACT "${NOPAL_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulation framework for machines with separate memories")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"A routine declares what it reads and writes and whether it runs on the device. nopal derives the rest: which copies happen between
host and device, when processes exchange ghosts, and what can be checked before a run starts. This package has the program, the
devices, the thorns of the tree, the headers and CMake package for thorns of one's own, and the tools that plot.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# The benchmarks are a component of their own, which is left out.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};nopal;Unspecified;/")

# dpkg-shlibdeps finds the libraries that files link to. mpirun, the font of pictures and Python are no libraries.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "openmpi-bin, fonts-dejavu-core, python3")
# What thorns of one's own are built with, an OpenCL device for all processors, and what the tools in Python use.
set(recommended
    g++ cmake make libopenmpi-dev libyaml-cpp-dev libfmt-dev pocl-opencl-icd
    python3-h5py python3-matplotlib python3-numpy python3-pil python3-yaml)
string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS ${recommended})
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, gmsh, python3-meshio, python3-netcdf4")
include(CPack)
