#include "driver/setup/libraries.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"
#include "core/generator/generator.hpp"
#include "core/kernels/stencil_kernel.hpp"
#include "core/plugins/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace nopal {

namespace {

std::vector<std::string> function_names(const Plugin& plugin) {
  std::vector<std::string> names;
  for (const FunctionEntry& entry : std::span(plugin.functions, plugin.n_functions)) names.emplace_back(entry.name);
  return names;
}

const FunctionEntry* find_function(const Plugin& plugin, const std::string& name) {
  for (const FunctionEntry& entry : std::span(plugin.functions, plugin.n_functions))
    if (entry.name == name) return &entry;
  return nullptr;
}

const ThornDeclaration* find_thorn(const std::vector<ThornDeclaration>& thorns, const std::string& name) {
  const auto found = std::find_if(thorns.begin(), thorns.end(), [&](const auto& thorn) { return thorn.name == name; });
  return found == thorns.end() ? nullptr : &*found;
}

bool same_extents(const std::vector<std::string>& declared, const char* const (&compiled)[3], const char* missing) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const char* wanted = axis < declared.size() ? declared[axis].c_str() : missing;
    const char* found = compiled[axis];
    if ((wanted == nullptr) != (found == nullptr)) return false;
    if (wanted != nullptr && std::string_view(wanted) != found) return false;
  }
  return true;
}

// Compares the properties that only block kernels have. Returns the difference as text; empty if there is none.
std::string difference_of_blocks(const std::optional<BlockDeclaration>& declared, const KernelBlocks* compiled) {
  if (!declared || compiled == nullptr)
    return declared.has_value() == (compiled != nullptr) ? "" : "only one of the two declarations has threads:";
  if (!same_extents(declared->threads, compiled->threads, "1")) return "threads: differs";
  if (!same_extents(declared->points, compiled->points, declared->points.empty() ? nullptr : "1") ||
      declared->region.value_or(Region::none) != compiled->region)
    return "over: or the regions under writes: differ";
  if (declared->shared != (compiled->shared != nullptr ? compiled->shared : "")) return "shared: differs";
  return {};
}

std::optional<Extent> extent_of(const KernelArgument& argument) {
  return argument.has_extent ? std::optional(argument.extent) : std::nullopt;
}

// Returns the first difference between the declaration and the compiled kernel as text; empty if there is none.
std::string difference(const KernelDeclaration& declared, const Kernel& compiled) {
  const std::span arguments(compiled.arguments, compiled.n_arguments);
  for (std::size_t i = 0; i < std::max(arguments.size(), declared.arguments.size()); ++i) {
    if (i >= arguments.size()) return "the library lacks " + declared.arguments[i].source;
    if (i >= declared.arguments.size()) return std::string("the library also uses ") + arguments[i].source;
    const ArgumentDeclaration& argument = declared.arguments[i];
    if (argument.source != arguments[i].source)
      return fmt::format("{} is declared, but the library has {} in its place", argument.source, arguments[i].source);
    if (argument.kind != arguments[i].kind || argument.access != arguments[i].access)
      return argument.source + " is declared with another access or type";
    if (argument.extent != extent_of(arguments[i])) return argument.source + " is declared with another extent";
  }
  if (declared.of_stage != compiled.of_stage) return "only one of the two declarations has it in a stage of a stencil";
  if (declared.order != compiled.order) return "order: differs";
  return difference_of_blocks(declared.block, compiled.blocks);
}

} // namespace

Libraries::Libraries(const Description& description, const SearchPath& path, ErrorList& errors) {
  open(description, path, errors);
  check_routines(description, errors);
  check_kernels(description, errors);
  connect_functions(description, errors);
}

void Libraries::open(const Description& description, const SearchPath& path, ErrorList& errors) {
  for (const ThornDeclaration& thorn : description.thorns) {
    const std::string library = path.thorn_library(thorn.name);
    if (library.empty()) continue;
    try {
      const Plugin& plugin = load_plugin(library, "thorn", thorn.name);
      plugins_[thorn.name] = &plugin;
      for (const Kernel* kernel : std::span(plugin.kernels, plugin.n_kernels))
        kernels_[thorn.name + "::" + kernel->name] = kernel;
    } catch (const Error& error) {
      errors.add(error.what());
      plugins_[thorn.name] = nullptr;
    }
  }
}

