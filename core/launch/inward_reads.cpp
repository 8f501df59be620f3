#include "core/launch/inward_reads.hpp"

#include "core/launch/computed_index.hpp"
#include "core/launch/tried_points.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace nopal {

namespace {

void take(InwardRead& read, long points, Slot slot, bool is_known) {
  if (points <= read.points) return;
  read = {points, slot, is_known};
}

/// Whether the text of the kernel does not show where it reads a field.
std::vector<bool> unclear_fields(const BoundKernel& bound) {
  const Kernel& kernel = bound.kernel();
  std::vector<bool> unclear;
  for (std::size_t f = 0; f < bound.fields().size(); ++f)
    unclear.push_back(kernel.blocks != nullptr || computes_index(kernel, f));
  return unclear;
}

/// Sees which interior points the body reads from one point after the other.
class InwardRecorder final : public AccessRecorder {
public:
  /// `unclear`: fields whose reads the values of data may decide.
  InwardRecorder(const BoundKernel& kernel, const std::vector<bool>& unclear, InwardReads& reads)
      : kernel_(kernel), unclear_(unclear), reads_(reads), varies_(unclear.size()), unclear_reads_(unclear.size()) {}

  /// Call this before the runs of the body at a point.
  void begin_point(const LaunchBox& point) {
    point_ = point;
    runs_ = 0;
  }
  /// Call this before each run of the body.
  void begin(const TriedValues& values) {
    values_ = values;
    accesses_ = 0;
    now_.clear();
  }
  /// Call this after each run of the body. All runs at a point should read what the first one reads.
  void end() {
    if (runs_++ == 0) first_ = now_;
    std::vector<Read> different;
    std::ranges::set_symmetric_difference(first_, now_, std::back_inserter(different));
    for (const auto& [field, offset] : different) varies_[field] = true;
  }

  void record(const RecordedAccess& access) override {
    if (++accesses_ > most_accesses) throw TooManyAccesses{};
    if (access.write || !kernel_.kernel().arguments[access.field].is_field()) return;
    const auto field = static_cast<std::size_t>(access.field);
    if (unclear_[field]) now_.insert({field, access.offset});
    for (int axis = 0; axis < 3; ++axis) {
      const long normal = point_.normal[axis], at = point_.box.lower[axis] + access.offset[axis];
      InwardReads& reads = unclear_[field] ? unclear_reads_[field] : reads_;
      if (normal != 0) take(reads[axis], normal * (point_.edge[axis] - at) + 1, kernel_.fields()[field], true);
    }
  }
  double value(const RecordedAccess& read) override { return values_.of(read); }

  /// Call this after the last run. Adds what the runs have read of unclear fields. If data or the time decide where a
  /// field is read, and its clause has an extent, the extent counts instead. Returns the fields for which data or the
  /// time decide.
  const std::vector<bool>& finish() {
    for (std::size_t f = 0; f < varies_.size(); ++f) {
      if (varies_[f] && kernel_.kernel().arguments[f].has_extent) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const InwardRead& read = unclear_reads_[f][axis];
        take(reads_[axis], read.points, read.slot, read.is_known);
      }
    }
    return varies_;
  }

private:
  using Read = std::pair<std::size_t, Index>; ///< a field and the offset from the point

  const BoundKernel& kernel_;
  const std::vector<bool>& unclear_;
  InwardReads& reads_;
  std::vector<bool> varies_;
  std::vector<InwardReads> unclear_reads_; ///< what the runs have read of each unclear field
  LaunchBox point_;
  TriedValues values_{};
  std::set<Read> first_, now_; ///< of unclear fields, in the first run at the point and in this one
  long accesses_ = 0, runs_ = 0;
};

/// Runs the body. Returns the fields of which the runs do not show where they are read.
std::vector<bool> record(const BoundKernel& kernel, const Domain& domain, const std::vector<bool>& unclear,
                         InwardReads& reads) {
  if (!kernel.kernel().recordable || kernel.kernel().recording == nullptr) return unclear;
  InwardRecorder recorder(kernel, unclear, reads);
  const KernelGrid grid = kernel_grid(domain);
  try {
    for (const Index& normal : boundary_normals(domain))
      for (const LaunchBox& point : tried_points(domain, normal, true)) {
        recorder.begin_point(point);
        long iteration = 0;
        for (const TriedValues& tried : all_tried_values) {
          recorder.begin(tried);
          const KernelClock clock{domain.time(iteration), domain.dt(), iteration};
          kernel.record(grid, {&point, 1}, clock, static_cast<double>(iteration) + 1, recorder);
          recorder.end();
          ++iteration;
        }
      }
  } catch (const TooManyAccesses&) {
    return unclear;
  }
  return recorder.finish();
}

/// Adds the reads that the text names. A branch that no run took may make them.
void add_named(const BoundKernel& kernel, const Domain& domain, InwardReads& reads) {
  for (const Index& normal : boundary_normals(domain))
    for (int n = 0; n < kernel.kernel().n_accesses; ++n) {
      const KernelAccess& access = kernel.kernel().accesses[n];
      if (!access.is_known || !access.reads || !kernel.kernel().arguments[access.field].is_field()) continue;
      const Index offset = access.offset_at(normal);
      for (int axis = 0; axis < 3; ++axis) // the innermost layer reads farthest inwards
        take(reads[axis], -normal[axis] * offset[axis], kernel.fields()[static_cast<std::size_t>(access.field)], true);
    }
}

/// Adds what the clause of a field allows.
void add_unknown(const BoundKernel& kernel, std::size_t f, const Domain& domain, InwardReads& reads) {
  const KernelArgument& field = kernel.kernel().arguments[f];
  if (!field.is_field() || !any(field.reads & Region::interior)) return;
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
    const long extent = std::max<long>(-field.extent.lower[axis], field.extent.upper[axis]);
    if (layers > 0) take(reads[axis], field.has_extent ? extent : layers, kernel.fields()[f], false);
  }
}

} // namespace

InwardReads inward_reads(const BoundKernel& kernel, const Domain& domain, Region region) {
  InwardReads reads;
  if (!any(region & (Region::boundary | Region::ghosts)) || !domain.has_boundary()) return reads;
  const std::vector<bool> unclear = record(kernel, domain, unclear_fields(kernel), reads);
  if (*kernel.kernel().branches != 0 || !kernel.kernel().recordable) add_named(kernel, domain, reads);
  for (std::size_t f = 0; f < unclear.size(); ++f)
    if (unclear[f]) add_unknown(kernel, f, domain, reads);
  // Ghosts of a process are boundary points of another one, and what they are computed from must be no ghosts beyond.
  if (any(region & Region::ghosts))
    for (InwardRead& read : reads)
      if (read.points > 0) read.points = std::max(read.points, domain.spec().ghosts);
  return reads;
}

} // namespace nopal
