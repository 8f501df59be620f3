#include "library.hpp"

#include <dlfcn.h>

namespace nopal::cuda {

Library::Library(const std::vector<std::string>& candidates) {
  for (const std::string& candidate : candidates) {
    handle_ = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      path_ = candidate;
      return;
    }
    const char* reason = dlerror();
    why_ += (why_.empty() ? "" : "; ") + std::string(reason != nullptr ? reason : candidate + " does not open");
  }
}

void* Library::symbol(const char* name) const { return dlsym(handle_, name); }

} // namespace nopal::cuda
