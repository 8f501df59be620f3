#pragma once
// An estimate of the memory that a run needs, made before anything is allocated.

#include "core/base/bytes_text.hpp"
#include "core/grid/decomposition.hpp"
#include "core/schedule/schedule.hpp"
#include "core/sets/run_mesh.hpp"
#include "core/variables/variables.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/stencils.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace nopal {

struct GroupMemory {
  std::string name;
  std::size_t bytes = 0; ///< of the slots that the run uses, with padding
  int slots = 0;         ///< that the run uses
  /// Of the slots that no routine touches on the host. They have addresses, but the system gives a page of memory only
  /// when it is touched first.
  std::size_t reserved = 0;
};

/// Memory that a thorn takes on the host beside its variables.
struct ThornMemory {
  std::string what;
  std::size_t bytes = 0;
};

/// The memory of one rank, in bytes.
struct MemoryEstimate {
  std::vector<GroupMemory> groups;     ///< on the host
  std::vector<StencilMemory> stencils; ///< on the host
  std::vector<ThornMemory> thorns{};   ///< on the host; known after paramcheck
  std::size_t host = 0;                ///< used slots of groups, stencils, thorns and exchange
  std::size_t device = 0;              ///< slots of device routines, and buffers for exchange and reductions
  std::size_t largest_slot = 0;        ///< the largest allocation on the device
  std::string largest_variable;        ///< variable of the largest slot
  std::size_t exchange = 0;            ///< buffers for a sync of all synchronised grid functions
};

/// How a run uses its variables. The lists hold indices of variables.
struct VariableUse {
  std::vector<int> synchronised;    ///< some routine or group synchronises them
  std::vector<int> on_device;       ///< they have storage on the device
  std::vector<int> reduced_there{}; ///< variables that are reduced on the device
  std::vector<int> untouched{};     ///< nothing touches their memory on the host
  std::size_t loop_bytes = 0;       ///< what loops over sets need on the device beside dats (Kernels::loop_bytes())
};

/// Finds out how the routines that the schedule may call use the variables. `device`: the run has a device.
VariableUse variable_use(const Description& description, bool device);

/// Estimates the memory that a rank needs. `gpu`: the device is a GPU. `stencils`: those that run on the host.
MemoryEstimate estimate_memory(const Variables& variables, const VariableUse& use, bool gpu,
                               const Decomposition& decomposition, int rank,
                               const std::vector<StencilMemory>& stencils = {}, const RunMesh* mesh = nullptr);

/// Adds what thorns take.
void add_thorns(MemoryEstimate& estimate, std::vector<ThornMemory> thorns);

/// Returns lines for the log. `device`: the run uses a device.
std::string memory_summary(const MemoryEstimate& estimate, bool device);
/// Returns the sum and the lines about thorns, after add_thorns().
std::string thorn_memory_summary(const MemoryEstimate& estimate, bool device);

/// Collective. Throws the same Error on all ranks if the memory of a node, the memory of a device or the device's limit
/// for one allocation is too small.
void check_memory(const Session& session, const MemoryEstimate& estimate, const DeviceChoice& device);

/// Collective. Returns whether every node has as much memory left as its ranks ask for together. The result is the same
/// on all ranks. `bytes`: of this rank.
bool nodes_have(const Session& session, std::size_t bytes);

} // namespace nopal
