// load_stencil and launch_tiles: the stages one after the other on the host, over all points, are the specification.

#include "kernels.hpp"

#include "core/stencils/extent.hpp"

#include <cmath>

namespace nopal::test {
namespace {

const StencilKernel& suite_stencil(const std::string& name) {
  const Plugin& plugin = load_plugin(suite_options().thorn, "thorn", "device_suite");
  for (int s = 0; s < plugin.n_stencils; ++s)
    if (plugin.stencils[s]->name == name) return *plugin.stencils[s];
  throw Error("the test thorn has no stencil " + name);
}

/// One kernel of a stage: where it computes.
struct StageCall {
  std::string kernel;
  Extent computed{};
  long first = -100, end = 100; ///< planes
};

class StencilRows : public KernelRows {
protected:
  explicit StencilRows(int dimension = 3) : KernelRows(dimension) {}
  void SetUp() override {
    KernelRows::SetUp();
    tiled = device->tiled_stencils();
    if (tiled == nullptr) GTEST_SKIP() << "this device runs stencils stage by stage";
    std::vector<SlotStorage> storage;
    for (const Slot slot : {Slot{lap, 0}, Slot{flux, 0}}) storage.push_back({slot, layout, 8});
    device->create_variables(storage);
  }
  Box interior() const { return decomposition.interior(0); }
  const Domain& domain() const { return decomposition.domain(); }

  /// The stages on the host. `host` then holds all slots, temporaries included.
  void run_on_host(const std::vector<StageCall>& calls) {
    host.clear();
    for (const Slot slot : {Slot{u, 1}, Slot{u, 2}, Slot{v, 0}, Slot{w, 0}, Slot{lap, 0}, Slot{flux, 0}})
      host[slot] = smooth(slot);
    for (const StageCall& call : calls) {
      const Kernel& kernel = suite_kernel(call.kernel);
      const Arguments arguments(kernel, numbers);
      Box box = interior();
      for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] += call.computed.lower[axis];
        box.upper[axis] += call.computed.upper[axis];
      }
      box.lower[2] = std::max(box.lower[2], call.first);
      box.upper[2] = std::min(box.upper[2], call.end);
      std::vector<HostField> fields;
      for (const Slot slot : arguments.fields) fields.push_back(host_field(host[slot].data(), layout));
      kernel.plain(host_launch(fields, arguments, interior_boxes(domain(), box)));
    }
  }
  /// The tiles on the device, from the same data.
  void run_on_device(const std::string& name, const std::vector<StageCall>& calls, const Index& tile) {
    const StencilKernel& stencil = suite_stencil(name);
    const Arguments arguments(stencil.all_arguments(), numbers);
    for (const auto& [slot, data] : host)
      if (slot.variable != lap && slot.variable != flux) upload(slot, smooth(slot));
    std::vector<TileCall> table;
    Extent halo;
    for (const StageCall& call : calls) {
      TileCall& entry = table.emplace_back();
      while (std::string(stencil.stages[entry.stage].kernel->name) != call.kernel) ++entry.stage;
      std::copy(call.computed.lower.begin(), call.computed.lower.end(), entry.lower);
      std::copy(call.computed.upper.begin(), call.computed.upper.end(), entry.upper);
      entry.first = call.first;
      entry.end = call.end;
      halo = mee(halo, call.computed);
    }
    Index period{0, 0, 0};
    for (int axis = 0; axis < 3; ++axis)
      if (domain().periodic(axis)) period[axis] = domain().points().extent(axis);
    tiled->launch_tiles({tiled->load_stencil(stencil), arguments.fields, arguments.reals, arguments.integers, table,
                         interior(), tile, halo, period, &grid, clock});
  }
  void expect_same_results() {
    for (const auto& [slot, expected] : host) {
      if (slot.variable == lap || slot.variable == flux) continue;
      EXPECT_TRUE(same_points(download(slot), expected, slot)) << slot.variable << "@" << slot.timelevel;
    }
  }
  void expect_same(const std::string& name, const std::vector<StageCall>& calls, const std::vector<Index>& tiles) {
    run_on_host(calls);
    for (const Index& tile : tiles) {
      SCOPED_TRACE("tiles of " + extents_text(tile, 3));
      run_on_device(name, calls, tile);
      expect_same_results();
    }
  }
  std::vector<Index> shapes() const {
    const Index all = interior().extents();
    return {{4, 3, 2}, {7, 2, 100}, all, {all[0], 1, 1}, {1, all[1], 2}};
  }
  /// The tile that needs the most memory is the first: tests/oclgrind runs these, and oclgrind does not see that memory
  /// has grown.
  std::vector<Index> columns() const {
    const Index all = interior().extents();
    return {all, {4, 3, all[2]}, {1, 1, all[2]}};
  }
  std::vector<StageCall> chain() const {
    const int j = domain().exists(1) ? 1 : 0;
    return {{"chain_square", {{-1, -j, 0}, {1, j, 0}}}, {"chain_flux", {{-1, 0, 0}, {0, 0, 0}}}, {"chain_update"}};
  }
  std::vector<StageCall> column() const {
    const long bottom = interior().lower[2], top = interior().upper[2];
    return {{"up_column_first", {}, bottom, bottom + 1},
            {"up_column_up", {}, bottom + 1, top},
            {"down_column_last", {}, top - 1, top},
            {"down_column_down", {}, bottom, top - 1}};
  }

