#include "core/generator/fingerprint.hpp"

#include "core/base/hash.hpp"
#include "core/generator/emit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace nopal {

namespace {

class Facts {
public:
  void begin(std::string subject) {
    subject_ = std::move(subject);
    add("", "declared");
  }
  void add(std::string_view fact, std::string_view value) {
    text_ += fmt::format("{}\t{}\t{}\n", subject_, fact, value);
  }
  std::string take() { return std::move(text_); }

private:
  std::string subject_, text_;
};

std::string_view key_of(Access access) {
  return access == Access::write       ? "writes"
         : access == Access::increment ? "increments"
         : access == Access::minimum   ? "minima"
         : access == Access::maximum   ? "maxima"
                                       : "reads";
}

// A clause of a loop over a set.
std::string loop_clause_text(const ClauseDeclaration& clause) {
  std::string text = fmt::format("{}@{}", clause.name, clause.timelevel.value_or(0));
  if (clause.via) text += " via " + clause.via->map;
  if (clause.via && clause.via->target) text += fmt::format("[{}]", *clause.via->target);
  if (!clause.as.empty()) text += " as " + clause.as;
  return text + (clause.from ? fmt::format(" from {}", *clause.from) : "");
}

std::string clause_text(const ClauseDeclaration& clause) {
  const Region usual = clause.access == Access::write ? Region::interior : Region::everywhere;
  return fmt::format("{}@{}{} ({})", clause.name, clause.timelevel.value_or(0),
                     clause.extent ? " " + clause.extent->text() : "", to_string(clause.region.value_or(usual)));
}

void add_parameter(const ParameterDeclaration& parameter, Facts& facts) {
  facts.begin(fmt::format("parameter \"{}\"", parameter.name));
  facts.add("type", parameter.type_text());
  std::vector<std::string> choices;
  for (const auto& [choice, description] : parameter.choices) choices.push_back(choice);
  if (!choices.empty()) facts.add("choices", fmt::format("{}", fmt::join(choices, ", ")));
}

std::string argument_text(const ArgumentDeclaration& argument) {
  constexpr std::string_view kinds[] = {"grid function", "array", "real", "integer", "dat", "total"};
  std::string text = fmt::format("{} {}", kinds[static_cast<int>(argument.kind)], argument.name);
  if (argument.is_array()) text += fmt::format(" of {} axes{}", argument.axes, argument.is_integer ? ", integers" : "");
  if (argument.has_shape()) text += fmt::format(", {}", to_string(argument.access));
  if (argument.is_dat())
    text +=
        fmt::format(" of {}{} components, map {}, target {}, {}", argument.components,
                    argument.is_integer ? " integer" : "", argument.map, argument.target, to_string(argument.access));
  if (argument.is_total())
    text +=
        fmt::format(", {}{}", to_string(argument.access), argument.from ? fmt::format(" from {}", *argument.from) : "");
  return text + (argument.extent ? ", extent " + argument.extent->text() : "");
}

// A loop may use a variable in several ways. Then only the name in the kernel tells its arguments apart.
std::string argument_name(const KernelDeclaration& kernel, const ArgumentDeclaration& argument) {
  const bool only = std::ranges::count(kernel.arguments, argument.source, &ArgumentDeclaration::source) == 1;
  return only ? argument.source : argument.source + " as " + argument.name;
}

void add_block(const BlockDeclaration& block, Facts& facts) {
  facts.add("threads", fmt::format("{}", fmt::join(block.threads, ", ")));
  facts.add("over", block.points.empty() ? to_string(block.region.value_or(Region::none))
                                         : fmt::format("{}", fmt::join(block.points, ", ")));
  if (!block.shared.empty()) facts.add("shared", block.shared);
}

void add_kernel(const ThornDeclaration& thorn, const KernelDeclaration& kernel, Facts& facts) {
  facts.begin(fmt::format("kernel \"{}\"", kernel.name));
  for (const ArgumentDeclaration& argument : kernel.arguments)
    facts.add(argument_name(kernel, argument), argument_text(argument));
  const auto item = std::ranges::find(thorn.schedule, kernel.name, &ItemDeclaration::name);
  std::map<Access, std::vector<std::string>> clauses;
  if (item != thorn.schedule.end()) {
    facts.add("text", item->text.empty() ? item->target + ".kernel" : text_hash(item->text));
    for (const ClauseDeclaration& clause : item->clauses)
      clauses[clause.access].push_back(kernel.loop ? loop_clause_text(clause) : clause_text(clause));
  }
  for (const auto& [access, texts] : clauses) facts.add(key_of(access), fmt::format("{}", fmt::join(texts, "; ")));
  std::vector<std::string> constants, sources;
  for (const auto& [name, value] : kernel.constants) constants.push_back(fmt::format("{} = {}", name, value));
  for (const ArgumentDeclaration& argument : kernel.arguments) sources.push_back(argument.source);
  facts.add("arguments", fmt::format("{}", fmt::join(sources, ", ")));
  if (!constants.empty()) facts.add("constants", fmt::format("{}", fmt::join(constants, ", ")));
  if (kernel.block) add_block(*kernel.block, facts);
  if (kernel.loop) {
    facts.add("over", kernel.loop->set);
    for (std::size_t m = 0; m < kernel.loop->maps.size(); ++m)
      facts.add("map " + kernel.loop->maps[m].first,
                fmt::format("arity {}{}", kernel.loop->maps[m].second,
                            kernel.loop->by_rule[m] ? ", may follow from a rule" : ""));
  }
  facts.add("stage", kernel.of_stage ? fmt::format("of a stencil, order {}", emit::order_name(kernel.order)) : "no");
}

void add_stencil(const ItemDeclaration& stencil, Facts& facts) {
  facts.begin(fmt::format("stencil \"{}\"", stencil.name));
  std::vector<std::string> names;
  for (const StageDeclaration& stage : stencil.stages) {
    names.push_back(stage.name);
    std::vector<std::string> kernels;
    for (const StageKernel& kernel : stage.kernels)
      kernels.push_back(kernel.interval.empty() ? kernel.kernel : kernel.interval + ": " + kernel.kernel);
    facts.add("stage " + stage.name, fmt::format("{}", fmt::join(kernels, ", ")));
  }
  facts.add("stages", fmt::format("{}", fmt::join(names, ", ")));
}

struct Fact {
  std::string_view subject, name, value;
};

std::vector<Fact> facts_of(std::string_view text) {
  std::vector<Fact> facts;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    facts.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)});
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return facts;
}

