#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace nopal {

namespace {

// What a clause's name stands for: a group and the variables of it that are meant.
struct Found {
  const GroupDeclaration* group = nullptr;
  std::vector<std::string> variables;
};

// One slot of a clause while a kernel's arguments are gathered.
struct Use {
  ArgumentDeclaration argument;
  bool read = false;
  bool write = false;
  Region written = Region::none;
  Location where;
};

bool is_identifier(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// "phi" at timelevel 2 is phi_p_p.
std::string timelevel_name(const std::string& variable, int timelevel) {
  std::string name = variable;
  for (int l = 0; l < timelevel; ++l) name += "_p";
  return name;
}

class Gatherer {
public:
  Gatherer(const ThornDeclaration& thorn, const std::vector<ThornDeclaration>& inherited, ErrorList& errors)
      : errors_(errors) {
    thorns_.push_back(&thorn);
    for (const ThornDeclaration& other : inherited) thorns_.push_back(&other);
  }

  KernelDeclaration gather(const ItemDeclaration& item) {
    KernelDeclaration kernel;
    kernel.thorn = thorns_.front()->name;
    kernel.name = item.name;
    kernel.path = item.target + ".kernel";
    kernel.where = item.where;
    uses_.clear();
    numbers_.clear();
    if (!is_identifier(item.name) || !is_identifier(item.target))
      errors_.add(item.where, fmt::format("a kernel's name must be letters, digits and underscores, found \"{}\"",
                                          is_identifier(item.name) ? item.target : item.name));
    if (item.block) add_block(kernel, *item.block);
    for (const ClauseDeclaration& clause : item.reads) add_clause(kernel, clause, false);
    for (const ClauseDeclaration& clause : item.writes) add_clause(kernel, clause, true);
    if (!item.reduces.empty() || !item.reduces_from.empty())
      errors_.add(item.where, fmt::format("kernel {} has reduces:; only functions ask for reductions", kernel.name));
    for (const ClausesFromParameter& clauses : item.reads_from)
      errors_.add(clauses.where, fmt::format("kernel {} reads what a parameter lists; a kernel's arguments are fixed "
                                             "when it is built: name the variables",
                                             kernel.name));
    for (const std::string& parameter : item.uses) add_parameter(kernel, parameter, item.where);
    check_regions(kernel, item);
    for (const bool arrays : {false, true})
      for (const Use& use : uses_)
        if (use.argument.is_array() == arrays) kernel.arguments.push_back(use.argument);
    for (const ArgumentKind kind : {ArgumentKind::real, ArgumentKind::integer})
      for (const ArgumentDeclaration& number : numbers_)
        if (number.kind == kind) kernel.arguments.push_back(number);
    check_names(kernel, item);
    return kernel;
  }

private:
  // Thorns that "thorn::name" or "name" may refer to; `name` loses its prefix.
  std::vector<const ThornDeclaration*> candidates(std::string& name) const {
    const std::size_t colons = name.find("::");
    if (colons == std::string::npos) return thorns_;
    const std::string prefix = name.substr(0, colons);
    name = name.substr(colons + 2);
    for (const ThornDeclaration* thorn : thorns_)
      if (thorn->name == prefix) return {thorn};
    return {};
  }

  std::optional<Found> find(const ThornDeclaration& thorn, const std::string& name) const {
    for (const GroupDeclaration& group : thorn.groups) {
      if (group.group.name == name) return Found{&group, group.variables};
      if (std::find(group.variables.begin(), group.variables.end(), name) != group.variables.end())
        return Found{&group, {name}};
    }
    return std::nullopt;
  }

  std::vector<std::string> variable_names() const {
    std::vector<std::string> names;
    for (const ThornDeclaration* thorn : thorns_)
      for (const GroupDeclaration& group : thorn->groups) {
        names.push_back(group.group.name);
        names.insert(names.end(), group.variables.begin(), group.variables.end());
      }
    return names;
  }

  void add_clause(const KernelDeclaration& kernel, const ClauseDeclaration& clause, bool write) {
    std::string name = clause.name;
    for (const ThornDeclaration* thorn : candidates(name)) {
      const std::optional<Found> found = find(*thorn, name);
      if (!found) continue;
      for (const std::string& variable : found->variables)
        add_slot(kernel, *thorn, found->group->group, variable, clause, write);
      return;
    }
    errors_.add(clause.where,
                fmt::format("kernel {}: \"{}\" is neither a variable nor a group of thorn {} or of those "
                            "it inherits{}",
                            kernel.name, clause.name, kernel.thorn, did_you_mean(name, variable_names())));
  }

  void add_slot(const KernelDeclaration& kernel, const ThornDeclaration& thorn, const Group& group,
                const std::string& variable, const ClauseDeclaration& clause, bool write) {
    const int timelevel = clause.timelevel.value_or(0);
    const std::string source = fmt::format("{}::{}@{}", thorn.name, variable, timelevel);
    if (group.type == Type::complex || (group.kind == GroupKind::array && !kernel.block)) {
      errors_.add(clause.where,
                  fmt::format("kernel {}: {} is {}; kernels work on real grid functions and scalars, so "
                              "schedule a {} for it",
                              kernel.name, clause.text, group.kind == GroupKind::array ? "an array" : "complex",
                              group.kind == GroupKind::array ? "block kernel (threads:) or a function" : "function"));
      return;
    }
    if (group.kind == GroupKind::scalar && write) {
      errors_.add(clause.where, fmt::format("kernel {}: {} is a scalar; scalars enter kernels by value and are not "
                                            "written there, so schedule a function for it",
                                            kernel.name, clause.text));
      return;
    }
    if (group.kind == GroupKind::gf && group.type != Type::real) {
      errors_.add(clause.where, fmt::format("kernel {}: {} is a grid function of type {}; kernels work on real ones, "
                                            "so schedule a function for it",
                                            kernel.name, clause.text, to_string(group.type)));
      return;
    }
    if (timelevel < 0 || timelevel >= group.timelevels) {
      errors_.add(clause.where,
                  fmt::format("kernel {}: {} names timelevel {}, but group {} has {}: write @0 to @{} or "
                              "declare more timelevels",
                              kernel.name, clause.text, timelevel, group.name, group.timelevels, group.timelevels - 1));
      return;
    }
    if (group.kind == GroupKind::scalar) {
      add_number({timelevel_name(variable, timelevel), source,
                  group.type == Type::real ? ArgumentKind::real : ArgumentKind::integer});
      return;
    }
    Use& use = use_of(timelevel_name(variable, timelevel), source, clause.where);
    (write ? use.write : use.read) = true;
    if (write) use.written |= clause.region.value_or(Region::interior);
    const bool array = group.kind == GroupKind::array;
    use.argument.kind = array ? ArgumentKind::array : ArgumentKind::field;
    use.argument.access = !use.write ? Access::read : use.read ? Access::readwrite : Access::write;
    if (array) {
      use.argument.axes = group.dimension;
      use.argument.is_integer = group.type == Type::integer;
    }
  }

  Use& use_of(const std::string& name, const std::string& source, const Location& where) {
    for (Use& use : uses_)
      if (use.argument.source == source) return use;
    uses_.push_back({{name, source, ArgumentKind::field}, false, false, Region::none, where});
    return uses_.back();
  }

  void add_number(const ArgumentDeclaration& number) {
    for (const ArgumentDeclaration& other : numbers_)
      if (other.source == number.source) return;
    numbers_.push_back(number);
  }

  void add_parameter(KernelDeclaration& kernel, const std::string& written, const Location& where) {
    std::string name = written;
    std::vector<std::string> known;
    for (const ThornDeclaration* thorn : candidates(name)) {
      for (const ParameterDeclaration& parameter : thorn->parameters) {
        known.push_back(parameter.name);
        if (parameter.name != name) continue;
        if (parameter.is_array || parameter.type == ParameterType::string) {
          errors_.add(where, fmt::format("kernel {} uses {}, which is {}; kernels take real, int, bool and keyword "
                                         "parameters",
                                         kernel.name, written, parameter.is_array ? "an array" : "a string"));
          return;
        }
        add_number({name, parameter.full_name(),
                    parameter.type == ParameterType::real ? ArgumentKind::real : ArgumentKind::integer});
        if (parameter.type != ParameterType::keyword) return;
        for (std::size_t c = 0; c < parameter.choices.size(); ++c) {
          std::pair<std::string, long> constant{name + "_" + parameter.choices[c].first, static_cast<long>(c)};
          for (char& letter : constant.first)
            if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
          kernel.constants.push_back(constant);
        }
        return;
      }
    }
    errors_.add(where, fmt::format("kernel {} uses \"{}\", which is not a parameter of thorn {} or of those it "
                                   "inherits{}",
                                   kernel.name, written, kernel.thorn, did_you_mean(name, known)));
  }

  void check_regions(KernelDeclaration& kernel, const ItemDeclaration& item) {
    const Use* first = nullptr;
    for (const Use& use : uses_) {
      if (!use.write || !use.argument.is_field()) continue;
      if (first == nullptr) {
        first = &use;
      } else if (use.written != first->written) {
        errors_.add(item.where,
                    fmt::format("kernel {} writes {} ({}) and {} ({}): a kernel is launched over one set of "
                                "regions, so its writes must name the same; split it into two kernels",
                                kernel.name, first->argument.name, to_string(first->written), use.argument.name,
                                to_string(use.written)));
        return;
      }
    }
    if (kernel.block) {
      if (kernel.block->region || !kernel.block->points.empty()) return;
      if (first == nullptr)
        errors_.add(kernel.block->where, fmt::format("kernel {} writes no grid function, so it must say what its "
                                                     "blocks cover: \"over: interior\" or \"over: [n, m]\"",
                                                     kernel.name));
      else
        kernel.block->region = first->written;
    } else if (first == nullptr) {
      errors_.add(item.where, fmt::format("kernel {} writes no grid function; add one to its writes, or schedule a "
                                          "function",
                                          kernel.name));
    }
  }

  // Parameters by their full names.
  void add_block(KernelDeclaration& kernel, const BlockDeclaration& written) {
    kernel.block = written;
    for (std::string* number : numbers_of(*kernel.block))
      if (!std::isdigit(static_cast<unsigned char>(number->front())))
        *number = int_parameter(kernel, *number, written.where);
  }

  static std::vector<std::string*> numbers_of(BlockDeclaration& block) {
    std::vector<std::string*> numbers;
    for (std::string& number : block.threads) numbers.push_back(&number);
    for (std::string& number : block.points) numbers.push_back(&number);
    if (!block.shared.empty()) numbers.push_back(&block.shared);
    return numbers;
  }

  std::string int_parameter(const KernelDeclaration& kernel, const std::string& written, const Location& where) {
    std::string name = written;
    std::vector<std::string> known;
    for (const ThornDeclaration* thorn : candidates(name))
      for (const ParameterDeclaration& parameter : thorn->parameters) {
        if (parameter.type != ParameterType::integer || parameter.is_array) continue;
        known.push_back(parameter.name);
        if (parameter.name == name) return parameter.full_name();
      }
    errors_.add(where, fmt::format("kernel {}: \"{}\" is neither a number nor an int parameter of thorn {} or of those "
                                   "it inherits{}",
                                   kernel.name, written, kernel.thorn, did_you_mean(name, known)));
    return written;
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
  }

  std::vector<const ThornDeclaration*> thorns_;
  ErrorList& errors_;
  std::vector<Use> uses_;
  std::vector<ArgumentDeclaration> numbers_;
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
