#include "core/generator/program.hpp"

#include "core/declarations/reference.hpp"
#include "core/generator/accesses.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/kernel_text/characters.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr const char* usage =
    "usage: nopal-generate thorn DECLARATION.yaml --output FILE.cpp [--kernels FOLDER] [--depfile FILE]\n"
    "                      [--search FOLDER...]\n"
    "Writes the C++ source of a thorn's library: its kernels in all versions and the exported symbol.\n"
    "  --kernels  the folder of the <kernel>.kernel files (default: the folder of the declaration)\n"
    "  --depfile  the file that lists all files that were read, in the syntax of make\n"
    "  --search   folders with the declarations of the thorns that this one inherits from; the first match is used\n"
    "       nopal-generate keys | stage-keys\n"
    "Prints the keys of a schedule item, or of a stage of a stencil, as the table of docs/thorn-reference.md.\n";

struct Options {
  std::string declaration, output, kernels, depfile;
  std::vector<std::string> search;
};

Options read_options(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments[0] != "thorn") throw Error(usage);
  Options options;
  options.declaration = arguments[1];
  for (std::size_t n = 2; n < arguments.size(); ++n) {
    std::string* const value = arguments[n] == "--output"    ? &options.output
                               : arguments[n] == "--kernels" ? &options.kernels
                               : arguments[n] == "--depfile" ? &options.depfile
                                                             : nullptr;
    if (arguments[n] == "--search") {
      while (n + 1 < arguments.size() && !arguments[n + 1].starts_with("--")) options.search.push_back(arguments[++n]);
    } else if (value == nullptr || n + 1 == arguments.size()) {
      throw Error(fmt::format("nopal-generate: \"{}\" is {}\n{}", arguments[n],
                              value == nullptr ? "not an option" : "an option that needs a value", usage));
    } else {
      *value = arguments[++n];
    }
  }
  if (options.output.empty()) throw Error(fmt::format("nopal-generate: --output is missing\n{}", usage));
  if (options.kernels.empty()) options.kernels = fs::path(options.declaration).parent_path().string();
  return options;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw Error(fmt::format("{}: cannot be read", path));
  return text;
}

std::string read_kernel(const std::string& path) { return without_byte_order_mark(read_file(path)); }

// Writes the whole file or nothing, because the next build would take a half-written file for up to date.
void write_file(const std::string& path, const std::string& text) {
  const std::string unfinished = path + ".unfinished";
  std::ofstream file(unfinished, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(fmt::format("{}: cannot be written", unfinished));
  fs::rename(unfinished, path);
}

std::optional<std::string> find_declaration(const std::string& thorn, const Options& options) {
  for (const std::string& folder : options.search) {
    const fs::path path = fs::path(folder) / (thorn + ".yaml");
    if (fs::exists(path)) return path.string();
  }
  return std::nullopt;
}

// Reads the declarations of the thorns that this thorn inherits from. Its kernels may use their variables and
// parameters, and no others.
std::vector<ThornDeclaration> read_inherited(const ThornDeclaration& thorn, const Options& options,
                                             std::vector<std::string>& read, ErrorList& errors) {
  std::vector<ThornDeclaration> inherited;
  for (const std::string& name : thorn.inherits) {
    const std::optional<std::string> path = find_declaration(name, options);
    if (!path) {
      errors.add(
          Location{thorn.path, 0, 0},
          fmt::format("thorn {} inherits {}, but no {}.yaml was found in {}: add its folder to the CMake variable "
                      "NOPAL_THORN_SEARCH",
                      thorn.name, name, name, fmt::join(options.search, ", ")));
      continue;
    }
    read.push_back(*path);
    inherited.push_back(read_thorn(*path, errors));
  }
  return inherited;
}

void generate(const Options& options) {
  ErrorList errors;
  std::vector<std::string> read = {options.declaration};
  const ThornDeclaration thorn = read_thorn(options.declaration, errors);
  errors.raise_if_any();
  const std::vector<ThornDeclaration> inherited = read_inherited(thorn, options, read, errors);
  errors.raise_if_any(); // what a wrong declaration should have provided only looks missing
  std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, inherited, errors);
  std::vector<std::string> bodies;
  const std::string functions_path = (fs::path(options.kernels) / functions_file).lexically_normal().string();
  std::string functions;
  if (fs::exists(functions_path)) {
    read.push_back(functions_path);
    functions = read_kernel(functions_path);
    check_functions(functions, functions_path, errors);
  }
  for (KernelDeclaration& kernel : kernels) {
    if (!kernel.text.empty()) {
      bodies.push_back(kernel.text);
      if (!kernel.lacks_arguments) check_body(kernel, bodies.back(), errors);
      continue;
    }
    kernel.path = (fs::path(options.kernels) / kernel.path).lexically_normal().string();
    if (kernel.path == functions_path) {
      errors.add(kernel.where,
                 fmt::format("kernel {}: {} holds the helper functions of the thorn's kernels: rename the "
                             "kernel",
                             kernel.name, functions_file));
      continue;
    }
    if (!fs::exists(kernel.path)) {
      errors.add(kernel.where, fmt::format("kernel {} has no text: {} does not exist", kernel.name, kernel.path));
      continue;
    }
    read.push_back(kernel.path);
    bodies.push_back(with_functions(functions, functions_path, read_kernel(kernel.path)));
    if (kernel.lacks_arguments) continue;
    check_body(kernel, bodies.back(), errors);
    if (!kernel.loop) mark_guarded_fields(kernel, bodies.back());
  }
  errors.raise_if_any();
  write_file(options.output, library_source(thorn, kernels, bodies, stencil_declarations(thorn, inherited, kernels)));
  if (options.depfile.empty()) return;
  write_file(options.depfile, fmt::format("{}: {}\n", options.output, fmt::join(read, " ")));
}

} // namespace

int generator_program(int n, char** arguments) {
  try {
    if (n == 2 && std::string_view(arguments[1]) == "keys")
      std::fputs(item_key_table().c_str(), stdout);
    else if (n == 2 && std::string_view(arguments[1]) == "stage-keys")
      std::fputs(stage_key_table().c_str(), stdout);
    else
      generate(read_options({arguments + 1, arguments + n}));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

} // namespace nopal
