#pragma once
// A kernel that runs at each element of a set, and its arguments when it runs. Generated code and core share these
// types (part of the plugin ABI).

#include "core/kernels/launch.hpp"
#include "core/variables/access.hpp"

#include <cstdint>

namespace nopal {

struct LoopText;

/// An argument of a loop. dat: values on elements. real and integer: numbers, passed by value. total: a scalar that
/// becomes a sum, the least or the largest over all elements.
struct LoopArgument {
  const char* name;   ///< as in the kernel's text
  const char* source; ///< "airfoil::q@0", or a parameter's full name
  ArgumentKind kind;
  Access access;   ///< of dats read, write, readwrite or increment; of totals increment, minimum or maximum
  bool is_integer; ///< values are 64-bit integers; else doubles
  int components;  ///< of dats
  int map;         ///< of dats: position in LoopKernel::maps; -1: the loop's own element
  int target;      ///< of dats with a map: the only target that is used; -1: all
  bool has_from;   ///< of totals: `from` counts in place of the scalar's value
  double from;
};

/// A map that a loop uses.
struct LoopMap {
  const char* name;     ///< full: "airfoil::edge_cells"
  int arity;            ///< 0: varying
  bool by_rule = false; ///< its rows may follow from a rule (HostMap::pairs)
};

/// A dat on the host: component c of element e is value e * components + c.
struct HostDat {
  void* values = nullptr;
  std::int32_t stored = 0; ///< elements of this process, ghosts included
};

/// A map on the host. Row n begins at targets[n * arity], or at targets[offsets[n]] if the arity varies. If there are
/// no targets, they follow from a rule: element e stands in line l = e / columns at i = e mod columns, and its target t
/// is pairs[2 n] + (i + pairs[2 n + 1]) mod columns, where n = l arity + t. Second numbers are at least 0 and below
/// columns.
struct HostMap {
  const std::int32_t* targets = nullptr;
  const std::int64_t* offsets = nullptr;
  const std::int32_t* pairs = nullptr;
  std::int32_t columns = 0;
};

/// Elements that one thread executes one after another.
struct LoopSegment {
  std::int32_t first = 0, end = 0; ///< element numbers; with `elements`: positions in it
  const std::int32_t* elements = nullptr;
  /// With `elements`: by position in LoopKernel::maps, the rows of targets to which increments go, in the order of
  /// `elements`. -1: this thread does not add to the target. A null table: as the map says.
  const std::int32_t* const* rows = nullptr;
  /// With `rows`: where the row of each element of `elements` begins, for maps of varying arity.
  const std::int64_t* const* starts = nullptr;
};

/// A launch of a loop. Dats, maps, numbers and totals stand in the order of the kernel's arguments.
struct HostLoop {
  const HostDat* dats = nullptr;
  const HostMap* maps = nullptr;
  const double* reals = nullptr;
  const std::int64_t* integers = nullptr;
  KernelClock clock;
  const std::int64_t* numbers = nullptr; ///< global numbers of the elements, for messages
};

/// Executes one segment. `totals`: by total, an array with a place for each element of the segment, which gets what the
/// element gives (doubles, or 64-bit integers).
using HostLoopKernel = void (*)(const HostLoop& loop, const LoopSegment& segment, void* const* totals);

/// Elements in a row of a launch of LoopKernel::device: element e is computed at point (e % 256, e / 256, 0).
constexpr std::int32_t elements_in_row = 256;

/// A loop kernel in a thorn's library. It is static data of the library.
///
/// `device` computes the elements on a device. It adds nothing to other elements: it stores what each element adds, and
/// another kernel gathers this (core/launch/gather_kernel.hpp). All of its fields are arrays, in this order:
///   1. the dats, but for those that the loop adds to through maps. Each begins at element 0
///   2. for each map its targets, as 32-bit integers. Before it, if the arity varies, its offsets. If the map may
///   follow from a rule, two numbers and then: the columns and the pairs of HostMap, or 0, 0 and the targets
///   3. for each dat (LoopArgument::source) that the loop adds to through maps, by its first argument: what elements
///   add. Value (e * n + t) * components + c is for component c of target t. The n targets of an element are those of
///   all arguments with this source, one argument after the other
///   4. for each total, what the elements give: value e
/// Its numbers are those of the loop. It is launched over rows of elements_in_row elements. The first and
/// the last row of a launch may be shorter.
///
/// `atomics` has the same arguments, but in place of 3. the dats that the loop adds to, each from element 0 on. It adds
/// to all targets, ghosts too. The order of the additions to a value is not defined. The device has
/// DeviceDescription::adds_reals.
///
/// `staged` has the arguments of `atomics`, and before 4. the words of a plan, as 32-bit integers (StagedWord). The
/// last number is where the blocks of the launch begin among staged_blocks. A launch has one thread for each element of
/// these blocks, staged_block_size threads in a block, and memory that they share for the sums of the largest block
/// (BlockShape::dynamic_bytes). Blocks of one launch have no target in common.
struct LoopKernel {
  const char* thorn;
  const char* name;              ///< of the schedule item
  const char* set;               ///< full name
  const LoopArgument* arguments; ///< dats, then reals, integers, totals
  int n_arguments;
  const LoopMap* maps;
  int n_maps;
  HostLoopKernel plain;
  HostLoopKernel checked;         ///< throws nopal::Error for a wrong access, and for a value that is not written
  const char* path;               ///< of the .kernel file
  const char* text_hash;          ///< as Kernel::text_hash
  const Kernel* device = nullptr; ///< null: the loop can only run on the host
  const LoopText* text = nullptr; ///< what its text shows (loop_recording.hpp)
  /// As `device`, but it adds to other elements at once, with atomic additions. Null: the loop adds nothing through
  /// maps, or `device` is null.
  const Kernel* atomics = nullptr;
  const Kernel* staged = nullptr; ///< as `atomics`, block by block. A block kernel
};

} // namespace nopal
