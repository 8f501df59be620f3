#include "core/generator/emit_joined.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/generator/rows_in_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace nopal::emit {

namespace {

/// More stages in one loop would not fit into registers, and would take long to compile.
constexpr std::size_t stages_in_a_loop = 8;

/// Writes the functions of one phase. Names: nopal_a3 is argument 3, nopal_t1 is temporary 1.
class PhaseWriter {
public:
  PhaseWriter(const StencilDeclaration& stencil, const RowsDeclaration& rows,
              const std::vector<KernelDeclaration>& kernels, std::size_t number)
      : stencil_(stencil), rows_(rows), kernels_(kernels), number_(number) {}

  std::string text() const {
    std::string text = part();
    for (std::size_t first = rows_.first; first < rows_.end(); first += stages_in_a_loop)
      text += strips(first, std::min(first + stages_in_a_loop, rows_.end()));
    return text + in_step();
  }

  /// The members of a StageRows.
  std::string members() const {
    return fmt::format("{0}, {1}, nopal_skews_{2}, nopal_rings_{2}, nopal_part_{2}, nopal_in_step_{2}", rows_.first,
                       rows_.skews.size(), number_);
  }

private:
  long skew(std::size_t stage) const { return rows_.skews[stage - rows_.first]; }

  /// The rows of a temporary's ring: a power of two, so that `&` finds the slot of a row.
  static long ring(const TileWindow& window) {
    return static_cast<long>(std::bit_ceil(static_cast<unsigned long>(window.ahead - window.behind + 1)));
  }

  bool is_written(const RowField& field) const {
    return stages_write(stencil_, kernels_, rows_.first, rows_.end(), field.argument);
  }

  static constexpr std::string_view plane = "  const long k = nopal_launch.k;\n"
                                            "  const double z = nopal::host_rows::coordinate(nopal_launch, 2, k);\n";

  /// The row of a stage, and the coordinate along j.
  std::string row_of_stage(std::size_t stage, std::string_view indent) const {
    return fmt::format("{0}const long nopal_j{1} = nopal_row + {2};\n"
                       "{0}const double nopal_y{1} = nopal::host_rows::coordinate(nopal_launch, 1, nopal_j{1});\n",
                       indent, stage, skew(stage));
  }

  /// Computes parts of rows of some stages.
  std::string part() const {
    std::string text =
        fmt::format("NOPAL_CLONES void nopal_part_{}(const nopal::RowLaunch& nopal_launch, const long "
                    "nopal_row,\n    const int nopal_first, const int nopal_last, const nopal::RowRange* "
                    "const nopal_ranges) {{\n",
                    number_) +
        joined_values(stencil_, rows_.first, rows_.end()) + std::string(plane);
    for (const RowField& field : rows_.fields)
      text +=
          fmt::format("  const nopal::host_rows::Field<{0}double> "
                      "nopal_a{1}{{nopal::host_rows::row_of<{0}double>(nopal_launch.fields[{1}], 0, 0),\n      0, 0, "
                      "nopal_launch.fields[{1}].stride[1], nopal_launch.fields[{1}].stride[2]}};\n",
                      is_written(field) ? "" : "const ", field.argument);
    for (std::size_t t = 0; t < rows_.temporaries.size(); ++t)
      if (const std::optional<TileWindow>& window = rows_.temporaries[t])
        text += fmt::format("  const nopal::host_rows::Ring nopal_t{0}{{nopal_launch.rings[{0}], nopal_launch.stride, "
                            "{1}}};\n",
                            t, ring(*window) - 1);
    text += "  for (int nopal_n = 2 * nopal_first; nopal_n < 2 * nopal_last; ++nopal_n) {\n"
            "    const nopal::RowRange nopal_range = nopal_ranges[nopal_n - 2 * nopal_first];\n"
            "    if (nopal_range.lower >= nopal_range.upper) continue;\n"
            "    switch (nopal_n / 2) {\n";
    for (std::size_t s = rows_.first; s < rows_.end(); ++s)
      text +=
          fmt::format("    case {}: {{\n{}NOPAL_IVDEP\n"
                      "      for (long i = nopal_range.lower; i < nopal_range.upper; ++i) {{\n"
                      "        const double x = nopal::host_rows::coordinate(nopal_launch, 0, i);\n        {}      }}\n"
                      "      break;\n    }}\n",
                      s - rows_.first, row_of_stage(s, "      "), joined_call(stencil_, kernels_, s));
    return text + "    default: break;\n    }\n  }\n}\n\n";
  }

