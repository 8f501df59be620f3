#include "core/generator/emit_stencil.hpp"

#include "core/generator/emit.hpp"
#include "core/kernels/tile_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

// Names that differ between the kernels of one source. The bodies and helper functions of all kernels have the same
// names, so macros give them numbers.
std::string begin_names(const KernelText& text, std::size_t number) {
  std::string result = fmt::format("#define nopal_body nopal_body_{}\n", number);
  for (const HelperFunction& function : text.functions)
    result += fmt::format("#define nopal_function_{0} nopal_function_{1}_{0}\n", function.name, number);
  return result;
}

std::string end_names(const KernelText& text) {
  std::string result = "#undef nopal_body\n";
  for (const HelperFunction& function : text.functions)
    result += fmt::format("#undef nopal_function_{}\n", function.name);
  return result;
}

// Defines given_parameters() except i to z, and the bounds of the part.
std::string stage_values(const StencilLanguage& language) {
  const std::string constants = "nopal_c" + language.member, part = "nopal_p" + language.member;
  std::string text =
      fmt::format("  const double dx = {0}spacing[0], dy = {0}spacing[1], dz = {0}spacing[2];\n"
                  "  const double dt = {0}dt, time = {0}time;\n"
                  "  const long iteration = {0}iteration, dimension = {0}dimension;\n"
                  "  const long ni = 0, nj = 0, nk = 0, nopal_edge_i = 0, nopal_edge_j = 0, nopal_edge_k = 0;\n"
                  "  const double nopal_origin = {0}lower[0], nopal_centre = {0}centre[0];\n"
                  "  const long nopal_period = {0}period[0];\n",
                  constants);
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("  const long nopal_l{0} = {1}lower[{0}], nopal_u{0} = {1}upper[{0}];\n", axis, part);
  return text;
}

std::string coordinate(const StencilLanguage& language, char name, int axis) {
  const char index = "ijk"[axis];
  return fmt::format("const double {0} = nopal_c{1}lower[{2}] + ((double)({3} + NOPAL_IMAGE({3}, "
                     "nopal_c{1}period[{2}])) + nopal_c{1}centre[{2}]) * d{0};\n",
                     name, language.member, axis, index);
}

constexpr std::string_view x_of_i =
    "const double x = nopal_origin + ((double)(i + NOPAL_IMAGE(i, nopal_period)) + nopal_centre) * dx;\n";

// The loop along k, in the order of the stage.
std::string begin_planes(VerticalOrder order) {
  return std::string("for (long nopal_k = nopal_l2; nopal_k < nopal_u2; ++nopal_k) {\n    const long k = ") +
         (order == VerticalOrder::backward ? "nopal_l2 + nopal_u2 - 1 - nopal_k" : "nopal_k") + ";\n";
}

// Asks for the rows that come a few rows later. Without this a CPU waits for memory at each new row.
std::string fetch_ahead(const KernelDeclaration& kernel, const std::vector<std::string>& fetched) {
  if (fetched.empty()) return "";
  std::string text = fmt::format("      long nopal_fj = j + 3, nopal_fk = k;\n"
                                 "      for (; nopal_fj >= nopal_u1; nopal_fj -= nopal_u1 - nopal_l1) {}nopal_fk;\n"
                                 "      for (long i = nopal_l0; i < nopal_u0; i += 8) {{\n",
                                 kernel.order == VerticalOrder::backward ? "--" : "++");
  for (const std::string& name : fetched)
    text += fmt::format("        NOPAL_FETCH(nopal_field_{0} + i + nopal_fj * nopal_j_{0} + nopal_fk * nopal_k_{0});\n",
                        name);
  return text + "      }\n";
}

// One thread computes all rows. Compilers vectorise the loop along i: the points of a row are independent.
std::string rows_loop(const KernelDeclaration& kernel, const std::vector<std::string>& fetched,
                      const StencilLanguage& language, const std::string& call) {
  const bool own = kernel.order != VerticalOrder::parallel;
  return "  " + begin_planes(kernel.order) + "    " + coordinate(language, 'z', 2) +
         "    for (long j = nopal_l1; j < nopal_u1; ++j) {\n" + fetch_ahead(kernel, fetched) + "      " +
         coordinate(language, 'y', 1) +
         // The kernel reads its own output in the plane before, and the compiler does not know that planes differ.
         (own ? "#pragma clang loop vectorize(assume_safety)\n" : "") +
         "      for (long i = nopal_l0; i < nopal_u0; ++i) {\n        " + std::string(x_of_i) + "        " + call +
         "      }\n    }\n  }\n";
}

// All threads of a group compute points, or whole columns if the stage has an order.
std::string points_loop(const KernelDeclaration& kernel, const StencilLanguage& language, const std::string& call) {
  const bool columns = kernel.order != VerticalOrder::parallel;
  std::string text = "  const unsigned nopal_w = (unsigned)(nopal_u0 - nopal_l0), nopal_h = (unsigned)(nopal_u1 - "
                     "nopal_l1);\n";
  text += columns ? "  const unsigned nopal_n = nopal_w * nopal_h;\n"
                  : "  const unsigned nopal_n = nopal_u2 > nopal_l2 ? nopal_w * nopal_h * (unsigned)(nopal_u2 - "
                    "nopal_l2) : 0u;\n";
  text += fmt::format("  for (unsigned nopal_at = nopal_p{0}thread; nopal_at < nopal_n; nopal_at += nopal_p{0}threads) "
                      "{{\n    const unsigned nopal_row = nopal_at / nopal_w;\n"
                      "    const long i = nopal_l0 + (long)(nopal_at % nopal_w);\n",
                      language.member);
  text += columns ? "    const long j = nopal_l1 + (long)nopal_row;\n"
                  : "    const long j = nopal_l1 + (long)(nopal_row % nopal_h), k = nopal_l2 + (long)(nopal_row / "
                    "nopal_h);\n";
  text += "    " + std::string(x_of_i) + "    " + coordinate(language, 'y', 1);
  if (columns)
    return text + "    " + begin_planes(kernel.order) + "      " + coordinate(language, 'z', 2) + "      " + call +
           "    }\n  }\n";
  return text + "    " + coordinate(language, 'z', 2) + "    " + call + "  }\n";
}

} // namespace

