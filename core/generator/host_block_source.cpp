#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_host.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

std::string checked_arguments(const KernelDeclaration& kernel) {
  std::string text = "  nopal::BlockChecker nopal_checker(nopal_kernel, nopal_block);\n";
  int field = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (argument.is_field())
      text += fmt::format("  const Checked<nopal::Access::{}, nopal::BlockChecker> {}{{&nopal_checker, {}}};\n",
                          to_string(argument.access), argument.name, field++);
    if (argument.is_array())
      text += fmt::format("  const CheckedArray<{}> {}{{&nopal_checker, {}}};\n", accessor(argument), argument.name,
                          field++);
  }
  return text;
}

std::string version(const KernelDeclaration& kernel, const KernelText& text, std::string_view name,
                    const std::string& arguments) {
  std::string result = fmt::format("void {}(const nopal::HostBlock& nopal_block) {{\n"
                                   "  const nopal::HostLaunch& nopal_launch = *nopal_block.launch;\n",
                                   name);
  result += launch_values(kernel) + arguments +
            "  const nopal::host_kernel::BlockPoint nopal_point(nopal_block);\n"
            "  const nopal::Index &nopal_normal = nopal_block.box->normal;\n"
            "  const long ni = nopal_normal[0], nj = nopal_normal[1], nk = nopal_normal[2];\n";
  for (int axis = 0; axis < 3; ++axis)
    result +=
        fmt::format("  const long thread_{0} = nopal_block.thread->index[{1}], block_{0} = nopal_block.block[{1}], "
                    "threads_{0} = nopal_block.threads[{1}],\n             blocks_{0} = nopal_block.blocks[{1}], "
                    "lower_{0} = nopal_block.box->box.lower[{1}], upper_{0} = nopal_block.box->box.upper[{1}],\n"
                    "             {0} = nopal_point.index[{1}];\n",
                    "ijk"[axis], axis);
  result +=
      "  const double x = nopal_point.coordinate[0], y = nopal_point.coordinate[1], z = nopal_point.coordinate[2];\n"
      "  const long inside = nopal_point.inside;\n";
  if (has_static(text))
    result += "  auto* const nopal_arrays = reinterpret_cast<nopal_shared_arrays*>(nopal_block.thread->shared);\n";
  if (const SharedArray* dynamic = text.dynamic())
    result += fmt::format("  auto* const nopal_dynamic =\n      reinterpret_cast<{}*>(nopal_block.thread->shared + "
                          "nopal::dynamic_offset({}));\n",
                          dynamic->stored_type(), has_static(text) ? "sizeof(nopal_shared_arrays)" : "0");
  return result + "  " + host_call(kernel, text) + "\n}\n\n";
}

std::string number(const std::string& text) { return quoted(text.empty() ? "1" : text); }

std::string description(const KernelDeclaration& kernel, const KernelText& text) {
  const BlockDeclaration& block = *kernel.block;
  const auto list = [](const std::vector<std::string>& numbers, bool optional) {
    std::string result;
    for (std::size_t axis = 0; axis < 3; ++axis)
      result += (axis == 0 ? "" : ", ") +
                (optional && numbers.empty() ? "nullptr" : number(axis < numbers.size() ? numbers[axis] : ""));
    return result;
  };
  const SharedArray* dynamic = text.dynamic();
  const bool anywhere = !block.points.empty() || block.region_is_named;
  return fmt::format(
      "const nopal::KernelBlocks nopal_blocks{{{{{}}}, {{{}}}, static_cast<nopal::Region>({}), {}, {}, {}, "
      "{}, nopal_plain_block, nopal_checked_block}};\n\n",
      list(block.threads, false), list(block.points, true), static_cast<int>(block.region.value_or(Region::none)),
      anywhere, dynamic == nullptr ? "nullptr" : quoted(block.shared), dynamic == nullptr ? 0 : dynamic->element_size(),
      has_static(text) ? "sizeof(nopal_shared_arrays)" : "0");
}

} // namespace

std::string host_block_source(const KernelDeclaration& kernel, const KernelText& text) {
  return version(kernel, text, "nopal_plain_block", plain_arguments(kernel)) +
         version(kernel, text, "nopal_checked_block", checked_arguments(kernel)) + description(kernel, text);
}

} // namespace nopal::emit
