#pragma once
// The arguments of a kernel when it runs. Generated host versions and device plugins share these types.
// Plain data, so that generated code, plugins and core agree on it (part of the plugin ABI).

#include "core/grid/layout.hpp"
#include "core/grid/zones.hpp"
#include "core/host/blocks.hpp"
#include "core/stencils/extent.hpp"
#include "core/stencils/vertical.hpp"
#include "core/variables/access.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace nopal {

class HostBackend;

/// The grid as kernels see it; constant for a run.
struct KernelGrid {
  std::array<double, 3> lower{};  ///< coordinate = lower + ((index + image) + centre) * spacing
  std::array<double, 3> centre{}; ///< 0 or 0.5
  std::array<double, 3> spacing{1, 1, 1};
  Index exists{1, 1, 1}; ///< 1 if the grid has the axis; else 0, and index and coordinate are 0
  long dimension = 3;
  /// The points of this process, for the bounds-checked versions. `owned` is empty: not known.
  Box interior, owned;

  /// Returns the base region of a stored point. Call this only if they are known.
  Region region_of(const Index& point) const {
    return interior.contains(point) ? Region::interior : owned.contains(point) ? Region::boundary : Region::ghosts;
  }
};

/// The values that change from launch to launch.
struct KernelClock {
  double time = 0; ///< of timelevel 0
  double dt = 0;
  long iteration = 0;
};

/// A grid function or an array of a launch. Each has its own address and shape.
struct HostField {
  void* origin = nullptr; ///< address of index (0, 0, 0), which may lie outside of the allocation
  Index stride{1, 0, 0};  ///< in elements; 0 for an axis that does not exist
  Box stored;             ///< the points that may be accessed
};

/// The elements have 8 bytes.
inline HostField host_field(std::byte* allocation, const Layout& layout) {
  return {allocation + layout.origin() * 8, layout.stride, layout.box};
}

class AccessFault;
class BlockWatch;

/// One call of a host version of a kernel. Fields and numbers stand in the order of Kernel::arguments.
struct HostLaunch {
  const HostField* fields = nullptr;      ///< grid functions, then arrays
  const double* reals = nullptr;          ///< real parameters and scalar variables, in order
  const std::int64_t* integers = nullptr; ///< int, bool and keyword parameters and int scalars, in order
  const KernelGrid* grid = nullptr;
  KernelClock clock;
  const LaunchBox* boxes = nullptr;
  long n_boxes = 0;
  HostBackend* backend = nullptr; ///< plain version: distributes the points; null: the caller computes them all.
                                  ///< Block kernels: runs the blocks, never null
  AccessFault* fault = nullptr;   ///< plain version of a kernel with guarded fields: never null while it computes
};

/// One access that the recording version has seen: position of the field, offset from the point, kind.
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
  /// Returns the value that the body reads.
  virtual double value(const RecordedAccess& /*read*/) { return 1; }
};

using HostKernel = void (*)(const HostLaunch&);
/// Runs the body once at each point of the boxes on dummy values and reports its accesses.
using RecordingKernel = void (*)(const HostLaunch&, AccessRecorder&);

/// field: a grid function. real and integer: numbers, passed by value. dat and total: of loops over sets (loop.hpp).
enum class ArgumentKind : int { field, array, real, integer, dat, total };

struct KernelArgument {
  const char* name;   ///< as in the kernel's text: phi_p
  const char* source; ///< "wavetoy::phi@1", "f@1" for a name that the schedule binds, or a parameter's full name
  ArgumentKind kind;
  Access access = Access::read;
  int axes = 3;            ///< arrays: how many indices it takes
  bool is_integer = false; ///< arrays: elements are 64-bit integers; else doubles
  bool has_extent = false; ///< the declaration says how far the kernel reads this field
  Extent extent{};         ///< if has_extent
  bool is_guarded = false; ///< fields: the plain version and devices check each access (access_fault.hpp)
  Region reads = Region::none, writes = Region::none; ///< fields: the regions that the clauses name

  bool is_field() const { return kind == ArgumentKind::field; }
  bool is_array() const { return kind == ArgumentKind::array; }
};

