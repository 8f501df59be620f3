#pragma once
// Changes of parameters while a run goes on.

#include "core/accelerator/validity.hpp"
#include "core/parameters/steering.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/setup/limits.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Applies changes of parameters to the objects of a run.
class Steering {
public:
  Steering(Description& description, Kernels& kernels, const Decomposition& decomposition, const Validity& validity)
      : description_(description), kernels_(kernels), decomposition_(decomposition), validity_(validity) {}
  /// Makes all changes of a text (see read_changes()) and updates everything that follows from parameters, `limits`
  /// included. If one change is impossible, or would let a routine read data that nobody writes or points that its
  /// process does not have, throws Error and changes nothing. All ranks must pass the same text and get the same
  /// result.
  std::vector<ParameterChange> apply(const std::string& text, Limits& limits);

private:
  void refresh(Limits& limits);
  void check_reads() const;
  Description& description_;
  Kernels& kernels_;
  const Decomposition& decomposition_;
  const Validity& validity_;
};

} // namespace nopal