  Numbers numbers;
  TiledStencils* tiled = nullptr;

private:
  Bytes smooth(Slot slot) const {
    Bytes data(bytes(slot));
    for (std::size_t n = 0; n < data.size() / 8; ++n) {
      const double number = std::sin(0.7 * static_cast<double>(n) + slot.variable + 3 * slot.timelevel);
      std::memcpy(data.data() + 8 * n, &number, 8);
    }
    return data;
  }
};

class load_stencil : public StencilRows {};

TEST_F(load_stencil, gives_one_handle_a_stencil) {
  const int first = tiled->load_stencil(suite_stencil("chain"));
  const int second = tiled->load_stencil(suite_stencil("column"));
  EXPECT_GE(first, 0);
  EXPECT_NE(first, second);
  EXPECT_EQ(tiled->load_stencil(suite_stencil("chain")), first);
}

TEST_F(load_stencil, makes_the_stencil_ready_to_launch) { expect_same("chain", chain(), {interior().extents()}); }

class launch_tiles : public StencilRows {};

TEST_F(launch_tiles, gives_the_bits_of_stages_over_everything) { expect_same("chain", chain(), shapes()); }

TEST_F(launch_tiles, computes_columns_upwards_and_downwards) { expect_same("column", column(), columns()); }

TEST_F(launch_tiles, takes_numbers_and_time_of_each_launch) {
  for (const double factor : {0.5, -2.0}) {
    numbers.factor = factor;
    numbers.amount = factor + 1;
    clock.time += 1;
    expect_same("chain", chain(), {{5, 4, 3}});
  }
}

TEST_F(launch_tiles, sees_the_relabelling) {
  run_on_host(chain());
  run_on_device("chain", chain(), {5, 4, 3});
  const int variables[] = {u};
  device->cycle_timelevels(variables);
  EXPECT_TRUE(same_points(download({u, 2}), host[{u, 1}], {u, 1}));
  expect_same("chain", chain(), {{5, 4, 3}});
}

class launch_tiles_of_two_axes : public StencilRows {
protected:
  launch_tiles_of_two_axes() : StencilRows(2) {}
};

TEST_F(launch_tiles_of_two_axes, gives_the_bits_of_stages_over_everything) { expect_same("chain", chain(), shapes()); }

class launch_tiles_of_one_axis : public StencilRows {
protected:
  launch_tiles_of_one_axis() : StencilRows(1) {}
};

TEST_F(launch_tiles_of_one_axis, gives_the_bits_of_stages_over_everything) { expect_same("chain", chain(), shapes()); }

} // namespace
} // namespace nopal::test
