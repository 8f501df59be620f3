#include "core/generator/emit_blocks.hpp"

#include "core/generator/emit.hpp"
#include "core/generator/emit_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace nopal::emit {

namespace {

constexpr std::array given = {"thread_i",  "thread_j",  "thread_k", "block_i",  "block_j",  "block_k", "threads_i",
                              "threads_j", "threads_k", "blocks_i", "blocks_j", "blocks_k", "lower_i", "lower_j",
                              "lower_k",   "upper_i",   "upper_j",  "upper_k",  "inside"};

} // namespace

bool calls(const KernelText& text, std::string_view name) {
  const std::regex call(fmt::format(R"(\b{}\s*\()", name));
  return std::regex_search(text.body, call) ||
         std::any_of(text.functions.begin(), text.functions.end(),
                     [&](const HelperFunction& function) { return std::regex_search(function.text, call); });
}

bool has_static(const KernelText& text) {
  return std::any_of(text.shared.begin(), text.shared.end(), [](const auto& array) { return !array.is_dynamic(); });
}

std::string shared_struct(const KernelDeclaration& kernel, const KernelText& text) {
  if (!has_static(text)) return "";
  std::string result = "struct nopal_shared_arrays {\n";
  for (const SharedArray& array : text.shared)
    if (!array.is_dynamic())
      result += fmt::format("#line {} {}\n  {} {}{};\n", array.where.line, quoted(kernel.path), array.stored_type(),
                            array.name, array.extents);
  return result + std::string(resume_mark) + "\n};\n\n";
}

std::string block_parameters(std::string_view prefix, bool typed) {
  std::string text;
  for (const char* name : given)
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", prefix, typed ? "const long " : "", name);
  return text;
}

std::string begin_shared(const KernelText& text, std::string_view access, std::string_view sync) {
  std::string result = fmt::format("#define block_sync() {}\n", sync);
  for (const SharedArray& array : text.shared)
    result += array.is_dynamic() ? fmt::format("#define {} nopal_dynamic\n", array.name)
                                 : fmt::format("#define {0} (nopal_arrays{1}{0})\n", array.name, access);
  return result;
}

std::string end_shared(const KernelText& text) {
  std::string result = "#undef block_sync\n";
  for (const SharedArray& array : text.shared) result += fmt::format("#undef {}\n", array.name);
  return result;
}

// There is no search as in pointwise kernels. On PoCL a search makes block kernels a quarter slower, even with one box
// (docs/measurements.md).
std::string find_block(std::string_view address_space, std::string_view item, std::string_view entry) {
  return fmt::format("  const long nopal_entry = {1};\n"
                     "  if (nopal_entry >= nopal_c.n_boxes) return;\n"
                     "  const {0}struct nopal_launch_box* nopal_box = nopal_boxes + nopal_entry;\n"
                     "  const long nopal_block = nopal_box->first + {2};\n"
                     "  if (nopal_block >= nopal_box->end) return;\n",
                     address_space, entry, item);
}

std::string block_locals() {
  std::string text = "  const long blocks_i = nopal_box->n_1, blocks_j = nopal_box->n_2;\n";
  constexpr std::array axes = {'i', 'j', 'k'};
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("  const long lower_{0} = nopal_box->lower[{1}], upper_{0} = nopal_box->upper[{1}];\n",
                        axes[axis], axis);
  text += R"(  const long blocks_k = (upper_k - lower_k + threads_k - 1) / threads_k;
  const long block_i = nopal_block % blocks_i, block_j = nopal_block / blocks_i % blocks_j;
  const long block_k = nopal_block / blocks_i / blocks_j;
  const long i = lower_i + block_i * threads_i + thread_i;
  const long j = lower_j + block_j * threads_j + thread_j;
  const long k = lower_k + block_k * threads_k + thread_k;
  const long inside = i < upper_i && j < upper_j && k < upper_k;
)";
  return text + coordinates_y_z(true) + "  " + coordinate_x();
}

} // namespace nopal::emit
