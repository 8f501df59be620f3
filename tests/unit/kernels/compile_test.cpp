// Compiles generated C++: names that are not declared do not exist, and errors name the .kernel file and line.
// (OpenCL C and CUDA C++: tests/nvrtc.)

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/opencl/written_kernel.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace nopal::test {
namespace compile_test {

using ::testing::HasSubstr;

struct Compilation {
  bool compiles;
  std::string messages;
};

Compilation compile_text(const std::string& text) {
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  std::ofstream(folder / "test.cpp") << text;
  const std::string command = std::string(NOPAL_TEST_COMPILER) + " -std=c++20 -Wall -Wextra -Wpedantic -Werror" +
                              " -fsyntax-only -fopenmp -I" + source_folder() + " -I" + source_folder() + "/core/api " +
                              (folder / "test.cpp").string() + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string messages;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) messages.append(buffer, n);
  const bool compiles = pclose(pipe) == 0;
  return {compiles, messages};
}

Compilation compile(const std::string& body, std::optional<BlockDeclaration> block = std::nullopt) {
  ThornDeclaration thorn;
  thorn.name = "test";
  thorn.path = "test.yaml";
  KernelDeclaration kernel;
  kernel.thorn = "test";
  kernel.name = "step";
  kernel.path = "some/where.kernel";
  kernel.arguments = {{"a", "test::a@0", ArgumentKind::field, Access::write},
                      {"b", "test::b@0", ArgumentKind::field, Access::read},
                      {"c", "test::c@0", ArgumentKind::field, Access::readwrite},
                      {"speed", "test::speed", ArgumentKind::real},
                      {"mode", "test::mode", ArgumentKind::integer}};
  kernel.constants = {{"mode_first", 0}};
  kernel.block = std::move(block);
  return compile_text(library_source(thorn, {kernel}, {body}));
}

TEST(GeneratedCode, CompilesWithoutWarning) {
  // The device sources stand between )nopal" or the like. Lines may end as on Windows.
  const Compilation result = compile("// )nopal\" )nopal1\"\r\n"
                                     "c(i,j,k) += b(i+1,j,k) * speed;\nc(i,j,k) = c(i-1,j,k);\na(i,j,k) = 0;\r\n"
                                     "if (mode == mode_first) a(i,j,k) = c(i,j,k);");
  EXPECT_TRUE(result.compiles) << result.messages;
}

TEST(GeneratedCode, DoesNotCompileWithWhatIsNotDeclared) {
  for (const char* body : {
           "\n\na(i,j,k) = d(i,j,k);",            // a field
           "\n\na(i,j,k) = rate * b(i,j,k);",     // a parameter
           "\n\na(i,j,k) = mode == mode_second;", // a choice
           "\n\nb(i,j,k) = 1.0;",                 // only read
           "\n\na(i,j,k) = a(i,j,k) + 1.0;",      // only written
           "\n\na(i,j,k) += 1.0;",                // only written
           "\n\nc(i,j,k) = a(i-1,j,k);",          // only written
           "\n\nspeed = 2.0;",                    // a parameter is constant
           "\n\ni = 3;",                          // the index is constant
           "\n\nconst real x = 3.0;",             // a given name cannot be declared again
           "\n\na(i,j,k) = b(x,y,z);",            // coordinates are no indices
           "\n\na(i,j) = 1.0;",                   // three indices
       }) {
    const Compilation result = compile(body);
    EXPECT_FALSE(result.compiles) << body;
    EXPECT_THAT(result.messages, HasSubstr("some/where.kernel:3")) << body;
  }
}

TEST(GeneratedCode, OfBlockKernelsNamesTheLineToo) {
  const char* sound = "function real twice(const real v) { return 2.0 * v; }\nshared real tile[8];\n"
                      "tile[thread_i] = twice(b(i,j,k)) * speed;\nblock_sync();\n"
                      "if (inside) a(i,j,k) = tile[0] + atomic_add(c(i,j,k), 1.0);\n";
  const Compilation right = compile(sound, eight_threads(sound));
  EXPECT_TRUE(right.compiles) << right.messages;
  for (const std::string wrong : wrong_block_kernels) {
    std::string text = wrong; // speed is a parameter here
    for (std::size_t at = text.find("speed"); at != std::string::npos; at = text.find("speed", at))
      text.replace(at, 5, "haste");
    const Compilation result = compile(text, eight_threads(text));
    EXPECT_FALSE(result.compiles) << text;
    EXPECT_THAT(result.messages, HasSubstr("some/where.kernel:3")) << text;
  }
}

TEST(GeneratedCode, CallsFunctionsThatKernelsShare) {
  const std::string functions = "function real half(real v) { return 0.5*v; }\n"
                                "function real quarter(real v) { return half(half(v)); }\n";
  const auto with = [&](const std::string& shared, const std::string& kernel) {
    return compile(with_functions(shared, "some/functions.kernel", kernel));
  };
  const std::string kernel = "function real more(real v) { return quarter(v) + 1.0; }\na(i,j,k) = more(b(i,j,k));\n";
  const Compilation right = with(functions, kernel);
  EXPECT_TRUE(right.compiles) << right.messages;
  const Compilation wrong = with(functions + "function real third(real v) {\n  return w/3;\n}\n", kernel);
  EXPECT_FALSE(wrong.compiles);
  EXPECT_THAT(wrong.messages, HasSubstr("some/functions.kernel:4"));
  const Compilation wrong_kernel = with(functions, kernel + "\na(i,j,k) = quarter(w);\n");
  EXPECT_FALSE(wrong_kernel.compiles);
  EXPECT_THAT(wrong_kernel.messages, HasSubstr("some/where.kernel:4"));
}

TEST(GeneratedCode, DoesNotCompileIfARealBecomesAnIntegerWithoutACast) {
#ifdef __clang__
  GTEST_SKIP() << "clang's warning also refuses a real as a condition, which the dialect allows (emit_host.cpp)";
#endif
  for (const char* body : {"\n\nint n = b(i,j,k); a(i,j,k) = n;", "int n = 1;\n\nn += 0.5*speed; a(i,j,k) = n;",
                           "function int one(int n) { return n; }\n\na(i,j,k) = one(speed);"}) {
    const Compilation result = compile(body);
    EXPECT_FALSE(result.compiles) << body;
    EXPECT_THAT(result.messages, HasSubstr("some/where.kernel:3")) << body;
  }
}

TEST(GeneratedCode, CompilesIfARealBecomesAnIntegerWithACastOrACondition) {
  const Compilation right =
      compile("int n = (int)b(i,j,k); n += (int)(0.5*speed); bool moves = speed; a(i,j,k) = moves ? n : 1;");
  EXPECT_TRUE(right.compiles) << right.messages;
  const Compilation narrow = compile("float32 single = speed; a(i,j,k) = single;");
  EXPECT_TRUE(narrow.compiles) << narrow.messages;
}

TEST(Functions, TypesThatNoVariableHasDoNotCompile) {
  const auto with = [](const std::string& type) {
    return compile_text("#include <nopal/thorn.hpp>\nNOPAL_FUNCTION(look) { call.read<" + type +
                        ">(\"total\").value(); }\n");
  };
  for (const char* type : {"double", "std::int64_t", "std::complex<double>"}) {
    const Compilation right = with(type);
    EXPECT_TRUE(right.compiles) << right.messages;
  }
  const Compilation wrong = with("float");
  EXPECT_FALSE(wrong.compiles);
  EXPECT_THAT(wrong.messages, HasSubstr("a variable is read and written as double (datatype: real)"));
}

} // namespace compile_test
} // namespace nopal::test
