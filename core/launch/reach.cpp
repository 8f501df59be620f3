#include "core/launch/reach.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Values for the reads of one run of the body, at offsets of even and of odd parity.
struct Values {
  double even, odd;
};
constexpr Values straight_values[] = {{1, 1}, {0.5, -2.5}};
constexpr Values all_values[] = {{1, 1}, {0, 0}, {-1, -1}, {0.5, -2.5}, {-0.5, 2.5}};

/// Thrown to stop a body that makes too many accesses.
struct TooManyAccesses {};

class Recorder final : public AccessRecorder {
public:
  explicit Recorder(std::size_t fields) : fields_(fields) {}

  /// Call this before each run of the body.
  void begin(const Values& values) {
    values_ = values;
    accesses_ = 0;
    ++runs_;
  }

  void record(const RecordedAccess& access) override {
    constexpr long most_accesses = 100000;
    if (++accesses_ > most_accesses) throw TooManyAccesses{};
    Field& field = fields_[static_cast<std::size_t>(access.field)];
    if (access.write) {
      field.written = true;
      return;
    }
    const auto known = std::find_if(field.reads.begin(), field.reads.end(),
                                    [&](const Seen& seen) { return seen.offset == access.offset; });
    Seen& seen = known != field.reads.end() ? *known : field.reads.emplace_back(Seen{access.offset, 0, 0});
    if (seen.last_run == runs_) return;
    seen.last_run = runs_;
    ++seen.runs;
  }

  double value(const RecordedAccess& read) override {
    const long parity = read.field + read.offset[0] + 2 * read.offset[1] + 3 * read.offset[2];
    return parity % 2 == 0 ? values_.even : values_.odd;
  }

  NormalReach reach(const Index& normal, const std::vector<Slot>& slots, const Domain& domain) const {
    NormalReach result{normal, {}};
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      FieldReach field{slots[f], {}, {}, fields_[f].written};
      for (const Seen& seen : fields_[f].reads) {
        Index offset = seen.offset;
        for (int axis = 0; axis < 3; ++axis)
          if (!domain.exists(axis)) offset[axis] = 0;
        field.reads.push_back(offset);
        if (seen.runs == runs_) field.always_reads.push_back(offset);
      }
      for (auto* list : {&field.reads, &field.always_reads}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
      }
      result.fields.push_back(std::move(field));
    }
    return result;
  }

private:
  struct Seen {
    Index offset;
    long runs;
    long last_run;
  };
  struct Field {
    std::vector<Seen> reads;
    bool written = false;
  };
  std::vector<Field> fields_;
  Values values_{};
  long accesses_ = 0, runs_ = 0;
};

/// Some indices along an axis at which points have this normal; empty if there are none.
std::vector<long> samples(const Domain& domain, int axis, long normal) {
  const Box& points = domain.points();
  const Box& interior = domain.interior();
  const long bounds[] = {points.lower[axis], interior.lower[axis], interior.upper[axis], points.upper[axis]};
  const long first = bounds[normal + 1], end = bounds[normal + 2];
  std::vector<long> result;
  for (const long index : {first, first + 1, (first + end) / 2, end - 1})
    if (index >= first && index < end && std::find(result.begin(), result.end(), index) == result.end())
      result.push_back(index);
  return result;
}

bool has(Region region, const Index& normal) {
  const bool inside = normal == Index{0, 0, 0};
  // Ghosts are copies of interior and boundary points.
  return any(region & Region::ghosts) || any(region & (inside ? Region::interior : Region::boundary));
}

} // namespace

KernelReach kernel_reach(const BoundKernel& kernel, const Domain& domain, Region region) {
  KernelReach result;
  result.branches = kernel.kernel().branches;
  result.recorded = kernel.kernel().recordable;
  result.complete = result.branches.empty() && result.recorded;
  if (!result.recorded) return result;
  const std::span<const Values> values = result.complete ? std::span<const Values>(straight_values) : all_values;
  const KernelGrid grid = kernel_grid(domain);
  for (long n = 0; n < 27; ++n) {
    const Index normal{(n + 1) % 3 - 1, (n / 3 + 1) % 3 - 1, (n / 9 + 1) % 3 - 1};
    if (!has(region, normal)) continue;
    Recorder recorder(kernel.fields().size());
    bool any_point = false;
    for (const long k : samples(domain, 2, normal[2]))
      for (const long j : samples(domain, 1, normal[1]))
        for (const long i : samples(domain, 0, normal[0])) {
          any_point = true;
          const LaunchBox point{{{i, j, k}, {i + 1, j + 1, k + 1}}, normal, {0, 0, 0}};
          long iteration = 0;
          for (const Values& tried : values) {
            recorder.begin(tried);
            const KernelClock clock{domain.time(iteration), domain.dt(), iteration};
            try {
              kernel.record(grid, {&point, 1}, clock, static_cast<double>(iteration) + 1, recorder);
            } catch (const TooManyAccesses&) {
              result.recorded = result.complete = false;
              result.normals.clear();
              return result;
            }
            ++iteration;
          }
        }
    if (any_point) result.normals.push_back(recorder.reach(normal, kernel.fields(), domain));
  }
  return result;
}

SeenRead seen_read(const KernelReach& reach, Slot slot) {
  SeenRead seen;
  seen.known = reach.complete;
  if (!seen.known) return seen;
  for (const NormalReach& normal : reach.normals)
    for (const FieldReach& field : normal.fields) {
      if (field.slot != slot) continue;
      for (const Index& offset : field.reads) {
        Extent point;
        for (int axis = 0; axis < 3; ++axis) point.lower[axis] = point.upper[axis] = static_cast<int>(offset[axis]);
        seen.extent = mee(seen.extent, point);
      }
    }
  return seen;
}

} // namespace nopal
