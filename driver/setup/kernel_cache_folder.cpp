#include "driver/setup/kernel_cache_folder.hpp"

#include <cstdlib>

namespace nopal {

KernelCacheFolder kernel_cache_folder() {
  if (const char* folder = std::getenv("NOPAL_CACHE"))
    return {folder, *folder == '\0' ? "NOPAL_CACHE is empty" : "NOPAL_CACHE says so"};
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return {std::string(cache) + "/nopal", "the default, in XDG_CACHE_HOME"};
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return {std::string(home) + "/.cache/nopal", "the default, in HOME"};
  return {"", "neither NOPAL_CACHE nor HOME is set"};
}

} // namespace nopal
