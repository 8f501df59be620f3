// The OpenCL platform of this machine (PoCL, where there is no GPU) compiles every kernel of the tree.

#include "../../plugins/opencl/program.hpp"
#include "../unit/opencl/written_kernel.hpp"
#include "odd_loop.hpp"
#include "tree_kernels.hpp"

#include "tests/support/temporary_folder.hpp"

#include "core/device/copy_table.hpp"
#include "core/device/reduce_kernel.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>
#include <string>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class OpenclCompiler : public ::testing::Test {
protected:
  /// PoCL waits for the disk after each file that it writes, and it writes several for each kernel.
  static void SetUpTestSuite() {
    static const TemporaryFolder folder(TemporaryFolder::in_memory());
    setenv("POCL_CACHE_DIR", folder.path().c_str(), 1);
    // What optimised code computes is for the tests of whole runs. Here PoCL makes code in half of the time.
    if (!long_tests()) setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
  }
  OpenclCompiler() : cache_("") {
    opencl::Search found = opencl::search();
    if (found.usable.empty()) throw Error(found.unusable.empty() ? "no OpenCL device" : found.unusable.front());
    device_ = found.usable.front();
    cl_int code = CL_SUCCESS;
    context_.reset(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &code));
    opencl::check(code, "open a device");
  }

  opencl::Function compile(const FunctionSource& source, const KernelArithmetic& arithmetic = {}) {
    return opencl::build_function(context_.get(), device_, cache_, source, opencl::build_options(device_, arithmetic),
                                  [](const opencl::Function&) {});
  }
  opencl::Function compile(const Kernel& kernel, const std::string& entry, const KernelArithmetic& arithmetic = {}) {
    return compile({text(kernel, entry), entry, std::string(kernel.thorn) + "::" + kernel.name}, arithmetic);
  }
  static std::string text(const Kernel& kernel, const std::string& entry) {
    return (entry == rows_entry(kernel) ? rows_only : "") + std::string(kernel.opencl);
  }

  /// Builds the program, so that the platform has read all of it and knows the entry point. PoCL makes code for the
  /// entry point later, when it is asked for the binary. This takes most of the time, and is not waited for.
  void read(const FunctionSource& source) {
    struct Enough {};
    try {
      opencl::build_function(context_.get(), device_, cache_, source, opencl::build_options(device_, {}),
                             [](const opencl::Function&) { throw Enough(); });
      ADD_FAILURE() << "it was not built";
    } catch (const Enough&) {
    }
  }

  opencl::FoundDevice device_;
  KernelCache cache_;
  opencl::Context context_;
};

TEST_F(OpenclCompiler, TakesEveryKernelOfTheTree) {
  int n = 0;
  const std::vector<const Kernel*> kernels = tree_kernels();
  for (const Kernel* kernel : kernels) {
    // NVRTC is faster and takes them all.
    if (may_be_left_out(*kernel)) continue;
    SCOPED_TRACE(std::string(kernel->thorn) + "::" + kernel->name);
    if (kernel->blocks != nullptr) {
      EXPECT_NO_THROW(compile(*kernel, blocks_entry(*kernel)));
      continue;
    }
    if (!wanted_in_all_forms(*kernel, kernels)) {
      ++n;
      EXPECT_NO_THROW(read(
          {text(*kernel, rows_entry(*kernel)), rows_entry(*kernel), std::string(kernel->thorn) + "::" + kernel->name}));
      continue;
    }
    // PoCL takes long to make code, so it does this for one form of a kernel; the forms take turns.
    const auto wanted = [turn = n++ % 3](int form) { return long_tests() || form == turn; };
    if (wanted(0)) {
      EXPECT_NO_THROW(compile(*kernel, rows_entry(*kernel)));
    }
    if (wanted(1)) {
      EXPECT_NO_THROW(compile(*kernel, points_entry(*kernel)));
    }
    if (wanted(2)) {
      EXPECT_NO_THROW(compile(*kernel, rows_entry(*kernel), {.contract = true, .native_maths = true}))
          << "with contraction and functions of the device";
    }
  }
  EXPECT_GE(n, 3) << "at least the kernels of wavetoy";
}

