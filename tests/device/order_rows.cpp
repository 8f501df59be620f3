// A command sees the effects of all earlier commands on the same slots. These rows run random sequences of commands
// without waiting and compare the results with a model on the host.

#include "kernels.hpp"

#include <array>
#include <random>

namespace nopal::test {
namespace {

class order : public KernelRows {
protected:
  int upto(int bound) { return std::uniform_int_distribution<>(0, bound - 1)(random); }
  Slot any_slot() {
    return std::vector<Slot>{{u, 0}, {u, 1}, {u, 2}, {v, 0}, {w, 0}}[static_cast<std::size_t>(upto(5))];
  }
  Box any_box() {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
      const long extent = layout.box.extent(axis);
      box.lower[axis] = layout.box.lower[axis] + upto(static_cast<int>(extent));
      box.upper[axis] = box.lower[axis] + 1 + upto(static_cast<int>(layout.box.upper[axis] - box.lower[axis]));
    }
    return box;
  }
  void SetUp() override {
    KernelRows::SetUp();
    for (const Slot slot : {Slot{u, 0}, Slot{u, 1}, Slot{u, 2}, Slot{v, 0}, Slot{w, 0}}) {
      model[slot] = pattern(slot, 100 + slot.timelevel + 3 * slot.variable);
      upload(slot, model[slot]);
    }
    kernel = device->load_kernel(suite_kernel("faces"));
  }

  void to_device() {
    const Slot slot = any_slot();
    model[slot] = pattern(slot, ++seed);
    const Piece piece{slot, keep(model[slot]).data(), 0, layout.size};
    device->copy_to_device({&piece, 1}, last);
  }
  void strips_to_device() {
    const Strip strip{any_slot(), any_box(), 0};
    Bytes& buffer = keep(pattern(static_cast<std::size_t>(strip.box.points()) * 8, ++seed));
    unpack(model[strip.slot], strip.slot, strip.box, buffer.data());
    last = device->unpack_from_host({&strip, 1}, buffer.data(), buffer.size());
  }
  void between_slots() {
    const BoxCopy copy{any_slot(), any_slot(), any_box()};
    if (copy.from == copy.to) return;
    unpack(model[copy.to], copy.to, copy.box, packed(model[copy.from], copy.from, copy.box).data());
    device->copy_boxes({&copy, 1});
  }
  void cycle() {
    const int variables[] = {u};
    device->cycle_timelevels(variables);
    std::swap(model[{u, 0}], model[{u, 2}]);
    std::swap(model[{u, 1}], model[{u, 2}]);
  }
  void run_kernel() {
    const LaunchBox box{any_box(), {1, -1, 0}};
    const Slot fields[] = {{u, 0}};
    DeviceLaunch launch;
    launch.kernel = kernel;
    launch.fields = fields;
    launch.boxes = {&box, 1};
    launch.grid = &grid;
    launch.clock = clock;
    clock.time += 1.0;
    device->launch(launch);
    const double number = launch.clock.time + 10.0 - 100.0;
    each(box.box, [&](long i, long j, long k) { std::memcpy(model[{u, 0}].data() + at({u, 0}, i, j, k), &number, 8); });
  }
  void to_host() {
    const Slot slot = any_slot();
    ASSERT_TRUE(same_points(download(slot), model[slot], slot));
  }
  void send() {
    if (device->windows() == nullptr) return;
    const Slot slot = any_slot();
    Bytes& memory = keep(Bytes(bytes(slot)));
    const Piece piece{slot, memory.data(), 0, layout.size};
    last = device->windows()->send_to_host({&piece, 1});
    sent.push_back({slot, &memory, model[slot]});
  }
  void strips_to_host() {
    const Strip strip{any_slot(), any_box(), 0};
    Bytes buffer(static_cast<std::size_t>(strip.box.points()) * 8);
    device->pack_to_host({&strip, 1}, buffer.data(), buffer.size());
    ASSERT_EQ(buffer, packed(model[strip.slot], strip.slot, strip.box));
  }

  void any_command() {
    constexpr std::array commands{
        &order::to_device,     &order::to_device,     &order::strips_to_device, &order::strips_to_device,
        &order::between_slots, &order::between_slots, &order::between_slots,    &order::cycle,
        &order::run_kernel,    &order::run_kernel,    &order::to_host,          &order::strips_to_host,
        &order::send,          &order::send};
    (this->*commands[static_cast<std::size_t>(upto(commands.size()))])();
  }

  std::mt19937 random{20261121};
  std::map<Slot, Bytes> model;
  struct Sent {
    Slot slot;
    Bytes* found;
    Bytes expected;
  };
  std::vector<Sent> sent;
  int kernel = -1, seed = 0;
  Ticket last = 0;
};

TEST_F(order, random_sequences_of_commands) {
  for (int step = 0; step < 600 && !HasFatalFailure(); ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    any_command();
  }
  device->wait(last);
  for (const Sent& one : sent) EXPECT_TRUE(same_points(*one.found, one.expected, one.slot));
  for (const auto& [slot, expected] : model) EXPECT_TRUE(same_points(download(slot), expected, slot));
}

} // namespace
} // namespace nopal::test
