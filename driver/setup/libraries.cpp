#include "driver/setup/libraries.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"
#include "core/files/existing_file.hpp"
#include "core/generator/fingerprint.hpp"
#include "core/kernel_text/characters.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernels/loop.hpp"
#include "core/kernels/stencil_kernel.hpp"
#include "core/plugins/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

namespace nopal {

namespace {

constexpr std::int64_t largest_text = std::int64_t{64} << 20; ///< bytes of a kernel

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

// The text as the generator reads it. Nothing if the file cannot be read.
std::optional<std::string> text_or_none(const std::string& path) {
  try {
    return without_byte_order_mark(file_text(path, largest_text));
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The place of a subject of a fingerprint in the declaration; if it has none, the file.
Location place_of(const std::string& subject, const ThornDeclaration& thorn) {
  for (const ItemDeclaration& item : thorn.schedule)
    if (subject == fmt::format("kernel \"{}\"", item.name) || subject == fmt::format("stencil \"{}\"", item.name))
      return item.where;
  for (const ParameterDeclaration& parameter : thorn.parameters)
    if (subject == fmt::format("parameter \"{}\"", parameter.name)) return parameter.where;
  return {thorn.path, 0, 0};
}

} // namespace

Libraries::Libraries(const Description& description, const SearchPath& path, ErrorList& errors) {
  open(description, path, errors);
  check_routines(description, errors);
  check_declarations(description, errors);
  connect_functions(description, errors);
}

void Libraries::open(const Description& description, const SearchPath& path, ErrorList& errors) {
  for (const ThornDeclaration& thorn : description.thorns) {
    const std::string library = path.thorn_library(thorn.name);
    if (library.empty()) {
      if (const std::string command = path.build_command("", thorn.name); !command.empty()) {
        errors.add(fmt::format(
            "the thorn \"{}\" is not built: run \"{}\", or scripts/run, which builds the thorns of a parfile",
            thorn.name, command));
        plugins_[thorn.name] = nullptr;
      }
      continue;
    }
    try {
      const Plugin& plugin = load_plugin(library, "thorn", thorn.name);
      plugins_[thorn.name] = &plugin;
      for (const Kernel* kernel : std::span(plugin.kernels, plugin.n_kernels))
        kernels_[thorn.name + "::" + kernel->name] = kernel;
      for (const LoopKernel* loop : std::span(plugin.loops, plugin.n_loops))
        loops_[thorn.name + "::" + loop->name] = loop;
    } catch (const Error& error) {
      errors.add(error.what());
      plugins_[thorn.name] = nullptr;
    }
  }
}

void Libraries::check_routines(const Description& description, ErrorList& errors) const {
  for (const Routine& routine : description.schedule.routines()) {
    if (routine.is_built_in() || routine.is_stencil()) continue;
    const bool is_kernel = routine.is_kernel || routine.is_loop();
    const std::string kind = is_kernel ? "kernel" : "function";
    const auto plugin = plugins_.find(routine.thorn);
    if (plugin == plugins_.end()) {
      const ThornDeclaration* thorn = find_thorn(description.thorns, routine.thorn);
      errors.add(routine.where, fmt::format("the {} \"{}\" is scheduled, but there is no lib{}.so beside {}: build the "
                                            "thorn with nopal_add_thorn({})",
                                            kind, routine.target, routine.thorn, thorn->path, routine.thorn));
      continue;
    }
    if (plugin->second == nullptr) continue;
    const bool exists = routine.is_kernel   ? kernels_.count(routine.kernel_name()) > 0
                        : routine.is_loop() ? loop(routine) != nullptr
                                            : find_function(*plugin->second, routine.target) != nullptr;
    if (exists) continue;
    if (is_kernel) {
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

const LoopKernel* Libraries::loop(const Routine& routine) const {
  const auto found = loops_.find(routine.full_name());
  return found == loops_.end() ? nullptr : found->second;
}

void (*Libraries::mesh(const ThornDeclaration& thorn) const)(MeshMaker&) {
  const auto plugin = plugins_.find(thorn.name);
  if (plugin != plugins_.end() && plugin->second != nullptr)
    for (const MeshEntry& entry : std::span(plugin->second->meshes, plugin->second->n_meshes))
      if (entry.name == thorn.mesh) return entry.function;
  throw Error(thorn.mesh_where, fmt::format("mesh: the library of {} has no function \"{}\" that makes a mesh; it is "
                                            "defined in C++ by NOPAL_MESH({})",
                                            thorn.name, thorn.mesh, thorn.mesh));
}

void Libraries::check_declarations(const Description& description, ErrorList& errors) const {
  for (const ThornDeclaration& thorn : description.thorns) {
    std::vector<ThornDeclaration> inherited;
    for (const std::string& name : thorn.inherits)
      if (const ThornDeclaration* other = find_thorn(description.thorns, name)) inherited.push_back(*other);
    const std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, inherited, errors);
    const auto plugin = plugins_.find(thorn.name);
    if (plugin == plugins_.end() || plugin->second == nullptr || plugin->second->fingerprint == nullptr) continue;
    for (const auto& [subject, text] : compare_fingerprints(fingerprint(thorn, kernels), plugin->second->fingerprint))
      errors.add(place_of(subject, thorn), fmt::format("the library of {} was built from another declaration of the {} "
                                                       "({}): build the thorn again",
                                                       thorn.name, subject, text));
  }
}

std::vector<Finding> Libraries::changed_texts() const {
  std::vector<Finding> findings;
  for (const auto& [name, kernel] : kernels_) {
    if (std::filesystem::path(kernel->path).extension() == ".yaml") continue; // the fingerprint holds this text
    const std::optional<std::string> text = text_or_none(kernel->path);
    if (!text) continue; // where the library runs, the text that it was built from need not exist
    const std::string functions_path = std::filesystem::path(kernel->path).replace_filename(functions_file).string();
    const std::string functions = text_or_none(functions_path).value_or("");
    if (text_hash(with_functions(functions, functions_path, *text)) == kernel->text_hash) continue;
    Finding& finding = findings.emplace_back();
    finding.severity = Severity::warning;
    finding.routine = name;
    finding.where.file = kernel->path;
    finding.text = fmt::format("runs as it was when its library was built; this text {}has changed since",
                               functions.empty() ? "" : "or " + functions_path + " ");
    finding.fix = fmt::format("build the thorn {} again", kernel->thorn);
  }
  return findings;
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
