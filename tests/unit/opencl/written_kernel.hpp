#pragma once
// A kernel that a test writes, with the sources that the generator makes from it.

#include "core/generator/emit.hpp"
#include "core/generator/generator.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nopal::test {

class WrittenKernel {
public:
  WrittenKernel(std::string name, std::vector<ArgumentDeclaration> arguments, const std::string& body,
                std::optional<BlockDeclaration> block = std::nullopt, VerticalOrder order = VerticalOrder::parallel)
      : declaration_{.thorn = "test",
                     .name = std::move(name),
                     .path = "some/where.kernel",
                     .arguments = std::move(arguments),
                     .constants = {},
                     .block = std::move(block),
                     .order = order,
                     .where = {}} {
    opencl_ = emit::resume_lines(opencl_source(declaration_, body), "generated");
    cuda_ = emit::resume_lines(cuda_source(declaration_, body), "generated");
    for (const ArgumentDeclaration& a : declaration_.arguments) {
      arguments_.push_back({a.name.c_str(), a.source.c_str(), a.kind, a.access, a.axes, a.is_integer,
                            a.extent.has_value(), a.extent.value_or(Extent{})});
    }
    kernel_ = {};
    kernel_.thorn = declaration_.thorn.c_str();
    kernel_.name = declaration_.name.c_str();
    kernel_.arguments = arguments_.data();
    kernel_.n_arguments = static_cast<int>(arguments_.size());
    kernel_.opencl = opencl_.c_str();
    kernel_.cuda = cuda_.c_str();
    kernel_.path = declaration_.path.c_str();
    kernel_.order = order;
  }
  WrittenKernel(const WrittenKernel&) = delete;
  WrittenKernel& operator=(const WrittenKernel&) = delete;

  const Kernel& kernel() const { return kernel_; }

private:
  KernelDeclaration declaration_;
  std::string opencl_;
  std::string cuda_;
  std::vector<KernelArgument> arguments_;
  Kernel kernel_{};
};

/// Texts of block kernels with arguments a (written), whose third line is wrong.
inline constexpr const char* wrong_block_kernels[] = {
    "function real scaled(const real v) {\n  const real w = 2.0 * v;\n  return w * speed;\n}\na(i,j,k) = "
    "scaled(1.0);\n",
    "shared real tile[8];\nshared int counts[];\na(i,j,k) = tile[0] + counts[0] + speed;\n",
    "function real same(const real v) { return v; }\nshared real tile[8];\ntile[0] = same(speed);\na(i,j,k) = "
    "tile[0];\n",
    "shared real tile[8];\nblock_sync();\na(i,j,k) = atomic_add(tiles[0], 1.0);\n",
};
inline BlockDeclaration eight_threads(const std::string& text) {
  BlockDeclaration block;
  block.threads = {"8"};
  block.region = Region::interior;
  if (text.find("counts[]") != std::string::npos) block.shared = "4";
  return block;
}

} // namespace nopal::test
