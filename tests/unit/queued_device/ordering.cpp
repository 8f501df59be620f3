// The events that a command waits for.

#include "core/device/ordering.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// Queues that only accept markers.
class NoQueues final : public DeviceQueues {
public:
  const DeviceDescription& description() const override { return description_; }
  void* allocate(std::size_t, const std::string&) override { return nullptr; }
  void release(void*) noexcept override {}
  QueueEvent write(void*, std::size_t, const std::byte*, std::size_t, std::span<const QueueEvent>) override {
    return {};
  }
  QueueEvent read(void*, std::size_t, std::byte*, std::size_t, std::span<const QueueEvent>) override { return {}; }
  QueueEvent marker(Queue queue, std::span<const QueueEvent>) override {
    EXPECT_EQ(queue, Queue::kernels);
    return marker_;
  }
  int compile(const FunctionSource&, const std::function<void(int)>&) override { return 0; }
  int largest_group(int) const override { return 1; }
  QueueEvent launch(int, const LaunchShape&, std::span<const LaunchArgument>, std::span<const QueueEvent>) override {
    return {};
  }
  void wait(const QueueEvent&) override {}
  void finish() override {}
  void* native_queue() override { return nullptr; }
  DeviceLanguage language() const override { return DeviceLanguage::opencl; }
  const char* dialect() const override { return ""; }

  const QueueEvent marker_ = std::make_shared<int>();

private:
  DeviceDescription description_;
};

class Ordering : public ::testing::Test {
protected:
  enum class Use { read, write };

  /// The events that a command waits for if it uses the buffer on the queue. `event` is the end of the command.
  std::vector<QueueEvent> command(Queue queue, Use use, const QueueEvent& event) {
    Command command(queues_, queue);
    if (use == Use::read)
      command.reads(buffer_);
    else
      command.writes(buffer_);
    const std::vector<QueueEvent> after(command.after().begin(), command.after().end());
    command.done(event);
    return after;
  }

  NoQueues queues_;
  DeviceBuffer buffer_;
  const QueueEvent first_ = std::make_shared<int>();
  const QueueEvent second_ = std::make_shared<int>();
  const QueueEvent third_ = std::make_shared<int>();
};

TEST_F(Ordering, NothingComesBeforeTheFirstCommand) {
  EXPECT_THAT(command(Queue::kernels, Use::write, first_), IsEmpty());
}

TEST_F(Ordering, ReadsWaitForTheWriteOnAnotherQueueOnly) {
  command(Queue::to_device, Use::write, first_);
  EXPECT_THAT(command(Queue::to_device, Use::read, second_), IsEmpty());
  EXPECT_THAT(command(Queue::kernels, Use::read, second_), ElementsAre(first_));
  EXPECT_THAT(command(Queue::to_host, Use::read, third_), ElementsAre(first_)) << "reads do not wait for reads";
}

TEST_F(Ordering, WritesWaitForTheWriteAndAllReadsSinceThen) {
  command(Queue::to_device, Use::write, first_);
  command(Queue::kernels, Use::read, second_);
  command(Queue::to_host, Use::read, third_);
  EXPECT_THAT(command(Queue::kernels, Use::write, second_), UnorderedElementsAre(first_, third_));
  EXPECT_THAT(command(Queue::to_device, Use::write, third_), ElementsAre(second_)) << "earlier reads are behind it";
}

TEST_F(Ordering, LaterReadsOfAQueueStandForEarlierOnes) {
  command(Queue::kernels, Use::read, first_);
  command(Queue::kernels, Use::read, second_);
  EXPECT_THAT(command(Queue::to_device, Use::write, third_), ElementsAre(second_));
}

TEST_F(Ordering, CommandsOfACallerAreMarkedOnce) {
  command(Queue::to_device, Use::write, first_);
  buffer_.handed_out = true;
  EXPECT_THAT(command(Queue::to_host, Use::read, second_), ElementsAre(queues_.marker_));
  EXPECT_FALSE(buffer_.handed_out);
}

} // namespace
} // namespace nopal
