#pragma once
// The folder for compiled kernels.

#include <string>

namespace nopal {

struct KernelCacheFolder {
  std::string path;   ///< empty: compiled kernels are not kept
  std::string origin; ///< why it is this path: "NOPAL_CACHE says so", "the default, in HOME", …
};

/// Returns $NOPAL_CACHE if it is set (empty: keep nothing), else "nopal" in the user's cache folder.
KernelCacheFolder kernel_cache_folder();

} // namespace nopal
