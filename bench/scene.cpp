#include "bench/scene.hpp"

#include "core/base/error.hpp"
#include "core/declarations/resolve.hpp"
#include "core/plugins/loader.hpp"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

namespace bench {

using namespace nopal;

namespace {

DomainSpec spec(long cells) {
  DomainSpec spec;
  spec.cells = {cells, cells, cells};
  return spec;
}

/// The thorn lies in lib/bench, beside the program's bin.
std::string thorn_file(const std::string& name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib" / "bench" / name)
      .string();
}

// Fills memory with numbers between 0 and about 1, or with small integers.
void fill(std::byte* data, long elements, bool integer) {
#pragma omp parallel for
  for (long n = 0; n < elements; ++n) {
    const std::int64_t number = n * 7919 % 1009;
    const double real = 1e-3 * static_cast<double>(number);
    std::memcpy(data + 8 * n, integer ? static_cast<const void*>(&number) : &real, 8);
  }
}

} // namespace

void Memory::Free::operator()(std::byte* memory) const { std::free(memory); }

Memory::Memory(const Variables& variables, const Decomposition& decomposition) {
  const Layout fields = grid_layout(decomposition.stored(0), decomposition.interior(0).lower[0], 3);
  for (int v = 0; v < variables.n_variables(); ++v) {
    const Group& group = variables.group_of(v);
    layouts_.push_back(group.kind == GroupKind::gf ? fields : array_layout(group.shape));
    slots_.emplace_back();
    for (int timelevel = 0; timelevel < group.timelevels; ++timelevel) {
      const std::size_t shift = 64 * (5 + 17 * allocations_.size() % 64);
      const std::size_t bytes = (8 * static_cast<std::size_t>(layouts_[v].size) + shift + 63) / 64 * 64;
      allocations_.emplace_back(static_cast<std::byte*>(std::aligned_alloc(64, bytes)));
      if (allocations_.back() == nullptr) throw std::bad_alloc();
      slots_[v].push_back(allocations_.back().get() + shift);
      fill(slots_[v].back(), layouts_[v].size, group.type == Type::integer);
    }
  }
}

Scene::Scene(std::string thorn, long cells, const std::map<std::string, long>& values)
    : path(SearchPath::standard()), decomposition(Domain(spec(cells)), 1), grid(kernel_grid(decomposition.domain())),
      thorn_(std::move(thorn)) {
  ErrorList errors;
  std::vector<ThornDeclaration> thorns{read_thorn(thorn_file(thorn_ + ".yaml"), errors)};
  errors.raise_if_any();
  for (const ParameterDeclaration& parameter : thorns[0].parameters) parameters.declare(parameter);
  for (const auto& [name, value] : values) set(name, value);
  variables = build_variables(thorns, parameters, errors);
  errors.raise_if_any();
  memory = std::make_unique<Memory>(variables, decomposition);
}

void Scene::set(const std::string& parameter, long value) {
  parameters.set(thorn_ + "::" + parameter, Value{false, {std::int64_t{value}}}, {});
}

const Kernel& Scene::kernel(const std::string& name) const {
  const Plugin& plugin = load_plugin(thorn_file("lib" + thorn_ + ".so"), "thorn", thorn_);
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("thorn " + thorn_ + " has no kernel " + name);
}

double* Scene::field(const std::string& variable, int timelevel) const {
  const int v = number(variable);
  return reinterpret_cast<double*>(memory->data({v, timelevel})) + memory->layout(v).origin();
}

std::vector<LaunchBox> Scene::boxes(const BoundKernel& kernel) const {
  if (kernel.points() != nullptr) return {*kernel.points()};
  return launch_boxes(decomposition, 0, Region::interior);
}

std::vector<Piece> Scene::pieces() const {
  std::vector<Piece> pieces;
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
      pieces.push_back({{v, timelevel}, memory->data({v, timelevel}), 0, memory->layout(v).size});
  return pieces;
}

void Scene::create_variables(Device& device) const {
  std::vector<SlotStorage> slots;
  for (int v = 0; v < variables.n_variables(); ++v)
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
      slots.push_back({{v, timelevel}, memory->layout(v), 8, variables.full_name(v)});
  device.create_variables(slots);
  Ticket ticket = 0;
  device.copy_to_device(pieces(), ticket);
  device.wait(ticket);
}

} // namespace bench
