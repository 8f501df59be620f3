#include "core/schedule/stencil_vertical.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

bool writes_interior(const StencilStage& stage, Slot slot) {
  return stage.region == Region::interior &&
         std::find(stage.writes.begin(), stage.writes.end(), slot) != stage.writes.end();
}

void add_points(const StencilStage& stage, std::span<const long> positions, VerticalPoints& points) {
  for (const IntervalKernel& kernel : stage.kernels) points.add(range_of(kernel.interval, positions));
}

VerticalRange whole_axis(std::span<const long> positions) { return {positions.front(), positions.back()}; }

VerticalRange moved(const VerticalRange& range, long offset) { return {range.lower + offset, range.upper + offset}; }

/// How far one kernel reads along k, its lower or its upper offset, and the range of its points.
struct KernelRead {
  int kernel = 0; ///< in StencilStage::kernels
  VerticalRange range;
  int offset = 0;
  bool unknown = false; ///< the body of the kernel hides it
};

/// Kernels that do not read the variable are left out.
std::vector<KernelRead> reads_of_kernels(const StencilStage& stage, int read, bool lower,
                                         std::span<const long> positions) {
  std::vector<KernelRead> result;
  for (int k = 0; k < static_cast<int>(stage.kernels.size()); ++k) {
    const IntervalKernel& kernel = stage.kernels[k];
    const SeenRead seen = kernel.seen.empty() ? SeenRead{} : kernel.seen[read];
    if (seen.known && !seen.extent) continue;
    const Extent& extent = seen.known ? *seen.extent : stage.reads[read].extent;
    result.push_back({k, range_of(kernel.interval, positions), lower ? extent.lower[2] : extent.upper[2], !seen.known});
  }
  return result;
}

/// Returns the first kernel that reads a point that is not among `points`; null: there is none.
const KernelRead* first_outside(const std::vector<KernelRead>& reads, const VerticalPoints& points) {
  const KernelRead* outside = nullptr;
  bool trusted = false;
  for (const KernelRead& read : reads) {
    const bool inside = points.contains(moved(read.range, read.offset));
    if (!inside && !read.unknown) return &read;
    if (!inside && outside == nullptr) outside = &read;
    trusted = trusted || inside;
  }
  return trusted ? nullptr : outside;
}

/// Finds outside reads. A stencil has few stages, so nothing is kept between the reads.
class OutsideSearch {
public:
  OutsideSearch(const Stencil& stencil, std::span<const long> positions) : stencil_(stencil), positions_(positions) {}

  std::vector<OutsideRead> all() {
    for (int s = 0; s < static_cast<int>(stencil_.stages.size()); ++s) {
      const StencilStage& stage = stencil_.stages[s];
      if (stage.region != Region::interior || !stencil_.computed(s)) continue;
      for (int read = 0; read < static_cast<int>(stage.reads.size()); ++read) visit(s, read);
    }
    return std::move(found_);
  }

private:
  void visit(int s, int read) {
    const StencilStage& stage = stencil_.stages[s];
    const Slot slot = stage.reads[read].slot;
    std::vector<int> writers;
    for (int earlier = 0; earlier < s + (stage.reads[read].own ? 1 : 0); ++earlier)
      if (writes_interior(stencil_.stages[earlier], slot)) writers.push_back(earlier);
    // Beyond the axis, the values of an own output are those from before the stencil, unless an earlier stage writes
    // it.
    if (writers.empty() || (writers.front() == s && !is_temporary(slot))) return;
    VerticalPoints points;
    for (const int writer : writers) add_points(stencil_.stages[writer], positions_, points);
    if (is_input(slot)) points.add(whole_axis(positions_));
    const OutsideRead* other = nullptr;
    for (const bool lower : {true, false}) {
      const std::vector<KernelRead> reads = reads_of_kernels(stage, read, lower, positions_);
      const KernelRead* outside = first_outside(reads, points);
      if (outside == nullptr || (other != nullptr && other->offset == outside->offset)) continue;
      const long first = outside->range.lower + outside->offset;
      const bool below = !points.contains({first, first + 1});
      other = &found_.emplace_back(OutsideRead{s, read, outside->kernel, outside->offset, below, writers});
    }
  }

  bool is_temporary(Slot slot) const {
    return std::any_of(stencil_.temporaries.begin(), stencil_.temporaries.end(),
                       [&](const StencilTemporary& temporary) { return temporary.variable == slot.variable; });
  }

  bool is_input(Slot slot) const {
    for (const StencilPhase& phase : stencil_.phases)
      for (std::size_t v = 0; v < phase.slots.size(); ++v)
        if (phase.slots[v] == slot && !phase.chain.variables[v].temporary && phase.propagation.inputs[v]) return true;
    return false;
  }

  const Stencil& stencil_;
  std::span<const long> positions_;
  std::vector<OutsideRead> found_;
};

