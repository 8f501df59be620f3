#include "driver/setup/facts.hpp"

#include "core/base/hash.hpp"
#include "core/plugins/plugin.hpp"

#include <fmt/ranges.h>

namespace nopal {

Facts facts_of(const RunDescription& run) {
  const Description& description = run.description;
  std::vector<std::string> thorns, bins;
  for (const ThornDeclaration& thorn : description.thorns) thorns.push_back(thorn.name);
  for (const Bin& bin : description.schedule.bins()) bins.push_back(bin.name);
  Facts facts = {{"the version of nopal", fmt::format("{} ({})", NOPAL_VERSION, run.line.revision)},
                 {"the number of the plugin ABI", std::to_string(abi_version)},
                 {"the option --trace", run.line.trace.empty() ? "off" : "on"},
                 {"the option --compare-plan", run.line.compare_plan ? "on" : "off"},
                 {"the list of active thorns", fmt::format("{}", fmt::join(thorns, ", "))},
                 {"the list of bins", fmt::format("{}", fmt::join(bins, ", "))}};
  for (const ThornDeclaration& thorn : description.thorns)
    facts.emplace_back(fmt::format("the declaration of the thorn {}", thorn.name),
                       fmt::format("a text with the hash {:016x}", hash(thorn.text)));
  for (const ParameterDeclaration* parameter : description.parameters.all())
    facts.emplace_back(parameter->thorn + '.' + parameter->name, description.parameters.text(parameter->full_name()));
  return facts;
}

} // namespace nopal
