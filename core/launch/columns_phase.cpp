#include "core/launch/columns_phase.hpp"

#include "core/base/aligned_doubles.hpp"
#include "core/base/bytes_text.hpp"
#include "core/launch/past_caches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr long width = host_columns::width;

/// Returns the library's columns of the phase with these kernels.
const StageColumns* columns_of(const StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase) {
  if (!binding.fits() || !stencil.vertical) return nullptr;
  std::vector<int> numbers;
  for (int s = phase.first; s < phase.last; ++s)
    for (const IntervalKernel& kernel : stencil.stages[s].kernels) numbers.push_back(binding.number_of(kernel.routine));
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end()); // a kernel may compute several intervals
  const auto all = binding.source().all_columns();
  const auto found = std::ranges::find_if(all, [&](const StageColumns& columns) {
    if (columns.n_kernels != static_cast<int>(numbers.size())) return false;
    for (std::size_t n = 0; n < numbers.size(); ++n)
      if (numbers[n] != columns.first + static_cast<int>(n)) return false;
    return true;
  });
  return found == all.end() ? nullptr : &*found;
}

/// Whether the stages of this run read nothing beside their column that a stage writes.
bool strips_are_free(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed) {
  const auto is_written = [&](int variable) {
    return std::ranges::any_of(phase.chain.stages,
                               [&](const Stage& stage) { return std::ranges::count(stage.writes, variable) > 0; });
  };
  const auto is_free = [&](const StageRead& read) {
    const Extent& extent = read.extent;
    return (extent.lower[0] == 0 && extent.upper[0] == 0 && extent.lower[1] == 0 && extent.upper[1] == 0) ||
           !is_written(read.variable);
  };
  return std::ranges::all_of(computed, [](const auto& extent) { return extent && extent->is_zero(); }) &&
         std::ranges::all_of(phase.chain.stages,
                             [&](const Stage& stage) { return std::ranges::all_of(stage.reads, is_free); });
}

} // namespace

/// One thread.
struct alignas(64) ColumnsPhase::Worker {
  AlignedDoubles memory;
};

std::unique_ptr<JoinedPhase> ColumnsPhase::make(StencilBinding& binding, const Stencil& stencil,
                                                const StencilPhase& phase,
                                                const std::vector<std::optional<Extent>>& computed,
                                                const Domain& domain, const Box& interior, const JoinedWish& wish) {
  const StageColumns* const columns = columns_of(binding, stencil, phase);
  if (columns == nullptr || interior.empty() || !strips_are_free(phase, computed)) return nullptr;
  return std::unique_ptr<JoinedPhase>(new ColumnsPhase(binding, *columns, stencil, phase, domain, interior, wish));
}

ColumnsPhase::ColumnsPhase(StencilBinding& binding, const StageColumns& columns, const Stencil& stencil,
                           const StencilPhase& phase, const Domain& domain, const Box& interior, const JoinedWish& wish)
    : columns_(columns), stencil_(stencil), phase_(phase), interior_(interior),
      launch_(binding, domain, interior, wish) {}

ColumnsPhase::~ColumnsPhase() = default;

void ColumnsPhase::release() { workers_.clear(); }

long ColumnsPhase::temporary_elements() const {
  return launch_.binding().source().n_temporaries * interior_.extent(2) * width;
}

long ColumnsPhase::kept_elements() const {
  long levels = 0;
  for (const KeptField& kept : columns_.all_kept()) levels += kept.levels;
  return levels * width;
}

std::size_t ColumnsPhase::buffer_bytes() const {
  return static_cast<std::size_t>(temporary_elements() + kept_elements()) * sizeof(double);
}

std::string ColumnsPhase::text() const {
  return fmt::format("all stages in strips of {} columns; the temporaries of a strip take {}", width,
                     bytes_text(buffer_bytes()));
}

void ColumnsPhase::set_splitters(std::span<const long> splitters) {
  parts_.clear();
  for (int s = phase_.first; s < phase_.last; ++s) {
    const StencilStage& stage = stencil_.stages[s];
    const auto first = static_cast<std::ptrdiff_t>(parts_.size());
    int lowest = columns_.n_kernels;
    for (const IntervalKernel& kernel : stage.kernels) {
      VerticalRange range{interior_.lower[2], interior_.upper[2]};
      if (stage.has_intervals) {
        const VerticalRange its = range_of(kernel.interval, splitters);
        range = {std::max(range.lower, its.lower), std::min(range.upper, its.upper)};
      }
      const int number = launch_.binding().number_of(kernel.routine) - columns_.first;
      lowest = std::min(lowest, number);
      if (range.lower < range.upper) parts_.push_back({number, 0, false, stage.order, range});
    }
    if (stage.order == VerticalOrder::backward) std::reverse(parts_.begin() + first, parts_.end());
    for (auto part = parts_.begin() + first; part != parts_.end(); ++part) {
      part->stage = lowest;
      part->begins_stage = part == parts_.begin() + first;
    }
  }
}

void ColumnsPhase::run(const HostRun& run) {
  const int members = run.members(interior_.points());
  launch_.prepare(*run.memory);
  while (static_cast<int>(workers_.size()) < members) {
    auto worker = std::make_unique<Worker>();
    worker->memory = aligned_doubles(static_cast<long>(buffer_bytes() / sizeof(double)));
    workers_.push_back(std::move(worker));
  }
  const long strips = (interior_.extent(0) + width - 1) / width, all = strips * interior_.extent(1);
  const auto work = [&](int member, long first, long last) {
    double* const memory = workers_[static_cast<std::size_t>(member)]->memory.get();
    ColumnLaunch launch{launch_.arguments(run.clock),
                        memory,
                        memory + temporary_elements(),
                        interior_.lower[0],
                        interior_.lower[1],
                        0,
                        interior_.lower[2],
                        launch_.past_caches(interior_.lower[0]) ? store_past_caches() : nullptr};
    for (long n = first; n < last; ++n) {
      launch.i = interior_.lower[0] + n % strips * width;
      launch.j = interior_.lower[1] + n / strips;
      launch.points = std::min(width, interior_.upper[0] - launch.i);
      compute(launch);
    }
    finish_past_caches();
  };
  run.share(members, all, std::ref(work)); // by reference: a copy could need an allocation
}

void ColumnsPhase::compute(const ColumnLaunch& launch) const {
  for (const Part& part : parts_) {
    if (part.begins_stage) read_kept(launch, part);
    columns_.kernels[part.number](launch, part.range.lower, part.range.upper);
  }
}

// The first levels of a stage may read levels that the stage does not compute. Without the third axis these are the
// point itself.
void ColumnsPhase::read_kept(const ColumnLaunch& launch, const Part& part) const {
  const bool backward = part.order == VerticalOrder::backward;
  for (const KeptField& kept : columns_.all_kept()) {
    if (kept.stage != part.stage) continue;
    const HostField& field = launch.fields[kept.argument];
    for (long level = 1; level <= kept.readable; ++level) {
      const long k = backward ? part.range.upper - 1 + level : part.range.lower - level;
      if (launch.grid->exists[2] != 0 && (k < field.stored.lower[2] || k >= field.stored.upper[2])) continue;
      const double* const from = host_rows::row_of<const double>(field, launch.j, k) + launch.i;
      std::copy_n(from, launch.points, launch.kept + kept.place + (k & (kept.levels - 1)) * width);
    }
  }
}

} // namespace nopal
