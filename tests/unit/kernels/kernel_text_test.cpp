// The parts of a .kernel file, and errors in its declarations.

#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace kernel_text_test {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(KernelTexts, AreTakenApart) {
  const KernelText text = parse_kernel_text("function real square(real a) { return a * a; }\n"
                                            "// shared real not_this[3];\n"
                                            "shared real tile[18][ 4 ];\n  shared int32 buffer[];\n"
                                            "phi(i,j,k) = square(tile[0][0]);\n");
  ASSERT_EQ(text.functions.size(), 1U);
  EXPECT_EQ(text.functions[0].name, "square");
  EXPECT_EQ(text.functions[0].text, "         real square(real a) { return a * a; }");
  EXPECT_EQ(text.functions[0].first_line, 1);
  ASSERT_EQ(text.shared.size(), 2U);
  EXPECT_EQ(text.shared[0].extents, "[18][4]");
  EXPECT_EQ(text.shared[0].where.line, 3);
  EXPECT_EQ(text.shared[1].where.column, 3);
  EXPECT_EQ(text.dynamic(), &text.shared[1]);
  EXPECT_EQ(text.shared[1].element_size(), 4);
  EXPECT_THAT(text.body, AllOf(HasSubstr("\nphi(i,j,k) = square(tile[0][0]);\n"), Not(HasSubstr("function"))));
  EXPECT_EQ(std::count(text.body.begin(), text.body.end(), '\n'), 5);
}

TEST(KernelTexts, KeepTheLinesAndColumnsOfFunctions) {
  const KernelText text =
      parse_kernel_text("// first\n  function\n   int two() {\n  return 2;\n}\nphi(i,j,k) = two();\n");
  ASSERT_EQ(text.functions.size(), 1U);
  EXPECT_EQ(text.functions[0].text, "   int two() {\n  return 2;\n}");
  EXPECT_EQ(text.functions[0].first_line, 3);
  EXPECT_EQ(text.functions[0].where.line, 2);
}

TEST(KernelTexts, HaveOneMeaningOfPlaces) {
  const std::string text = "a\n\nbc\n";
  const Locations where(text, "f", 4);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    EXPECT_EQ(where(at).line, location_in(text, at, "f", 4).line) << at;
    EXPECT_EQ(where(at).column, location_in(text, at, "f", 4).column) << at;
  }
}

std::vector<std::string> check(const std::string& body, bool block = true, const std::string& shared = "") {
  KernelDeclaration kernel;
  kernel.thorn = "wave";
  kernel.name = "evolve";
  kernel.path = "evolve.kernel";
  kernel.arguments = {{"phi", "wave::phi@0", ArgumentKind::field, Access::readwrite}};
  if (block) {
    kernel.block.emplace();
    kernel.block->threads = {"8"};
    kernel.block->shared = shared;
    kernel.block->where = {"wave.yaml", 7, 5};
  }
  ErrorList errors;
  check_body(kernel, body, errors);
  return errors.messages();
}

struct Refusal {
  const char* text;
  const char* where;
  const char* what;
};

TEST(KernelTexts, TakeNoWordOfAFormatOrACommentForTheirs) {
  EXPECT_THAT(check("function int say(int a) { printf(\"// %ld :)\\n\", a); return a; }\n"
                    "if (inside) { printf(\"a shared function\\n\"); }\n"
                    "// no block_sync() is needed\nif (!inside) return;\nphi(i,j,k) = say(1);\n"),
              IsEmpty());
}

TEST(KernelTexts, AreRefusedWithLineAndColumn) {
  const Refusal refusals[] = {
      {"\n function square(real a) { return a; }", "evolve.kernel:2:2: ", "expected a function such as"},
      {"if (inside) {\n  function real a() { return 1.0; }\n}", "evolve.kernel:2:3: ", "stands inside brackets"},
      {"shared double a[3];", "evolve.kernel:1:1: ", "expected one shared array such as"},
      {"\nshared real a[n];", "evolve.kernel:2:1: ", "with numbers as extents"},
      {"{ shared real a[3]; }", "evolve.kernel:1:3: ", "stands inside brackets"},
      {"shared real a[];", "evolve.kernel:1:1: ", "the shared array a has no extent: write \"shared:\""},
      {"shared real sin[3];", "evolve.kernel:1:1: ", "the name \"sin\" is taken (a function)"},
      {"shared real lower_j[3];", "evolve.kernel:1:1: ", "the name \"lower_j\" is taken (block kernels have it)"},
      {"shared real phi[3];", "evolve.kernel:1:1: ", "the name \"phi\" is taken (wave::phi@0)"},
      {"function real f() { return g(); }\nfunction real g() { return 1.0; }", "evolve.kernel:1:28: ", "calls \"g\""},
      {"function real f(real a) { return f(a); }", "evolve.kernel:1:34: ", "calls \"f\""},
      {"function real f() { return 1.0; }\nfunction real f() { return 2.0; }",
       "evolve.kernel:2:1: ", "two functions with the name \"f\""},
      {"function real f() { block_sync(); return 1.0; }", "evolve.kernel:1:21: ", "calls \"block_sync\""},
      {"if (i > 3) return;\nblock_sync();", "evolve.kernel:1:12: ", "never reaches the block_sync()"},
      {"printf(\"open);\n", "evolve.kernel:1:8: ", "not closed on its line"},
      {"printf(\"%g\", \"text\");", "evolve.kernel:1:14: ", "this is a text"},
      {"atomic_mul(phi(i,j,k), 2.0);", "evolve.kernel:1:1: ", "calls \"atomic_mul\""},
  };
  for (const Refusal& refusal : refusals)
    EXPECT_THAT(check(refusal.text), Contains(AllOf(StartsWith(refusal.where), HasSubstr(refusal.what))))
        << refusal.text;
}

