#pragma once
// A thorn with one stencil, made ready to run on the host or on a device, as a run of nopal on one process does it.

#include "bench/stencils_by_hand.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/storage/storage.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bench {

class StencilScene {
public:
  /// `thorn` lies in lib/nopal or lib/bench. All axes are periodic, so there is no boundary. `ghosts`: at least as wide
  /// as the stencil reads. Throws Error.
  StencilScene(const std::string& thorn, const nopal::Index& cells, long ghosts);

  /// Fills all points of a slot, ghosts included, with values from `lower` to about `upper`.
  void fill(const std::string& variable, int timelevel, double lower, double upper);
  /// Returns the address of point (0, 0, 0).
  double* field(const std::string& variable, int timelevel = 0) const;
  /// Returns memory for a temporary of the grid's size, for loops by hand; the address is that of point (0, 0, 0).
  double* extra_field();
  /// Returns the values of timelevel 0 at all interior points.
  std::vector<double> values(const std::string& variable) const;

  Points points() const;
  /// Makes the stencil ready for so many threads. The result is valid until the next call of this function.
  nopal::HostStencil& on_host(int threads);
  /// The stencil on a device, which runs it in this way. Call this after on_host().
  nopal::DeviceStencil& on_device(nopal::Device& device, nopal::StencilWay way);
  /// Binds a kernel by hand to the variables and parameters of the thorn.
  nopal::BoundKernel bind(const nopal::Kernel& kernel) const;
  /// Creates all variables on the device, temporaries included, and copies the values of the others to it.
  void create_variables(nopal::Device& device) const;
  /// Copy timelevel 0 of a variable.
  void copy_to(nopal::Device& device, const std::string& variable) const;
  void copy_from(nopal::Device& device, const std::string& variable) const;

  nopal::HostMemory& memory() { return *storage_; }
  nopal::KernelClock clock{0, 1e-3, 1};

private:
  const nopal::Routine& routine() const;
  const nopal::Layout& layout() const { return spaces_->all().front().parts.front().layout(); }
  int number(const std::string& variable) const;
  nopal::Piece piece(const std::string& variable) const;

  nopal::SearchPath path_;
  std::string thorn_;
  nopal::Description description_;
  std::optional<nopal::Domain> domain_;
  std::optional<nopal::Decomposition> decomposition_;
  std::unique_ptr<nopal::Libraries> libraries_;
  std::unique_ptr<nopal::Kernels> kernels_;
  std::optional<nopal::Spaces> spaces_;
  std::unique_ptr<nopal::Storage> storage_;
  std::vector<std::unique_ptr<Scratch>> extra_;
};

} // namespace bench
