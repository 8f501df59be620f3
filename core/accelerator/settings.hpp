#pragma once
// The parameters of the Accelerator.

#include <cstdint>
#include <string>

namespace nopal {

struct AcceleratorSettings {
  bool verbose = false;
  bool very_verbose = false;
  std::int64_t verbose_from = 0;         ///< the first iteration that gets lines
  std::int64_t verbose_to = -1;          ///< the last iteration that gets lines; -1: no limit
  std::string copy_back_vars = "output"; ///< output, none, all, or full names separated by blanks
  std::int64_t copy_back_every = 1;
  bool copy_back_all_written_variables_in_analysis = false;
  bool copy_back_all_timelevels = false;
  bool poison = false; ///< find reads of invalid points and missing writes (poison.hpp)
};

} // namespace nopal
