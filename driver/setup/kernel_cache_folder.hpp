#pragma once
// Where compiled kernels are kept.

#include <string>

namespace nopal {

struct KernelCacheFolder {
  std::string path;   ///< empty: they are not kept
  std::string origin; ///< what says so: "NOPAL_CACHE", "the default, in HOME", ...
};

/// $NOPAL_CACHE (empty: nowhere), else nopal in the user's cache folder.
KernelCacheFolder kernel_cache_folder();

} // namespace nopal
