#pragma once
// How many layers a block of a streamed pass may have.

#include "core/launch/streamed_pass.hpp"
#include "core/parameters/parameters.hpp"

#include <cstddef>
#include <string>

namespace nopal {

/// What limits the windows of a pass.
struct WindowLimits {
  std::size_t bytes = 0;      ///< of all windows
  std::size_t allocation = 0; ///< of one of them; 0: no limit
};

class BlockSize {
public:
  /// The arguments outlive this object.
  BlockSize(const Parameters& parameters, const Variables& variables, const WindowLimits& limits)
      : parameters_(parameters), variables_(variables), limits_(limits) {}

  bool fits(const Pass& pass, long block_size) const;
  /// Returns accelerator.block_size, or, if that is 0, the largest block size that fits. Throws Error if it does not
  /// fit, or if not even one layer fits. `what` is the pass in the message.
  long of(const Pass& pass, const std::string& what) const;
  /// accelerator.block_size; 0: nopal chooses.
  long given() const { return static_cast<long>(parameters_.integer("accelerator::block_size")); }

private:
  const Parameters& parameters_;
  const Variables& variables_;
  WindowLimits limits_;
};

} // namespace nopal
