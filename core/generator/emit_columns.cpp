#include "core/generator/columns_in_strips.hpp"
#include "core/generator/emit_joined.hpp"
#include "core/generator/emit_stencil.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

/// Writes the functions of one phase, one for each kernel.
class StripWriter {
public:
  StripWriter(const StencilDeclaration& stencil, const ColumnsDeclaration& columns,
              const std::vector<KernelDeclaration>& kernels)
      : stencil_(stencil), columns_(columns), kernels_(kernels) {}

  std::string text(std::size_t number) const {
    std::string text, list, kept;
    for (std::size_t s = columns_.first; s < columns_.end; ++s) {
      text += kernel(s);
      list += fmt::format("{}nopal_column_{}", list.empty() ? "" : ", ", s);
    }
    for (const KeptDeclaration& each : columns_.kept)
      kept += fmt::format("{{{}, {}, {}, {}, {}}}, ", each.argument, each.stage - static_cast<int>(columns_.first),
                          each.levels, place(each), each.readable);
    return text + fmt::format("const nopal::ColumnKernel nopal_kernels_{0}[] = {{{1}}};\n"
                              "const nopal::KeptField nopal_kept_{0}[] = {{{2}}};\n\n",
                              number, list, kept.empty() ? "{}" : kept); // C++ needs one element
  }

  /// The members of a StageColumns.
  std::string members(std::size_t number) const {
    return fmt::format("{0}, {1}, nopal_kernels_{2}, nopal_kept_{2}, {3}", columns_.first,
                       columns_.end - columns_.first, number, columns_.kept.size());
  }

private:
  /// Elements of the buffer of kept fields before this one.
  std::string place(const KeptDeclaration& kept) const {
    long levels = 0;
    for (const KeptDeclaration& each : columns_.kept) {
      if (each.argument == kept.argument) break;
      levels += each.levels;
    }
    return fmt::format("{} * nopal::host_columns::width", levels);
  }

  const KeptDeclaration* kept(int argument) const {
    const auto found = std::ranges::find(columns_.kept, argument, &KeptDeclaration::argument);
    return found == columns_.kept.end() ? nullptr : &*found;
  }

  /// The accessors of a kernel's fields. `fetches`: gets the prefetches of a level. `stores`: what follows a level.
  std::string accessors(std::size_t s, long ahead, std::string& fetches, std::string& stores) const {
    const JoinedKernel& joined = stencil_.stages[s];
    const KernelDeclaration& kernel = kernels_[joined.kernel];
    const std::size_t n_temporaries = stencil_.temporaries.size();
    std::string text;
    for (std::size_t n = 0; n < joined.arguments.size(); ++n) {
      const int a = joined.arguments[n];
      const auto here = joined.arguments.begin() + static_cast<std::ptrdiff_t>(n);
      if (std::find(joined.arguments.begin(), here, a) != here) continue; // two bound names of one temporary
      if (a < 0) {
        text += fmt::format("  const nopal::host_columns::Column<{0} * nopal::host_columns::width> {1}"
                            "{{nopal_launch.temporaries + {2} * nopal::host_columns::width - nopal_launch.i -\n      "
                            "nopal_launch.bottom * {0} * nopal::host_columns::width}};\n",
                            n_temporaries, joined_name(a), -1 - a);
        continue;
      }
      if (!kernel.arguments[n].is_field()) continue;
      if (const KeptDeclaration* const its = kept(a)) {
        text += fmt::format("  const nopal::host_columns::Levels<{}> {}{{nopal_launch.kept + {} - nopal_launch.i}};\n",
                            its->levels, joined_name(a), place(*its));
        stores +=
            fmt::format("    nopal::host_columns::store(nopal::host_rows::row_of<double>(nopal_launch.fields[{}], "
                        "nopal_j{}, k) + nopal_launch.i,\n        &{}(nopal_launch.i, 0, k), nopal_launch);\n",
                        a, s, joined_name(a));
        continue;
      }
      const bool written = stages_write(stencil_, kernels_, columns_.first, columns_.end, a);
      text += fmt::format("  const auto {} = nopal::host_columns::whole_field<{}double>(nopal_launch.fields[{}]);\n",
                          joined_name(a), written ? "" : "const ", a);
      if (std::ranges::count(joined.fetched, kernel.arguments[n].name) > 0)
        fetches += fmt::format("    nopal::host_columns::prefetch({}, nopal_launch, k, {});\n", joined_name(a), ahead);
    }
    return text;
  }

  std::string kernel(std::size_t s) const {
    const bool backward = kernels_[stencil_.stages[s].kernel].order == VerticalOrder::backward;
    std::string fetches, stores;
    const std::string accessors = this->accessors(s, backward ? -1 : 1, fetches, stores);
    const auto loop = [&](std::string_view points) {
      return fmt::format("NOPAL_IVDEP\n      for (long i = nopal_launch.i; i < nopal_launch.i + {}; ++i) {{\n"
                         "        const double x = nopal_origin + (static_cast<double>(i) + nopal_centre) * dx;\n"
                         "        {}      }}\n",
                         points, joined_call(stencil_, kernels_, s));
    };
    return fmt::format(
        "NOPAL_CLONES void nopal_column_{0}(const nopal::ColumnLaunch& nopal_launch, const long nopal_first, const "
        "long "
        "nopal_last) {{\n{1}{2}"
        "  const long nopal_j{0} = nopal_launch.j;\n"
        "  const double nopal_y{0} = nopal::host_rows::coordinate(nopal_launch, 1, nopal_j{0});\n"
        "  const double nopal_origin = nopal_grid.lower[0], nopal_centre = nopal_grid.centre[0];\n"
        "  for (long nopal_k = nopal_first; nopal_k < nopal_last; ++nopal_k) {{\n"
        "    const long k = {3};\n"
        "    const double z = nopal::host_rows::coordinate(nopal_launch, 2, k);\n{4}"
        "    if (nopal_launch.points == nopal::host_columns::width) {{\n{5}    }} else {{\n{6}    }}\n{7}  }}\n}}\n\n",
        s, joined_values(stencil_, s, s + 1), accessors,
        backward ? "nopal_first + nopal_last - 1 - nopal_k" : "nopal_k", fetches, loop("nopal::host_columns::width"),
        loop("nopal_launch.points"), stores);
  }

  const StencilDeclaration& stencil_;
  const ColumnsDeclaration& columns_;
  const std::vector<KernelDeclaration>& kernels_;
};

} // namespace

PhasesText columns_text(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                        const std::vector<std::string>& texts) {
  PhasesText result;
  std::string members;
  for (const ColumnsDeclaration& columns : columns_in_strips(stencil, kernels, texts)) {
    const StripWriter writer(stencil, columns, kernels);
    result.text += writer.text(result.phases);
    members += "    {" + writer.members(result.phases++) + "},\n";
  }
  if (result.phases > 0) result.text += "const nopal::StageColumns nopal_columns[] = {\n" + members + "};\n";
  return result;
}

} // namespace nopal::emit
