// The host backend `fibers`: the threads of a block are fibers of one thread of the operating system.

#include "block.hpp"
#include "stack.hpp"

#include <boost/fiber/condition_variable.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/mutex.hpp>
#include <boost/version.hpp>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace nopal::fibers {

namespace {

/// The system provides the memory of a stack only when it is first used, so a large stack costs little.
constexpr std::size_t stack_bytes = std::size_t{256} << 10;

std::string boost_version() {
  return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
}

BackendTraits traits_of_fibers() {
  BackendTraits traits = host_traits("fibers", "Boost.Fiber " + boost_version(), max_block_threads);
  traits.devices = "one core of this process";
  traits.blocks = "one after the other";
  traits.threads = "one at a time: fibers of a pool, which change at block_sync()";
  traits.index = "argument of the function, different for each fiber";
  traits.sync = "yields to the next fiber";
  return traits;
}

class Fibers final : public HostBackend {
public:
  explicit Fibers(int /*threads*/) : HostBackend(traits_of_fibers(), 1) {}
  ~Fibers() override {
    ending_ = true;
    for (const auto& worker : workers_) {
      worker->called.notify_one();
      let_others_run([&] { worker->fiber.join(); });
    }
  }

private:
  struct Worker {
    bool busy = false;
    boost::fibers::condition_variable called;
    Stack stack;
    boost::fibers::fiber fiber;
  };

  void call_members(const std::function<void(int)>& work) override { work(0); }

  // When this function returns, every fiber of the pool sleeps, so the caller can enter a parallel region of OpenMP.
  void run_blocks(const HostBlocks& blocks) override {
    if (owner_ == std::thread::id{}) owner_ = std::this_thread::get_id();
    NOPAL_ASSERT(owner_ == std::this_thread::get_id()); // fibers stay on the thread that made them
    const long n = thread_count(blocks.threads);
    grow(n - 1);
    block_.start(blocks);
    blocks_ = &blocks;
    running_ = n - 1;
    for (long w = 0; w < n - 1; ++w) {
      workers_[w]->busy = true;
      workers_[w]->called.notify_one();
    }
    block_.run(blocks, 0);
    while (running_ > 0) let_others_run(boost::this_fiber::yield);
    block_.finish();
  }

  void grow(long n_workers) {
    try {
      while (static_cast<long>(workers_.size()) < n_workers) {
        auto worker = std::make_unique<Worker>();
        const long number = static_cast<long>(workers_.size()) + 1;
        worker->fiber = boost::fibers::fiber(boost::fibers::launch::post, std::allocator_arg,
                                             StackAllocator(stack_bytes, worker->stack),
                                             [this, number, own = worker.get()] { serve(*own, number); });
        workers_.push_back(std::move(worker));
      }
    } catch (const std::bad_alloc&) {
      throw Error("there is no memory for the stacks of " + std::to_string(n_workers + 1) + " fibers (" +
                  std::to_string(stack_bytes) + " bytes each): give blocks fewer threads");
    }
  }

  void serve(Worker& own, long number) {
    now_on(own.stack);
    std::unique_lock lock(mutex_);
    for (;;) {
      let_others_run([&] { own.called.wait(lock, [&] { return own.busy || ending_; }); });
      if (ending_) return;
      lock.unlock();
      block_.run(*blocks_, number);
      lock.lock();
      own.busy = false;
      --running_;
    }
  }

  std::thread::id owner_;
  Block block_;
  const HostBlocks* blocks_ = nullptr;
  long running_ = 0;
  bool ending_ = false;
  boost::fibers::mutex mutex_; ///< condition_variable needs it; the fibers of one thread do not
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace

} // namespace nopal::fibers

NOPAL_HOST_BACKEND(fibers, nopal::fibers::Fibers)
