#pragma once
// Checks the accesses of the bounds-checked version of a host kernel.

#include "core/base/error.hpp"
#include "core/kernels/launch.hpp"
#include "core/variables/poison_word.hpp"

#include <bit>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nopal {

/// Returns the element offset of a point of a field from point (0, 0, 0), or nothing if the point is not stored. Along
/// an axis that does not exist every index means the only plane.
inline std::optional<long> stored_offset(const HostLaunch& launch, int field, const Index& at) {
  const HostField& of = launch.fields[field];
  long offset = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (launch.grid->exists[axis] == 0) continue;
    if (at[axis] < of.stored.lower[axis] || at[axis] >= of.stored.upper[axis]) return std::nullopt;
    offset += at[axis] * of.stride[axis];
  }
  return offset;
}

/// A kernel has read a value that it does not declare or that is not valid, or has not written a point that it declares
/// to write. It has computed all points nevertheless, so that a search for poison can say more.
class FalseDeclaration : public Error {
public:
  using Error::Error;
};

/// Returns why a kernel must not read this value of a field at a stored point, or nullptr if it may. Two things show
/// it: the clauses do not name the region of the point, or the value has the bits of poison, so that it is not valid.
const char* why_invalid(const KernelArgument& field, const KernelGrid& grid, const Index& at, double value);

/// Checks one launch. Throws Error for an access that the declarations do not allow.
class AccessChecker {
public:
  AccessChecker(const Kernel& kernel, const HostLaunch& launch);

  /// Call this before the body computes a point.
  void begin(const Index& point) { point_ = point; }
  /// Call this after it. Notes a field that the kernel must write and has not written at this point. These are the
  /// fields that it only writes, and those whose declared extent does not hold the point itself.
  void end();
  /// Call this after the last point. Throws FalseDeclaration for the first read that why_invalid() refuses, or for the
  /// first value that is missing.
  void finish() const {
    if (first_wrong_) throw *first_wrong_;
  }

  /// Returns the element offset of the point in field number `field`. Throws Error if the point is not stored, or lies
  /// outside of the extent that the kernel's clause declares.
  long read(int field, const Index& at) const {
    if (const std::optional<Extent>& extent = extents_[field]; extent && !is_inside(*extent, at))
      fail_outside(field, at);
    const long position = offset(field, at, "reads");
    if (!first_wrong_) look(field, at, position);
    return position;
  }
  /// The same for a field that this launch also writes. Throws Error if another point is read that the launch writes,
  /// because another thread may have written it already or not. A kernel with an order may read points of its column
  /// that it has already computed.
  long read_of_written(int field, const Index& at);
  /// Throws Error unless `at` is the point being computed and is stored, and if another point has read it.
  long write(int field, const Index& at) {
    if (at != point_) fail(field, at, "writes", "a kernel writes at (i,j,k) only");
    written_[field] = 1;
    const long position = offset(field, at, "writes");
    if (!all_written_[field].empty()) note_write(field, at, position);
    return position;
  }

  const HostLaunch& launch() const { return launch_; }

  int line = 0; ///< of the .kernel file, of the access that is checked

private:
  // In the header, because the generated kernels call it for every access.
  long offset(int field, const Index& at, const char* access) const {
    if (const std::optional<long> offset = stored_offset(launch_, field, at)) return *offset;
    fail_not_stored(field, at, access);
  }
  // Axes that do not exist do not count.
  bool is_inside(const Extent& extent, const Index& at) const {
    for (int axis = 0; axis < 3; ++axis) {
      const long along = at[axis] - point_[axis];
      if (launch_.grid->exists[axis] != 0 && (along < extent.lower[axis] || along > extent.upper[axis])) return false;
    }
    return true;
  }
  bool is_behind(const Index& at) const;
  void note_write(int field, const Index& at, long offset);
  [[noreturn]] void fail_race(int field, const Index& at) const;
  void look(int field, const Index& at, long offset) const;
  [[noreturn]] void fail_outside(int field, const Index& at) const;
  [[noreturn]] void fail_not_stored(int field, const Index& at, const char* access) const;
  [[noreturn]] void fail(int field, const Index& at, const char* access, std::string_view why) const;
  std::string account(int field, const Index& at, const char* access, std::string_view why) const;
  const Kernel& kernel_;
  const HostLaunch& launch_;
  Index point_{0, 0, 0};
  std::vector<char> must_write_;                        ///< by field
  std::vector<char> written_;                           ///< by field, at this point
  mutable std::optional<FalseDeclaration> first_wrong_; ///< the first one
  std::vector<std::optional<Extent>> extents_; ///< by field: how far it may be read; empty: as far as it is stored
  /// A read at another point than the one that is computed.
  struct Read {
    Index point; ///< that is computed
    int line;
  };
  /// By field, if it is read and written; else empty. For each element that is stored, whether it was written.
  std::vector<std::vector<bool>> all_written_;
  std::vector<long> lowest_;                               ///< by such field: the least offset of an element
  std::vector<std::unordered_map<long, Read>> from_other_; ///< the first read of each element from another point
};

} // namespace nopal
