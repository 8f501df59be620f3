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

/// A thorn one of whose methods estimates its error has these, too. The group, in the step, is the loop in which a step
/// is tried. Its function reduces the scaled errors and accepts the step or makes it smaller. The group in it makes the
/// first stage again with the smaller step.
inline constexpr const char* methods_trial = "trial";
inline constexpr const char* methods_judge = "judge";
inline constexpr const char* methods_again = "again";
/// A function for the start, which says that no step was computed yet.
inline constexpr const char* methods_no_tries = "no_tries";
/// The parameters that scale the errors, and the name of the state for them.
inline constexpr const char* methods_tolerances[] = {"absolute_tolerance", "relative_tolerance"};
inline constexpr const char* methods_error = "error";

/// One entry of `methods:`. Its stages are items of the thorn's schedule (ItemDeclaration::update).
struct MethodDeclaration {
  std::string name;
  /// Names of the intermediate states that the method keeps beside the state "u" and the right-hand side "rhs".
  std::vector<std::string> states;
  std::vector<std::string> rates; ///< the same for right-hand sides that it keeps
  int stages = 0;
  bool estimates_error = false; ///< `error:`; with an adaptive time step it controls the step
  Location where;
};

/// What an item computes for a stage of a method. A stage is a stencil for the variables that are integrated in the
/// interior, and a kernel for each variable that is integrated on the boundary, too.
struct MethodUpdate {
  enum class Kind {
    stage,
    again, ///< the first stage once more, from what it has kept
    error  ///< the error of the step, divided by the tolerance
  };
  std::string method;
  Kind kind = Kind::stage;
  int stage = 0;   ///< counted from 1; 0 for the error
  double time = 0; ///< of the state whose right-hand side the stage uses, in time steps after the start of the step
};

} // namespace nopal
