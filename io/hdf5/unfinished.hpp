#pragma once
// Files that get their name when they are complete.

#include "series.hpp"

namespace nopal::hdf5 {

/// A file under its temporary name, which its owner removes unless it was published.
class Unfinished {
public:
  /// `name`: as it will be called in the folder.
  Unfinished(const Names& names, const std::string& name, bool owned);
  Unfinished(Unfinished&& other) noexcept;
  Unfinished& operator=(Unfinished&&) = delete;
  ~Unfinished();

  const std::string& path() const { return temporary_; }
  /// Creates the file; where there is no room for `bytes`, that is an Error before HDF5 has anything to write.
  void make_room(std::int64_t bytes) const;
  /// Removes the contents.
  void empty() const;
  /// Gives the file its name, so that one of that name is complete whenever the run is killed. By its owner.
  void publish();

private:
  std::string path_;
  std::string temporary_;
  bool owned_; ///< and not published
};

} // namespace nopal::hdf5
