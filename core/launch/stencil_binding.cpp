#include "core/launch/stencil_binding.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::size_t count(const StencilKernel& source, ArgumentKind kind) {
  return static_cast<std::size_t>(std::ranges::count(source.all_arguments(), kind, &KernelArgument::kind));
}

} // namespace

StencilBinding::StencilBinding(const StencilKernel& source, const Stencil& stencil,
                               const std::function<BoundKernel&(int)>& kernel_of, const Variables& variables)
    : source_(source), kernels_(static_cast<std::size_t>(source.n_stages), nullptr),
      routines_(static_cast<std::size_t>(source.n_stages), -1),
      temporaries_(static_cast<std::size_t>(source.n_temporaries), -1), fields_(count(source, ArgumentKind::field)),
      reals_(count(source, ArgumentKind::real)), integers_(count(source, ArgumentKind::integer)) {
  fits_ = bind(stencil, kernel_of, variables);
}

bool StencilBinding::bind(const Stencil& stencil, const std::function<BoundKernel&(int)>& kernel_of,
                          const Variables& variables) {
  for (const StencilStage& stage : stencil.stages)
    for (const IntervalKernel& interval : stage.kernels) {
      BoundKernel& kernel = kernel_of(interval.routine);
      const auto stages = source_.all_stages();
      const auto found = std::ranges::find(stages, &kernel.kernel(), &StageSource::kernel);
      if (found == stages.end()) continue; // it computes the boundary
      const auto number = static_cast<std::size_t>(found - stages.begin());
      kernels_[number] = &kernel;
      routines_[number] = interval.routine;
      if (!bind_kernel(number, kernel, variables)) return false;
    }
  // The fields of a stage that the schedule leaves out have no variable.
  return std::ranges::all_of(fields_, [](Slot slot) { return slot.variable >= 0; }) && !fields_overlap();
}

bool StencilBinding::bind_kernel(std::size_t stage, const BoundKernel& kernel, const Variables& variables) {
  const int* const numbers = source_.stages[stage].arguments;
  for (std::size_t f = 0; f < kernel.fields().size(); ++f) {
    const Slot slot = kernel.fields()[f];
    // The generator knows which fields are temporaries, except where a parameter names the variable.
    if (variables.group_of(slot.variable).temporary != (numbers[f] < 0)) return false;
    if (numbers[f] < 0) {
      temporaries_[static_cast<std::size_t>(-1 - numbers[f])] = slot.variable;
      continue;
    }
    Slot& known = fields_[static_cast<std::size_t>(numbers[f])];
    if (known.variable >= 0 && known != slot) return false;
    known = slot;
  }
  return true;
}

/// Whether a field that a stage writes is also another field. The source takes fields for different memory.
bool StencilBinding::fields_overlap() const {
  for (std::size_t a = 0; a < fields_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (fields_[a] == fields_[b] &&
          (source_.arguments[a].access != Access::read || source_.arguments[b].access != Access::read))
        return true;
  return false;
}

int StencilBinding::number_of(int routine) const {
  const auto found = std::ranges::find(routines_, routine);
  return found == routines_.end() ? -1 : static_cast<int>(found - routines_.begin());
}

void StencilBinding::read_numbers(HostMemory& memory) {
  for (std::size_t stage = 0; stage < kernels_.size(); ++stage) {
    if (kernels_[stage] == nullptr) continue;
    const KernelNumbers numbers = kernels_[stage]->numbers(memory);
    const int* const positions = source_.stages[stage].arguments + kernels_[stage]->fields().size();
    const std::size_t first_real = fields_.size(), first_integer = first_real + reals_.size();
    for (std::size_t n = 0; n < numbers.reals.size(); ++n)
      reals_[static_cast<std::size_t>(positions[n]) - first_real] = numbers.reals[n];
    for (std::size_t n = 0; n < numbers.integers.size(); ++n)
      integers_[static_cast<std::size_t>(positions[numbers.reals.size() + n]) - first_integer] = numbers.integers[n];
  }
}

} // namespace nopal