/// "bottom-1", "top+2": a vertical level moved along the axis. It may lie outside of the axis or beyond the limit.
std::string moved_text(const VerticalAxis& axis, const VerticalLevel& level, int offset) {
  const int moved = level.offset - (level.offset > 0 ? 1 : 0) + offset;
  return fmt::format("{}{:+}", axis.splitters()[level.splitter], moved >= 0 ? moved + 1 : moved);
}

} // namespace

void VerticalPoints::add(const VerticalRange& range) {
  if (range.upper <= range.lower) return;
  VerticalRange joined = range;
  std::erase_if(ranges_, [&](const VerticalRange& other) {
    if (other.upper < joined.lower || joined.upper < other.lower) return false;
    joined = {std::min(other.lower, joined.lower), std::max(other.upper, joined.upper)};
    return true;
  });
  const auto after = [&](const VerticalRange& other) { return other.lower > joined.lower; };
  ranges_.insert(std::find_if(ranges_.begin(), ranges_.end(), after), joined);
}

bool VerticalPoints::contains(const VerticalRange& range) const {
  return range.upper <= range.lower || std::any_of(ranges_.begin(), ranges_.end(), [&](const VerticalRange& other) {
           return other.lower <= range.lower && range.upper <= other.upper;
         });
}

std::vector<long> distant_positions(const VerticalAxis& axis) {
  std::vector<long> positions;
  for (int splitter = 0; splitter <= axis.top(); ++splitter) positions.push_back(4L * largest_offset * splitter);
  return positions;
}

bool leaves_out_points(const Stencil& stencil, const StencilStage& stage) {
  const std::vector<long> positions = distant_positions(stencil.axis);
  VerticalPoints points;
  add_points(stage, positions, points);
  return !points.contains(whole_axis(positions));
}

bool is_written_everywhere(const Stencil& stencil, Slot slot) {
  const std::vector<long> positions = distant_positions(stencil.axis);
  VerticalPoints points;
  for (const StencilStage& stage : stencil.stages)
    if (writes_interior(stage, slot)) add_points(stage, positions, points);
  return points.contains(whole_axis(positions));
}

BeyondAxis beyond_axis(const StencilStage& stage, int read, std::span<const long> positions) {
  const auto beyond = [&](bool below) {
    long known = 0, unknown = -1;
    bool all_unknown = true;
    for (const KernelRead& each : reads_of_kernels(stage, read, below, positions)) {
      if (each.range.upper <= each.range.lower) continue;
      const VerticalRange range = moved(each.range, each.offset);
      const long distance = std::max(0L, below ? positions.front() - range.lower : range.upper - positions.back());
      if (each.unknown)
        unknown = unknown < 0 ? distance : std::min(unknown, distance);
      else
        known = std::max(known, distance);
      all_unknown = all_unknown && each.unknown;
    }
    return all_unknown ? std::max(0L, unknown) : known;
  };
  return {beyond(true), beyond(false)};
}

std::vector<OutsideRead> outside_reads(const Stencil& stencil, std::span<const long> positions) {
  return OutsideSearch(stencil, positions).all();
}

std::string outside_text(const Stencil& stencil, const OutsideRead& outside, const std::string& name, bool temporary) {
  const StencilStage& stage = stencil.stages[outside.stage];
  const VerticalAxis& axis = stencil.axis;
  const VerticalInterval& interval = stage.kernels[outside.kernel].interval;
  std::string written;
  VerticalInterval all{{axis.top(), axis.limit()}, {0, -axis.limit()}};
  for (const int writer : outside.writers) {
    const std::vector<IntervalKernel>& kernels = stencil.stages[writer].kernels;
    const VerticalInterval its{kernels.front().interval.first, kernels.back().interval.last};
    all = {std::min(all.first, its.first), std::max(all.last, its.last)};
    written += fmt::format("{}stage \"{}\" writes it on \"{}\"", written.empty() ? "" : " and ",
                           stencil.stages[writer].name, axis.text(its));
  }
  const std::string point = moved_text(axis, outside.below ? interval.first : interval.last, outside.offset);
  const std::string inside = moved_text(axis, outside.below ? all.first : all.last, -outside.offset);
  const bool beyond = point.starts_with("bottom-") || point.starts_with("top+");
  const std::string otherwise =
      beyond ? fmt::format("and let another kernel compute the points {} it", outside.below ? "before" : "after")
             : fmt::format("or write {} at \"{}\" in an earlier stage", name, point);
  return fmt::format(
      "stage \"{}\" reads {}{}{} from \"{}\", so it reads \"{}\", but {} only: let the kernel that reads "
      "{}{} {} at \"{}\", {}",
      stage.name, temporary ? "the temporary " : "", name,
      outside.offset == 0 ? "" : stage.reads[outside.read].extent.text(), axis.text(interval), point, written, name,
      outside.offset == 0 ? "" : fmt::format(" at k{:+}", outside.offset), outside.below ? "begin" : "end", inside,
      otherwise);
}

} // namespace nopal
