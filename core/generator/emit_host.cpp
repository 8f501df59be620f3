#include "core/generator/emit_host.hpp"

#include "core/generator/accesses.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/kernel_text/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace nopal::emit {

namespace {

// The names of the shared arrays, and of the arrays that the kernel reads and writes.
std::vector<std::string> elements_that_change(const KernelDeclaration& kernel, const KernelText& text) {
  std::vector<std::string> names;
  for (const SharedArray& array : text.shared) names.push_back(array.name);
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_array() && argument.access == Access::readwrite) names.push_back(argument.name);
  return names;
}

// Gives the elements that a block kernel changes another name: nopal_put_tile. So the checked version returns a number
// where the body reads an element, and something to assign to where it writes one.
std::string with_marked_writes(const KernelDeclaration& kernel, const KernelText& text) {
  if (!kernel.block) return text.body;
  const std::vector<std::string> names = elements_that_change(kernel, text);
  const Tokens tokens(text.body);
  std::string result;
  std::size_t copied = 0;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (!tokens[n].is_name() || std::ranges::count(names, tokens[n].text) == 0) continue;
    const bool in_atomic = n > 1 && tokens[n - 1].is("(") && tokens[n - 2].text.starts_with("atomic_");
    if (!in_atomic && !use_at(tokens, n, after_indices(tokens, n)).writes) continue;
    result.append(text.body, copied, tokens[n].at - copied).append("nopal_put_");
    copied = tokens[n].at;
  }
  return result.append(text.body, copied);
}

// References to the shared arrays, and macros for them, for block_sync() and for elements that change, in both host
// versions.
std::string begin_host_shared(const KernelDeclaration& kernel, const KernelText& text) {
  if (!kernel.block) return "";
  std::string result, macros = "#define block_sync() nopal_thread.barrier->wait()\n";
  for (const SharedArray& array : text.shared) {
    const std::string memory = array.is_dynamic() ? "nopal_dynamic" : "nopal_shared_" + array.name;
    if (!array.is_dynamic())
      result += fmt::format("  [[maybe_unused]] auto& nopal_shared_{0} = nopal_arrays.{0};\n", array.name);
    macros += fmt::format("#define {0} shared_at<false>({1}, __LINE__)\n"
                          "#define nopal_put_{0} shared_at<true>({1}, __LINE__)\n",
                          array.name, memory);
  }
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_array() && argument.access == Access::readwrite)
      macros += fmt::format("#define nopal_put_{0} elements_of({0})\n", argument.name);
  return result + macros;
}

std::string end_host_shared(const KernelDeclaration& kernel, const KernelText& text) {
  if (!kernel.block) return "";
  std::string result = end_shared(kernel, text);
  for (const std::string& name : elements_that_change(kernel, text))
    result += fmt::format("#undef nopal_put_{}\n", name);
  return result;
}

} // namespace

namespace {

std::string_view refused_conversions(const KernelText& text) {
  const auto has_float32 = [](const std::string& of) { return std::ranges::count(names_in(of), "float32") > 0; };
  if (has_float32(text.body) || std::ranges::any_of(text.functions, has_float32, &HelperFunction::text)) return "";
  // clang's warning of this name also refuses a real as a condition, as in `if (speed)`, which the dialect allows.
  return "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic error \"-Wfloat-conversion\"\n#endif\n";
}

} // namespace

std::string begin_body(const KernelText& text) {
  return fmt::format("{}{}", begin_warnings, refused_conversions(text));
}

std::string begin_helpers(const KernelText& text) {
  return fmt::format("#if defined(__GNUC__)\n#pragma GCC diagnostic push\n#endif\n{}", refused_conversions(text));
}

std::string host_body(const KernelDeclaration& kernel, const KernelText& text) {
  std::string types, arguments;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    const std::string type = argument.has_shape() ? "nopal_type_" + argument.name : std::string(element_type(argument));
    if (argument.has_shape()) types += fmt::format("{}class {}", types.empty() ? "template <" : ", ", type);
    arguments += fmt::format(",\n    [[maybe_unused]] const {} {}", type, argument.name);
  }
  if (kernel.block) {
    arguments += ",\n    [[maybe_unused]] const nopal::BlockThread& nopal_thread";
    const auto add = [&](const char* type, const char* parameter) {
      types += fmt::format("{}class {}", types.empty() ? "template <" : ", ", type);
      arguments += fmt::format(",\n    {}", parameter);
    };
    if (has_static(text)) add("nopal_type_arrays", "nopal_type_arrays& nopal_arrays");
    if (text.dynamic() != nullptr) add("nopal_type_dynamic", "nopal_type_dynamic nopal_dynamic");
  }
  return types + (types.empty() ? "" : ">\n") + "inline __attribute__((always_inline)) void nopal_body(" +
         given_parameters(kernel, "[[maybe_unused]] ", true) + arguments + ") {\n" +
         constants_text(kernel, "[[maybe_unused]] ") + edges_text(text.body, "") + begin_host_shared(kernel, text) +
         begin_body(text) + body_text(kernel.path, with_marked_writes(kernel, text)) + std::string(end_warnings) +
         end_host_shared(kernel, text) + "}\n\n";
}

std::string host_call(const KernelDeclaration& kernel, const KernelText& text) {
  std::string call = "nopal_body(" + given_parameters(kernel, "", false);
  for (const ArgumentDeclaration& argument : kernel.arguments) call += ", " + argument.name;
  if (kernel.block) call += ", nopal_thread" + shared_values(text, "*nopal_arrays");
  return call + ");";
}

std::string plain_arguments(const KernelDeclaration& kernel) {
  std::string text;
  int field = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.has_shape()) {
      if (!argument.is_guarded)
        text += fmt::format("  const {} {}{{nopal_launch.fields[{}]}};\n", accessor(argument), argument.name, field);
      ++field;
    }
  return text;
}

std::string guarded_arguments(const KernelDeclaration& kernel) {
  std::string text;
  for (std::size_t field = 0; field < kernel.arguments.size(); ++field)
    if (const ArgumentDeclaration& argument = kernel.arguments[field]; argument.is_guarded)
      text += fmt::format("const Guarded<{}> {}{{nopal_launch, {}, {{i, j, k}}}};\n      ", accessor(argument),
                          argument.name, field);
  return text;
}

std::string launch_values(const KernelDeclaration& kernel) {
  std::string text = R"(  const nopal::KernelGrid& nopal_grid = *nopal_launch.grid;
  const double dx = nopal_grid.spacing[0], dy = nopal_grid.spacing[1], dz = nopal_grid.spacing[2];
  const double dt = nopal_launch.clock.dt, time = nopal_launch.clock.time;
  const long iteration = nopal_launch.clock.iteration, dimension = nopal_grid.dimension;
)";
  int reals = 0, integers = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.kind == ArgumentKind::real)
      text += fmt::format("  const double {} = nopal_launch.reals[{}];\n", argument.name, reals++);
    if (argument.kind == ArgumentKind::integer)
      text += fmt::format("  const long {} = nopal_launch.integers[{}];\n", argument.name, integers++);
  }
  return text;
}

} // namespace nopal::emit
