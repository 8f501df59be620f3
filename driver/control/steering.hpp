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

class Steering {
public:
  Steering(Description& description, Kernels& kernels, const Domain& domain, const Validity& validity)
      : description_(description), kernels_(kernels), domain_(domain), validity_(validity) {}
  /// Makes all changes that a text as of read_changes() asks for and refreshes what follows from parameters, `limits`
  /// included. Throws Error, and changes nothing, where one cannot be made, or would have a routine read what nobody
  /// writes. Same text on all ranks: same outcome.
  std::vector<ParameterChange> apply(const std::string& text, Limits& limits);

private:
  void refresh(Limits& limits);
  void check_reads() const;
  Description& description_;
  Kernels& kernels_;
  const Domain& domain_;
  const Validity& validity_;
};

} // namespace nopal
