// The work of the generator, and the text that it writes, grow as the text of a kernel does, not faster.

#include "core/generator/accesses.hpp"
#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/kernel_text/work.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

namespace nopal::test {
namespace length_test {

using ::testing::IsEmpty;
using ::testing::Le;

std::string repeated(int n, const std::function<std::string(int)>& part) {
  std::string text;
  for (int m = 0; m < n; ++m) text += part(m);
  return text;
}

std::string repeated(int n, const std::string& part) {
  return repeated(n, [&](int) { return part; });
}

/// A kernel of some form, with `n` of what it is full of.
struct Form {
  const char* name;
  std::function<std::string(int)> text;
};

const Form pointwise[] = {
    {"one long sum", [](int n) { return "u(i,j,k) = 0.0" + repeated(n, " + 0.5*p(i+1,j-ni,k)") + ";"; }},
    {"many lines",
     [](int n) {
       return repeated(n, [](int m) { return fmt::format("const real a{} = p(i,j,k)*c; // a\n", m); }) +
              "u(i,j,k) = a0;";
     }},
    {"deep parentheses",
     [](int n) { return "u(i,j,k) = " + repeated(n, "(c + p(i,j,k)*") + "c" + repeated(n, ")") + ";"; }},
    {"deep divisions", [](int n) { return "u(i,j,k) = " + repeated(n, "c/(1.0 + ") + "c" + repeated(n, ")") + ";"; }},
    {"deep blocks", [](int n) { return repeated(n / 2, "if (c > 0.0) {\n") + "u(i,j,k) = c;" + repeated(n / 2, "}"); }},
    {"choices", [](int n) { return "u(i,j,k) = 0.0" + repeated(n, " + (c > 1.0 ? p(i+1,j,k) : 1.0)") + ";"; }},
    {"a long condition", [](int n) { return "if (c > 0.0" + repeated(n, " && p(i,j,k) > c") + ") u(i,j,k) = 1.0;"; }},
    {"a chain of else if",
     [](int n) { return "real v; " + repeated(n, "if (c > 1.0) v = p(i,j,k);\nelse ") + "v = 2.0; u(i,j,k) = v;"; }},
    {"a chain of else if that hides nothing",
     [](int n) { return "real v; " + repeated(n, "if (c > 1.0) { v = 1.0; }\nelse ") + "v = 2.0; u(i,j,k) = v;"; }},
    {"many locals",
     [](int n) {
       return repeated(n, [](int m) { return fmt::format("real v{};\n", m); }) +
              repeated(n, [](int m) { return fmt::format("v{} = 1.0;\n", m); }) + "u(i,j,k) = v0;";
     }},
    {"many constants",
     [](int n) {
       return repeated(n, [](int m) { return fmt::format("const int n{} = {};\n", m, m % 7); }) +
              "u(i,j,k) = p(i+n1,j,k);";
     }},
    {"many loops",
     [](int n) {
       return "real s = 0.0;\n" + repeated(n, "for (int m = 0; m < 3; ++m) s += p(i+m,j,k);\n") + "u(i,j,k) = s;";
     }},
    {"a long array",
     [](int n) {
       return fmt::format("real t[{}];\n", n) + repeated(n, [](int m) { return fmt::format("t[{}] = c;\n", m); }) +
              "u(i,j,k) = 0.0" + repeated(n, [](int m) { return fmt::format(" + t[{}]", m); }) + ";";
     }},
    {"many functions",
     [](int n) {
       return repeated(n,
                       [](int m) {
                         const std::string value = m == 0 ? std::string("a") : fmt::format("f{}(a)", m - 1);
                         return fmt::format("function real f{}(real a) {{ return {}; }}\n", m, value);
                       }) +
              "u(i,j,k) = f0(c);";
     }},
    {"a long comment", [](int n) { return "/* " + repeated(n, "words of a comment\n") + "*/ u(i,j,k) = c;"; }},
};

const Form in_blocks[] = {
    {"changes of shared memory",
     [](int n) {
       return "shared real t[8];\n" + repeated(n, "t[thread_i] = t[thread_i] + p(i,j,k);\n") +
              "if (inside) u(i,j,k) = t[0];";
     }},
};

const Form of_edges[] = {
    {"one long sum", [](int n) { return "q(0, 0) += 0.0" + repeated(n, " + 0.5*p(1, 0)") + ";"; }},
    {"many constants",
     [](int n) {
       return repeated(n, [](int m) { return fmt::format("const int n{} = {};\n", m, m % 2); }) +
              "q(n1, 0) += p(n0, 0);";
     }},
    {"choices", [](int n) { return "q(0, 0) += 0.0" + repeated(n, " + (p(0, 0) > 1.0 ? p(1, 0) : 1.0)") + ";"; }},
    {"many loops", [](int n) { return repeated(n, "for (int e = 0; e < 2; ++e) q(e, 0) += p(1-e, 0);\n"); }},
};

KernelDeclaration kernel_of(std::vector<ArgumentDeclaration> arguments) {
  KernelDeclaration kernel;
  kernel.thorn = "long";
  kernel.name = "k";
  kernel.path = "k.kernel";
  kernel.arguments = std::move(arguments);
  return kernel;
}

KernelDeclaration on_points() {
  return kernel_of({{"u", "long::u@0", ArgumentKind::field, Access::write},
                    {"p", "long::u@1", ArgumentKind::field, Access::read},
                    {"c", "long::c", ArgumentKind::real}});
}

KernelDeclaration on_blocks() {
  KernelDeclaration kernel = on_points();
  kernel.block.emplace();
  kernel.block->threads = {"8"};
  kernel.block->region = Region::interior;
  return kernel;
}

KernelDeclaration on_edges() {
  KernelDeclaration kernel = kernel_of(
      {{"q", "long::q@0", ArgumentKind::dat, Access::increment}, {"p", "long::p@0", ArgumentKind::dat, Access::read}});
  kernel.loop.emplace();
  kernel.loop->set = "long::edges";
  kernel.loop->maps = {{"long::ends", 2}};
  kernel.loop->by_rule = {false};
  for (ArgumentDeclaration& dat : kernel.arguments) {
    dat.axes = 2;
    dat.map = 0;
  }
  return kernel;
}

struct Effort {
  std::size_t work = 0, written = 0;
};

Effort effort_of(KernelDeclaration kernel, const std::string& text) {
  const std::size_t before = work_done;
  ErrorList errors;
  check_body(kernel, text, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  if (!kernel.loop) mark_guarded_fields(kernel, text);
  ThornDeclaration thorn;
  thorn.name = kernel.thorn;
  const std::size_t written = library_source(thorn, {kernel}, {text}).size();
  return {work_done - before, written};
}

template <std::size_t n> void expect_linear(const KernelDeclaration& kernel, const Form (&forms)[n]) {
  for (const Form& form : forms) {
    const Effort once = effort_of(kernel, form.text(200)), twice = effort_of(kernel, form.text(400));
    EXPECT_THAT(static_cast<double>(twice.work), Le(2.1 * static_cast<double>(once.work))) << form.name;
    EXPECT_THAT(static_cast<double>(twice.written), Le(2.1 * static_cast<double>(once.written))) << form.name;
  }
}

TEST(LongTexts, OfPointwiseKernelsTakeWorkAsTheirLength) { expect_linear(on_points(), pointwise); }

TEST(LongTexts, OfBlockKernelsTakeWorkAsTheirLength) { expect_linear(on_blocks(), in_blocks); }

TEST(LongTexts, OfLoopsTakeWorkAsTheirLength) { expect_linear(on_edges(), of_edges); }

} // namespace length_test
} // namespace nopal::test
