#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_host.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/generator/row_strips.hpp"

#include <fmt/format.h>

namespace nopal {

using namespace emit;

namespace {

// The function computes rows of one box. Compilers vectorise the loop along i: the points of a row are independent.
std::string plain_version(const KernelDeclaration& kernel, bool has_strips, const std::string& call) {
  std::string text =
      R"(NOPAL_CLONES void nopal_rows(const nopal::HostLaunch& nopal_launch, const nopal::LaunchBox& nopal_box,
                            const long nopal_first, const long nopal_last) {
)" + launch_values(kernel) +
      R"(  const long ni = nopal_box.normal[0], nj = nopal_box.normal[1], nk = nopal_box.normal[2];
  const long nopal_edge_i = nopal_box.edge[0], nopal_edge_j = nopal_box.edge[1], nopal_edge_k = nopal_box.edge[2];
)" + plain_arguments(kernel);
  const bool backward = kernel.order == VerticalOrder::backward;
  std::string prefetches;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field() && argument.access != Access::read && !argument.is_guarded)
      prefetches += fmt::format("      nopal::host_kernel::prefetch({}, nopal_points.lower[0], "
                                "j + nopal::host_kernel::rows_ahead, k);\n",
                                argument.name);
  const std::string guarded = guarded_arguments(kernel);
  const std::string loop =
      "NOPAL_IVDEP\n    for (long i = nopal_lower_i; i < nopal_upper_i; ++i) {\n      const double x = nopal_lower + "
      "(static_cast<double>(i + nopal_image[0]) + nopal_centre) * dx;\n      " +
      guarded + call + "\n    }\n";
  text += fmt::format(
      R"(  const nopal::Box nopal_points = nopal_box.box;
  const nopal::Index nopal_image = nopal_box.image;
  const double nopal_lower = nopal_grid.lower[0], nopal_centre = nopal_grid.centre[0];
  if (nopal_first >= nopal_last) return;
  long j = nopal_points.lower[1] + nopal_first % nopal_points.extent(1);
  long k = {} nopal_first / nopal_points.extent(1);
  const bool nopal_short = nopal_points.extent(0) <= nopal::host_kernel::short_row;
  for (long nopal_row = nopal_first; nopal_row < nopal_last; ++nopal_row) {{
    if (nopal_short) {{
{}    }}
    const double y = nopal::host_kernel::coordinate(nopal_grid, 1, j + nopal_image[1]);
    const double z = nopal::host_kernel::coordinate(nopal_grid, 2, k + nopal_image[2]);
{}    if (++j == nopal_points.upper[1]) {{
      j = nopal_points.lower[1];
      {};
    }}
  }}
}}

)",
      backward ? "nopal_points.upper[2] - 1 -" : "nopal_points.lower[2] +", prefetches,
      row_in_parts("nopal_points.lower[0]", "nopal_points.upper[0]", guarded.empty() && has_strips ? host_strip : 0,
                   loop),
      backward ? "--k" : "++k");
  const std::string over =
      kernel.order == VerticalOrder::parallel
          ? "over_rows(nopal_launch, nopal_rows);"
          : fmt::format("over_columns(nopal_launch, nopal::VerticalOrder::{}, nopal_rows);", order_name(kernel.order));
  const std::string_view name = guarded.empty() ? "nopal_plain" : "nopal_plain_guarded";
  text += fmt::format("void {}(const nopal::HostLaunch& nopal_launch) {{ nopal::host_kernel::{} }}\n\n", name, over);
  if (!guarded.empty())
    text += "void nopal_plain(const nopal::HostLaunch& nopal_launch) {\n"
            "  nopal::run_guarded(nopal_kernel, nopal_launch, nopal_plain_guarded);\n}\n\n";
  return text;
}

// Accessors of the checked and the recording version: Type<access>{&watcher, number of the field}.
std::string watched_fields(const KernelDeclaration& kernel, std::string_view type, std::string_view watcher) {
  std::string text;
  int field = 0;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field())
      text += fmt::format("  const {}<nopal::Access::{}> {}{{&{}, {}}};\n", type, to_string(argument.access),
                          argument.name, watcher, field++);
  return text;
}

// `before` and `after` stand around the call for each point, `last` after all points.
std::string over_points(const KernelDeclaration& kernel, const std::string& call, std::string_view before,
                        std::string_view after, std::string_view last = "") {
  return fmt::format(
      R"(  nopal::host_kernel::over_points<nopal::VerticalOrder::{}>(nopal_launch, [&](
      const nopal::LaunchBox& nopal_box, long i, long j, long k, double x, double y, double z) {{
    const long ni = nopal_box.normal[0], nj = nopal_box.normal[1], nk = nopal_box.normal[2];
    const long nopal_edge_i = nopal_box.edge[0], nopal_edge_j = nopal_box.edge[1], nopal_edge_k = nopal_box.edge[2];
    {}
    {}
    {}
  }});
{}}}

)",
      order_name(kernel.order), before, call, after, last);
}

std::string checked_version(const KernelDeclaration& kernel, const std::string& call) {
  return "void nopal_checked(const nopal::HostLaunch& nopal_launch) {\n" + launch_values(kernel) +
         "  nopal::AccessChecker nopal_checker(nopal_kernel, nopal_launch);\n" +
         watched_fields(kernel, "Checked", "nopal_checker") +
         over_points(kernel, call, "nopal_checker.begin({i, j, k});", "nopal_checker.end();",
                     "  nopal_checker.finish();\n");
}

std::string recording_version(const KernelDeclaration& kernel, const std::string& call) {
  return "void nopal_recording(const nopal::HostLaunch& nopal_launch, nopal::AccessRecorder& nopal_recorder) {\n" +
         launch_values(kernel) + "  Recording nopal_recording{&nopal_recorder};\n" +
         watched_fields(kernel, "Recorded", "nopal_recording") +
         over_points(kernel, call, "nopal_recording.point = {i, j, k};", "");
}

// All host versions, in the namespace of the kernel.
std::string in_namespace(const KernelDeclaration& kernel, const std::string& body, const HostVersions& versions) {
  return fmt::format("namespace nopal_dialect::{}_{} {{\n\n{}"
                     "#ifdef NOPAL_OTHER_VERSIONS\n{}#else\n{}#endif\n\n"
                     "#ifndef NOPAL_CHECKED_VERSIONS\n{}#endif\n}}\n\n",
                     kernel.thorn, kernel.name, body, versions.declaration, versions.checked, versions.others);
}

} // namespace

std::string host_source(const KernelDeclaration& kernel, const std::string& file) {
  const KernelText text = parse_kernel_text(file);
  const std::string functions = begin_helpers(text) +
                                functions_text(kernel, text, "[[maybe_unused]] inline __attribute__((always_inline))") +
                                std::string(end_warnings);
  if (kernel.loop)
    return in_namespace(kernel,
                        functions + loop_body(kernel, text) + "extern const nopal::LoopKernel nopal_loop_kernel;\n\n",
                        host_loop_versions(kernel, file));
  const std::string body = shared_struct(kernel, text) + functions + host_body(kernel, text) +
                           "extern const nopal::Kernel nopal_kernel;\n\n";
  const std::string call = host_call(kernel, text);
  return in_namespace(
      kernel, body,
      kernel.block
          ? host_block_versions(kernel, text)
          : HostVersions{"void nopal_checked(const nopal::HostLaunch& nopal_launch);\n", checked_version(kernel, call),
                         plain_version(kernel, has_row_strips(kernel, text), call) + recording_version(kernel, call)});
}

} // namespace nopal
