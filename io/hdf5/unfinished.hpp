#pragma once
// Files that get their final names when they are complete.

#include "series.hpp"

namespace nopal::hdf5 {

/// A file under a temporary name. Its owner, one process, removes it unless it was published.
class Unfinished {
public:
  /// `name` is the final name in the folder. `owned`: this process is the owner.
  Unfinished(const Names& names, const std::string& name, bool owned);
  Unfinished(Unfinished&& other) noexcept;
  Unfinished& operator=(Unfinished&&) = delete;
  ~Unfinished();

  const std::string& path() const { return temporary_; }
  /// Creates the file. Throws Error if there is no room for `bytes`.
  void make_room(std::int64_t bytes) const;
  /// Removes the contents.
  void empty() const;
  /// Gives the file its final name in one step, so that a file of that name is always complete. The owner calls this.
  void publish();

private:
  std::string path_;
  std::string temporary_;
  bool owned_; ///< this process is the owner, and the file is not published yet
};

} // namespace nopal::hdf5
