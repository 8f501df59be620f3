#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/generator/loop_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace nopal {

namespace {

// A name stands for a group, or for some of its variables.
struct NamedVariables {
  const GroupDeclaration* group = nullptr;
  std::vector<std::string> variables;
};

// A field or array argument while the arguments of a kernel are gathered.
struct ArgumentUse {
  ArgumentDeclaration argument;
  bool temporary = false;
  bool read = false;
  Region written = Region::none; ///< none: it is only read
};

std::vector<std::string> names_of(const std::vector<ThornDeclaration>& thorns) {
  std::vector<std::string> names;
  for (const ThornDeclaration& thorn : thorns) names.push_back(thorn.name);
  return names;
}

// Returns why the kernel cannot use the variable of a clause. Empty: it can.
std::string refusal(const ClauseDeclaration& clause, const Group& group, const KernelDeclaration& kernel) {
  const int timelevel = clause.timelevel.value_or(0);
  const bool blocks = kernel.block.has_value();
  if (group.kind == GroupKind::dat)
    return fmt::format(
        "is a dat, which lies on the set {}; write \"over:\" with the name of a set, so that the kernel is "
        "a loop over it",
        group.set);
  if (group.temporary && !kernel.of_stage)
    return fmt::format("is a temporary, which exists in the stages of a stencil only: make the kernel a stage of a "
                       "stencil (stencil: with stages:), or remove \"temporary: true\" from group {}",
                       group.name);
  if (clause.extent && group.kind != GroupKind::gf)
    return fmt::format("has the extent {}, but an extent is for grid functions, which have points around a point: "
                       "remove it",
                       clause.extent->text());
  if (group.type == Type::complex)
    return "is complex; kernels work on real grid functions and scalars, so schedule a function for it";
  if (group.kind == GroupKind::array && !blocks)
    return "is an array; kernels work on real grid functions and scalars, so schedule a block kernel (threads:) or a "
           "function for it";
  if (group.kind == GroupKind::scalar && clause.access == Access::write)
    return "is a scalar; a kernel gets the value of a scalar and cannot write it, so schedule a function for it";
  if (group.kind == GroupKind::gf && group.type != Type::real)
    return fmt::format("is a grid function of type {}; kernels work on real ones, so schedule a function for it",
                       to_string(group.type));
  if (timelevel < 0 || timelevel >= group.timelevels)
    return fmt::format("names timelevel {}, but group {} has {} timelevel{}: write {}, or declare more timelevels",
                       timelevel, group.name, group.timelevels, group.timelevels == 1 ? "" : "s",
                       timelevels_text(group.timelevels));
  return "";
}

class Gatherer {
public:
  Gatherer(const ThornDeclaration& thorn, const std::vector<ThornDeclaration>& inherited, ErrorList& errors)
      : scope_(thorn.name, names_of(inherited), thorn.aliases), errors_(errors) {
    std::vector<ThornDeclaration> all{thorn};
    all.insert(all.end(), inherited.begin(), inherited.end());
    add(thorn);
    for (const ThornDeclaration& other : inherited) add(other);
    topology_ = build_topology(all, errors, false);
  }

  KernelDeclaration gather(const ItemDeclaration& item) {
    KernelDeclaration kernel;
    kernel.thorn = scope_.thorn();
    kernel.name = item.name;
    kernel.path = item.text.empty() ? item.target + ".kernel" : item.where.file;
    kernel.text = item.text;
    kernel.where = item.where;
    kernel.order = item.order;
    kernel.of_stage = item.stage >= 0;
    kernel.launched = !item.launched_by.empty();
    uses_.clear();
    numbers_.clear();
    const std::size_t errors_before = errors_.count();
    if (item.block) add_block(kernel, *item.block);
    if (item.block && kernel.of_stage)
      errors_.add(item.block->where, fmt::format("kernel {} is in a stage of a stencil, so it is pointwise: remove "
                                                 "threads:, or schedule it outside of the stencil",
                                                 kernel.name));
    check_bindings(item);
    if (item.loop)
      add_loop(kernel, item);
    else
      for (const ClauseDeclaration& clause : item.clauses) add_clause(kernel, item, clause);
    for (const std::string& parameter : item.uses) add_parameter(kernel, parameter, item.where);
    kernel.lacks_arguments = errors_.count() > errors_before;
    if (!item.loop && !kernel.lacks_arguments) check_regions(kernel, item);
    add_arguments(kernel);
    check_names(kernel, item);
    return kernel;
  }

private:
  void add(const ThornDeclaration& thorn) {
    const std::string prefix = thorn.name + "::";
    for (const GroupDeclaration& group : thorn.groups) {
      variables_[prefix + group.group.name] = {&group, group.variables};
      for (const std::string& variable : group.variables)
        variables_.try_emplace(prefix + variable, NamedVariables{&group, {variable}});
    }
    for (const ParameterDeclaration& parameter : thorn.parameters) parameters_[parameter.full_name()] = &parameter;
  }