const Fact* find(const std::vector<Fact>& facts, const Fact& wanted) {
  const auto found = std::ranges::find_if(
      facts, [&](const Fact& fact) { return fact.subject == wanted.subject && fact.name == wanted.name; });
  return found == facts.end() ? nullptr : &*found;
}

} // namespace

std::string fingerprint(const ThornDeclaration& thorn, const std::vector<KernelDeclaration>& kernels) {
  Facts facts;
  for (const ParameterDeclaration& parameter : thorn.parameters) add_parameter(parameter, facts);
  for (const KernelDeclaration& kernel : kernels) add_kernel(thorn, kernel, facts);
  for (const ItemDeclaration& item : thorn.schedule)
    if (item.kind == ItemKind::stencil) add_stencil(item, facts);
  return facts.take();
}

std::vector<FingerprintDifference> compare_fingerprints(std::string_view declared, std::string_view built) {
  const std::vector<Fact> wanted = facts_of(declared), found = facts_of(built);
  std::vector<FingerprintDifference> differences;
  std::set<std::string_view> seen; // subjects
  const auto add = [&](const Fact& fact, const std::string& text) {
    if (seen.insert(fact.subject).second) differences.push_back({std::string(fact.subject), text});
  };
  for (const Fact& fact : wanted) {
    const Fact* other = find(found, fact);
    if (other == nullptr && fact.name.empty())
      add(fact, "the library does not have it");
    else if (other == nullptr)
      add(fact, fmt::format("{}: \"{}\" is declared, but the library was built without it", fact.name, fact.value));
    else if (other->value != fact.value)
      add(fact, fmt::format("{}: \"{}\" is declared, but the library was built with \"{}\"", fact.name, fact.value,
                            other->value));
  }
  for (const Fact& fact : found)
    if (find(wanted, fact) == nullptr)
      add(fact, fact.name.empty() ? "only the library has it"
                                  : fmt::format("{}: the library was built with \"{}\", which is no longer declared",
                                                fact.name, fact.value));
  return differences;
}

std::string text_hash(std::string_view text) { return fmt::format("{:016x}", hash(text)); }

} // namespace nopal
