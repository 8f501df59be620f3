#pragma once
// A kernel written in a test, in the sources that the generator makes of it.

#include "core/kernels/emit.hpp"
#include "core/kernels/generator.hpp"

#include <string>
#include <vector>

namespace nopal::test {

class WrittenKernel {
public:
  WrittenKernel(std::string name, std::vector<ArgumentDeclaration> arguments, const std::string& body)
      : declaration_{.thorn = "test",
                     .name = std::move(name),
                     .path = "some/where.kernel",
                     .arguments = std::move(arguments),
                     .constants = {},
                     .block = {},
                     .where = {}} {
    opencl_ = emit::resume_lines(opencl_source(declaration_, body), "generated");
    cuda_ = emit::resume_lines(cuda_source(declaration_, body), "generated");
    for (const ArgumentDeclaration& a : declaration_.arguments) {
      arguments_.push_back({a.name.c_str(), a.source.c_str(), a.kind});
    }
    kernel_ = {};
    kernel_.thorn = declaration_.thorn.c_str();
    kernel_.name = declaration_.name.c_str();
    kernel_.arguments = arguments_.data();
    kernel_.n_arguments = static_cast<int>(arguments_.size());
    kernel_.opencl = opencl_.c_str();
    kernel_.cuda = cuda_.c_str();
    kernel_.path = declaration_.path.c_str();
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

} // namespace nopal::test
