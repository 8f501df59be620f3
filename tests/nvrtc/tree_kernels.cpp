#include "tree_kernels.hpp"

#include "core/kernels/loop.hpp"
#include "core/launch/gather_kernel.hpp"
#include "tests/support/folders.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace nopal::test {

namespace {

std::set<std::filesystem::path> libraries() {
  std::set<std::filesystem::path> found;
  for (const std::string& folder : {build_folder() + "/lib/nopal", build_folder() + "/tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      // The declaration of a thorn lies in the same folder as its library.
      const std::filesystem::path& path = entry.path();
      if (path.string().starts_with(build_folder() + "/tests/install/")) continue; // copies
      const std::string name = path.stem().string();
      if (path.extension() != ".so" || !name.starts_with("lib")) continue;
      if (std::filesystem::exists(path.parent_path() / (name.substr(3) + ".yaml"))) found.insert(path);
    }
  }
  return found;
}

std::vector<const Plugin*> plugins() {
  std::vector<const Plugin*> all;
  for (const auto& path : libraries()) {
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const auto entry = reinterpret_cast<const Plugin* (*)()>(dlsym(library, plugin_symbol));
    const Plugin* found = entry == nullptr ? nullptr : entry();
    if (found == nullptr || found->abi != abi_version) {
      // Some libraries of tests/errors are wrong on purpose.
      if (path.string().starts_with(build_folder() + "/tests/errors/")) continue;
      throw std::runtime_error(path.string() + " exports no plugin of this nopal");
    }
    all.push_back(found);
  }
  return all;
}

} // namespace

bool long_tests() { return std::getenv("NOPAL_LONG_TESTS") != nullptr; }

std::vector<const Kernel*> tree_kernels() {
  std::vector<const Kernel*> kernels;
  for (const Plugin* plugin : plugins()) {
    kernels.insert(kernels.end(), plugin->kernels, plugin->kernels + plugin->n_kernels);
    for (int n = 0; n < plugin->n_loops; ++n)
      for (const Kernel* kernel : {plugin->loops[n]->device, plugin->loops[n]->atomics, plugin->loops[n]->staged})
        if (kernel != nullptr) kernels.push_back(kernel);
  }
  kernels.push_back(&gather_kernel());
  return kernels;
}

bool may_be_left_out(const Kernel& kernel) {
  const bool is_of_a_table =
      std::string_view(kernel.thorn) == "mol" && !std::string_view(kernel.name).starts_with("RK4");
  const std::string_view path = kernel.path;
  const auto is_below = [&](const char* folder) { return path.find(folder) != std::string_view::npos; };
  return !long_tests() && (is_below("/tests/errors/") || is_below("/tests/unit/") || is_of_a_table);
}

bool wanted_in_all_forms(const Kernel& kernel, std::span<const Kernel* const> kernels) {
  if (long_tests()) return true;
  const auto of_thorn = [&](const Kernel* each) { return std::string_view(each->thorn) == kernel.thorn; };
  return *std::ranges::find_if(kernels, of_thorn) == &kernel;
}

std::vector<const StencilKernel*> tree_stencils() {
  std::vector<const StencilKernel*> stencils;
  for (const Plugin* plugin : plugins())
    stencils.insert(stencils.end(), plugin->stencils, plugin->stencils + plugin->n_stencils);
  return stencils;
}

} // namespace nopal::test