  /// Visits the parameters of the strips of some stages: field(RowField) and temporary(number, window, rows).
  template <class Field, class Temporary>
  void each_pointer(std::size_t first, std::size_t end, const Field& field, const Temporary& temporary) const {
    for (const RowField& each : rows_.fields)
      if (stages_use(stencil_, first, end, each.argument)) field(each);
    for (std::size_t t = 0; t < rows_.temporaries.size(); ++t)
      if (rows_.temporaries[t] && stages_use(stencil_, first, end, -1 - static_cast<int>(t)))
        temporary(t, *rows_.temporaries[t], rows_.temporaries[t]->ahead - rows_.temporaries[t]->behind + 1);
  }

  /// Computes the strips of one row of the stages `first` to `end` - 1.
  std::string strips(std::size_t first, std::size_t end) const {
    std::string parameters, accessors, fetches, before, after, calls;
    each_pointer(
        first, end,
        [&](const RowField& field) {
          const int a = field.argument;
          const std::string_view type = is_written(field) ? "double" : "const double";
          parameters += fmt::format(",\n    {}* __restrict nopal_p{}", type, a);
          accessors += fmt::format("  const nopal::host_rows::Field<{0}> nopal_a{1}{{nopal_p{1}, nopal_row, k, "
                                   "nopal_launch.fields[{1}].stride[1],\n      nopal_launch.fields[{1}].stride[2]}};\n",
                                   type, a);
          if (field.fetch && !is_written(field) && !stages_use(stencil_, rows_.first, first, a))
            fetches += fmt::format("    nopal::host_rows::prefetch(nopal_p{0} + nopal_i + nopal_a{0}.stride_j * "
                                   "({1} + nopal::host_rows::rows_ahead));\n",
                                   a, *field.fetch);
          if (!field.past_caches) return;
          before += fmt::format("    alignas(64) double nopal_o{0}[nopal::host_rows::strip];\n"
                                "    const nopal::host_rows::Strip nopal_s{0}{{nopal_o{0} - nopal_i}};\n",
                                a);
          after +=
              fmt::format("    nopal::host_rows::store(nopal_p{0} + nopal_i + nopal_a{0}.stride_j * {1}, nopal_o{0}, "
                          "nopal_launch.past_caches);\n",
                          a, field.written);
        },
        [&](std::size_t t, const TileWindow& window, long rows) {
          std::string all;
          for (long row = 0; row < rows; ++row) {
            parameters += fmt::format(",\n    double* __restrict nopal_t{}_{}", t, row);
            all += fmt::format("{}nopal_t{}_{}", row > 0 ? ", " : "", t, row);
          }
          accessors += fmt::format("  const nopal::host_rows::Rows<{}> nopal_t{}{{{{{}}}, nopal_row + {}}};\n", rows, t,
                                   all, window.behind);
        });
    std::string stages;
    for (std::size_t s = first; s < end; ++s) {
      stages += row_of_stage(s, "  ");
      calls += "      " + joined_call(stencil_, kernels_, s, [&](int number) {
                 const bool past = number >= 0 && std::ranges::any_of(rows_.fields, [&](const RowField& field) {
                                     return field.argument == number && field.past_caches;
                                   });
                 return past ? fmt::format("nopal_s{}", number) : joined_name(number);
               });
    }
    return fmt::format(
        "NOPAL_CLONES void nopal_strips_{}_{}(const nopal::RowLaunch& nopal_launch, const long "
        "nopal_row{}) {{\n{}{}{}"
        "  const double nopal_origin = nopal_grid.lower[0], nopal_centre = nopal_grid.centre[0];\n"
        "  for (long nopal_i = nopal_launch.strips.lower; nopal_i < nopal_launch.strips.upper; nopal_i += "
        "nopal::host_rows::strip) {{\n{}{}NOPAL_IVDEP\n"
        "    for (long i = nopal_i; i < nopal_i + nopal::host_rows::strip; ++i) {{\n"
        "      const double x = nopal_origin + (static_cast<double>(i) + nopal_centre) * dx;\n{}    }}\n"
        "{}  }}\n}}\n\n",
        number_, first, parameters, joined_values(stencil_, first, end) + std::string(plane), accessors, stages,
        fetches, before, calls, after);
  }