TEST_F(OpenclCompiler, TakesEveryStencilOfTheTree) {
  int n = 0;
  std::set<std::string> thorns;
  for (const StencilKernel* stencil : tree_stencils()) {
    const std::string label = std::string(stencil->thorn) + "::" + stencil->name;
    SCOPED_TRACE(label);
    const FunctionSource tiles{stencil->opencl_tiles, tiles_entry(*stencil), label};
    const FunctionSource groups{stencil->opencl_groups, groups_entry(*stencil), label};
    // Those of the thorns with several, such as euler, take longest, so PoCL makes code of one stencil of each thorn.
    if (thorns.insert(stencil->thorn).second || long_tests()) {
      EXPECT_NO_THROW(compile(tiles));
      EXPECT_NO_THROW(compile(groups));
    } else {
      EXPECT_NO_THROW(read(tiles));
      EXPECT_NO_THROW(read(groups));
    }
    ++n;
  }
  EXPECT_GE(n, 2) << "at least those of diffusion and advection_z";
}

TEST_F(OpenclCompiler, TakesALoopWithOddNames) {
  EXPECT_NO_THROW(compile({rows_only + odd_loop(false), "odd_odd_rows", "odd::odd"}));
  EXPECT_NO_THROW(compile({odd_loop(false), "odd_odd_points", "odd::odd"}));
}

TEST_F(OpenclCompiler, KeysItsBinariesWithAllThatTheyDependOn) {
  const FunctionSource source{"a source", "an_entry", "a label"};
  const auto text = [&](const opencl::FoundDevice& device, const FunctionSource& of,
                        const KernelArithmetic& arithmetic = {}) {
    return opencl::binary_key(device, of, opencl::build_options(device, arithmetic)).text();
  };
  const std::string plain = text(device_, source);
  EXPECT_THAT(plain, AllOf(HasSubstr("opencl"), HasSubstr(device_.platform), HasSubstr(device_.description.name),
                           HasSubstr(opencl::text(device_.id, CL_DRIVER_VERSION)), HasSubstr("a source"),
                           HasSubstr("an_entry")));
  opencl::FoundDevice later_driver = device_;
  later_driver.compiler += ".1";
  opencl::FoundDevice other_device = device_;
  other_device.model += " Ti";
  EXPECT_NE(text(later_driver, source), plain);
  EXPECT_NE(text(other_device, source), plain);
  EXPECT_NE(text(device_, source, {.contract = true}), plain);
  EXPECT_NE(text(device_, source, {.native_maths = true}), plain);
  EXPECT_NE(text(device_, {"a source ", "an_entry", "a label"}), plain);
  EXPECT_NE(text(device_, {"a source", "an_entry2", "a label"}), plain);
  EXPECT_EQ(text(device_, {"a source", "an_entry", "another label"}), plain);
}

TEST_F(OpenclCompiler, TakesTheKernelThatPacksStrips) {
  const std::string text = std::string(opencl::opencl_dialect) + copy_kernel;
  EXPECT_NO_THROW(compile({rows_only + text, "nopal_copy_rows", "copies"}));
  EXPECT_NO_THROW(compile({text, "nopal_copy_words", "copies"}));
}

TEST_F(OpenclCompiler, TakesTheKernelThatReduces) {
  const std::string text = std::string(opencl::opencl_dialect) + reduce_kernel;
  EXPECT_NO_THROW(compile({rows_only + text, "nopal_reduce_rows", "reductions"}));
  EXPECT_NO_THROW(compile({text, "nopal_reduce_points", "reductions"}));
}

TEST_F(OpenclCompiler, RefusesWhatIsNotDeclaredAndNamesTheLineOfTheKernelFile) {
  const std::vector<ArgumentDeclaration> arguments{{"a", "test::a@0", ArgumentKind::field, Access::write},
                                                   {"b", "test::b@0", ArgumentKind::field, Access::read}};
  const auto refused = [&](const std::string& body) {
    const WrittenKernel kernel("wrong", arguments, body);
    EXPECT_THAT(
        [&] { compile(kernel.kernel(), rows_entry(kernel.kernel())); },
        ThrowsMessage<Error>(AllOf(HasSubstr("test::wrong does not compile"), ContainsRegex("some/where.kernel:3"))))
        << body;
  };
  refused("\n\na(i,j,k) = c(i,j,k);\n");
  refused("\n\na(i,j,k) = speed*b(i,j,k);\n");
  refused("\n\nb(i,j,k) = 1.0;\n");
}

TEST_F(OpenclCompiler, NamesTheLineOfTheKernelFileInBlockKernels) {
  for (const char* text : wrong_block_kernels) {
    const WrittenKernel kernel("wrong", {{"a", "test::a@0", ArgumentKind::field, Access::write}}, text,
                               eight_threads(text));
    EXPECT_THAT(
        [&] { compile(kernel.kernel(), blocks_entry(kernel.kernel())); },
        ThrowsMessage<Error>(AllOf(HasSubstr("test::wrong does not compile"), ContainsRegex("some/where.kernel:3"))))
        << text;
  }
}

} // namespace
} // namespace nopal::test
