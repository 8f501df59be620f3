#pragma once
// Turns a thorn's declaration and its .kernel files into C++, OpenCL C and CUDA C++: one generator for all.

#include "core/declarations/thorn.hpp"
#include "core/kernels/launch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// Where a field of a stencil's common source lies. written: some stage writes it, so that its values change during a
/// launch. temporary: in the scratch memory of a tile.
enum class FieldMemory { given, written, temporary };

/// An argument of a kernel, derived from the declaration.
struct ArgumentDeclaration {
  std::string name;   ///< in the kernel's text: phi_p
  std::string source; ///< "wavetoy::phi@1", "f@1" for a bound name, or "wavetoy::shape"
  ArgumentKind kind;
  Access access = Access::read;
  int axes = 3;            ///< arrays: how many indices it takes
  bool is_integer = false; ///< arrays: elements are ints; else reals
  /// Fields: the mee of the extents of all read clauses of the slot. Empty: none of them has one.
  std::optional<Extent> extent{};

  FieldMemory memory = FieldMemory::given;            ///< fields in a StencilDeclaration
  Region reads = Region::none, writes = Region::none; ///< the regions that the clauses name
  bool is_guarded = false; ///< fields: the plain version checks each access (mark_guarded_fields())

  int components = 1;           ///< dats: values on each element
  int map = -1;                 ///< dats: position in LoopMaps::maps; -1: the loop's own element
  int target = -1;              ///< dats with a map: the only target that is used; -1: all
  std::optional<double> from{}; ///< totals: counts in place of the scalar's value

  bool is_dat() const { return kind == ArgumentKind::dat; }
  bool is_total() const { return kind == ArgumentKind::total; }
  bool is_field() const { return kind == ArgumentKind::field; }
  bool is_array() const { return kind == ArgumentKind::array; }
  bool has_shape() const { return is_field() || is_array(); }
};

/// The set of a loop, the maps that it uses: full names and arities (0: varying), and where it can run.
struct LoopMaps {
  std::string set;
  std::vector<std::pair<std::string, int>> maps;
  std::vector<bool> by_rule; ///< by position in `maps`: the map may follow from a rule
  std::string only_on_host;  ///< as why_only_on_host()
};

struct KernelDeclaration {
  std::string thorn;
  std::string name;                                    ///< of the schedule item
  std::string path;                                    ///< of the file with its text
  std::string text{};                                  ///< empty: the text is that of the .kernel file
  std::vector<ArgumentDeclaration> arguments;          ///< fields, arrays or dats, then reals, integers, totals
  std::vector<std::pair<std::string, long>> constants; ///< shape_standing = 0, …
  std::optional<BlockDeclaration> block;               ///< parameters by full name; the region is always set
  std::optional<LoopMaps> loop{};                      ///< of a loop over a set. Then there are dats and no fields
  VerticalOrder order = VerticalOrder::parallel;       ///< of the kernel of a stage
  bool of_stage = false;                               ///< the kernel of a stage of a stencil
  bool launched = false;                               ///< functions launch it (launched_by)
  Region written = Region::none;                       ///< the regions in which it writes grid functions
  Location where;
  bool lacks_arguments = false; ///< some are left out after an error, so that its text may only look wrong
};

/// The kernels of a thorn. `inherited`: the thorns that it inherits from. Adds an error for each unknown, ambiguous or
/// reserved name, for a name with two meanings, for a kernel that writes different regions, for a complex variable, for
/// a scalar that is written, and for an array in a pointwise kernel.
std::vector<KernelDeclaration> kernel_declarations(const ThornDeclaration& thorn,
                                                   const std::vector<ThornDeclaration>& inherited, ErrorList& errors);

/// The source of one kernel for one language. `text`: the .kernel file, which check_body() has accepted. On the host:
/// all versions, for the same two macros as library_source().
std::string host_source(const KernelDeclaration& kernel, const std::string& text);
std::string opencl_source(const KernelDeclaration& kernel, const std::string& text);
std::string cuda_source(const KernelDeclaration& kernel, const std::string& text);

/// A kernel of an interior stage in a StencilDeclaration.
struct JoinedKernel {
  std::size_t kernel = 0;           ///< position in the list of the thorn's kernels
  int stage = 0;                    ///< position of its stage in the stencil
  std::vector<int> arguments;       ///< as StageSource::arguments
  std::vector<std::string> fetched; ///< names of fields that no earlier stage uses: they are not in the cache yet
};

/// The interior stages of a stencil, for a common source (core/kernels/stencil_kernel.hpp).
struct StencilDeclaration {
  std::string thorn;
  std::string name;
  std::vector<JoinedKernel> stages;
  std::vector<ArgumentDeclaration> arguments; ///< fields, then reals, integers; without temporaries
  std::vector<std::string> temporaries;       ///< full names
};

/// The stencils of a thorn that get a common source: those with two or more kernels in interior stages. `kernels` are
/// those of kernel_declarations().
std::vector<StencilDeclaration> stencil_declarations(const ThornDeclaration& thorn,
                                                     const std::vector<ThornDeclaration>& inherited,
                                                     const std::vector<KernelDeclaration>& kernels);

/// The common source of a stencil's stages. `kernels` and `texts`: all kernels of the thorn. `groups`: with the entry
/// groups_entry(), else tiles_entry() (core/kernels/tile_launch.hpp).
std::string opencl_stencil_source(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                  const std::vector<std::string>& texts, bool groups);
std::string cuda_stencil_source(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                                const std::vector<std::string>& texts);

/// The complete C++ file of a thorn's library: host versions, device sources as text, and the exported symbol. Two
/// macros choose parts of it, so that two compilations with different options make one library: NOPAL_CHECKED_VERSIONS
/// only the bounds-checked versions of kernels, NOPAL_OTHER_VERSIONS all else.
std::string library_source(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels,
                           const std::vector<std::string>& texts, const std::vector<StencilDeclaration>& stencils = {});

} // namespace nopal