  /// The loop over rows.
  std::string in_step() const {
    std::string calls;
    for (std::size_t first = rows_.first; first < rows_.end(); first += stages_in_a_loop) {
      std::string pointers;
      each_pointer(
          first, std::min(first + stages_in_a_loop, rows_.end()),
          [&](const RowField& field) {
            pointers += fmt::format(",\n        nopal::host_rows::row_of<{}double>(nopal_launch.fields[{}], nopal_row, "
                                    "nopal_launch.k)",
                                    is_written(field) ? "" : "const ", field.argument);
          },
          [&](std::size_t t, const TileWindow& window, long rows) {
            for (long row = 0; row < rows; ++row)
              pointers += fmt::format(",\n        nopal_t{}.row(nopal_row + {})", t, window.behind + row);
          });
      calls += fmt::format("    nopal_strips_{}_{}(nopal_launch, nopal_row{});\n", number_, first, pointers);
    }
    std::string rings;
    for (std::size_t t = 0; t < rows_.temporaries.size(); ++t)
      if (rows_.temporaries[t])
        rings += fmt::format("  const nopal::host_rows::Ring nopal_t{0}{{nopal_launch.rings[{0}], nopal_launch.stride, "
                             "{1}}};\n",
                             t, ring(*rows_.temporaries[t]) - 1);
    return fmt::format(
        "void nopal_in_step_{0}(const nopal::RowLaunch& nopal_launch, const long nopal_first, const long "
        "nopal_last) {{\n{1}"
        "  for (long nopal_row = nopal_first; nopal_row < nopal_last; ++nopal_row) {{\n"
        "    nopal_part_{0}(nopal_launch, nopal_row, 0, {4}, nopal_launch.beside);\n{2}  }}\n"
        "}}\n\n{3}",
        number_, rings, calls, lists(), rows_.skews.size());
  }

  std::string lists() const {
    std::vector<long> rings;
    for (const std::optional<TileWindow>& window : rows_.temporaries) rings.push_back(window ? ring(*window) : 0);
    if (rings.empty()) rings = {0}; // C++ needs one here
    return fmt::format("const long nopal_skews_{0}[] = {{{1}}}, nopal_rings_{0}[] = {{{2}}};\n\n", number_,
                       fmt::join(rows_.skews, ", "), fmt::join(rings, ", "));
  }

  const StencilDeclaration& stencil_;
  const RowsDeclaration& rows_;
  const std::vector<KernelDeclaration>& kernels_;
  std::size_t number_;
};

} // namespace

PhasesText rows_text(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                     const std::vector<std::string>& texts) {
  PhasesText result;
  std::string members;
  for (const RowsDeclaration& rows : rows_in_step(stencil, kernels, texts)) {
    const PhaseWriter writer(stencil, rows, kernels, result.phases++);
    result.text += writer.text();
    members += "    {" + writer.members() + "},\n";
  }
  if (result.phases > 0) result.text += "const nopal::StageRows nopal_rows[] = {\n" + members + "};\n";
  return result;
}

} // namespace nopal::emit