/// One access that the text of a pointwise kernel names. No branch hides it from this list.
struct KernelAccess {
  int field;           ///< position of the field in Kernel::arguments
  int line, column;    ///< in the .kernel file
  const char* indices; ///< as written: "i+1, j, k"
  bool is_known;       ///< each index is i, j or k of its axis, plus or minus numbers and multiples of the normal
  Index offset;        ///< the numbers, if is_known
  Index normals[3];    ///< along axis a, normals[a][b] times the normal's component b. If is_known
  bool reads, writes;

  bool is_here() const {
    const Index zero{0, 0, 0};
    return is_known && offset == zero && normals[0] == zero && normals[1] == zero && normals[2] == zero;
  }
  /// Returns the offset of the access from a point with this normal.
  Index offset_at(const Index& normal) const {
    Index at = offset;
    for (int axis = 0; axis < 3; ++axis)
      for (int b = 0; b < 3; ++b) at[axis] += normals[axis][b] * normal[b];
    return at;
  }
};

/// One thread of a block kernel on the host.
struct HostBlock {
  const HostLaunch* launch;
  const LaunchBox* box; ///< the box that the block belongs to
  Index block;          ///< index of the block in the box
  Index blocks;         ///< blocks of the box along each axis
  Index threads;        ///< threads of the block along each axis
  const BlockThread* thread;
  std::size_t dynamic_bytes = 0; ///< of the shared array without extent
  BlockWatch* watch = nullptr;   ///< checked version: never null
};
using HostBlockKernel = void (*)(const HostBlock&);

/// The additional data of a block kernel. Numbers are text: "16", or the full name of an int parameter.
struct KernelBlocks {
  const char* threads[3];     ///< of a block, along i, j, k
  const char* points[3];      ///< launched over [0, points) along each axis; null: over the boxes of `region`
  Region region;              ///< region in the item's `over:`; without it the region that the kernel writes
  bool anywhere;              ///< may write outside of the boxes of the launch
  const char* shared;         ///< number of elements of the shared array without extent; null: there is none
  std::size_t shared_element; ///< bytes of one such element
  std::size_t shared_bytes;   ///< bytes of the shared arrays with extents
  HostBlockKernel plain;
  HostBlockKernel checked; ///< throws nopal::Error for a wrong access
  bool launched;           ///< a function launches it over points of its choice
  bool prints;             ///< its text calls printf
};

/// A kernel in a thorn's library, in all versions. It is static data of the library. The three pointwise host versions
/// of a block kernel are null.
struct Kernel {
  const char* thorn;
  const char* name;                ///< of the schedule item
  const KernelArgument* arguments; ///< fields first, then arrays, reals, integers
  int n_arguments;
  HostKernel plain;
  HostKernel checked; ///< throws nopal::Error for a wrong access
  RecordingKernel recording;
  const char* opencl; ///< complete OpenCL C source
  const char* cuda;   ///< complete CUDA C++ source for NVRTC
  const char* path;   ///< path of the .kernel file, for messages
  /// "12:3 if, 14:9 ?": branches of the body that may hide accesses (branches.hpp). Empty: there are none.
  const char* branches = "";
  bool recordable = true;               ///< false: the body cannot run on dummy values
  const KernelBlocks* blocks = nullptr; ///< null: a pointwise kernel
  /// Of the kernel of a stage. forward, backward: the points of a column are computed in this order, by one thread, and
  /// the kernel may read its own output at k-1 (forward) or k+1 (backward).
  VerticalOrder order = VerticalOrder::parallel;
  bool of_stage = false;                  ///< the kernel of a stage of a stencil
  const char* text_hash = "";             ///< text_hash() of the .kernel file, with_functions() (core/generator)
  const KernelAccess* accesses = nullptr; ///< of a pointwise kernel, in their order in the text
  int n_accesses = 0;
  const char* maths = ""; ///< "exp, sin": the functions with texts of nopal's own (core/maths) that it calls

  bool has_guards() const {
    for (int a = 0; a < n_arguments; ++a)
      if (arguments[a].is_guarded) return true;
    return false;
  }
};

} // namespace nopal
