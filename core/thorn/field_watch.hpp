#pragma once
// What sees each access of a function to a field, before it happens (accelerator.guard).

#include "core/grid/box.hpp"

namespace nopal {

class FieldWatch {
public:
  virtual ~FieldWatch() = default;
  /// Throws Error if the function may not access the point.
  virtual void see(const Index& at) const = 0;
};

} // namespace nopal
