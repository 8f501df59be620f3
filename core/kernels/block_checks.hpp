#pragma once
// Checks the accesses of the bounds-checked version of a block kernel.

#include "core/kernels/block_watch.hpp"

namespace nopal {

/// Checks the accesses of one thread. Throws Error for an access outside of the stored points, for a write outside of
/// the boxes of the launch if the kernel may only write those, for a read of a value that is not declared or not valid,
/// and for a conflict with another thread.
class BlockChecker {
public:
  BlockChecker(const Kernel& kernel, const HostBlock& block);
  ~BlockChecker();
  BlockChecker(const BlockChecker&) = delete;
  BlockChecker& operator=(const BlockChecker&) = delete;

  /// The thread as the body sees it. Its barrier counts.
  const BlockThread& thread() const { return thread_; }

  /// Returns the element offset of the point of field number `field`.
  long read(int field, const Index& at) const;
  long read_of_written(int field, const Index& at) const;
  long write(int field, const Index& at) const { return change(field, at, ElementUse::write); }
  long change_atomically(int field, const Index& at) const { return change(field, at, ElementUse::atomic); }
  /// Throws Error if array number `field` has no element `at`.
  void element(int field, const Index& at) const;
  /// Throws Error if index number `axis` of a shared array with this extent is wrong.
  void shared_index(const char* name, int axis, long index, long extent) const;
  void note(const BlockElement& element, ElementUse use) const;

  const HostLaunch& launch() const { return *block_.launch; }

  int line = 0; ///< of the .kernel file, of the access that is checked

private:
  class Barrier final : public BlockBarrier {
  public:
    Barrier(BlockBarrier* barrier, int& syncs) : barrier_(barrier), syncs_(syncs) {}
    void wait() override {
      barrier_->wait();
      ++syncs_;
    }

  private:
    BlockBarrier* barrier_;
    int& syncs_;
  };
  long change(int field, const Index& at, ElementUse use) const;
  long stored(int field, const Index& at, const char* access) const;
  std::string who() const;
  [[noreturn]] void fail(int field, const Index& at, const char* access, const std::string& why) const;
  const Kernel& kernel_;
  const HostBlock& block_;
  int syncs_ = 0;
  Barrier barrier_;
  BlockThread thread_;
};

} // namespace nopal
