// Two parts in one process: the kernels of wavetoy evolve a domain that is cut in two. One part gives the same bits.

#include "core/accelerator/accelerator.hpp"
#include "core/grid/zones.hpp"
#include "core/launch/bound_kernel.hpp"
#include "driver/storage/storage.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/open_device.hpp"
#include "tests/support/part_memory.hpp"
#include "tests/support/points.hpp"
#include "tests/support/sample.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace nopal::test {
namespace {

const Kernel& wavetoy_kernel(const std::string& name) {
  const Plugin& plugin = load_plugin(SearchPath::standard().thorn_library("wavetoy"), "thorn", "wavetoy");
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("wavetoy has no kernel " + name);
}

DomainSpec domain() {
  return {
      .lower = {-0.5, -0.5, -0.5}, .upper = {0.5, 0.5, 0.5}, .cells = {14, 9, 11}, .periodic = {true, false, false}};
}

/// A process that holds all blocks of a decomposition and runs wavetoy.
class Wave {
public:
  Wave(const Decomposition& decomposition, const std::string& device_name)
      : decomposition_(decomposition), device_(device_name.empty() ? nullptr : open_device(device_name)) {
    ErrorList errors;
    const ThornDeclaration thorn = read_thorn(source_folder() + "/schedules/wavetoy.yaml", errors);
    errors.raise_if_any();
    for (const GroupDeclaration& group : thorn.groups) variables_.add_group(group.group, group.variables);
    for (const ParameterDeclaration& parameter : thorn.parameters) parameters_.declare(parameter);
    phi_ = *variables_.find_variable("wavetoy::phi");
    spaces_.emplace(variables_, decomposition, 0, decomposition.size());
    storage_.emplace(variables_, *spaces_);
    const AcceleratorContext context{.variables = &variables_, .routines = &routines_, .spaces = &*spaces_};
    accelerator_.emplace(context, *storage_, device_.get(), AcceleratorSettings{});
    accelerator_->init();
    call("initial", {}, {clause(0, Region::everywhere), clause(1, Region::everywhere), clause(2, Region::everywhere)});
  }

  void step() {
    clock_ = {clock_.time + clock_.dt, clock_.dt, clock_.iteration + 1};
    accelerator_->set_iteration(clock_.iteration);
    accelerator_->cycle();
    call("evolve", {clause(1, Region::everywhere), clause(2, Region::interior)}, {clause(0, Region::interior)});
    call("boundary", {}, {clause(0, Region::boundary)});
    EXPECT_TRUE(accelerator_->pre_sync({phi_}, "the test").messages.empty());
    accelerator_->post_sync();
    accelerator_->require_valid_data({clause(0, Region::everywhere)}, host_place, "the test");
  }

  /// Returns the bits of phi at a stored point of a part.
  std::uint64_t bits(int part, const Index& at) {
    const Slot slot{phi_, 0, part};
    const auto* data = reinterpret_cast<const double*>(storage_->data(slot));
    return std::bit_cast<std::uint64_t>(data[spaces_->part(slot).layout().index(at[0], at[1], at[2])]);
  }
  const Box& stored(int part) const { return spaces_->part({phi_, 0, part}).layout().box; }

private:
  Clause clause(int timelevel, Region region) const { return {{phi_, timelevel}, region, {}}; }

  void call(const std::string& name, std::vector<Clause> reads, std::vector<Clause> writes) {
    const Region region = writes.front().region;
    const Routine called = routine(name, std::move(reads), std::move(writes));
    const Place place = accelerator_->place_of(called);
    BoundKernel kernel(wavetoy_kernel(name), variables_, parameters_, kernel_grid(decomposition_.domain()));
    accelerator_->pre_call_function(called, place);
    for (int part = 0; part < decomposition_.size(); ++part) {
      PartMemory memory(*storage_, *spaces_, part);
      const auto boxes = launch_boxes(decomposition_, part, region);
      if (place == host_place)
        kernel.run_on_host(memory, boxes, clock_);
      else
        kernel.run_on_device(*device_, memory, boxes, clock_, part);
    }
    accelerator_->post_call_function(called, place);
  }

  const Decomposition& decomposition_;
  std::unique_ptr<Device> device_;
  Variables variables_;
  Parameters parameters_;
  std::vector<Routine> routines_;
  int phi_ = -1;
  std::optional<Spaces> spaces_;
  std::optional<Storage> storage_;
  std::optional<Accelerator> accelerator_;
  KernelClock clock_{0, 0.02, 0};
};

void expect_the_bits_of_one_part(const std::string& device, const Index& cut) {
  const Decomposition whole(Domain(domain()), 1), halves(Domain(domain()), 2, cut);
  Wave one(whole, device), two(halves, device);
  for (int iteration = 1; iteration <= 8; ++iteration) {
    one.step();
    two.step();
    for (int part = 0; part < 2; ++part)
      for_each_point(two.stored(part), [&](const Index& at) {
        ASSERT_EQ(two.bits(part, at), one.bits(0, at))
            << "iteration " << iteration << ", part " << part << ", point " << at[0] << ", " << at[1] << ", " << at[2];
      });
  }
  EXPECT_NE(one.bits(0, {3, 4, 5}), 0u) << "there is a wave";
}

TEST(TwoParts, GiveTheBitsOfOneOnTheHost) {
  expect_the_bits_of_one_part("", {1, 1, 2});
  expect_the_bits_of_one_part("", {2, 1, 1});
}

TEST(TwoParts, GiveTheBitsOfOneOnADevice) {
  expect_the_bits_of_one_part("checked", {1, 1, 2});
  expect_the_bits_of_one_part("checked", {2, 1, 1});
}

} // namespace
} // namespace nopal::test
