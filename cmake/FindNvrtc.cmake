# Finds NVIDIA's driver API header, NVRTC's header and NVRTC, in a CUDA Toolkit or in .deps/cuda (scripts/cuda-headers).
# The build of the cuda plugin needs the headers. The plugin and the tests open the library at run time; nothing links to it.
#
#   nvrtc::headers    include folder of cuda.h and nvrtc.h
#   NVRTC_LIBRARY     path of libnvrtc
#
# NOPAL_CUDA_FOLDER can name another folder, with include/ and lib64/ or lib/.

set(NOPAL_CUDA_FOLDER "" CACHE PATH "Folder with cuda.h, nvrtc.h and libnvrtc; empty: look for one")

if(NOPAL_CUDA_FOLDER)
  set(nvrtc_roots ${NOPAL_CUDA_FOLDER})
else()
  set(nvrtc_roots $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda /usr ${PROJECT_SOURCE_DIR}/.deps/cuda)
endif()

# Take all three from the first folder that has them: header and library must have the same version.
unset(NVRTC_INCLUDE_FOLDER)
unset(NVRTC_LIBRARY)
foreach(root IN LISTS nvrtc_roots)
  file(GLOB libraries ${root}/lib64/libnvrtc.so* ${root}/lib/libnvrtc.so* ${root}/lib/*-linux-gnu/libnvrtc.so*)
  if(EXISTS ${root}/include/cuda.h AND EXISTS ${root}/include/nvrtc.h AND libraries)
    set(NVRTC_INCLUDE_FOLDER ${root}/include)
    list(GET libraries 0 NVRTC_LIBRARY)
    break()
  endif()
endforeach()

list(JOIN nvrtc_roots ", " nvrtc_reason)
string(CONCAT nvrtc_reason "None of ${nvrtc_reason} has include/cuda.h, include/nvrtc.h and a libnvrtc. "
                           "Run scripts/cuda-headers, which brings them without a GPU or a driver, or set NOPAL_CUDA=OFF to "
                           "build nopal without the device cuda.")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nvrtc REQUIRED_VARS NVRTC_LIBRARY NVRTC_INCLUDE_FOLDER
                                  REASON_FAILURE_MESSAGE ${nvrtc_reason})

if(Nvrtc_FOUND AND NOT TARGET nvrtc::headers)
  add_library(nvrtc::headers INTERFACE IMPORTED)
  set_target_properties(nvrtc::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${NVRTC_INCLUDE_FOLDER})
endif()
