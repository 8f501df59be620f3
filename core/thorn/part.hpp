#pragma once
// A part of the grid.

#include "core/thorn/fields.hpp"

namespace nopal {

/// A piece of the grid that this process holds, and the grid functions on it. Today a process holds one.
class Part : public Fields {
public:
  Part(CallContext& context, const Box& owned, const Box& interior, const Box& stored)
      : Fields(context, Holder::part), owned_(owned), interior_(interior), stored_(stored) {}

  /// The points of the grid that belong to this part and to no other: its interior and boundary.
  const Box& owned() const { return owned_; }
  const Box& interior() const { return interior_; }
  /// All points in memory: owned ones and ghosts.
  const Box& stored() const { return stored_; }
  /// The boxes of a region, to launch a kernel over.
  std::vector<LaunchBox> boxes(Region region) const;
  /// Launches a kernel of the thorn over boxes of stored points.
  void launch(std::string_view kernel, std::span<const LaunchBox> boxes) const { context_->launch(kernel, boxes); }

private:
  Box owned_, interior_, stored_;
};

} // namespace nopal
