#pragma once
// An output that is not complete: its files exist, but some of them do not have their final names yet.

#include "unfinished.hpp"

#include <nopal/thorn.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace nopal::hdf5 {

/// The steps that an output still needs. They do not communicate and do not call HDF5.
struct Rest {
  explicit Rest(Unfinished unfinished) : data(std::move(unfinished)) {}

  Unfinished data;
  std::function<void()> write_values; ///< writes the values of this process, as durable as `durability` says
  std::function<void()> write_names;  ///< the same for the files that name `data`; empty except on rank 0
  std::vector<Unfinished> naming; ///< the files that name `data`, in the order in which they get their names; rank 0
  std::function<void()> named;    ///< the main thread calls it when all files have their names; empty except on rank 0
  std::string folder;
  Durability durability = Durability::disk;
};

/// An output that can be destroyed at any time: the destructor waits for the threads and removes the files that do not
/// have their final names.
class UnderWay {
public:
  /// `background`: threads wait for the disk, so that start() and advance() wait less.
  UnderWay(Rest rest, bool background);
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

  /// Writes, or begins to write in the background. Does not communicate. Throws Error.
  void start();
  /// True if advance() would return without a wait for the disk on all processes. Collective.
  bool ready(Services& services) const;
  /// Does the next step: waits for the threads, gives the files their names, brings the names to the disk. Returns
  /// false when no step is left. If a process throws an Error, all throw it. Collective.
  bool advance(Services& services);
  bool in_background() const { return background_; }
  /// Returns the seconds since this object was made.
  double seconds() const;

private:
  enum class Stage { writing, written, named };
  void wait();
  void name();

  Rest rest_;
  bool background_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Stage stage_ = Stage::writing;
  std::future<void> naming_, values_; ///< destroyed first: the destructors wait for the threads
};

} // namespace nopal::hdf5
