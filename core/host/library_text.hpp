#pragma once
// Names and versions of the libraries behind host backends, for BackendTraits.

#include <fmt/format.h>

#include <string>
#include <version>

namespace nopal {

inline std::string standard_library_text() {
#ifdef _GLIBCXX_RELEASE
  return fmt::format("libstdc++ {}", _GLIBCXX_RELEASE);
#elif defined(_LIBCPP_VERSION)
  return fmt::format("libc++ {}", _LIBCPP_VERSION / 10000);
#else
  return "the C++ standard library";
#endif
}

/// Finds the version from the date of the specification that the compiler implements.
inline std::string openmp_text() {
#ifdef _OPENMP
  return fmt::format("OpenMP {}", _OPENMP >= 202111   ? "5.2"
                                  : _OPENMP >= 202011 ? "5.1"
                                  : _OPENMP >= 201811 ? "5.0"
                                  : _OPENMP >= 201511 ? "4.5"
                                  : _OPENMP >= 201307 ? "4.0"
                                                      : "3 or older");
#else
  return "no OpenMP in this build";
#endif
}

} // namespace nopal
