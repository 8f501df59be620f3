// The text of a loop's device kernel. OpenCL C and CUDA C++ differ only in qualifiers, so there is one emitter. The
// body uses macros. That it sets no other values than it declares is checked by its host versions.

#include "core/declarations/name_scope.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/emit_blocks.hpp"
#include "core/generator/emit_elements.hpp"
#include "core/generator/emit_functions.hpp"
#include "core/generator/emit_loop.hpp"
#include "core/generator/emit_stencil.hpp"
#include "core/kernels/loop.hpp"

#include <fmt/format.h>

namespace nopal::emit {

namespace {

class Elements {
public:
  Elements(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect, LoopForm form)
      : kernel_(kernel), elements_(elements_kernel(kernel, form)), text_(text),
        opencl_(dialect == DeviceDialect::opencl), dialect_(dialect), form_(form), global_(opencl_ ? "global " : ""),
        function_(opencl_ ? "static inline" : "__device__ inline") {}

  std::string source() const {
    const std::string types = device_structs(elements_, dialect_);
    const std::string functions =
        device_functions(kernel_, text_, dialect_) + body() + additions() + element() + end_functions(text_);
    const std::string entries = form_ == LoopForm::staged ? blocks_entry()
                                : opencl_                 ? rows_or_points(rows_entry(), points_entry())
                                                          : points_entry();
    return opencl_ ? opencl_prelude(functions_with_texts(text_)) + types + functions + entries
                   : types + cuda_prelude(functions_with_texts(text_)) + functions + "}\n\n" + entries;
  }

private:
  /// "global const double* ".
  std::string pointer(const ArgumentDeclaration& argument) const {
    return fmt::format("{}{} ", global_, pointer_type(argument));
  }
  bool has_all_targets(const ArgumentDeclaration& argument) const { return argument.map >= 0 && argument.target < 0; }

  /// The parameters of nopal_body, with types, or the values that nopal_element gives to them.
  std::string body_parameters(bool typed) const {
    std::string list;
    const auto add = [&](const std::string& type, const std::string& name, const std::string& value) {
      list += fmt::format("{}{}", list.empty() ? "" : ",\n    ", typed ? type + name : value);
    };
    for (const std::string_view name : loop_values())
      add(name == "iteration" ? "const long " : "const double ", std::string(name), std::string(name));
    for (const ArgumentDeclaration& argument : kernel_.arguments) {
      const std::string& name = argument.name;
      if (adds(argument))
        add("double* ", "nopal_sum_" + name, "nopal_sum_" + name);
      else if (argument.is_dat())
        add(pointer(argument), "nopal_at_" + name, values_of(argument));
      else if (argument.is_total())
        add(fmt::format("{}* ", type_of(argument)), "nopal_total_" + name, "&" + name);
      else
        add(fmt::format("const {} ", element_type(argument)), name, "nopal_number_" + name);
    }
    for (std::size_t m = 0; m < kernel_.loop->maps.size(); ++m) {
      const std::string short_name(split_name(kernel_.loop->maps[m].first).name);
      // A row by rule is computed in memory of its own.
      add(fmt::format("{}const int* ", kernel_.loop->by_rule[m] ? "" : global_), fmt::format("nopal_row_{}", m),
          fmt::format("nopal_row_{}", m));
      add("const long ", "nopal_n_" + short_name, fmt::format("nopal_n_{}", m));
    }
    return list + (typed ? " NOPAL_CHECK_PARAMETERS" : " NOPAL_CHECK_VALUES");
  }

  /// Where the values of the dat at nopal_e begin, or those of its only target, or of element 0.
  static std::string values_of(const ArgumentDeclaration& argument) {
    std::string field = "nopal_field_" + argument.name;
    if (argument.map < 0) return fmt::format("{} + nopal_e * {}", field, argument.components);
    if (argument.target < 0) return field;
    return fmt::format("{} + (long)nopal_row_{}[{}] * {}", field, argument.map, argument.target, argument.components);
  }

  std::string body() const {
    std::string begin = "#define count(nopal_map) nopal_n_##nopal_map\n", end = "#undef count\n";
    for (const ArgumentDeclaration& argument : kernel_.arguments) {
      const std::string& name = argument.name;
      if (!argument.is_dat() && !argument.is_total()) continue;
      if (argument.is_total())
        begin += fmt::format("#define {0} (*nopal_total_{0})\n", name);
      else if (adds(argument))
        begin += has_all_targets(argument)
                     ? fmt::format("#define {0}(nopal_t, nopal_v) nopal_sum_{0}[(nopal_t) * {1} + (nopal_v)]\n", name,
                                   argument.components)
                     : fmt::format("#define {0}(nopal_v) nopal_sum_{0}[nopal_v]\n", name);
      else
        begin += has_all_targets(argument)
                     ? fmt::format("#define {0}(nopal_t, nopal_v) "
                                   "nopal_at_{0}[(long)nopal_row_{1}[nopal_t] * {2} + (nopal_v)]\n",
                                   name, argument.map, argument.components)
                     : fmt::format("#define {0}(nopal_v) nopal_at_{0}[nopal_v]\n", name);
      end += fmt::format("#undef {}\n", name);
    }
    return fmt::format("{} void nopal_body({})\n{{\n{}{}{}{}}}\n\n", function_, body_parameters(true),
                       constants_text(kernel_, ""), begin, device_body(kernel_, text_), end);
  }

