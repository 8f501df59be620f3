#include "scene.hpp"

#include "core/declarations/resolve.hpp"
#include "tests/support/own_folder.hpp"

#include <cstdlib>
#include <cstring>
#include <numeric>

namespace nopal::test {

namespace {

DomainSpec spec(int dimension) {
  DomainSpec spec;
  spec.dimension = dimension;
  const std::array lower{-1.0, 2.0, 0.5}, upper{1.0, 3.0, 1.5};
  const std::array cells{13, 7, 9};
  for (int axis = 0; axis < dimension; ++axis) {
    spec.lower[axis] = lower[axis];
    spec.upper[axis] = upper[axis];
    spec.cells[axis] = cells[axis];
  }
  spec.periodic = {false, false, false};
  return spec;
}

const Plugin& suite() {
  return load_plugin((own_folder() / "thorns/libconformance.so").string(), "thorn", "conformance");
}

} // namespace

const Kernel& Scene::kernel_of(const std::string& name) {
  for (int n = 0; n < suite().n_kernels; ++n)
    if (name == suite().kernels[n]->name) return *suite().kernels[n];
  throw Error("no kernel " + name);
}

bool Scene::has_threads(const std::string& backend) { return backend != "serial" && backend != "openmp-blocks"; }

Scene::Scene(const std::string& backend, const std::map<std::string, std::int64_t>& integers, int dimension)
    : decomposition(Domain(spec(dimension)), 1), grid(kernel_grid(decomposition.domain())) {
  grid.interior = decomposition.interior(0);
  grid.owned = decomposition.owned(0);
  ErrorList errors;
  std::vector<ThornDeclaration> thorns{read_thorn(own_folder() / "thorns/conformance.yaml", errors)};
  for (const ParameterDeclaration& parameter : thorns[0].parameters) parameters.declare(parameter);
  for (const auto& [name, value] : integers) parameters.set("conformance::" + name, Value{false, {value}}, {});
  if (!has_threads(backend))
    for (const char* name : {"tile", "width"})
      parameters.set(std::string("conformance::") + name, Value{false, {std::int64_t{1}}}, {});
  variables = build_variables(thorns, parameters, errors);
  errors.raise_if_any();
  memory = std::make_unique<ArrayMemory>(variables, decomposition, 0);
  fill();

  const SearchPath path = SearchPath::standard();
  const std::vector<std::string> hosts = host_backend_names(path);
  if (std::find(hosts.begin(), hosts.end(), backend) != hosts.end()) {
    host_ = make_host_backend(backend, 2, path);
    return;
  }
  DevicePlugin& plugin = device_plugin(backend);
  if (plugin.find(2).empty()) {
    why_none = plugin.why_none();
    return;
  }
  // The tests in tests/oclgrind set these variables.
  std::vector<std::string> words;
  for (const char* variable : {"NOPAL_TEST_PLATFORM", "NOPAL_TEST_WORK_ITEMS"})
    if (const char* option = std::getenv(variable); option != nullptr) words.emplace_back(option);
  device_ = open_device(backend, words, 2);
  if (device_->description().limits.max_threads < 64) {
    parameters.set("conformance::tile", Value{false, {std::int64_t{2}}}, {});
    parameters.set("conformance::width", Value{false, {std::int64_t{8}}}, {});
  }
  std::vector<SlotStorage> slots;
  for (int v = 0; v < variables.n_variables(); ++v)
    slots.push_back({{v, 0}, memory->layout(v), memory->element_size(v), variables.full_name(v)});
  device_->create_variables(slots);
}

void Scene::fill() {
  for (int v = 0; v < variables.n_variables(); ++v) {
    const bool integer = variables.group_of(v).type == Type::integer;
    std::byte* data = memory->data({v, 0});
    for (long n = 0; n < memory->layout(v).size; ++n) {
      const long number = (n * 7919 + 17L * v) % 1009;
      const double real = 0.05 + 0.9 * static_cast<double>(number) / 1009;
      std::memcpy(data + 8 * n, integer ? static_cast<const void*>(&number) : &real, 8);
    }
  }
}

BoundKernel& Scene::bound(const std::string& kernel) {
  const auto known = kernels_.find(kernel);
  if (known != kernels_.end()) return known->second;
  return kernels_.try_emplace(kernel, kernel_of(kernel), variables, parameters, grid).first->second;
}

void Scene::run(const std::string& name, HostVersion version) {
  const BoundKernel& kernel = bound(name);
  if (kernel.points() != nullptr) return run_over(name, {kernel.points(), 1}, version);
  const KernelBlocks* blocks = kernel.kernel().blocks;
  run_over(name, launch_boxes(decomposition, 0, blocks != nullptr ? blocks->region : Region::interior), version);
}

void Scene::run_over(const std::string& name, std::span<const LaunchBox> boxes, HostVersion version) {
  BoundKernel& kernel = bound(name);
  if (host_) {
    kernel.run_on_host(*memory, boxes, clock, version, host_.get());
    return;
  }
  std::vector<Piece> pieces;
  for (int v = 0; v < variables.n_variables(); ++v)
    pieces.push_back({{v, 0}, memory->data({v, 0}), 0, memory->layout(v).size});
  Ticket ticket = 0;
  device_->copy_to_device(pieces, ticket);
  device_->wait(ticket);
  kernel.run_on_device(*device_, *memory, boxes, clock);
  device_->copy_to_host(pieces);
}

} // namespace nopal::test
