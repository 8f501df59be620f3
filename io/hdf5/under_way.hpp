#pragma once
// An output between the moment when its file was created and the one when all its files have their names.

#include "unfinished.hpp"

#include <nopal/thorn.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace nopal::hdf5 {

/// What is left to do for an output. No step of it communicates or calls HDF5.
struct Rest {
  explicit Rest(Unfinished unfinished) : data(std::move(unfinished)) {}

  Unfinished data;
  std::function<void()> write_values; ///< of this process; they are as durable as they should be when it returns
  std::function<void()> write_names;  ///< the same of the files that name `data`; rank 0, else empty
  std::vector<Unfinished> naming;     ///< these files, in the order in which they get their names; rank 0
  std::function<void()> named;        ///< once all have their names, in the main thread; rank 0, else empty
  std::string folder;
  Durability durability = Durability::disk;
};

/// Can be destroyed at any time: it waits for what is being written, and files without their names are removed.
class UnderWay {
public:
  /// In the background: start() and advance() leave the waiting to threads, as far as they can.
  UnderWay(Rest rest, bool background);
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

  /// Begins to write, or, unless in the background, writes. Does not communicate; throws Error.
  void start();
  /// Whether advance() would wait for no disk, on any process. Collective.
  bool ready(Services& services) const;
  /// Waits for what goes on; then files get their names, and after that these are brought to the disk. False once
  /// nothing is left. Throws the Error of any process on all of them. Collective.
  bool advance(Services& services);
  bool in_background() const { return background_; }
  /// Since this was made.
  double seconds() const;

private:
  enum class Stage { writing, written, named };
  void wait();
  void name();

  Rest rest_;
  bool background_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Stage stage_ = Stage::writing;
  std::future<void> naming_, values_; ///< destroyed first, which waits for them
};

} // namespace nopal::hdf5
