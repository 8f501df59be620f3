#include "core/kernels/loop_checks.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

void fail_overflow() {
  throw Error("an increment of an int is larger than 64 bits can hold: use a real dat, or smaller increments");
}

LoopChecker::LoopChecker(const LoopKernel& kernel, const HostLoop& loop)
    : kernel_(kernel), loop_(loop), written_(static_cast<std::size_t>(kernel.n_arguments)) {}

void LoopChecker::begin(long element) {
  element_ = element;
  std::ranges::fill(written_, 0);
}

void LoopChecker::end() const {
  for (int a = 0; a < kernel_.n_arguments; ++a) {
    const LoopArgument& argument = kernel_.arguments[a];
    if (argument.kind != ArgumentKind::dat || argument.access != Access::write) continue;
    for (int c = 0; c < argument.components; ++c)
      if ((written_[static_cast<std::size_t>(a)] >> c & 1) == 0)
        fail(a,
             fmt::format("component {} is declared under writes: and gets no value: assign to {}({}), or declare the "
                         "variable under reads:, too",
                         c, argument.name, c));
  }
}

void LoopChecker::check(int argument, long target, long n_targets, long component) const {
  const LoopArgument& of = kernel_.arguments[argument];
  if (n_targets == 0)
    fail(argument, fmt::format("target {} of the map {} does not exist: this element has no targets", target,
                               kernel_.maps[of.map].name));
  if (target < 0 || target >= n_targets)
    fail(argument, fmt::format("target {} of the map {} does not exist: this element has the targets 0 to {}", target,
                               kernel_.maps[of.map].name, n_targets - 1));
  if (component < 0 || component >= of.components)
    fail(argument, fmt::format("component {} does not exist: the group declares {} (0 to {})", component, of.components,
                               of.components - 1));
}

void LoopChecker::fail(int argument, const std::string& what) const {
  throw Error(fmt::format("{}: kernel {} of {}, element {} of {}: {}: {}", kernel_.path, kernel_.name, kernel_.thorn,
                          loop_.numbers == nullptr ? element_ : loop_.numbers[element_], kernel_.set,
                          kernel_.arguments[argument].name, what));
}

} // namespace nopal
