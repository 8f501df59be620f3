#pragma once
// Loops over the edges of quadrilaterals() for tests: variables, parameters, memory, and kernels written by hand.

#include "core/launch/bound_loop.hpp"

#include "core/spaces/spaces.hpp"
#include "run_meshes.hpp"
#include "tests/support/group.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace nopal::test {

/// Memory for the variables on the spaces of one process.
class MeshMemory final : public HostMemory {
public:
  MeshMemory(const Variables& variables, const RunMesh& mesh)
      : spaces_(variables, Decomposition(Domain(DomainSpec{.cells = {4, 4, 4}}), 1), 0, 1, &mesh) {
    for (int v = 0; v < variables.n_variables(); ++v)
      for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel)
        values_[{v, timelevel}].resize(layout(v).size + 1);
  }
  std::byte* data(Slot slot) override { return reinterpret_cast<std::byte*>(words(slot)); }
  const Layout& layout(int variable) const override { return spaces_.part({variable}).layout(); }
  void cycle(int) override {}

  std::int64_t* words(Slot slot) { return values_.at({slot.variable, slot.timelevel}).data(); }
  double* reals(Slot slot) { return reinterpret_cast<double*>(words(slot)); }

private:
  Spaces spaces_;
  std::map<std::pair<int, int>, std::vector<std::int64_t>> values_;
};

/// Computes with threads of its own.
class SomeThreads final : public HostBackend {
public:
  explicit SomeThreads(int members) : HostBackend(host_traits("some", "", 1), members) {}

private:
  void call_members(const std::function<void(int member)>& work) override {
    std::vector<std::jthread> threads;
    for (int member = 0; member < members(); ++member) threads.emplace_back(work, member);
  }
  void run_blocks(const HostBlocks&) override {}
};

/// The sets of quadrilaterals() with dats, and scalars.
enum : int { q, res, hits, length, total, least, most, n_sum, n_least, n_most, speed, steps };

inline Variables mesh_variables() {
  Variables variables;
  const auto dat = [](const char* name, const char* set, int components, Type type = Type::real, int timelevels = 1) {
    Group result = group(name, GroupKind::dat, type, timelevels);
    result.set = set;
    result.components = components;
    return result;
  };
  variables.add_group(dat("t::flow", "t::cells", 2, Type::real, 2), {"q", "res"});
  variables.add_group(dat("t::counts", "t::cells", 1, Type::integer), {"hits"});
  variables.add_group(dat("t::lengths", "t::edges", 1), {"length"});
  variables.add_group(group("t::sums", GroupKind::scalar), {"total", "least", "most"});
  variables.add_group(group("t::numbers", GroupKind::scalar, Type::integer), {"n_sum", "n_least", "n_most"});
  variables.add_group(group("t::speeds", GroupKind::scalar, Type::real, 2), {"speed"});
  variables.add_group(group("t::steps_of", GroupKind::scalar, Type::integer), {"steps"});
  return variables;
}

inline Parameters mesh_parameters() {
  Parameters parameters;
  const auto declare = [&](const char* name, ParameterType type, Scalar value) {
    ParameterDeclaration parameter;
    parameter.thorn = "t";
    parameter.name = name;
    parameter.type = type;
    parameter.default_value = Value{false, {std::move(value)}};
    if (type == ParameterType::keyword) parameter.choices = {{"flat", ""}, {"round", ""}, {"square", ""}};
    parameters.declare(parameter);
  };
  declare("gas", ParameterType::real, 1.5);
  declare("order", ParameterType::integer, std::int64_t{7});
  declare("flag", ParameterType::boolean, true);
  declare("shape", ParameterType::keyword, std::string("square"));
  return parameters;
}

inline LoopArgument dat(const char* name, const char* source, Access access, int components, int map = -1) {
  return {name, source, ArgumentKind::dat, access, false, components, map, -1, false, 0};
}
inline LoopArgument number(const char* name, const char* source, ArgumentKind kind) {
  return {name, source, kind, Access::read, kind == ArgumentKind::integer, 1, -1, -1, false, 0};
}
inline LoopArgument total_of(const char* name, const char* source, Access access, bool is_integer) {
  return {name, source, ArgumentKind::total, access, is_integer, 1, -1, -1, false, 0};
}

inline constexpr LoopMap edge_maps[] = {{"t::edge_nodes", 2}, {"t::edge_cells", 2}};

/// A kernel of a thorn's library. `arguments` must outlive it.
inline LoopKernel kernel_of(std::span<const LoopArgument> arguments, std::span<const LoopMap> maps,
                            HostLoopKernel run) {
  return {"t",
          "k",
          "t::edges",
          arguments.data(),
          static_cast<int>(arguments.size()),
          maps.data(),
          static_cast<int>(maps.size()),
          run,
          run,
          "k.kernel",
          ""};
}

/// The loop of the schedule that belongs to the arguments.
inline std::shared_ptr<const SetLoop> loop_of(const LoopKernel& kernel, const Variables& variables,
                                              const Topology& topology, int set = 1) {
  SetLoop loop;
  loop.set = set;
  for (int n = 0; n < kernel.n_arguments; ++n) {
    const LoopArgument& argument = kernel.arguments[n];
    const SlotName source = parse_slot(argument.source);
    const auto variable = variables.find_variable(source.name);
    if (!variable) continue; // a parameter
    loop.accesses.push_back({.slot = {*variable, source.timelevel.value_or(0)},
                             .access = argument.access,
                             .map = argument.map < 0 ? -1 : *topology.find_map(kernel.maps[argument.map].name),
                             .target = argument.target});
  }
  return std::make_shared<const SetLoop>(std::move(loop));
}

/// total += length, least, most: of real and integer values. Adds length to both cells, too, if there is a map.
inline void reduce(const HostLoop& loop, const LoopSegment& segment, void* const* totals) {
  for (long at = segment.first; at < segment.end; ++at) {
    const long e = segment.elements == nullptr ? at : segment.elements[at];
    const double value = static_cast<const double*>(loop.dats[0].values)[e];
    const auto place = static_cast<std::size_t>(at - segment.first);
    for (int t = 0; t < 3; ++t) static_cast<double*>(totals[t])[place] = value;
    for (int t = 3; t < 6; ++t) static_cast<std::int64_t*>(totals[t])[place] = std::lround(2 * value);
  }
}

inline const LoopArgument total_arguments[] = {dat("length", "t::length@0", Access::read, 1),
                                               total_of("total", "t::total@0", Access::increment, false),
                                               total_of("least", "t::least@0", Access::minimum, false),
                                               total_of("most", "t::most@0", Access::maximum, false),
                                               total_of("n_sum", "t::n_sum@0", Access::increment, true),
                                               total_of("n_least", "t::n_least@0", Access::minimum, true),
                                               total_of("n_most", "t::n_most@0", Access::maximum, true)};

/// The same loop, which also adds to cells. Then it runs on the execute halo.
inline const std::vector<LoopArgument> adding_arguments = [] {
  std::vector<LoopArgument> arguments(std::begin(total_arguments), std::end(total_arguments));
  arguments.insert(arguments.begin() + 1, dat("res", "t::res@0", Access::increment, 2, 1));
  return arguments;
}();

} // namespace nopal::test
