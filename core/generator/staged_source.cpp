// The text of a block of a staged loop. OpenCL C and CUDA C++ differ only in qualifiers and in the barrier.

#include "core/generator/emit_elements.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/kernels/staged_block.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

// The sums of a dat in shared memory: behind those of the dat before it. All threads set them to nothing.
std::string begin_table(int d, const AddedDat& dat, std::string_view space, std::string_view shared) {
  const std::string begin = d == 0 ? "nopal_table" : fmt::format("nopal_table_{0} + nopal_values_{0}", d - 1);
  return fmt::format(R"(  {1}const int* nopal_from_{0} = nopal_p + nopal_p[{2}] + nopal_b;
  const long nopal_values_{0} = (long)(nopal_from_{0}[1] - nopal_from_{0}[0]) * {3};
  {4}double* nopal_table_{0} = {5};
  for (long nopal_s = nopal_thread; nopal_s < nopal_values_{0}; nopal_s += nopal_threads) nopal_table_{0}[nopal_s] = -0.0;
)",
                     d, space, staged_dat(d), dat.components, shared, begin);
}

// Adds what the thread's element has summed for a dat to the sums of the block.
std::string add_to_table(const KernelDeclaration& kernel, int d, const AddedDat& dat, std::string_view space) {
  std::string text = fmt::format("      {1}const int* nopal_at_{0} = nopal_p + nopal_p[{2}] + nopal_e * {3};\n", d,
                                 space, staged_dat(d) + 2, dat.targets);
  for (const auto& [a, first] : dat.arguments)
    text += fmt::format("      for (int nopal_t = 0; nopal_t < {0}; ++nopal_t)\n"
                        "        for (int nopal_v = 0; nopal_v < {1}; ++nopal_v)\n"
                        "          nopal_table_{2}[nopal_at_{2}[{3} + nopal_t] * {1} + nopal_v] += "
                        "nopal_sum_{4}[nopal_t * {1} + nopal_v];\n",
                        n_targets(kernel, kernel.arguments[a]), dat.components, d, first, kernel.arguments[a].name);
  return text;
}

// Adds the sums of the block to the targets. The threads share the values out.
std::string add_table(int d, const AddedDat& dat, std::string_view space) {
  return fmt::format(R"(  {1}const int* nopal_targets_of_{0} = nopal_p + nopal_p[{2}] + nopal_from_{0}[0];
  for (long nopal_s = nopal_thread; nopal_s < nopal_values_{0}; nopal_s += nopal_threads)
    nopal_field_nopal_added_{0}[(long)nopal_targets_of_{0}[nopal_s / {3}] * {3} + nopal_s % {3}] += nopal_table_{0}[nopal_s];
)",
                     d, space, staged_dat(d) + 1, dat.components);
}

} // namespace

std::string staged_text(const KernelDeclaration& kernel, std::string_view space, std::string_view shared,
                        std::string_view sync, const std::string& call) {
  std::string begin, add, end;
  int d = 0;
  for (const AddedDat& dat : added_dats(kernel)) {
    begin += begin_table(d, dat, space, shared);
    add += add_to_table(kernel, d, dat, space);
    end += add_table(d, dat, space);
    ++d;
  }
  return fmt::format(R"(  {0}const int* nopal_p = ({0}const int*)nopal_field_nopal_plan;
  const int nopal_b = nopal_p[nopal_p[{1}] + nopal_first + nopal_block];
  const long nopal_e = (long)nopal_b * nopal_p[{2}] + nopal_thread;
  const bool nopal_is_there = nopal_e < nopal_p[{3}];
{4}  if (nopal_is_there)
    {5}  const int nopal_mine = nopal_is_there ? nopal_p[nopal_p[{6}] + nopal_e] : -1;
  const int nopal_colours = nopal_p[nopal_p[{7}] + nopal_b];
  {8};
  for (int nopal_colour = 0; nopal_colour < nopal_colours; ++nopal_colour) {{
    if (nopal_mine == nopal_colour) {{
{9}    }}
    {8};
  }}
{10})",
                     space, static_cast<int>(staged_blocks), static_cast<int>(staged_block_size),
                     static_cast<int>(staged_elements), begin, call, static_cast<int>(staged_element_colour),
                     static_cast<int>(staged_n_colours), sync, add, end);
}

} // namespace nopal::emit
