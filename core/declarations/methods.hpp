#pragma once
// Methods of a thorn that integrates in time: tables of coefficients, as `methods:` declares them.

#include "core/base/location.hpp"

#include <string>
#include <vector>

namespace nopal {

/// A thorn with `methods:` chooses one of them with this keyword parameter.
inline constexpr const char* methods_parameter = "method";
/// It schedules these groups: the step, and in it the routines that compute right-hand sides and those that complete a
/// state after each stage. Only these two run in the step.
inline constexpr const char* methods_group = "step";
inline constexpr const char* methods_rates = "calc_rhs";
inline constexpr const char* methods_post = "post_step";
/// It integrates the groups with this tag, whose value is the group of their right-hand sides.
inline constexpr const char* methods_tag = "rhs";

/// One entry of `methods:`. Its stages are stencils of the thorn's schedule (ItemDeclaration::update).
struct MethodDeclaration {
  std::string name;
  /// Names of the intermediate states that the method keeps beside the state "u" and the right-hand side "rhs".
  std::vector<std::string> states;
  std::vector<std::string> rates; ///< the same for right-hand sides that it keeps
  int stages = 0;
  Location where;
};

/// A stage of a method: what its stencil computes.
struct MethodUpdate {
  std::string method;
  double time = 0; ///< of the state whose right-hand side the stage uses, in time steps after the start of the step
};

} // namespace nopal
