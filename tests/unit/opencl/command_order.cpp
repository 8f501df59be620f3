// Random commands without a wait must have the same results as on the host.

#include "opened.hpp"

#include <cstring>
#include <map>
#include <random>

namespace nopal::test {
namespace {

constexpr int n_variables = 5;
constexpr int n_timelevels = 3;
constexpr std::size_t element_size[n_variables] = {8, 8, 16, 8, 16};

/// The data that the device should hold, on the host.
class Model {
public:
  std::map<Slot, SlotStorage> storage;
  std::map<Slot, std::vector<std::byte>> memory;

  std::byte* element(Slot slot, long i, long j, long k) {
    const SlotStorage& s = storage.at(slot);
    return memory.at(slot).data() + static_cast<std::size_t>(s.layout.index(i, j, k)) * s.element_size;
  }
  template <class Each> void each_point(const Box& box, const Each& each) {
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) each(i, j, k);
  }
  void pack(std::span<const Strip> strips, std::byte* buffer, bool unpack) {
    for (const Strip& strip : strips) {
      const std::size_t size = storage.at(strip.slot).element_size;
      std::byte* dense = buffer + strip.offset;
      each_point(strip.box, [&](long i, long j, long k) {
        std::byte* point = element(strip.slot, i, j, k);
        std::memcpy(unpack ? point : dense, unpack ? dense : point, size);
        dense += size;
      });
    }
  }
  void cycle(int variable) {
    for (int l = n_timelevels - 1; l > 0; --l) std::swap(memory[{variable, l}], memory[{variable, l - 1}]);
  }
};

class CommandOrder : public ::testing::TestWithParam<int> {
protected:
  CommandOrder() : random_(static_cast<unsigned>(GetParam())), device_(open_device()) {
    std::vector<SlotStorage> slots;
    for (int v = 0; v < n_variables; ++v) {
      for (int l = 0; l < n_timelevels; ++l) {
        const SlotStorage storage = slot_storage({v, l}, {-2, 0, 3}, {11 + v, 7, 5}, element_size[v]);
        slots.push_back(storage);
        model_.storage[storage.slot] = storage;
        model_.memory[storage.slot] = noise(static_cast<std::size_t>(storage.layout.size) * storage.element_size);
      }
    }
    device_->create_variables(slots);
    for (const SlotStorage& s : slots) upload(s.slot, 0, s.layout.size);
  }

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Slot any_slot() { return {pick(n_variables), pick(n_timelevels)}; }
  std::vector<std::byte> noise(std::size_t bytes) {
    std::vector<std::byte> data(bytes);
    for (std::byte& b : data) b = static_cast<std::byte>(random_());
    return data;
  }
  Box any_box(const Box& within) {
    Box box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = within.lower[a] + pick(static_cast<int>(within.extent(a)));
      box.upper[a] = box.lower[a] + 1 + pick(static_cast<int>(within.upper[a] - box.lower[a]));
    }
    return box;
  }

  // Memory of the host that a copy may still read stays until the end.
  void upload(Slot slot, long first, long count) {
    auto& host = kept_.emplace_back(model_.memory.at(slot));
    Ticket ticket = 0;
    const Piece piece{slot, host.data(), first, count};
    EXPECT_EQ(device_->copy_to_device({&piece, 1}, ticket), Transferred::copied);
    last_ticket_ = ticket;
  }
  void upload_something() {
    const Slot slot = any_slot();
    const SlotStorage& s = model_.storage.at(slot);
    const long first = pick(static_cast<int>(s.layout.size));
    const long count = 1 + pick(static_cast<int>(s.layout.size - first));
    const auto fresh = noise(static_cast<std::size_t>(count) * s.element_size);
    std::memcpy(model_.memory.at(slot).data() + static_cast<std::size_t>(first) * s.element_size, fresh.data(),
                fresh.size());
    upload(slot, first, count);
  }
  void cycle_something() {
    const int variable = pick(n_variables);
    model_.cycle(variable);
    device_->cycle_timelevels({&variable, 1});
  }
  std::vector<Strip> strips(std::size_t& bytes) {
    std::vector<Strip> strips;
    bytes = 0;
    // Disjoint: at most one strip for each slot. There may be more slots than one launch can name.
    for (const auto& [slot, storage] : model_.storage) {
      if (pick(3) == 0) continue;
      const Strip strip{slot, any_box(storage.layout.box), bytes};
      bytes += static_cast<std::size_t>(strip.box.points()) * storage.element_size;
      strips.push_back(strip);
    }
    return strips;
  }
  void unpack_something() {
    std::size_t bytes = 0;
    const auto list = strips(bytes);
    auto& host = kept_.emplace_back(noise(bytes));
    model_.pack(list, host.data(), true);
    last_ticket_ = device_->unpack_from_host(list, host.data(), bytes);
  }
  void pack_something() {
    std::size_t bytes = 0;
    const auto list = strips(bytes);
    std::vector<std::byte> expected(bytes), found(bytes);
    model_.pack(list, expected.data(), false);
    device_->pack_to_host(list, found.data(), bytes);
    EXPECT_EQ(found, expected);
  }
  void copy_something() {
    const int variable = pick(n_variables);
    const Slot from{variable, pick(n_timelevels)};
    Slot to{variable, pick(n_timelevels)};
    const Box all = model_.storage.at(from).layout.box;
    // From the upper half of axis k to the lower half, so that source and target are disjoint within one slot.
    BoxCopy copy{from, to, any_box({all.lower, {all.upper[0], all.upper[1], all.lower[2] + 2}}), {0, 0, 2}};
    model_.each_point(copy.box, [&](long i, long j, long k) {
      std::memcpy(model_.element(to, i, j, k), model_.element(from, i, j, k + 2), element_size[variable]);
    });
    device_->copy_boxes({&copy, 1});
  }
  void check(Slot slot) {
    const SlotStorage& s = model_.storage.at(slot);
    std::vector<std::byte> found(model_.memory.at(slot).size());
    const Piece piece{slot, found.data(), 0, s.layout.size};
    EXPECT_EQ(device_->copy_to_host({&piece, 1}), Transferred::copied);
    EXPECT_EQ(found, model_.memory.at(slot)) << "variable " << slot.variable << " timelevel " << slot.timelevel;
  }

  std::mt19937 random_;
  Model model_;
  std::deque<std::vector<std::byte>> kept_;
  Ticket last_ticket_ = 0;
  std::unique_ptr<Device> device_;
};

TEST_P(CommandOrder, IsThatOfTheCalls) {
  const std::function<void()> commands[] = {[&] { upload_something(); }, [&] { cycle_something(); },
                                            [&] { unpack_something(); }, [&] { pack_something(); },
                                            [&] { check(any_slot()); },  [&] { device_->wait(last_ticket_); },
                                            [&] { copy_something(); }};
  for (int n = 0; n < 120; ++n) commands[pick(7)]();
  for (const auto& [slot, storage] : model_.storage) check(slot);
  device_->finish();
}

INSTANTIATE_TEST_SUITE_P(Seeds, CommandOrder, ::testing::Range(1, 9));

} // namespace
} // namespace nopal::test
