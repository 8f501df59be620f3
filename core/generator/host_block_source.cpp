#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_host.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

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
      text += fmt::format("  const CheckedArray<{0}> {1}{{&nopal_checker, {2}, \"{1}\"}};\n", accessor(argument),
                          argument.name, field++);
  }
  return text;
}

// "18, 20": the extents of "[18][20]".
std::vector<std::string> extents_of(const SharedArray& array) {
  std::vector<std::string> extents;
  for (std::size_t at = 0; at < array.extents.size();) {
    const std::size_t end = array.extents.find(']', at);
    extents.push_back(array.extents.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return extents;
}

// The structure with the watched shared arrays that have extents.
std::string watched_struct(const KernelText& text) {
  if (!has_static(text)) return "";
  std::string members, values, extents;
  for (std::size_t n = 0; n < text.shared.size(); ++n) {
    const SharedArray& array = text.shared[n];
    if (array.is_dynamic()) continue;
    const std::vector<std::string> along = extents_of(array);
    extents += fmt::format("const long nopal_extents_{}[] = {{{}}};\n", array.name, fmt::join(along, ", "));
    members += fmt::format("  WatchedShared<{}, {}> {};\n", array.stored_type(), along.size(), array.name);
    values +=
        fmt::format("{0}{1}{{&checker, reinterpret_cast<{2}*>(&arrays.{1}), \"{1}\", {3}, nopal_extents_{1}, {4}}}",
                    values.empty() ? "" : ",\n        ", array.name, array.stored_type(), n, along.size());
  }
  return extents + "struct nopal_watched_arrays {\n" + members +
         "  nopal_watched_arrays(nopal_shared_arrays& arrays, nopal::BlockChecker& checker)\n      : " + values +
         " {}\n};\n\n";
}

// Text that defines the thread and the shared arrays, which differ between the plain and the checked version.
std::string plain_shared(const KernelText& text) {
  std::string result = "  const nopal::BlockThread& nopal_thread = *nopal_block.thread;\n";
  if (has_static(text)) result += "  auto* const nopal_arrays = nopal_static;\n";
  if (text.dynamic() != nullptr) result += "  auto* const nopal_dynamic = nopal_rest;\n";
  return result;
}

std::string watched_shared(const KernelText& text) {
  std::string result = "  const nopal::BlockThread& nopal_thread = nopal_checker.thread();\n";
  if (has_static(text))
    result += "  nopal_watched_arrays nopal_watched(*nopal_static, nopal_checker);\n"
              "  auto* const nopal_arrays = &nopal_watched;\n";
  for (std::size_t n = 0; n < text.shared.size(); ++n)
    if (const SharedArray& array = text.shared[n]; array.is_dynamic())
      result += fmt::format("  const long nopal_rest_extent = static_cast<long>(nopal_block.dynamic_bytes / {});\n"
                            "  const WatchedShared<{}, 1> nopal_dynamic{{&nopal_checker, nopal_rest, \"{}\", {}, "
                            "&nopal_rest_extent, 1}};\n",
                            array.element_size(), array.stored_type(), array.name, n);
  return result;
}

// `shared`: plain_shared() or watched_shared().
std::string version(const KernelDeclaration& kernel, const KernelText& text, std::string_view name,
                    const std::string& arguments, const std::string& shared) {
  std::string result = fmt::format("void {}(const nopal::HostBlock& nopal_block) {{\n"
                                   "  const nopal::HostLaunch& nopal_launch = *nopal_block.launch;\n",
                                   name);
  result += launch_values(kernel) + arguments +
            "  const nopal::host_kernel::BlockPoint nopal_point(nopal_block);\n"
            "  const nopal::Index &nopal_normal = nopal_block.box->normal;\n"
            "  const long ni = nopal_normal[0], nj = nopal_normal[1], nk = nopal_normal[2];\n"
            "  const nopal::Index &nopal_edge = nopal_block.box->edge;\n"
            "  const long nopal_edge_i = nopal_edge[0], nopal_edge_j = nopal_edge[1], nopal_edge_k = nopal_edge[2];\n";
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
    result += "  auto* const nopal_static = reinterpret_cast<nopal_shared_arrays*>(nopal_block.thread->shared);\n";
  if (const SharedArray* dynamic = text.dynamic())
    result += fmt::format("  auto* const nopal_rest =\n      reinterpret_cast<{}*>(nopal_block.thread->shared + "
                          "nopal::dynamic_offset({}));\n",
                          dynamic->stored_type(), has_static(text) ? "sizeof(nopal_shared_arrays)" : "0");
  return result + shared + "  " + host_call(kernel, text) + "\n}\n\n";
}

std::string number(const std::string& text) { return string_literal(text.empty() ? "1" : text); }

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
      "{}, nopal_plain_block, nopal_checked_block, {}, {}}};\n\n",
      list(block.threads, false), list(block.points, true), static_cast<int>(block.region.value_or(Region::none)),
      anywhere, dynamic == nullptr ? "nullptr" : string_literal(block.shared),
      dynamic == nullptr ? 0 : dynamic->element_size(), has_static(text) ? "sizeof(nopal_shared_arrays)" : "0",
      kernel.launched, calls(text, "printf"));
}

} // namespace

HostVersions host_block_versions(const KernelDeclaration& kernel, const KernelText& text) {
  return {"void nopal_checked_block(const nopal::HostBlock& nopal_block);\n",
          watched_struct(text) +
              version(kernel, text, "nopal_checked_block", checked_arguments(kernel), watched_shared(text)),
          version(kernel, text, "nopal_plain_block", plain_arguments(kernel), plain_shared(text)) +
              description(kernel, text)};
}

} // namespace nopal::emit
