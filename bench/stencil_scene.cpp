#include "bench/stencil_scene.hpp"

#include "driver/setup/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace bench {

using namespace nopal;

namespace {

/// The thorns of nopal, then those of lib/bench, beside the program's bin.
SearchPath search_path() {
  std::vector<std::string> roots = SearchPath::standard().roots();
  const auto lib = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib";
  roots.push_back((lib / "bench").string());
  return SearchPath(roots);
}

std::string parfile(const std::string& thorn, const Index& cells, long ghosts) {
  return fmt::format("thorns: [{}]\n"
                     "driver: {{lower: [0, 0, 0], upper: [1, 1, 1], cells: [{}, {}, {}], ghosts: {}, "
                     "periodic: [true, true, true], iterations: 1}}\n",
                     thorn, cells[0], cells[1], cells[2], ghosts);
}

} // namespace

StencilScene::StencilScene(const std::string& thorn, const Index& cells, long ghosts)
    : path_(search_path()), thorn_(thorn) {
  ErrorList errors;
  description_.read(Parfile::from_text(parfile(thorn, cells, ghosts), "bench"), path_, errors);
  errors.raise_if_any();
  domain_ = read_domain(description_.parameters, errors);
  errors.raise_if_any();
  decomposition_.emplace(*domain_, 1);
  libraries_ = std::make_unique<Libraries>(description_, path_, errors);
  errors.raise_if_any();
  kernels_ = std::make_unique<Kernels>(*libraries_, description_, *decomposition_, 0, errors);
  // The thorns declare all extents, so nobody need look at what their kernels read.
  description_.schedule.derive_extents(domain_->dimension(), [](int, Slot) { return SeenRead{}; }, errors);
  errors.raise_if_any();
  spaces_.emplace(description_.variables, *decomposition_, 0);
  storage_ = std::make_unique<Storage>(description_.variables, *spaces_);
}

const Routine& StencilScene::routine() const {
  const std::vector<Routine>& all = description_.schedule.routines();
  const auto found = std::find_if(all.begin(), all.end(), [](const Routine& each) { return each.is_stencil(); });
  if (found == all.end()) throw Error("thorn " + thorn_ + " has no stencil");
  return *found;
}

int StencilScene::number(const std::string& variable) const {
  const auto found = description_.variables.find_variable(thorn_ + "::" + variable);
  if (!found) throw Error("thorn " + thorn_ + " has no variable " + variable);
  return *found;
}

double* StencilScene::field(const std::string& variable, int timelevel) const {
  return reinterpret_cast<double*>(storage_->data({number(variable), timelevel})) + layout().origin();
}

void StencilScene::fill(const std::string& variable, int timelevel, double lower, double upper) {
  const Layout& layout = this->layout();
  const Box& stored = layout.box;
  double* data = field(variable, timelevel);
  // The threads that use the memory touch it first.
#pragma omp parallel for
  for (long k = stored.lower[2]; k < stored.upper[2]; ++k)
    for (long j = stored.lower[1]; j < stored.upper[1]; ++j)
      for (long i = stored.lower[0]; i < stored.upper[0]; ++i) {
        const long n = i + j * layout.stride[1] + k * layout.stride[2];
        const long number = (n - layout.lead + layout.size) * 7919 % 10007 * 7907 % 10009;
        data[n] = lower + (upper - lower) * 1e-4 * static_cast<double>(number);
      }
}

double* StencilScene::extra_field() {
  const Layout& layout = this->layout();
  constexpr std::size_t line = 8; // doubles
  const std::size_t shift = line * (3 + 17 * extra_.size() % 64);
  extra_.push_back(std::make_unique<Scratch>(static_cast<std::size_t>(layout.size) + shift));
  double* data = extra_.back()->data() + shift;
#pragma omp parallel for
  for (long n = 0; n < layout.size; ++n) data[n] = 0;
  return data + layout.origin();
}

std::vector<double> StencilScene::values(const std::string& variable) const {
  const Box interior = decomposition_->interior(0);
  const Points points = this->points();
  const double* data = field(variable);
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(interior.points()));
  for (long k = 0; k < points.n[2]; ++k)
    for (long j = 0; j < points.n[1]; ++j)
      all.insert(all.end(), data + points.at(j, k), data + points.at(j, k) + points.n[0]);
  return all;
}

Points StencilScene::points() const {
  const Layout& layout = this->layout();
  return {decomposition_->interior(0).extents(), layout.stride[1], layout.stride[2]};
}

HostStencil& StencilScene::on_host(int threads) {
  kernels_->bind_stencils(description_, *libraries_, *decomposition_, 0, threads);
  HostStencil& stencil = kernels_->stencils().on_host(routine());
  stencil.choose(0);
  return stencil;
}

DeviceStencil& StencilScene::on_device(Device& device, StencilWay way) {
  kernels_->stencils().load(device, {}); // on_device() asks this device
  DeviceStencil& stencil = kernels_->stencils().on_device(routine());
  stencil.choose(way);
  stencil.load(device);
  return stencil;
}

BoundKernel StencilScene::bind(const Kernel& kernel) const {
  return {kernel, description_.variables, description_.parameters, kernel_grid(*domain_)};
}

void StencilScene::create_variables(Device& device) const {
  const Variables& variables = description_.variables;
  std::vector<SlotStorage> slots;
  std::vector<Piece> pieces;
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel) {
      const Slot slot{v, timelevel};
      slots.push_back({slot, storage_->layout(v), 8, variables.full_name(v)});
      if (!variables.group_of(v).temporary) pieces.push_back({slot, storage_->data(slot), 0, storage_->layout(v).size});
    }
  device.create_variables(slots);
  Ticket ticket = 0;
  device.copy_to_device(pieces, ticket);
  device.wait(ticket);
}

Piece StencilScene::piece(const std::string& variable) const {
  const Slot slot{number(variable), 0};
  return {slot, storage_->data(slot), 0, storage_->layout(slot.variable).size};
}

void StencilScene::copy_to(Device& device, const std::string& variable) const {
  const Piece piece = this->piece(variable);
  Ticket ticket = 0;
  device.copy_to_device({&piece, 1}, ticket);
  device.wait(ticket);
}

void StencilScene::copy_from(Device& device, const std::string& variable) const {
  const Piece piece = this->piece(variable);
  device.copy_to_host({&piece, 1});
}

} // namespace bench
