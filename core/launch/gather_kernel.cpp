#include "core/launch/gather_kernel.hpp"

#include "core/generator/emit.hpp"
#include "core/generator/generator.hpp"

#include <string>

namespace nopal {

namespace {

constexpr const char* path = "gather.kernel (of nopal itself)";

constexpr const char* gather_text = R"(const int end = offsets(j + 1);
real value = dat(i, j);
for (int n = offsets(j); n < end; ++n) value += sums(entries(n) * components + i);
dat(i, j) = value;
)";

constexpr KernelArgument arguments[] = {
    {"dat", "", ArgumentKind::array, Access::readwrite, 2},
    {"sums", "", ArgumentKind::array, Access::read, 1},
    {"offsets", "", ArgumentKind::array, Access::read, 1, true},
    {"entries", "", ArgumentKind::array, Access::read, 1, true},
    {"components", "", ArgumentKind::integer},
};

KernelDeclaration declaration() {
  KernelDeclaration made;
  made.thorn = "nopal";
  made.name = "gather";
  made.path = path;
  for (const KernelArgument& argument : arguments)
    made.arguments.push_back({.name = argument.name,
                              .source = argument.source,
                              .kind = argument.kind,
                              .access = argument.access,
                              .axes = argument.axes,
                              .is_integer = argument.is_integer});
  return made;
}

// The same for devices that run on the host.
void gather_on_host(const HostLaunch& launch) {
  const HostField& dat = launch.fields[0];
  const auto* const sums = static_cast<const double*>(launch.fields[1].origin);
  const auto* const offsets = static_cast<const std::int64_t*>(launch.fields[2].origin);
  const auto* const entries = static_cast<const std::int64_t*>(launch.fields[3].origin);
  const std::int64_t components = launch.integers[0];
  for (long b = 0; b < launch.n_boxes; ++b) {
    const Box& box = launch.boxes[b].box;
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) {
        double& value = static_cast<double*>(dat.origin)[i + j * dat.stride[1]];
        for (std::int64_t n = offsets[j]; n < offsets[j + 1]; ++n) value += sums[entries[n] * components + i];
      }
  }
}

} // namespace

const Kernel& gather_kernel() {
  static const std::string opencl = emit::resume_lines(opencl_source(declaration(), gather_text), "generated");
  static const std::string cuda = emit::resume_lines(cuda_source(declaration(), gather_text), "generated");
  static const Kernel kernel{.thorn = "nopal",
                             .name = "gather",
                             .arguments = arguments,
                             .n_arguments = static_cast<int>(std::size(arguments)),
                             .plain = gather_on_host,
                             .checked = gather_on_host,
                             .recording = nullptr,
                             .opencl = opencl.c_str(),
                             .cuda = cuda.c_str(),
                             .path = path,
                             .recordable = false};
  return kernel;
}

} // namespace nopal
