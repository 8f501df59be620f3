#pragma once
// What a kernel is given when it runs: shared by the generated host versions and by device plugins.
// Plain data, so that generated code, plugins and core agree on it (part of the plugin ABI).

#include "core/grid/zones.hpp"

#include <array>
#include <cstdint>

namespace nopal {

class HostAccelerator;

/// The grid as kernels see it; constant for a run.
struct KernelGrid {
  std::array<double, 3> lower{};  ///< coordinate = lower + ((index + image) + centre) * spacing
  std::array<double, 3> centre{}; ///< 0 or 0.5
  std::array<double, 3> spacing{1, 1, 1};
  Index exists{1, 1, 1}; ///< 1 where the grid has the axis; else index and coordinate are 0
  long dimension = 3;
};

/// Per launch: the values that change from call to call.
struct KernelClock {
  double time = 0; ///< of level 0
  double dt = 0;
  long iteration = 0;
};

/// One call of a host version of a kernel. Fields and numbers stand in the order of Kernel::arguments.
struct HostLaunch {
  void* const* fields = nullptr;          ///< of each field: address of global index (0, 0, 0), may lie outside
  Index stride{1, 0, 0};                  ///< of all fields, in elements; 0 for an axis that does not exist
  const double* reals = nullptr;          ///< real parameters and scalar variables, in order
  const std::int64_t* integers = nullptr; ///< int, bool and keyword parameters and int scalars, in order
  const KernelGrid* grid = nullptr;
  KernelClock clock;
  const LaunchBox* boxes = nullptr;
  long n_boxes = 0;
  Box stored;                             ///< bounds-checked version: what may be accessed
  HostAccelerator* accelerator = nullptr; ///< plain version: shares out the points; null: the caller computes them all
};

/// One access seen by the recording version: field (position among the fields), offset from the point, kind.
struct RecordedAccess {
  int field;
  Index offset;
  bool write;
};
/// Receives accesses while the recording version runs.
class AccessRecorder {
public:
  virtual ~AccessRecorder() = default;
  virtual void record(const RecordedAccess& access) = 0;
  /// What the body is given for a read.
  virtual double value(const RecordedAccess& /*read*/) { return 1; }
};

using HostKernel = void (*)(const HostLaunch&);
/// Runs the body once at each point of the boxes on dummy values and reports what it touches.
using RecordingKernel = void (*)(const HostLaunch&, AccessRecorder&);

enum class ArgumentKind : int { field_read, field_write, field_readwrite, real, integer };

struct KernelArgument {
  const char* name;   ///< as in the kernel's text: phi_p
  const char* source; ///< "wavetoy::phi@1", or the full name of a parameter
  ArgumentKind kind;
};

/// A kernel compiled into a thorn's library, in all versions. Static data of the library.
struct Kernel {
  const char* thorn;
  const char* name;                ///< of the schedule item
  const KernelArgument* arguments; ///< fields first, then reals, then integers
  int n_arguments;
  HostKernel plain;
  HostKernel checked; ///< throws nopal::Error for an access outside `stored`
  RecordingKernel recording;
  const char* opencl; ///< complete OpenCL C source
  const char* cuda;   ///< complete CUDA C++ source for NVRTC
  const char* path;   ///< of the .kernel file, for messages
  /// "12:3 if, 14:9 ?": where the body's course may depend on values (branches.hpp); empty: nowhere.
  const char* branches = "";
  bool recordable = true; ///< false: the body might not end, or go astray, on dummy values
};

} // namespace nopal