  // Adds what was gathered to the kernel, in the order of Kernel::arguments or LoopKernel::arguments.
  void add_arguments(KernelDeclaration& kernel) {
    for (const bool arrays : {false, true})
      for (const ArgumentUse& use : uses_)
        if (use.argument.is_array() == arrays) kernel.arguments.push_back(use.argument);
    for (const ArgumentKind kind : {ArgumentKind::dat, ArgumentKind::real, ArgumentKind::integer, ArgumentKind::total})
      for (const ArgumentDeclaration& number : numbers_)
        if (number.kind == kind) kernel.arguments.push_back(number);
  }

  void add_loop(KernelDeclaration& kernel, const ItemDeclaration& item) {
    kernel.loop.emplace();
    const auto set = set_of_loop(topology_, scope_, *item.loop, errors_);
    if (!set) return;
    std::vector<LoopUse> uses;
    for (const ClauseDeclaration& clause : item.clauses) {
      const NamedVariables* found = find(variables_, clause.name, "variable or group", clause.where);
      if (found == nullptr) continue;
      for (const std::string& variable : found->variables)
        if (auto use = loop_use(topology_, scope_, *set, clause, found->group->group.thorn + "::" + variable,
                                found->group->group, kernel.name, errors_))
          uses.push_back(*std::move(use));
    }
    check_conflicts(uses, kernel.name, errors_);
    kernel.loop->set = topology_.sets[static_cast<std::size_t>(*set)].name;
    kernel.loop->only_on_host = why_only_on_host(topology_, uses);
    numbers_ = loop_arguments(topology_, uses, *kernel.loop);
  }

  // Looks a name up in `all`, which has full names as keys; null after an error.
  template <class T>
  const T* find(const std::map<std::string, T>& all, const std::string& name, const char* kind, const Location& where) {
    std::vector<std::string> names;
    for (const auto& [full_name, meaning] : all) names.push_back(full_name);
    const std::string full_name = scope_.resolve(name, kind, names, where, errors_);
    return full_name.empty() ? nullptr : &all.at(full_name);
  }

  void add_clause(const KernelDeclaration& kernel, const ItemDeclaration& item, const ClauseDeclaration& clause) {
    if (item.binding(clause.name) != nullptr) {
      Group any;
      any.timelevels = 100;
      return add_slot(kernel, any, clause.name, clause, clause.name);
    }
    const NamedVariables* found = find(variables_, clause.name, "variable or group", clause.where);
    if (found == nullptr) return;
    for (const std::string& variable : found->variables)
      add_slot(kernel, found->group->group, variable, clause,
               scope_.alias(clause.name) != nullptr ? clause.name : variable);
  }

  // A bound name must not be the name of a variable, and the kernel's clauses must use it.
  void check_bindings(const ItemDeclaration& item) {
    for (const BindingDeclaration& binding : item.bind) {
      const auto exists = [&](const std::string& full) { return variables_.contains(full); };
      if (const auto found = scope_.find(binding.formal, exists); !found.empty())
        errors_.add(binding.where,
                    fmt::format("kernel {}: bind: \"{}\" is also the variable or group {}; choose another "
                                "name in the kernel",
                                item.name, binding.formal, found.front()));
      if (std::none_of(item.clauses.begin(), item.clauses.end(),
                       [&](const ClauseDeclaration& clause) { return clause.name == binding.formal; }))
        errors_.add(binding.where,
                    fmt::format("kernel {}: bind: no clause of the kernel names \"{}\": add it to reads: or "
                                "writes:",
                                item.name, binding.formal));
    }
  }

