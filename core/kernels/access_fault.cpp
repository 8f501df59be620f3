#include "core/kernels/access_fault.hpp"

#include "core/base/error.hpp"
#include "core/kernels/read_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <tuple>

namespace nopal {

void fail(const Kernel& kernel, const WrongAccess& access, const Box& stored, const KernelGrid* grid) {
  const KernelArgument& field = kernel.arguments[access.field];
  const std::string inwards = grid != nullptr ? inward_advice(kernel, field, *grid, access.point, access.at) : "";
  throw Error(
      Location{kernel.path, access.line, 0},
      fmt::format("kernel {} of thorn {} accesses {} ({}) at ({}) when it computes point ({}), but this process "
                  "stores only {}: {}",
                  kernel.name, kernel.thorn, field.name, field.source, fmt::join(access.at, ", "),
                  fmt::join(access.point, ", "), stored.text(),
                  inwards.empty() ? "correct the index; if it is i, j or k plus a computed number, let ghost zones "
                                    "and boundary be as wide as the largest one (driver.ghosts, driver.boundary_width)"
                                  : inwards));
}

void AccessFault::report(const WrongAccess& access) {
  const std::lock_guard lock(mutex_);
  const auto order = [](const WrongAccess& of) {
    return std::tuple(of.point[2], of.point[1], of.point[0], of.line, of.field);
  };
  if (!first_ || order(access) < order(*first_)) first_ = access;
}

void AccessFault::raise_if_any(const Kernel& kernel, const HostLaunch& launch) const {
  if (first_) fail(kernel, *first_, launch.fields[first_->field].stored, launch.grid);
}

void run_guarded(const Kernel& kernel, const HostLaunch& launch, HostKernel run) {
  AccessFault fault;
  HostLaunch guarded = launch;
  guarded.fault = &fault;
  run(guarded);
  fault.raise_if_any(kernel, launch);
}

} // namespace nopal
