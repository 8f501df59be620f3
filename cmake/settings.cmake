# Compiler settings, and the layout of the build tree. The install tree has the same layout.

option(NOPAL_TESTS "Build the tests" ON)
option(NOPAL_BENCH "Build the benchmarks" ON)
option(NOPAL_CUDA "Build the device cuda; it needs NVIDIA's headers (scripts/cuda-headers), but no GPU" ON)
# Another compiler may warn where this one does not, and so may this one with sanitizers. This should stop no user.
set(tested OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\." AND NOT NOPAL_SANITIZER)
  set(tested ON)
endif()
option(NOPAL_WERROR "Treat warnings as errors. The default is ON with the compiler that nopal is tested with" ${tested})
option(NOPAL_UNITY "Compile many source files as one. A build from nothing is faster, a build after a change slower" OFF)
set(NOPAL_SANITIZER "" CACHE STRING "Sanitizers to build with: address, undefined, or empty")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/archive)
# This folder holds thorns as <thorn>.yaml and lib<thorn>.so, devices as devices/lib<name>.so, and host backends as
# backends/lib<name>.so.
set(NOPAL_THORN_FOLDER ${CMAKE_BINARY_DIR}/lib/nopal)

# Programs and libraries find libraries relative to themselves, so the tree can be moved.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_LIBDIR lib)
include(GNUInstallDirs)

# Use only MPI's C interface.
add_compile_definitions(OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

# Without contraction all backends compute the same bits. Without errno the compiler can vectorise sqrt (docs/rules.md, Bits).
add_compile_options(-Wall -Wextra -Wpedantic -ffp-contract=off -fno-math-errno)
# g++ 12 warns of overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# clang warns if it cannot vectorise a loop with `omp simd`. g++ says nothing then. clang also warns of a deprecated function that
# std::stable_sort of g++ 12's library calls (LLVM issue 76515). g++ reports those that nopal calls.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-pass-failed> $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
endif()
if(NOPAL_WERROR)
  add_compile_options(-Werror)
endif()
# Sanitizers find little in kernels: the bounds-checked versions and oclgrind look for the same. So scripts/test builds with sanitizers
# the rest alone, and links the kernels of the release build. Whoever changes a header then builds release first.
set(NOPAL_KERNELS_OF "" CACHE PATH "Folder of a finished build of this tree whose compiled kernels this build links, or empty")
if(NOPAL_KERNELS_OF AND NOT EXISTS ${NOPAL_KERNELS_OF}/build.ninja)
  message(FATAL_ERROR "NOPAL_KERNELS_OF: there is no build in ${NOPAL_KERNELS_OF}; build it first, or give -DNOPAL_KERNELS_OF=")
endif()
set(NOPAL_SANITIZER_LEFT_OUT "" CACHE STRING "Checks of the sanitizers to leave out, as g++ names them, with commas")
if(NOPAL_SANITIZER)
  set(left_out ${NOPAL_SANITIZER_LEFT_OUT})
  # clang also compares the type of a function with that of the pointer that calls it. Functions of C that a library looks up by
  # name, such as those of cuFFT, have other types there.
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    list(APPEND left_out function)
    if(NOPAL_SANITIZER MATCHES address)
      add_compile_definitions(__SANITIZE_ADDRESS__) # as g++ has it
    endif()
  endif()
  if(left_out)
    list(JOIN left_out "," left_out)
    set(left_out -fno-sanitize=${left_out})
  endif()
  add_compile_options(-fsanitize=${NOPAL_SANITIZER} ${left_out} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${NOPAL_SANITIZER})
  # Debug information with relative paths is the same for all checkouts, so that ccache finds it.
  add_compile_options(-fdebug-prefix-map=${PROJECT_BINARY_DIR}=.)
  # The loader calls functions that choose a version of a function. They run before the sanitizers start.
  add_compile_definitions(NOPAL_NO_CLONES)
endif()

find_program(NOPAL_CCACHE ccache)
if(NOPAL_CCACHE)
  # Without the two kinds of sloppiness, ccache does not cache compilations with precompiled headers. With the base folder,
  # another checkout finds what this one has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${NOPAL_CCACHE})
endif()
if(NOPAL_SANITIZER MATCHES address)
  add_library(nopal_sanitizer_defaults OBJECT ${CMAKE_CURRENT_LIST_DIR}/sanitizer_defaults.cpp)
  link_libraries($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:nopal_sanitizer_defaults>>)
endif()