  /// `name`: what the kernel's text calls the variable.
  void add_slot(const KernelDeclaration& kernel, const Group& group, const std::string& variable,
                const ClauseDeclaration& clause, const std::string& name) {
    if (const std::string why = refusal(clause, group, kernel); !why.empty()) {
      errors_.add(clause.where, fmt::format("kernel {}: {} {}", kernel.name, clause.text, why));
      return;
    }
    const int timelevel = clause.timelevel.value_or(0);
    // A bound name has no thorn: the schedule finds its variable.
    const std::string source =
        fmt::format("{}{}{}@{}", group.thorn, group.thorn.empty() ? "" : "::", variable, timelevel);
    ArgumentDeclaration argument{timelevel_name(name, timelevel), source, ArgumentKind::field};
    if (group.kind == GroupKind::scalar) {
      argument.kind = group.type == Type::real ? ArgumentKind::real : ArgumentKind::integer;
      return add_number(argument);
    }
    if (group.kind == GroupKind::array) {
      argument.kind = ArgumentKind::array;
      argument.axes = group.dimension;
      argument.is_integer = group.type == Type::integer;
    }
    auto use = std::ranges::find(uses_, source, [](const ArgumentUse& known) { return known.argument.source; });
    if (use == uses_.end()) use = uses_.insert(use, {argument, group.temporary});
    if (clause.access == Access::write)
      use->written |= clause.region.value_or(Region::interior);
    else
      use->read = true;
    (clause.access == Access::write ? use->argument.writes : use->argument.reads) |=
        clause.region.value_or(clause.access == Access::write ? Region::interior : Region::everywhere);
    if (clause.extent && argument.is_field()) use->argument.extent = mee(use->argument.extent, *clause.extent);
    use->argument.access = use->written == Region::none ? Access::read : use->read ? Access::readwrite : Access::write;
  }

  void add_number(const ArgumentDeclaration& number) {
    if (std::ranges::count(numbers_, number.source, &ArgumentDeclaration::source) == 0) numbers_.push_back(number);
  }

  void add_parameter(KernelDeclaration& kernel, const std::string& written, const Location& where) {
    const ParameterDeclaration* const* found = find(parameters_, written, "parameter", where);
    if (found == nullptr) return;
    const ParameterDeclaration& parameter = **found;
    if (parameter.is_array || parameter.type == ParameterType::string) {
      errors_.add(where, fmt::format("kernel {} uses {}, which is {}; kernels take real, int, bool and keyword "
                                     "parameters",
                                     kernel.name, written, parameter.is_array ? "an array" : "a string"));
      return;
    }
    add_number({parameter.name, parameter.full_name(),
                parameter.type == ParameterType::real ? ArgumentKind::real : ArgumentKind::integer});
    if (parameter.type != ParameterType::keyword) return;
    for (std::size_t c = 0; c < parameter.choices.size(); ++c) {
      std::pair<std::string, long> constant{parameter.name + "_" + parameter.choices[c].first, static_cast<long>(c)};
      for (char& letter : constant.first)
        if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
      kernel.constants.push_back(constant);
    }
  }

