#include "driver/setup/stencils.hpp"

#include "core/accelerator/settings.hpp"
#include "core/base/assert.hpp"
#include "core/variables/poison_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <unistd.h>

namespace nopal {

namespace {

/// The number of the slot's allocation, as poison words name it. Temporaries are never cycled.
int allocation_of(const Variables& variables, int temporary) {
  int number = 0;
  for (int v = 0; v < temporary; ++v) number += variables.timelevels(v);
  return number;
}

std::size_t cache_of_a_core() {
  constexpr std::size_t otherwise = std::size_t{512} << 10;
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : otherwise;
}

} // namespace

void check_tile(const Parameters& parameters, int dimension, ErrorList& errors) {
  const std::size_t found = parameters.integers("driver::tile").size();
  if (found > static_cast<std::size_t>(dimension))
    errors.add(parameters.where("driver::tile"),
               fmt::format("driver.tile has {} entries, expected at most {}: one for each axis of driver.cells", found,
                           dimension));
}

TileWish tile_wish(const Parameters& parameters, int threads) {
  TileWish wish{.cache_bytes = cache_of_a_core(), .threads = threads};
  const auto tile = parameters.integers("driver::tile");
  for (std::size_t axis = 0; axis < tile.size(); ++axis) wish.shape[axis] = tile[axis];
  return wish;
}

Stencils::Stencils(const Description& description, const Libraries& libraries, const Decomposition& decomposition,
                   int rank, const std::function<BoundKernel&(int)>& kernel_of, int threads)
    : decomposition_(decomposition), domain_(decomposition.domain()), rank_(rank), threads_(threads) {
  const Parameters& parameters = description.parameters;
  const std::set<int> callable = description.schedule.callable();
  for (const Routine& routine : description.schedule.routines()) {
    if (routine.stencil == nullptr) continue;
    const Stencil& stencil = *routine.stencil;
    const std::vector<long> splitters = splitter_positions(stencil, parameters, domain_);
    Bound bound{&routine,
                HostStencil(stencil, decomposition, rank, kernel_of, splitters, tile_wish(parameters, threads)),
                DeviceStencil(stencil, decomposition, rank, kernel_of, splitters), libraries.stencil(routine),
                callable.contains(routine.id)};
    if (bound.source != nullptr) {
      bound.host.join(*bound.source, description.variables, splitters);
      bound.device.join(*bound.source, description.variables);
    }
    if (parameters.boolean("accelerator::poison"))
      bound.host.set_poison([&](int variable) {
        return poison_bits({.region = Region::interior, .allocation = allocation_of(description.variables, variable)});
      });
    choose_host_way(bound.host, routine, bound.source, decomposition.interior(rank), threads);
    all_.emplace(routine.id, std::move(bound));
  }
}

void Stencils::load(Device& device, const StencilWays& ways) {
  device_ = &device;
  ways_ = ways;
  ErrorList errors;
  for (const auto& [id, bound] : all_)
    if (bound.routine->device && bound.callable) check_storage(bound, errors);
  errors.raise_if_any();
  for (auto& [id, bound] : all_)
    if (bound.routine->device && bound.callable) make_ready(bound);
}

void Stencils::check_storage(const Bound& bound, ErrorList& errors) const {
  const std::string outside =
      stage_outside_storage(*bound.routine->stencil, decomposition_, bound.routine->full_name());
  if (!outside.empty()) errors.add(bound.routine->where, outside);
}

void Stencils::make_ready(Bound& bound) {
  NOPAL_ASSERT(device_ != nullptr);
  choose_way(bound.device, *bound.routine, bound.source, decomposition_.interior(rank_), *device_, ways_);
  bound.device.load(*device_);
  bound.ready = true;
}

DeviceStencil& Stencils::on_device(const Routine& routine) {
  Bound& bound = all_.at(routine.id);
  if (!bound.ready) {
    ErrorList errors;
    check_storage(bound, errors);
    errors.raise_if_any();
    make_ready(bound);
  }
  return bound.device;
}

std::vector<std::string> Stencils::device_texts() const {
  std::vector<std::string> texts;
  for (const auto& [id, bound] : all_)
    if (bound.ready)
      texts.push_back(fmt::format("stencil {} on the device: {}", bound.routine->full_name(), bound.device.account()));
  return texts;
}

void Stencils::refresh(const Parameters& parameters) {
  for (auto& [id, bound] : all_) {
    const std::vector<long> splitters = splitter_positions(*bound.routine->stencil, parameters, domain_);
    bound.host.set_splitters(splitters);
    bound.device.set_splitters(splitters);
  }
}

template <class Visit> void Stencils::each_on_host(bool with_device, const Visit& visit) const {
  for (const auto& [id, bound] : all_)
    if (bound.callable && (!with_device || !bound.routine->device)) visit(*bound.routine, bound.host);
}

std::vector<std::string> Stencils::host_texts(bool with_device) const {
  std::vector<std::string> texts;
  each_on_host(with_device, [&](const Routine& routine, const HostStencil& stencil) {
    const Trial& trial = stencil.trial();
    texts.push_back(fmt::format("stencil {}: {}", routine.full_name(), stencil.text(trial.next())));
    for (int way = 1; way < trial.n_ways() && !trial.is_over(); ++way)
      texts.push_back(fmt::format("  its first calls also try {}", stencil.text(way)));
  });
  return texts;
}

bool Stencils::is_settled(std::span<const Routine* const> routines) {
  return std::ranges::all_of(
      routines, [&](const Routine* routine) { return !routine->is_stencil() || on_host(*routine).trial().is_over(); });
}

std::vector<StencilMemory> Stencils::memory(bool with_device) const {
  std::vector<StencilMemory> all;
  each_on_host(with_device, [&](const Routine& routine, const HostStencil& stencil) {
    if (stencil.buffer_bytes() > 0) all.push_back({routine.full_name(), stencil.buffer_bytes(), threads_});
  });
  return all;
}

} // namespace nopal
