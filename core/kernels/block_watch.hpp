#pragma once
// Finds conflicts between the threads of a launch of a block kernel: who wrote and who read each element since the last
// block_sync(). The bounds-checked version reports its accesses here.

#include "core/kernels/launch.hpp"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace nopal {

/// How a thread uses an element. Two atomic uses never conflict.
enum class ElementUse { read, write, atomic };

/// An element of a field, an array or a shared array.
struct BlockElement {
  const char* name;
  int field;     ///< position in Kernel::arguments; a shared array: -1 minus its position in the text
  Index at;      ///< its indices, as in the text
  int axes;      ///< number of indices
  long position; ///< differs from element to element
  bool is_shared() const { return field < 0; }
};

/// A thread of a launch, at one moment.
struct BlockMoment {
  Index block{0, 0, 0}, thread{0, 0, 0};
  const LaunchBox* box = nullptr;
  int syncs = 0; ///< calls of block_sync() so far
  int line = 0;  ///< of the .kernel file
  bool is_set() const { return box != nullptr; }
};

/// Watches one launch. All threads may call it.
class BlockWatch {
public:
  BlockWatch(const Kernel& kernel, const HostLaunch& launch) : kernel_(kernel), launch_(launch) {}

  /// Call this before a thread of the block runs. All n_threads threads of the block must call it.
  void begin_thread(const LaunchBox* box, const Index& block, long n_threads);
  /// Call this after the thread has run. After the last thread of the block, its shared memory is forgotten.
  void end_thread(const LaunchBox* box, const Index& block) noexcept;
  /// Throws Error if another thread uses the element in the same time, and one of them changes it, or if the thread
  /// reads shared memory that no thread of its block has written.
  void note(const BlockElement& element, const BlockMoment& by, ElementUse use);
  /// Whether a thread has written this point of a field.
  bool has_written(int field, long position);
  /// Call this after all blocks have run. Throws Error if a grid function that the kernel only writes was not written
  /// at a point that the kernel declares to write.
  void finish();

private:
  /// Uses by two threads. A later use by any thread conflicts with one of them, if it conflicts with some use.
  using TwoUses = std::array<BlockMoment, 2>;
  struct Record {
    BlockMoment write; ///< the last one
    TwoUses reads, atomics;
  };
  using Records = std::unordered_map<long, Record>;
  /// A block that has begun and not ended.
  struct Block {
    long threads_left = 0;
    std::map<int, Records> shared; ///< by shared array
  };

  Records& records_of(const BlockElement& element, const BlockMoment& by);
  static bool conflict(const BlockMoment& before, const BlockMoment& now);
  static void keep(TwoUses& uses, const BlockMoment& now);
  /// Throws the Error of a conflict with an earlier use.
  [[noreturn]] void fail(const BlockElement& element, const BlockMoment& now, ElementUse use, const BlockMoment& before,
                         ElementUse earlier) const;
  void check_written(int field, const Box& points);

  const Kernel& kernel_;
  const HostLaunch& launch_;
  std::mutex mutex_;
  std::map<int, Records> fields_; ///< by field
  std::map<std::pair<const LaunchBox*, Index>, Block> blocks_;
};

/// Writes an element as in the text: "tile[3][0]", "u(1, 2, 0)".
std::string text(const BlockElement& element);

} // namespace nopal