  void check_regions(KernelDeclaration& kernel, const ItemDeclaration& item) {
    const ArgumentUse* first = nullptr;
    for (const ArgumentUse& use : uses_) {
      // A temporary has no regions: the stage computes it wherever its readers need it.
      if (use.written == Region::none || !use.argument.is_field() || use.temporary) continue;
      if (first == nullptr) {
        first = &use;
      } else if (use.written != first->written) {
        errors_.add(item.where,
                    fmt::format("kernel {} writes {} ({}) and {} ({}), but a kernel runs over one set of regions: "
                                "name the same region in all its writes, or split it into two kernels",
                                kernel.name, first->argument.name, to_string(first->written), use.argument.name,
                                to_string(use.written)));
        return;
      }
    }
    if (first != nullptr) kernel.written = first->written;
    if (kernel.block) {
      if (kernel.block->region || !kernel.block->points.empty()) return;
      if (first == nullptr)
        errors_.add(kernel.block->where, fmt::format("kernel {} writes no grid function: add the points that its "
                                                     "blocks cover, such as \"over: interior\" or \"over: [n, m]\"",
                                                     kernel.name));
      else
        kernel.block->region = first->written;
    }
  }

  // Replaces names of parameters by their full names.
  void add_block(KernelDeclaration& kernel, const BlockDeclaration& written) {
    BlockDeclaration& block = kernel.block.emplace(written);
    for (std::string& number : block.threads)
      if (number != automatic_threads) resolve_number(kernel, number);
    for (std::string& number : block.points) resolve_number(kernel, number);
    if (!block.shared.empty()) resolve_number(kernel, block.shared);
  }

  void resolve_number(const KernelDeclaration& kernel, std::string& number) {
    if (std::isdigit(static_cast<unsigned char>(number.front()))) return;
    const Location& where = kernel.block->where;
    const ParameterDeclaration* const* found = find(parameters_, number, "number and no parameter", where);
    if (found == nullptr) return;
    const ParameterDeclaration& parameter = **found;
    number = parameter.full_name();
    if (parameter.is_array || parameter.type != ParameterType::integer)
      errors_.add(where, fmt::format("kernel {}: {} is of type {}{}; expected a number or an int parameter",
                                     kernel.name, number, to_string(parameter.type), parameter.is_array ? "[]" : ""));
    else if (parameter.steerable == Steerable::always)
      errors_.add(where, fmt::format("kernel {}: the parameter {} may change during a run, but the blocks of a kernel "
                                     "keep their number and size: write \"steerable: recover\" or \"steerable: never\"",
                                     kernel.name, number));
  }

  void check_names(const KernelDeclaration& kernel, const ItemDeclaration& item) {
    std::vector<std::pair<std::string, std::string>> seen; // name, what it stands for
    const auto add = [&](const std::string& name, const std::string& meaning) {
      const std::string reserved = reserved_in(kernel, name);
      if (!reserved.empty())
        errors_.add(item.where, fmt::format("kernel {}: {} would be named \"{}\", which is reserved ({}); rename it",
                                            kernel.name, meaning, name, reserved));
      for (const auto& [other, other_meaning] : seen)
        if (other == name)
          errors_.add(item.where, fmt::format("kernel {}: the name \"{}\" stands for both {} and {}; rename one",
                                              kernel.name, name, other_meaning, meaning));
      seen.emplace_back(name, meaning);
    };
    for (const ArgumentDeclaration& argument : kernel.arguments) add(argument.name, argument.source);
    for (const auto& [constant, value] : kernel.constants) add(constant, "a choice of a keyword parameter");
    if (kernel.loop)
      for (const auto& [map, arity] : kernel.loop->maps) add(split_name(map).name, "the map " + map);
  }

  NameScope scope_;
  Topology topology_;
  std::map<std::string, NamedVariables> variables_; ///< variables and groups, by full name
  std::map<std::string, const ParameterDeclaration*> parameters_;
  ErrorList& errors_;
  std::vector<ArgumentUse> uses_;
  std::vector<ArgumentDeclaration> numbers_; ///< and the dats and totals of a loop
};

} // namespace

std::vector<KernelDeclaration> kernel_declarations(const ThornDeclaration& thorn,
                                                   const std::vector<ThornDeclaration>& inherited, ErrorList& errors) {
  Gatherer gatherer(thorn, inherited, errors);
  std::vector<KernelDeclaration> kernels;
  for (const ItemDeclaration& item : thorn.schedule)
    if (item.kind == ItemKind::kernel) kernels.push_back(gatherer.gather(item));
  return kernels;
}

} // namespace nopal
