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
  std::size_t automatic = 0;  ///< of all windows, if nopal chooses the block size and one layer fits
  std::size_t allocation = 0; ///< of one of them; 0: no limit
  bool is_gpu = false;        ///< how the device reduces depends on it
};

class BlockSize {
public:
  /// The arguments outlive this object.
  BlockSize(const Parameters& parameters, const Variables& variables, const WindowLimits& limits)
      : parameters_(parameters), variables_(variables), limits_(limits) {}

  /// Whether nopal may choose this block size by itself, or, if one is given, whether that fits.
  bool may_choose(const Pass& pass, long block_size) const {
    return fits(pass, block_size, given() > 0 ? limits_.bytes : limits_.automatic);
  }
  /// Returns accelerator.block_size, or, if that is 0, the largest block size that fits. Throws Error if it does not
  /// fit, or if not even one layer fits. `what` is the pass in the message.
  long of(const Pass& pass, const std::string& what) const;
  /// Returns the largest block size up to `most` that fits; if `most` is 0, as of(). The last epoch before output takes
  /// more memory than others, so its blocks may have to be smaller. Throws Error as of() does if not even one layer
  /// fits.
  long at_most(const Pass& pass, long most, const std::string& what) const;
  /// Returns the pass in blocks of at_most() layers. If there is no memory for its reductions, it has none, and the
  /// host reduces.
  StreamedPass streamed(Pass pass, long most, const std::string& what) const;
  /// accelerator.block_size; 0: nopal chooses.
  long given() const { return static_cast<long>(parameters_.integer("accelerator::block_size")); }

private:
  bool fits(const Pass& pass, long block_size, std::size_t bytes) const;
  long largest(const Pass& pass, std::size_t bytes) const;

  const Parameters& parameters_;
  const Variables& variables_;
  WindowLimits limits_;
};

} // namespace nopal
