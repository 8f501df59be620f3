// NVRTC compiles every kernel of the tree for compute capability 9.0, without a GPU.

#include "../../plugins/cuda/compiler.hpp"
#include "../unit/opencl/written_kernel.hpp"
#include "odd_loop.hpp"
#include "tree_kernels.hpp"

#include "core/device/copy_table.hpp"
#include "core/device/reduce_kernel.hpp"
#include "core/kernels/device_checks.hpp"
#include "core/maths/device_texts.hpp"
#include "core/maths/functions.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace nopal::test {
namespace {

using cuda::Target;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr Target h100{90, false};
constexpr Target h100_assembly{90, true};

const cuda::Nvrtc& nvrtc() {
  // There is no driver, so any version of NVRTC is accepted.
  const cuda::NvrtcSearch& found = cuda::find_nvrtc(99000);
  if (found.nvrtc == nullptr) throw Error(found.why_none);
  return *found.nvrtc;
}

std::string compile(const FunctionSource& source, const Target& target = h100,
                    const KernelArithmetic& arithmetic = {}) {
  return cuda::compile_cuda(nvrtc(), source, target, cuda::compiler_options(target, arithmetic));
}

FunctionSource source_of(const Kernel& kernel) {
  return {kernel.cuda, kernel.blocks != nullptr ? blocks_entry(kernel) : points_entry(kernel),
          std::string(kernel.thorn) + "::" + kernel.name};
}

TEST(Nvrtc, IsTheOneThatTheBuildFound) { EXPECT_EQ(nvrtc().path, NOPAL_NVRTC_LIBRARY); }

TEST(Nvrtc, CompilesEveryKernelOfTheTree) {
  std::vector<std::string> names;
  const std::vector<const Kernel*> kernels = tree_kernels();
  std::set<std::string> with_functions; // thorns
  for (const Kernel* kernel : kernels) {
    const FunctionSource source = source_of(*kernel);
    SCOPED_TRACE(source.label);
    const std::string code = compile(source);
    EXPECT_THAT(code, StartsWith("\177ELF"));
    EXPECT_THAT(code, HasSubstr(source.entry));
    if (wanted_in_all_forms(*kernel, kernels)) {
      EXPECT_FALSE(compile(source, h100, {.contract = true}).empty()) << "with contraction";
      EXPECT_FALSE(compile({checked_source(*kernel, &Kernel::cuda), source.entry, source.label}).empty())
          << "with checks";
    }
    if (*kernel->maths != '\0' && with_functions.insert(kernel->thorn).second) {
      EXPECT_FALSE(compile(source, h100, {.native_maths = true}).empty()) << "with functions of the device";
    }
    names.push_back(source.label);
  }
  for (const char* name :
       {"wavetoy::initial", "wavetoy::evolve", "wavetoy::boundary", "advection_z::eliminate_forward_body",
        "airfoil::flux_1", "airfoil::update", "jac::multiply", "nine::gather", "nopal::gather"}) {
    EXPECT_THAT(names, Contains(name));
  }
}

TEST(Nvrtc, CompilesEveryStencilOfTheTree) {
  std::vector<std::string> names;
  for (const StencilKernel* stencil : tree_stencils()) {
    const FunctionSource source{stencil->cuda, groups_entry(*stencil),
                                std::string(stencil->thorn) + "::" + stencil->name};
    SCOPED_TRACE(source.label);
    EXPECT_THAT(compile(source), AllOf(StartsWith("\177ELF"), HasSubstr(source.entry)));
    names.push_back(source.label);
  }
  for (const char* name : {"diffusion::diffuse", "advection_z::advect"}) EXPECT_THAT(names, Contains(name));
}

TEST(Nvrtc, CompilesALoopWithOddNames) {
  EXPECT_THAT(compile({odd_loop(true), "odd_odd_points", "odd::odd"}), HasSubstr("odd_odd_points"));
}

TEST(Nvrtc, KeysItsCodeWithAllThatItDependsOn) {
  const FunctionSource source{"a source", "an_entry", "a label"};
  const std::string gpu = "A GPU, compute capability 9.0";
  const auto text = [&](const cuda::Nvrtc& compiler, const FunctionSource& of, const Target& target,
                        const KernelArithmetic& arithmetic, const std::string& device) {
    return cuda::code_key(compiler, of, cuda::compiler_options(target, arithmetic), device).text();
  };
  const std::string plain = text(nvrtc(), source, h100, {}, gpu);
  EXPECT_THAT(plain, AllOf(HasSubstr("cuda"), HasSubstr(nvrtc().file), HasSubstr("sm_90"), HasSubstr(gpu),
                           HasSubstr("a source"), HasSubstr("an_entry")));
  EXPECT_THAT(nvrtc().file, StartsWith("/")) << "the file itself, with its whole version";
  cuda::Nvrtc later = nvrtc();
  later.version += 10;
  cuda::Nvrtc elsewhere = nvrtc();
  elsewhere.file += ".1";
  EXPECT_NE(text(later, source, h100, {}, gpu), plain);
  EXPECT_NE(text(elsewhere, source, h100, {}, gpu), plain);
  EXPECT_NE(text(nvrtc(), source, h100_assembly, {}, gpu), plain);
  EXPECT_NE(text(nvrtc(), source, h100, {.contract = true}, gpu), plain);
  EXPECT_NE(text(nvrtc(), source, h100, {.native_maths = true}, gpu), plain);
  EXPECT_NE(text(nvrtc(), source, h100, {}, "Another GPU, compute capability 9.0"), plain);
  EXPECT_NE(text(nvrtc(), {"a source ", "an_entry", "a label"}, h100, {}, gpu), plain);
  EXPECT_NE(text(nvrtc(), {"a source", "an_entry2", "a label"}, h100, {}, gpu), plain);
  EXPECT_EQ(text(nvrtc(), {"a source", "an_entry", "another label"}, h100, {}, gpu), plain);
}

TEST(Nvrtc, CompilesTheKernelThatPacksStrips) {
  const std::string code = compile({std::string(cuda::cuda_dialect) + copy_kernel, "nopal_copy_words", "copies"});
  EXPECT_THAT(code, AllOf(StartsWith("\177ELF"), HasSubstr("nopal_copy_words")));
}

TEST(Nvrtc, CompilesTheKernelThatReduces) {
  const std::string code =
      compile({std::string(cuda::cuda_dialect) + reduce_kernel, "nopal_reduce_points", "reductions"});
  EXPECT_THAT(code, AllOf(StartsWith("\177ELF"), HasSubstr("nopal_reduce_points")));
}

TEST(Nvrtc, ContractsOnlyWhereItIsAskedTo) {
  const WrittenKernel kernel(
      "sum",
      {{"a", "test::a@0", ArgumentKind::field, Access::write}, {"b", "test::b@0", ArgumentKind::field, Access::read}},
      "a(i,j,k) = b(i-1,j,k)*b(i,j,k) + b(i+1,j,k);\n");
  EXPECT_THAT(compile(source_of(kernel.kernel()), h100_assembly), Not(HasSubstr("fma.rn.f64")));
  EXPECT_THAT(compile(source_of(kernel.kernel()), h100_assembly, {.contract = true}), HasSubstr("fma.rn.f64"));
}

// A function has the bits of the host's only if the compiler takes none of its own library for it.
TEST(Nvrtc, CompilesTheMathematicalFunctionsFromTheirTexts) {
  std::vector<std::string_view> names;
  std::string calls;
#define NOPAL_CALL_1(name) names.emplace_back(#name), calls += "  sum += nopal_" #name "(a[n]);\n";
#define NOPAL_CALL_2(name) names.emplace_back(#name), calls += "  sum += nopal_" #name "(a[n], a[n + 1]);\n";
  NOPAL_MATHS_FUNCTIONS(NOPAL_CALL_1, NOPAL_CALL_2)
#undef NOPAL_CALL_1
#undef NOPAL_CALL_2
  const std::string code =
      compile({maths::cuda_text(names) +
                   "extern \"C\" __global__ void all(double* a)\n{\n  const long n = threadIdx.x;\n"
                   "  double sum = 0.0;\n" +
                   calls + "  a[n] = sum;\n}\n",
               "all", "functions"},
              h100_assembly);
  EXPECT_THAT(code, AllOf(HasSubstr("fma.rn.f64"), HasSubstr("sqrt.rn.f64"), HasSubstr("mul.hi.u64")));
  EXPECT_THAT(code, Not(AnyOf(HasSubstr(".extern"), HasSubstr("__nv_"), HasSubstr("approx"), HasSubstr(".f32"))));
}

TEST(Nvrtc, CompilesChecks) {
  const WrittenKernel kernel(
      "step", {{"a", "test::a@0", ArgumentKind::field, Access::readwrite}, {"n", "test::n", ArgumentKind::integer}},
      "function int share(int of, int by) { return of/by; }\nfunction real none() { return 1.0; }\n"
      "real w[2][3]; for (int m = 0; m < 6; ++m) w[m/3][m%3] = m;\nint32 narrow = (int32)a(i,j,k);\n"
      "narrow /= n; a(i,j,k) /= none()*n;\nconst bool odd = n%i == (uint32)a(i,j,k);\n"
      "a(i,j,k) = w[n][narrow] + share(7, n)/a(i-1,j,k) + (1 << n) + (int)(a(i,j,k)/n) + odd/n;\n");
  const std::string source = checked_source(kernel.kernel(), &Kernel::cuda);
  EXPECT_THAT(compile({source, points_entry(kernel.kernel()), "step"}, h100_assembly), HasSubstr("atom"));
  EXPECT_THAT(compile(source_of(kernel.kernel()), h100_assembly), Not(HasSubstr("atom")));
}

TEST(Nvrtc, CompilesKernelsWithAnOrderToALoop) {
  for (const VerticalOrder order : {VerticalOrder::forward, VerticalOrder::backward}) {
    const WrittenKernel kernel("column", {{"a", "test::a@0", ArgumentKind::field, Access::readwrite}},
                               order == VerticalOrder::forward ? "a(i,j,k) = 0.5*a(i,j,k-1);\n"
                                                               : "a(i,j,k) = 0.5*a(i,j,k+1);\n",
                               std::nullopt, order);
    EXPECT_THAT(compile(source_of(kernel.kernel())), StartsWith("\177ELF"));
    // Own output is not read through the cache for constant data.
    EXPECT_THAT(compile(source_of(kernel.kernel()), h100_assembly),
                AllOf(HasSubstr("ld.global.f64"), Not(HasSubstr("ld.global.nc.f64"))));
  }
}

TEST(Nvrtc, RefusesWhatIsNotDeclaredAndNamesTheLineOfTheKernelFile) {
  const std::vector<ArgumentDeclaration> arguments{{"a", "test::a@0", ArgumentKind::field, Access::write},
                                                   {"b", "test::b@0", ArgumentKind::field, Access::read}};
  const auto refused = [&](const std::string& body) {
    const WrittenKernel kernel("wrong", arguments, body);
    EXPECT_THAT(
        [&] { compile(source_of(kernel.kernel())); },
        ThrowsMessage<Error>(AllOf(HasSubstr("test::wrong does not compile"), HasSubstr("some/where.kernel(3)"))))
        << body;
  };
  refused("\n\na(i,j,k) = c(i,j,k);\n");
  refused("\n\na(i,j,k) = speed*b(i,j,k);\n");
  refused("\n\nb(i,j,k) = 1.0;\n");
  refused("\n\na(i,j,k) = a(i,j,k) + b(i,j,k);\n");
}

TEST(Nvrtc, NamesTheLineOfTheKernelFileInBlockKernels) {
  for (const char* text : wrong_block_kernels) {
    const WrittenKernel kernel("wrong", {{"a", "test::a@0", ArgumentKind::field, Access::write}}, text,
                               eight_threads(text));
    EXPECT_THAT(
        [&] { compile(source_of(kernel.kernel())); },
        ThrowsMessage<Error>(AllOf(HasSubstr("test::wrong does not compile"), HasSubstr("some/where.kernel(3)"))))
        << text;
  }
}

TEST(Target, IsMachineCodeOfTheSameGenerationOrElsePtx) {
  const std::vector<int> known{75, 80, 86, 89, 90};
  const auto target = [&](int gpu) { return cuda::choose_target(known, gpu, 12040); };
  EXPECT_EQ(target(90).architecture, 90);
  EXPECT_FALSE(target(90).ptx);
  EXPECT_EQ(target(87).architecture, 86);
  EXPECT_FALSE(target(87).ptx);
  EXPECT_EQ(target(100).architecture, 90);
  EXPECT_TRUE(target(100).ptx);
  EXPECT_THAT([&] { target(70); }, ThrowsMessage<Error>(AllOf(HasSubstr("7.5 and later"), HasSubstr("7.0"))));
}

} // namespace
} // namespace nopal::test
