#pragma once
// What memory a run will take, found out before anything is allocated.

#include "core/base/bytes_text.hpp"
#include "core/grid/decomposition.hpp"
#include "core/schedule/schedule.hpp"
#include "core/variables/variables.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/device_choice.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace nopal {

struct GroupMemory {
  std::string name;
  std::size_t bytes = 0; ///< of all variables and timelevels, padding included
  int slots = 0;
};

/// Of one rank, in bytes.
struct MemoryEstimate {
  std::vector<GroupMemory> groups; ///< on the host
  std::size_t host = 0;            ///< groups and exchange
  std::size_t device = 0;          ///< slots that routines on the device name, its buffers of exchange and reductions
  std::size_t largest_slot = 0;    ///< one allocation on the device
  std::string largest_variable;    ///< whose slot that is
  std::size_t exchange = 0;        ///< buffers of a sync of every grid function that is synchronised
};

/// What a run does with its variables: indices of those.
struct VariableUse {
  std::vector<int> synchronised; ///< by some routine or group
  std::vector<int> on_device;    ///< have storage on the device
  bool reduced_there = false;    ///< some of them are reduced on the device
};

VariableUse variable_use(const Variables& variables, const Schedule& schedule);

/// gpu: the device, if any, is a graphics card.
MemoryEstimate estimate_memory(const Variables& variables, const VariableUse& use, bool gpu,
                               const Decomposition& decomposition, int rank);

/// As lines for the user. `device`: whether there is one.
std::string memory_summary(const MemoryEstimate& estimate, bool device);

/// Collective: throws the same Error on all ranks where the host memory of a node, the memory of a device or the
/// device's allocation limit is too small.
void check_memory(const Session& session, const MemoryEstimate& estimate, const DeviceChoice& device);

} // namespace nopal
