#pragma once
// A variable's values in host memory.

#include "core/grid/layout.hpp"

namespace nopal {

/// A view of one slot. (i, j, k) are global indices; T is const for a read. Scalars: value(). The values at points that
/// the routine did not declare are undefined.
template <class T> class Field {
public:
  Field(T* allocation, const Layout& layout) : origin_(allocation + layout.origin()), layout_(&layout) {}
  T& operator()(long i, long j = 0, long k = 0) const {
    return origin_[i + j * layout_->stride[1] + k * layout_->stride[2]];
  }
  T& value() const { return (*this)(layout_->box.lower[0], layout_->box.lower[1], layout_->box.lower[2]); }
  const Layout& layout() const { return *layout_; }

private:
  T* origin_;
  const Layout* layout_;
};

} // namespace nopal
