#include "core/generator/emit_joined.hpp"

#include "core/generator/emit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

std::string joined_name(int number) {
  return number < 0 ? fmt::format("nopal_t{}", -1 - number) : fmt::format("nopal_a{}", number);
}

bool stages_use(const StencilDeclaration& stencil, std::size_t first, std::size_t end, int number) {
  for (std::size_t s = first; s < end; ++s)
    if (std::ranges::count(stencil.stages[s].arguments, number) > 0) return true;
  return false;
}

bool stages_write(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels, std::size_t first,
                  std::size_t end, int argument) {
  for (std::size_t s = first; s < end; ++s) {
    const JoinedKernel& stage = stencil.stages[s];
    for (std::size_t a = 0; a < stage.arguments.size(); ++a)
      if (stage.arguments[a] == argument && kernels[stage.kernel].arguments[a].access != Access::read) return true;
  }
  return false;
}

std::string joined_values(const StencilDeclaration& stencil, std::size_t first, std::size_t end) {
  std::string text = R"(  const nopal::KernelGrid& nopal_grid = *nopal_launch.grid;
  const double dx = nopal_grid.spacing[0], dy = nopal_grid.spacing[1], dz = nopal_grid.spacing[2];
  const double dt = nopal_launch.clock.dt, time = nopal_launch.clock.time;
  const long iteration = nopal_launch.clock.iteration, dimension = nopal_grid.dimension;
  const long ni = 0, nj = 0, nk = 0, nopal_edge_i = 0, nopal_edge_j = 0, nopal_edge_k = 0;
)";
  int reals = 0, integers = 0;
  for (std::size_t a = 0; a < stencil.arguments.size(); ++a) {
    const ArgumentKind kind = stencil.arguments[a].kind;
    if (kind != ArgumentKind::real && kind != ArgumentKind::integer) continue;
    const bool real = kind == ArgumentKind::real;
    const int place = real ? reals++ : integers++;
    if (stages_use(stencil, first, end, static_cast<int>(a)))
      text += fmt::format("  const {} nopal_a{} = nopal_launch.{}[{}];\n", real ? "double" : "long", a,
                          real ? "reals" : "integers", place);
  }
  return text;
}

std::string joined_call(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                        std::size_t stage, const std::function<std::string(int)>& name_of) {
  const KernelDeclaration& kernel = kernels[stencil.stages[stage].kernel];
  std::string text =
      fmt::format("{{ const long j = nopal_j{0}; const double y = nopal_y{0}; nopal_dialect::{1}_{2}::nopal_body({3}",
                  stage, stencil.thorn, kernel.name, given_parameters(kernel, "", false));
  for (const int number : stencil.stages[stage].arguments) text += ", " + name_of(number);
  return text + "); }\n";
}

} // namespace nopal::emit