  /// The function nopal_add, if elements add to their targets at once.
  std::string additions() const {
    if (form_ != LoopForm::atomics) return "";
    return opencl_ ? opencl_add_real()
                   : "__device__ inline void nopal_add(double* nopal_p, const double nopal_v) {\n"
                     "  ::atomicAdd(nopal_p, nopal_v);\n}\n\n";
  }

  /// The parameters of nopal_element after the number of the element, with types, or the values that entries give.
  std::string element_parameters(bool typed) const {
    std::string list;
    for (const std::string_view name : loop_values())
      list += fmt::format(", {}{}", typed ? (name == "iteration" ? "const long " : "const double ") : "", name);
    for (const ArgumentDeclaration& argument : elements_.arguments) {
      const std::string& name = argument.name;
      if (argument.is_array())
        list += typed ? fmt::format(",\n    {}nopal_field_{}", pointer(argument), name)
                      : fmt::format(",\n      nopal_field_{0} + nopal_o_{0}", name);
      else
        list += typed ? fmt::format(",\n    const {} {}", element_type(argument), name) : ", " + name;
    }
    if (form_ == LoopForm::staged)
      for (const ArgumentDeclaration& argument : kernel_.arguments)
        if (adds(argument)) list += fmt::format(", {}nopal_sum_{}", typed ? "double* " : "", argument.name);
    return list + (typed ? " NOPAL_CHECK_PARAMETERS" : " NOPAL_CHECK_VALUES");
  }

  /// A number that a total has before an element gives anything.
  std::string start_of(const ArgumentDeclaration& total) const {
    if (total.access == Access::increment) return total.is_integer ? "0" : "-0.0";
    const std::string_view sign = total.access == Access::minimum ? "" : "-";
    return fmt::format("{}{}", sign, opencl_ ? "(double)INFINITY" : "__longlong_as_double(0x7ff0000000000000LL)");
  }

  /// The function that computes one element, and stores what it gives.
  std::string element() const {
    std::string text =
        fmt::format("{} void nopal_element(const long nopal_e{})\n{{\n", function_, element_parameters(true));
    for (std::size_t m = 0; m < kernel_.loop->maps.size(); ++m) {
      const int arity = kernel_.loop->maps[m].second;
      if (kernel_.loop->by_rule[m]) {
        text += row_by_rule(m);
        continue;
      }
      const std::string offsets = fmt::format("nopal_field_nopal_offsets_{}[nopal_e", m);
      text += fmt::format("  {0}const int* nopal_row_{1} = ({0}const int*)nopal_field_nopal_targets_{1} + {2};\n"
                          "  const long nopal_n_{1} = {3};\n",
                          global_, m, arity > 0 ? fmt::format("nopal_e * {}", arity) : offsets + "]",
                          arity > 0 ? std::to_string(arity) : offsets + " + 1] - " + offsets + "]");
    }
    for (const ArgumentDeclaration& argument : kernel_.arguments) {
      if (argument.is_total())
        text += fmt::format("  {} {} = {};\n", type_of(argument), argument.name, start_of(argument));
      if (adds(argument))
        text +=
            fmt::format("{2}  for (int nopal_s = 0; nopal_s < {1}; ++nopal_s) nopal_sum_{0}[nopal_s] = -0.0;\n",
                        argument.name, n_sums(kernel_, argument), form_ == LoopForm::staged ? "" : sums_of(argument));
    }
    return text + fmt::format("  nopal_body({});\n{}}}\n\n", body_parameters(false),
                              store_element(kernel_, form_, "nopal_field_"));
  }

  /// The declaration of what an element sums for an argument.
  std::string sums_of(const ArgumentDeclaration& argument) const {
    return fmt::format("  double nopal_sum_{}[{}];\n", argument.name, n_sums(kernel_, argument));
  }

