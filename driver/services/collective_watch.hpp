#pragma once
// What sees the services that all ranks must call together, before they communicate.

#include <string>

namespace nopal {

/// The guard compares with it what the ranks are about to do. The services of a run without guard have none.
class CollectiveWatch {
public:
  virtual ~CollectiveWatch() = default;
  /// Collective. `what` says what this rank does: "adds 3 real numbers of all ranks". Throws the same Error on all
  /// ranks if they say different things.
  virtual void about_to(const std::string& what) = 0;
  /// This rank, not rank 0, is about to send a message to rank 0.
  virtual void sends() = 0;
  /// Rank 0 is about to wait for a message of `rank`. Throws as about_to() if the rank does something else.
  virtual void receives(int rank) = 0;
};

} // namespace nopal
