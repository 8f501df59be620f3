#include "core/generator/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace nopal {

namespace {

/// More fields would not fit into the arguments of a launch on every device.
constexpr std::ptrdiff_t most_fields = 64;

/// True if the item is a kernel of a stage that computes the interior.
bool is_interior_stage(const ItemDeclaration& item) {
  return item.kind == ItemKind::kernel && item.stage >= 0 &&
         std::none_of(item.clauses.begin(), item.clauses.end(), [](const ClauseDeclaration& clause) {
           return clause.access == Access::write && clause.region == Region::boundary;
         });
}

Access both(Access a, Access b) { return a == b ? a : Access::readwrite; }

/// Gathers the arguments of all kernels of one stencil.
class Joiner {
public:
  Joiner(const ThornDeclaration& thorn, const std::vector<ThornDeclaration>& inherited) {
    add(thorn);
    for (const ThornDeclaration& other : inherited) add(other);
  }

  StencilDeclaration join(const ItemDeclaration& stencil, const ThornDeclaration& thorn,
                          const std::vector<KernelDeclaration>& kernels) {
    StencilDeclaration result{thorn.name, stencil.name, {}, {}, {}};
    keys_.clear();
    for (const ItemDeclaration& item : thorn.schedule) {
      if (!is_interior_stage(item) || item.launched_by.empty() || item.launched_by.front() != stencil.name) continue;
      const auto kernel = std::ranges::find(kernels, item.name, &KernelDeclaration::name);
      if (kernel == kernels.end()) continue;
      JoinedKernel& stage = result.stages.emplace_back(
          JoinedKernel{static_cast<std::size_t>(kernel - kernels.begin()), item.stage, {}, {}});
      for (const ArgumentDeclaration& argument : kernel->arguments)
        stage.arguments.push_back(number_of(result, item, argument));
    }
    for (JoinedKernel& stage : result.stages) stage.fetched = new_fields(result, stage, kernels[stage.kernel]);
    sort_by_kind(result);
    return result;
  }

private:
  void add(const ThornDeclaration& thorn) {
    for (const GroupDeclaration& group : thorn.groups)
      for (const std::string& variable : group.variables)
        is_temporary_[thorn.name + "::" + variable] = group.group.temporary;
  }

  /// The name of the slot, "thorn::variable@0". A bound name whose variable only the run knows gets a name of its own.
  std::string slot_name(const ItemDeclaration& item, const ArgumentDeclaration& argument) const {
    const std::size_t at = argument.source.find('@');
    const BindingDeclaration* binding = at == std::string::npos ? nullptr : item.binding(argument.source.substr(0, at));
    if (binding == nullptr) return argument.source;
    const std::string timelevel = argument.source.substr(at);
    return is_temporary_.contains(binding->source) ? binding->source + timelevel
                                                   : item.name + " " + binding->formal + timelevel;
  }

  /// Adds the argument if it is new. Returns its position, or -1 - t for temporary t.
  int number_of(StencilDeclaration& stencil, const ItemDeclaration& item, const ArgumentDeclaration& argument) {
    const std::string name = slot_name(item, argument);
    const std::string variable = name.substr(0, name.find('@'));
    const auto known = is_temporary_.find(variable);
    if (argument.is_field() && known != is_temporary_.end() && known->second) {
      const auto temporary = std::ranges::find(stencil.temporaries, variable);
      const auto number = static_cast<int>(temporary - stencil.temporaries.begin());
      if (temporary == stencil.temporaries.end()) stencil.temporaries.push_back(variable);
      return -1 - number;
    }
    const auto [place, is_new] = keys_.try_emplace(name, static_cast<int>(stencil.arguments.size()));
    if (is_new)
      stencil.arguments.push_back(argument);
    else
      stencil.arguments[static_cast<std::size_t>(place->second)].access =
          both(stencil.arguments[static_cast<std::size_t>(place->second)].access, argument.access);
    return place->second;
  }

  /// The fields of the kernel that no stage before its own uses.
  static std::vector<std::string> new_fields(const StencilDeclaration& stencil, const JoinedKernel& stage,
                                             const KernelDeclaration& kernel) {
    std::vector<std::string> names;
    for (std::size_t a = 0; a < stage.arguments.size(); ++a) {
      const int number = stage.arguments[a];
      if (number < 0 || !kernel.arguments[a].is_field()) continue;
      const bool is_used = std::ranges::any_of(stencil.stages, [&](const JoinedKernel& other) {
        return other.stage < stage.stage && std::ranges::count(other.arguments, number) > 0;
      });
      if (!is_used) names.push_back(kernel.arguments[a].name);
    }
    return names;
  }

  static void sort_by_kind(StencilDeclaration& stencil) {
    std::vector<int> order(stencil.arguments.size()), position(stencil.arguments.size());
    for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<int>(n);
    std::ranges::stable_sort(
        order, {}, [&](int n) { return static_cast<int>(stencil.arguments[static_cast<std::size_t>(n)].kind); });
    std::vector<ArgumentDeclaration> sorted;
    for (std::size_t n = 0; n < order.size(); ++n) {
      position[static_cast<std::size_t>(order[n])] = static_cast<int>(n);
      sorted.push_back(stencil.arguments[static_cast<std::size_t>(order[n])]);
    }
    stencil.arguments = sorted;
    for (ArgumentDeclaration& argument : stencil.arguments)
      if (argument.is_field() && argument.access != Access::read) argument.memory = FieldMemory::written;
    for (JoinedKernel& stage : stencil.stages)
      for (int& number : stage.arguments)
        if (number >= 0) number = position[static_cast<std::size_t>(number)];
  }

  std::map<std::string, bool> is_temporary_; ///< variables by full name
  std::map<std::string, int> keys_;          ///< positions of arguments by slot_name(), or by the source of a number
};

} // namespace

std::vector<StencilDeclaration> stencil_declarations(const ThornDeclaration& thorn,
                                                     const std::vector<ThornDeclaration>& inherited,
                                                     const std::vector<KernelDeclaration>& kernels) {
  Joiner joiner(thorn, inherited);
  std::vector<StencilDeclaration> stencils;
  for (const ItemDeclaration& item : thorn.schedule) {
    if (item.kind != ItemKind::stencil) continue;
    StencilDeclaration stencil = joiner.join(item, thorn, kernels);
    if (stencil.stages.size() >= 2 &&
        std::ranges::count(stencil.arguments, true, &ArgumentDeclaration::is_field) <= most_fields)
      stencils.push_back(std::move(stencil));
  }
  return stencils;
}

} // namespace nopal
