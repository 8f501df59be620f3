#pragma once
// An output between the moment when the run may change its values again and the one when its files have their names.

#include "unfinished.hpp"

#include <nopal/thorn.hpp>

#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace nopal::hdf5 {

/// What is left to do for an output. No step of it communicates or calls HDF5, but `named`.
struct Rest {
  explicit Rest(Unfinished unfinished) : data(std::move(unfinished)) {}

  Unfinished data;
  std::function<void()> write_values; ///< of this process; they are as durable as they should be when it returns
  std::function<void()> write_names;  ///< the same of the files that name `data`; rank 0, else empty
  std::vector<Unfinished> naming;     ///< these files, in the order in which they get their names; rank 0
  std::function<void()> named;        ///< once all have their names; rank 0, else empty
  std::string folder;
  Durability durability = Durability::disk;
};

/// Writing goes on beside the caller, or in advance(). At any time this can be destroyed: it waits for what is being
/// written, and files without their names are removed.
class UnderWay {
public:
  UnderWay(Rest rest, bool beside);
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

  /// Whether advance() would wait for no disk, on any process. Collective.
  bool ready(Services& services) const;
  /// Waits for what goes on; then files get their names, and after that these are brought to the disk. False once
  /// nothing is left. Throws the Error of any process on all of them. Collective.
  bool advance(Services& services);

private:
  void wait();
  void name();

  Rest rest_;
  std::launch policy_;
  bool is_named_ = false;
  std::future<void> naming_, values_; ///< destroyed first, which waits for them
};

} // namespace nopal::hdf5
