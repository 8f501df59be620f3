#pragma once
// The reads of a kernel that its recording version has shown, and texts about them.

#include "core/launch/reach.hpp"
#include "core/stencils/extent.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// Returns a grid with three axes on which every region exists. A declaration must be right on it, too.
DomainSpec general_grid(const DomainSpec& of);

/// A read of one field at an offset from the point, in grid points.
struct RecordedRead {
  Index offset{0, 0, 0};
  bool always = false; ///< false: it is in a branch of the body
  bool named = false;  ///< the text names the offset, for interior points
};

/// Returns the position of the slot in BoundKernel::fields(). Empty: the kernel does not use it.
std::optional<std::size_t> find_field(const BoundKernel& kernel, Slot slot);

/// Returns the reads of one field.
std::vector<RecordedRead> recorded_reads(const FieldReach& field);
/// Returns the reads of the kernel's field `f`, for all normals. An offset is always read if points with one normal
/// always read it.
std::vector<RecordedRead> recorded_reads(const KernelReach& reach, std::size_t f);

/// Whether the kernel assigns values to its field `f`.
bool is_written(const KernelReach& reach, std::size_t f);

/// Returns the smallest extent that holds all reads. Empty: there are none.
std::optional<Extent> extent_of(const std::vector<RecordedRead>& reads);

bool holds(const Extent& extent, const Index& offset);

/// Whether `one` is worse than `other`, if both are mistakes. A read that always happens is worse than one in a branch.
/// If both are alike, the one farther away is worse.
bool is_worse(const RecordedRead& one, const RecordedRead& other);

/// Returns the worst read outside of the extent. Empty: there is none.
std::optional<RecordedRead> worst_outside(const std::vector<RecordedRead>& reads, const Extent& extent);

/// Returns "reads wave::phi@1 at (i+1,j,k) in a branch of its body".
std::string read_text(const Variables& variables, Slot slot, const RecordedRead& read);

} // namespace nopal