std::string stencil_structs(const StencilDeclaration& stencil, bool shape_list) {
  const auto n_shapes = std::ranges::count(stencil.arguments, true, &ArgumentDeclaration::has_shape);
  std::string text = fmt::format("{}{}{}", tile_constants_text, tile_call_text, field_shape_text);
  if (shape_list && n_shapes > 0) text += fmt::format("struct nopal_shape_list {{ nopal_shape of[{}]; }};\n", n_shapes);
  return text + "struct nopal_part { long lower[3]; long upper[3]; unsigned thread; unsigned threads; };\n"
                "#define NOPAL_IMAGE(I, N) ((I) < 0 ? (N) : (I) >= (N) ? -(N) : 0)\n\n";
}

KernelDeclaration joined_kernel(const StencilDeclaration& stencil, const JoinedKernel& stage,
                                const std::vector<KernelDeclaration>& kernels) {
  KernelDeclaration kernel = kernels[stage.kernel];
  for (std::size_t a = 0; a < kernel.arguments.size(); ++a)
    kernel.arguments[a].memory = stage.arguments[a] < 0
                                     ? FieldMemory::temporary
                                     : stencil.arguments[static_cast<std::size_t>(stage.arguments[a])].memory;
  return kernel;
}

std::string stage_functions(const KernelDeclaration& kernel, const KernelText& text, std::size_t number,
                            const std::vector<std::string>& fetched, const StencilLanguage& language) {
  std::string call = fmt::format("nopal_body_{}({}", number, given_parameters(kernel, "", false));
  for (const ArgumentDeclaration& argument : kernel.arguments) call += ", " + language.forward(argument);
  call += ");\n";
  return begin_names(text, number) + device_functions(kernel, text, language.dialect) + language.body(kernel, text) +
         end_functions(text) + end_names(text) +
         fmt::format("{0} void nopal_stage_{1}(const struct nopal_part{2}nopal_p,\n    const struct "
                     "nopal_tile_constants{2}nopal_c{3})\n{{\n{4}{5}}}\n\n",
                     language.function, number, language.pass, language.parameters(kernel), stage_values(language),
                     language.loop == PartLoop::rows ? rows_loop(kernel, fetched, language, call)
                                                     : points_loop(kernel, language, call));
}

std::string tile_begin(std::string_view address_space, std::string_view scratch) {
  std::string text = "  const long nopal_t[3] = {nopal_tile % nopal_c.n_1, nopal_tile / nopal_c.n_1 % nopal_c.n_2,\n"
                     "                           nopal_tile / nopal_c.n_1 / nopal_c.n_2};\n"
                     "  long nopal_first[3], nopal_end[3];\n"
                     "  for (int nopal_a = 0; nopal_a < 3; ++nopal_a) {\n"
                     "    nopal_first[nopal_a] = nopal_c.first[nopal_a] + nopal_t[nopal_a] * nopal_c.shape[nopal_a];\n"
                     "    nopal_end[nopal_a] = nopal_first[nopal_a] + nopal_c.shape[nopal_a];\n"
                     "    if (nopal_end[nopal_a] > nopal_c.end[nopal_a]) nopal_end[nopal_a] = nopal_c.end[nopal_a];\n"
                     "  }\n";
  return text + fmt::format("  {}double* const nopal_base = {} + nopal_c.lead - nopal_first[0] - nopal_first[1] * "
                            "nopal_c.stride_j - nopal_first[2] * nopal_c.stride_k;\n",
                            address_space, scratch);
}

std::string calls_begin(PartLoop loop) {
  return std::string("  for (long nopal_q = 0; nopal_q < nopal_c.n_calls; ++nopal_q) {\n"
                     "    struct nopal_part nopal_p;\n"
                     "    for (int nopal_a = 0; nopal_a < 3; ++nopal_a) {\n"
                     "      nopal_p.lower[nopal_a] = nopal_first[nopal_a] + nopal_calls[nopal_q].lower[nopal_a];\n"
                     "      nopal_p.upper[nopal_a] = nopal_end[nopal_a] + nopal_calls[nopal_q].upper[nopal_a];\n"
                     "    }\n"
                     "    if (nopal_p.lower[2] < nopal_calls[nopal_q].first) nopal_p.lower[2] = "
                     "nopal_calls[nopal_q].first;\n"
                     "    if (nopal_p.upper[2] > nopal_calls[nopal_q].end) nopal_p.upper[2] = "
                     "nopal_calls[nopal_q].end;\n") +
         (loop == PartLoop::rows ? "    nopal_p.thread = 0u;\n    nopal_p.threads = 1u;\n"
                                 : "    nopal_p.thread = nopal_thread;\n    nopal_p.threads = nopal_threads;\n") +
         "    switch ((int)nopal_calls[nopal_q].stage) {\n";
}

} // namespace nopal::emit