void Libraries::check_routines(const Description& description, ErrorList& errors) const {
  for (const Routine& routine : description.schedule.routines()) {
    if (routine.is_built_in() || routine.is_stencil()) continue;
    const std::string kind = routine.is_kernel ? "kernel" : "function";
    const auto plugin = plugins_.find(routine.thorn);
    if (plugin == plugins_.end()) {
      const ThornDeclaration* thorn = find_thorn(description.thorns, routine.thorn);
      errors.add(routine.where, fmt::format("the {} \"{}\" is scheduled, but there is no lib{}.so beside {}: build the "
                                            "thorn with nopal_add_thorn({})",
                                            kind, routine.target, routine.thorn, thorn->path, routine.thorn));
      continue;
    }
    if (plugin->second == nullptr) continue;
    const bool exists = routine.is_kernel ? kernels_.count(routine.full_name()) > 0
                                          : find_function(*plugin->second, routine.target) != nullptr;
    if (exists) continue;
    if (routine.is_kernel) {
      errors.add(routine.where, fmt::format("the library of {} has no kernel for \"{}\": it was built from an older "
                                            "declaration; build the thorn again",
                                            routine.thorn, routine.name));
    } else {
      errors.add(routine.where,
                 fmt::format("the library of {} has no function \"{}\"{}; it is defined in C++ by "
                             "NOPAL_FUNCTION({})",
                             routine.thorn, routine.target,
                             did_you_mean(routine.target, function_names(*plugin->second)), routine.target));
    }
  }
}

void Libraries::check_kernels(const Description& description, ErrorList& errors) const {
  for (const ThornDeclaration& thorn : description.thorns) {
    std::vector<ThornDeclaration> inherited;
    for (const std::string& name : thorn.inherits)
      if (const ThornDeclaration* other = find_thorn(description.thorns, name)) inherited.push_back(*other);
    for (const KernelDeclaration& declared : kernel_declarations(thorn, inherited, errors)) {
      const auto compiled = kernels_.find(thorn.name + "::" + declared.name);
      if (compiled == kernels_.end()) continue;
      const std::string found = difference(declared, *compiled->second);
      if (!found.empty())
        errors.add(declared.where, fmt::format("the library of {} was built from another declaration of the kernel "
                                               "\"{}\" ({}): build the thorn again",
                                               thorn.name, declared.name, found));
    }
  }
}

void Libraries::connect_functions(const Description& description, ErrorList& errors) {
  for (const ThornDeclaration& thorn : description.thorns) {
    const auto plugin = plugins_.find(thorn.name);
    if (plugin != plugins_.end() && plugin->second == nullptr) continue;
    for (const FunctionDeclaration& function : thorn.provides) {
      const ProvidedEntry* found = nullptr;
      if (plugin != plugins_.end())
        for (const ProvidedEntry& entry : std::span(plugin->second->provided, plugin->second->n_provided))
          if (entry.name == function.name) found = &entry;
      const std::string signature = fold_blanks(function.signature);
      if (found == nullptr) {
        errors.add(function.where, fmt::format("{} declares that it provides \"{}\", but its library has no such "
                                               "function: define it with NOPAL_PROVIDE({}, \"{}\", …)",
                                               thorn.name, function.name, function.name, function.signature));
      } else if (fold_blanks(found->signature) != signature) {
        errors.add(function.where,
                   fmt::format("{} declares \"{}\" as {}, but its library defines it as {}: make them the same",
                               thorn.name, function.name, function.signature, found->signature));
      } else {
        provided_[function.name] = {thorn.name, signature, found->address};
      }
    }
  }
}

const StencilKernel* Libraries::stencil(const Routine& routine) const {
  const auto plugin = plugins_.find(routine.thorn);
  if (plugin == plugins_.end() || plugin->second == nullptr) return nullptr;
  for (const StencilKernel* stencil : std::span(plugin->second->stencils, plugin->second->n_stencils))
    if (stencil->name == routine.name) return stencil;
  return nullptr;
}

ThornFunction Libraries::function(const Routine& routine) const {
  return find_function(*plugins_.at(routine.thorn), routine.target)->function;
}

} // namespace nopal
