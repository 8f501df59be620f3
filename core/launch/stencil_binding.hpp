#pragma once
// The common source of a stencil's stages, bound to the variables and parameters of a run.

#include "core/kernels/stencil_kernel.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/schedule/stencil.hpp"

#include <functional>
#include <vector>

namespace nopal {

class StencilBinding {
public:
  /// `kernel_of` gives the kernel of a stage by its position in Schedule::routines(). All arguments must outlive this
  /// object.
  StencilBinding(const StencilKernel& source, const Stencil& stencil, const std::function<BoundKernel&(int)>& kernel_of,
                 const Variables& variables);

  const StencilKernel& source() const { return source_; }
  /// Returns false if the source does not fit this run: a parameter names a temporary, the schedule leaves out a stage,
  /// or a field that a stage writes is another field, too.
  bool fits() const { return fits_; }
  /// Returns the position of the routine's kernel in StencilKernel::stages, or -1.
  int number_of(int routine) const;

  /// Takes the values of parameters and scalar variables.
  void read_numbers(HostMemory& memory);
  /// By number of a temporary: its variable; -1: no stage of this run uses it.
  const std::vector<int>& temporaries() const { return temporaries_; }
  /// Fields and numbers in the order of StencilKernel::arguments.
  const std::vector<Slot>& fields() const { return fields_; }
  const std::vector<double>& reals() const { return reals_; }
  const std::vector<std::int64_t>& integers() const { return integers_; }

private:
  bool bind(const Stencil& stencil, const std::function<BoundKernel&(int)>& kernel_of, const Variables& variables);
  bool bind_kernel(std::size_t stage, const BoundKernel& kernel, const Variables& variables);
  bool fields_overlap() const;

  const StencilKernel& source_;
  bool fits_ = false;
  std::vector<BoundKernel*> kernels_; ///< by position in StencilKernel::stages; null: the run has no such stage
  std::vector<int> routines_;         ///< the same, as routines
  std::vector<int> temporaries_;
  std::vector<Slot> fields_;
  std::vector<double> reals_;
  std::vector<std::int64_t> integers_;
};

} // namespace nopal
