#include "core/generator/emit_recording.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/generator/accesses.hpp"
#include "core/generator/branches.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/kernel_text/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

struct Analysis {
  bool recordable = false;
  bool fixed_indices = true;
  bool complete = false;
};

Analysis analyse(const KernelDeclaration& kernel, const KernelText& text, const std::string& file) {
  std::vector<std::string> dats, integers;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.is_dat()) dats.push_back(argument.name);
    const bool is_scalar = argument.kind == ArgumentKind::integer && argument.source.find('@') != std::string::npos;
    if (is_scalar || (argument.is_dat() && argument.is_integer)) integers.push_back(argument.name);
  }
  std::vector<std::pair<std::string, int>> maps;
  for (const auto& [name, arity] : kernel.loop->maps) maps.emplace_back(split_name(name).name, arity);
  const FixedNames fixed = fixed_names(text.body, maps);
  const Branches branches = find_branches(text.body, dats, integers, fixed);
  Analysis analysis;
  // Functions have no dats, so that their branches hide no access. But a loop in them may never end.
  analysis.recordable = branches.recordable && !calls(text, "printf");
  for (const std::string_view functions : {own_text(file), shared_functions(file)})
    analysis.recordable &= find_branches(std::string(functions), {}, integers).recordable;
  for (const TextAccess& access : text_accesses(kernel, text))
    analysis.fixed_indices &= access.is_known || fixed.are_fixed(access.indices);
  analysis.complete = analysis.recordable && analysis.fixed_indices && branches.places.empty();
  return analysis;
}

// How the text uses a total. A total has no indices.
std::vector<TextAccess> total_accesses(const KernelDeclaration& kernel, const KernelText& text, std::size_t number) {
  const Tokens tokens(text.body);
  const Locations where(text.body, kernel.path);
  std::vector<TextAccess> accesses;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (!tokens[n].is_name() || tokens[n].text != kernel.arguments[number].name) continue;
    const TextUse use = use_at(tokens, n, n + 1);
    TextAccess& access = accesses.emplace_back();
    access.field = static_cast<int>(number);
    access.where = where(tokens[n].at);
    access.reads = use.reads;
    access.writes = use.writes;
  }
  return accesses;
}

std::string entry(const KernelDeclaration& kernel, const TextAccess& access) {
  const ArgumentDeclaration& of = kernel.arguments[static_cast<std::size_t>(access.field)];
  const bool has_target = of.axes == 2;
  return fmt::format("    {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", access.field, access.where.line,
                     access.where.column, string_literal(on_one_line(access.indices)), access.is_known, access.counts,
                     has_target ? access.offset[0] : std::max(of.target, 0), access.offset[has_target ? 1 : 0],
                     access.reads, access.writes);
}

} // namespace

std::string recording_loop(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  if (!analyse(kernel, text, file).recordable) return "";
  const auto value = [&](std::size_t n) {
    const ArgumentDeclaration& argument = kernel.arguments[n];
    if (!argument.is_dat()) return argument.name;
    return fmt::format("RecordedDat<{}, nopal::Access::{}>{{&nopal_recorder, {}, {}}}", type_of(argument),
                       to_string(argument.access), n, std::max(argument.target, 0));
  };
  const auto targets = [&](std::size_t m) {
    const int arity = kernel.loop->maps[m].second;
    return arity > 0 ? std::to_string(arity) : fmt::format("nopal_recorder.count({})", m);
  };
  return fmt::format("void nopal_recording([[maybe_unused]] const nopal::HostLoop& nopal_loop,\n"
                     "    [[maybe_unused]] nopal::LoopRecorder& nopal_recorder) {{\n{}{}    {}\n}}\n\n",
                     loop_numbers(kernel), element_totals(kernel), body_call(kernel, value, targets));
}

std::string loop_text(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  const Analysis analysis = analyse(kernel, text, file);
  std::vector<TextAccess> accesses = text_accesses(kernel, text);
  for (std::size_t n = 0; n < kernel.arguments.size(); ++n)
    if (kernel.arguments[n].is_total())
      for (const TextAccess& access : total_accesses(kernel, text, n)) accesses.push_back(access);
  std::string entries;
  for (const TextAccess& access : accesses) entries += entry(kernel, access);
  if (accesses.empty())
    entries = "    {-1, 0, 0, nullptr, false, false, 0, 0, false, false},\n"; // C++ has no empty arrays
  return fmt::format("const nopal::LoopTextAccess nopal_accesses[] = {{\n{}}};\n\n"
                     "const nopal::LoopText nopal_text{{{}, nopal_accesses, {}, {}, {}}};\n\n",
                     entries, analysis.recordable ? "nopal_recording" : "nullptr", accesses.size(),
                     analysis.fixed_indices, analysis.complete);
}

} // namespace nopal::emit