  /// The row of a map that may follow from a rule.
  std::string row_by_rule(std::size_t m) const {
    return fmt::format(
        R"(  int nopal_row_{0}[{1}];
  const long nopal_n_{0} = {1};
  {{
    {2}const int* nopal_packed = ({2}const int*)nopal_field_nopal_targets_{0};
    const int nopal_columns = nopal_packed[0];
    const int nopal_line = nopal_columns == 0 ? 0 : (int)nopal_e / nopal_columns;
    const int nopal_column = (int)nopal_e - nopal_line * nopal_columns;
    for (int nopal_t = 0; nopal_t < {1}; ++nopal_t) {{
      if (nopal_columns == 0) {{
        nopal_row_{0}[nopal_t] = nopal_packed[2 + nopal_e * {1} + nopal_t];
      }} else {{
        const long nopal_pair = 2 + 2 * ((long)nopal_line * {1} + nopal_t);
        const int nopal_shifted = nopal_column + nopal_packed[nopal_pair + 1];
        nopal_row_{0}[nopal_t] = nopal_packed[nopal_pair] +
                                 (nopal_shifted < nopal_columns ? nopal_shifted : nopal_shifted - nopal_columns);
      }}
    }}
  }}
)",
        m, kernel_.loop->maps[m].second, global_);
  }

  std::string call(std::string_view element) const {
    return fmt::format("{}nopal_element({}{});\n", opencl_ ? "" : "nopal_dialect::", element,
                       element_parameters(false));
  }
  std::string call() const { return call(fmt::format("j * {} + i", elements_in_row)); }

  std::string entry(std::string_view form, std::string_view shared = "") const {
    return fmt::format("{} void {}_{}_{}({}{})\n{{\n", opencl_ ? "kernel" : "extern \"C\" __global__", kernel_.thorn,
                       elements_.name, form, entry_parameters(elements_, dialect_), shared);
  }

  /// One work-item computes rows.
  std::string rows_entry() const {
    return entry("rows") +
           "  const long nopal_item = (long)get_global_id(0);\n"
           "  if (nopal_item >= nopal_c.n_items) return;\n" +
           find_box(global_) + launch_locals(elements_, dialect_) +
           "  const long nopal_lower_j = nopal_box->lower[1] + ((nopal_item - nopal_box->first) << "
           "nopal_box->shift_1);\n"
           "  const long nopal_upper_j = min(nopal_lower_j + (1L << nopal_box->shift_1), nopal_box->upper[1]);\n"
           "  for (long j = nopal_lower_j; j < nopal_upper_j; ++j)\n"
           "    for (long i = nopal_box->lower[0]; i < nopal_box->upper[0]; ++i)\n      " +
           call() + "}\n\n";
  }

  std::string points_entry() const {
    return entry("points") +
           (opencl_ ? "  const long nopal_item = get_group_id(0);\n"
                      "  const unsigned nopal_thread = (unsigned)get_local_id(0);\n"
                      "  const unsigned nopal_threads = (unsigned)get_local_size(0);\n"
                    : "  const long nopal_item = blockIdx.x;\n"
                      "  const unsigned nopal_thread = threadIdx.x, nopal_threads = blockDim.x;\n") +
           "  if (nopal_item >= nopal_c.n_items) return;\n" + find_box(global_) + launch_locals(elements_, dialect_) +
           compute_point(elements_, "  " + call());
  }

  /// A group of work-items computes a block of a plan.
  std::string blocks_entry() const {
    std::string text = opencl_ ? entry("blocks", ",\n    local double* nopal_table") : entry("blocks");
    if (!opencl_)
      text += "  extern __shared__ __align__(16) unsigned char nopal_memory[];\n"
              "  double* nopal_table = reinterpret_cast<double*>(nopal_memory);\n";
    text += opencl_
                ? find_block(global_, "(long)get_group_id(0)",
                             "(long)get_group_id(1) + (long)get_num_groups(1) * (long)get_group_id(2)") +
                      "  const long nopal_thread = (long)get_local_id(0), nopal_threads = (long)get_local_size(0);\n"
                : find_block(global_, "static_cast<long>(blockIdx.x)",
                             "blockIdx.y + static_cast<long>(gridDim.y) * blockIdx.z") +
                      "  const long nopal_thread = threadIdx.x, nopal_threads = blockDim.x;\n";
    text += launch_locals(elements_, dialect_);
    for (const ArgumentDeclaration& argument : kernel_.arguments)
      if (adds(argument)) text += sums_of(argument);
    return text +
           staged_text(kernel_, global_, opencl_ ? "local " : "",
                       opencl_ ? "barrier(CLK_LOCAL_MEM_FENCE)" : "__syncthreads()", call("nopal_e")) +
           "}\n";
  }

  const KernelDeclaration& kernel_;
  KernelDeclaration elements_;
  const KernelText& text_;
  bool opencl_;
  DeviceDialect dialect_;
  LoopForm form_;
  std::string_view global_, function_;
};

} // namespace

std::string elements_source(const KernelDeclaration& kernel, const KernelText& text, DeviceDialect dialect,
                            LoopForm form) {
  return Elements(kernel, text, dialect, form).source();
}

} // namespace nopal::emit