TEST(KernelTexts, HaveOneSharedArrayWithoutExtentThatTheItemMeasures) {
  EXPECT_THAT(check("shared real a[];", true, "64"), IsEmpty());
  EXPECT_THAT(check("shared real a[];\nshared int b[];", true, "64"),
              ElementsAre(AllOf(StartsWith("evolve.kernel:2:1: "), HasSubstr("at most one shared array"))));
  EXPECT_THAT(check("", true, "64"),
              ElementsAre(AllOf(StartsWith("wave.yaml:7:5: "), HasSubstr("says \"shared: 64\", but its text has no"))));
}

TEST(KernelTexts, OfPointwiseKernelsHaveNothingOfBlocks) {
  EXPECT_THAT(check("function real f(real a) { return a; }\nphi(i,j,k) = f(x);\nif (i == 0) return;", false),
              IsEmpty());
  EXPECT_THAT(check("printf(\"%ld\\n\", i);", false), IsEmpty());
  EXPECT_THAT(check("atomic_add(phi(i,j,k), 1.0);", false),
              ElementsAre(AllOf(StartsWith("evolve.kernel:1:1: "), HasSubstr("atomic_add is for block kernels"))));
  EXPECT_THAT(check("block_sync();", false), ElementsAre(HasSubstr("block_sync is for block kernels")));
  EXPECT_THAT(check("shared real a[3];", false), ElementsAre(HasSubstr("shared arrays are for block kernels")));
}

TEST(KernelTexts, OfAnyBytesAreReadToTheirEnd) {
  for (const char* text :
       {"function", "function real", "function real f(", "function real f() {", "shared", "shared real",
        "shared real a[3]", "shared real a[", "function real f() { /*", "/*", "shared /* real", "{ shared", ")"})
    for (const bool block : {false, true}) check(text, block);
}

TEST(SharedFunctions, GoBeforeKernelsThatCallThem) {
  const std::string functions = "function real half(real v) { return 0.5*v; }\n";
  for (const std::string kernel : {"a(i,j,k) = 1.0;\n", "// half\na(i,j,k) = halfway;\n", "a(i,j,k) = behalf(1.0);\n"})
    EXPECT_EQ(with_functions(functions, "f.kernel", kernel), kernel);
  const std::string kernel = "function real twice(real v) { return 2*v; }\na(i,j,k) = half(twice(1.0));\n";
  const std::string text = with_functions(functions, "f.kernel", kernel);
  EXPECT_EQ(own_text(text), kernel);
  EXPECT_EQ(shared_functions(text), functions);
  EXPECT_EQ(own_text(kernel), kernel);
  EXPECT_EQ(shared_functions(kernel), "");
  ErrorList errors;
  const KernelText parts = parse_kernel_text(text, "k.kernel", errors);
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(parts.functions.size(), 2);
  EXPECT_EQ(parts.functions[0].where.text(), "f.kernel:1:1");
  EXPECT_EQ(parts.functions[1].where.text(), "k.kernel:1:1");
  EXPECT_EQ(parts.body, parse_kernel_text(kernel).body);
}

TEST(SharedFunctions, HaveNothingElseInTheirFile) {
  const auto errors = [](const std::string& text) {
    ErrorList errors;
    check_functions(text, "functions.kernel", errors);
    return errors.messages();
  };
  EXPECT_EQ(errors("// helpers\nfunction real half(real v) { return 0.5*v; }\n\n").size(), 0);
  EXPECT_EQ(
      errors("function real half(real v) { return 0.5*v; }\n\n  a(i,j,k) = 1.0;\n").front(),
      "functions.kernel:3:3: functions.kernel has only functions, such as \"function real square(real a) { return "
      "a * a; }\": remove the rest");
  EXPECT_EQ(errors("shared real tile[8];\n").front(),
            "functions.kernel:1:1: functions.kernel has only functions: declare the shared array in the kernel");
}

} // namespace kernel_text_test
} // namespace nopal::test
