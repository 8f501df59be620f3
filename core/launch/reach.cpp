#include "core/launch/reach.hpp"

#include "core/launch/computed_index.hpp"
#include "core/launch/tried_points.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

namespace nopal {

namespace {

void sort_and_unify(std::vector<Index>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

class ReachRecorder final : public AccessRecorder {
public:
  /// The points have this normal. `named`: by field, the offsets that the text names.
  ReachRecorder(const std::vector<std::vector<Index>>& named, const Kernel& kernel, const Domain& domain,
                const Index& normal)
      : named_(named), kernel_(kernel), domain_(domain), normal_(normal) {}

  /// Call this before the runs of the body at a point.
  void begin_point(const Index& point) {
    end_point();
    point_ = point;
    layer_ = &layers_.try_emplace(layer_of(point), named_.size()).first->second;
    ++layer_->points;
  }
  /// Call this before each run of the body.
  void begin(const TriedValues& values) {
    values_ = values;
    accesses_ = 0;
    ++run_;
    ++layer_->runs;
    ++runs_here_;
  }

  void record(const RecordedAccess& access) override {
    if (++accesses_ > most_accesses) throw TooManyAccesses{};
    Field& field = layer_->fields[static_cast<std::size_t>(access.field)];
    if (access.write) {
      field.written = true;
      return;
    }
    const Index offset = on_axes(access.offset);
    const auto known =
        std::find_if(field.reads.begin(), field.reads.end(), [&](const Seen& seen) { return seen.offset == offset; });
    Seen& seen = known != field.reads.end() ? *known : field.reads.emplace_back(Seen{offset});
    if (seen.last_run == run_) return;
    seen.last_run = run_;
    ++seen.runs;
    ++seen.runs_here;
  }

  double value(const RecordedAccess& read) override { return values_.of(read); }

  /// Call this after the last run. Returns one result for all layers if they are alike.
  std::vector<NormalReach> reach(const std::vector<Slot>& slots) {
    end_point();
    std::vector<NormalReach> result;
    for (const auto& [number, layer] : layers_) {
      NormalReach& reach = result.emplace_back(NormalReach{normal_, number, {}});
      for (std::size_t f = 0; f < slots.size(); ++f) reach.fields.push_back(field_reach(slots[f], layer, f));
    }
    const auto is_like_first = [&](const NormalReach& other) { return other.fields == result.front().fields; };
    if (!result.empty() && std::ranges::all_of(result, is_like_first)) {
      result.resize(1);
      result.front().layer = {0, 0, 0};
    }
    return result;
  }

private:
  struct Seen {
    Index offset;
    long runs = 0, last_run = 0;
    long runs_here = 0;               ///< at the point of now
    long points = 0;                  ///< points at which one or more runs read it
    std::optional<Index> always_at{}; ///< a point at which all runs read it
  };
  struct Field {
    std::vector<Seen> reads;
    bool written = false;
  };
  struct Layer {
    explicit Layer(std::size_t n_fields) : fields(n_fields) {}
    std::vector<Field> fields;
    long points = 0, runs = 0;
  };

  static Index sum(const Index& a, const Index& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
  Index on_axes(Index offset) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!domain_.exists(axis)) offset[axis] = 0;
    return offset;
  }
  Index layer_of(const Index& point) const {
    Index layer{0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
      if (normal_[axis] < 0) layer[axis] = domain_.interior().lower[axis] - point[axis];
      if (normal_[axis] > 0) layer[axis] = point[axis] - domain_.interior().upper[axis] + 1;
    }
    return layer;
  }
  void end_point() {
    if (layer_ == nullptr) return;
    for (Field& field : layer_->fields)
      for (Seen& seen : field.reads) {
        if (seen.runs_here > 0) ++seen.points;
        if (seen.runs_here == runs_here_ && runs_here_ > 0) seen.always_at = point_;
        seen.runs_here = 0;
      }
    runs_here_ = 0;
  }

  FieldReach field_reach(Slot slot, const Layer& layer, std::size_t f) const {
    FieldReach field{.slot = slot, .written = layer.fields[f].written};
    for (const Seen& seen : layer.fields[f].reads) {
      const bool named = std::ranges::count(named_[f], seen.offset) > 0;
      if (seen.points < layer.points && !named) {
        if (seen.always_at) field.elsewhere.push_back({*seen.always_at, sum(*seen.always_at, seen.offset)});
        field.known = false;
      } else if (seen.runs < layer.runs && !named && computes_index(kernel_, f)) {
        field.computed_reads.push_back(seen.offset);
        field.known = false;
      } else {
        field.reads.push_back(seen.offset);
        if (seen.runs == layer.runs) field.always_reads.push_back(seen.offset);
      }
    }
    for (std::vector<Index>* offsets : {&field.reads, &field.always_reads, &field.computed_reads})
      sort_and_unify(*offsets);
    return field;
  }

  const std::vector<std::vector<Index>>& named_;
  const Kernel& kernel_;
  const Domain& domain_;
  const Index normal_;
  std::map<Index, Layer> layers_;
  Layer* layer_ = nullptr; ///< of the point of now
  TriedValues values_{};
  Index point_{0, 0, 0};
  long accesses_ = 0, run_ = 0, runs_here_ = 0;
};

bool has(Region region, const Index& normal) {
  const bool inside = normal == Index{0, 0, 0};
  // Ghosts are copies of interior and boundary points.
  return any(region & Region::ghosts) || any(region & (inside ? Region::interior : Region::boundary));
}

/// Returns by field the offsets from a point with this normal that the text names.
std::vector<std::vector<Index>> named_reads(const BoundKernel& kernel, const Domain& domain, const Index& normal) {
  std::vector<std::vector<Index>> named(kernel.fields().size());
  for (int n = 0; n < kernel.kernel().n_accesses; ++n) {
    const KernelAccess& access = kernel.kernel().accesses[n];
    if (!access.is_known || !access.reads) continue;
    Index offset = access.offset_at(normal);
    for (int axis = 0; axis < 3; ++axis)
      if (!domain.exists(axis)) offset[axis] = 0;
    named[static_cast<std::size_t>(access.field)].push_back(offset);
  }
  for (std::vector<Index>& offsets : named) sort_and_unify(offsets);
  return named;
}

/// Runs the body at some points with this normal. Empty: there is no such point. Throws TooManyAccesses.
std::vector<NormalReach> record(const BoundKernel& kernel, const Domain& domain, const Index& normal,
                                const std::vector<std::vector<Index>>& named, std::span<const TriedValues> values) {
  const KernelGrid grid = kernel_grid(domain);
  ReachRecorder recorder(named, kernel.kernel(), domain, normal);
  for (const LaunchBox& point : tried_points(domain, normal)) {
    recorder.begin_point(point.box.lower);
    long iteration = 0;
    for (const TriedValues& tried : values) {
      recorder.begin(tried);
      const KernelClock clock{domain.time(iteration), domain.dt(), iteration};
      kernel.record(grid, {&point, 1}, clock, static_cast<double>(iteration) + 1, recorder);
      ++iteration;
    }
  }
  return recorder.reach(kernel.fields());
}

/// Adds what the text names to the reach of interior points. Branches may guard accesses of other points by their
/// normal.
void add_named(NormalReach& interior, const std::vector<std::vector<Index>>& named) {
  for (std::size_t f = 0; f < named.size(); ++f) {
    FieldReach& field = interior.fields[f];
    field.named_reads = named[f];
    field.reads.insert(field.reads.end(), named[f].begin(), named[f].end());
    sort_and_unify(field.reads);
  }
}

/// The reach of a body that cannot run, from its text.
void read_text(const BoundKernel& kernel, const Domain& domain, Region region, KernelReach& result) {
  result.normals.clear();
  result.complete = false;
  const std::span accesses(kernel.kernel().accesses, static_cast<std::size_t>(kernel.kernel().n_accesses));
  result.recorded = region == Region::interior && !kernel.kernel().of_stage && !accesses.empty() &&
                    std::ranges::all_of(accesses, &KernelAccess::is_known);
  if (!result.recorded) return;
  NormalReach& interior = result.normals.emplace_back();
  for (const Slot slot : kernel.fields()) interior.fields.push_back({.slot = slot});
  for (const KernelAccess& access : accesses)
    interior.fields[static_cast<std::size_t>(access.field)].written |= access.writes;
  add_named(interior, named_reads(kernel, domain, {0, 0, 0}));
}

} // namespace

KernelReach kernel_reach(const BoundKernel& kernel, const Domain& domain, Region region) {
  KernelReach result;
  result.branches = kernel.kernel().branches;
  result.complete = result.branches.empty() && kernel.kernel().recordable;
  if (!kernel.kernel().recordable) {
    read_text(kernel, domain, region, result);
    return result;
  }
  const std::span<const TriedValues> values =
      result.complete ? std::span<const TriedValues>(straight_values) : all_tried_values;
  for (long n = 0; n < 27; ++n) {
    const Index normal{(n + 1) % 3 - 1, (n / 3 + 1) % 3 - 1, (n / 9 + 1) % 3 - 1};
    if (!has(region, normal)) continue;
    const std::vector<std::vector<Index>> named = named_reads(kernel, domain, normal);
    try {
      for (NormalReach& reach : record(kernel, domain, normal, named, values)) {
        if (normal == Index{0, 0, 0} && region == Region::interior) add_named(reach, named);
        result.normals.push_back(std::move(reach));
      }
    } catch (const TooManyAccesses&) {
      read_text(kernel, domain, region, result);
      return result;
    }
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
      seen.known = seen.known && field.known;
      for (const Index& offset : field.reads) {
        Extent point;
        for (int axis = 0; axis < 3; ++axis) point.lower[axis] = point.upper[axis] = static_cast<int>(offset[axis]);
        seen.extent = mee(seen.extent, point);
      }
    }
  return seen;
}

} // namespace nopal
