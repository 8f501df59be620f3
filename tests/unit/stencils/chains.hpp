#pragma once
// Chains of stages, written as text.

#include "core/base/text.hpp"
#include "core/stencils/propagation.hpp"

#include <algorithm>
#include <sstream>

namespace nopal::test {

/// Returns the number of a variable. A new name gets the next number.
inline int variable_of(StageChain& chain, const std::string& name) {
  const auto found = std::find_if(chain.variables.begin(), chain.variables.end(),
                                  [&](const StageVariable& variable) { return variable.name == name; });
  const auto number = static_cast<int>(found - chain.variables.begin());
  if (found == chain.variables.end()) chain.variables.push_back({name, false});
  return number;
}

/// Each stage is a text such as "d e = b<-2:0> + c<-1:2,0:1> + a". The stages have the names f0, f1, ... The variables
/// `first` get the first numbers. Others are numbered as they appear.
inline StageChain chain_of(const std::string& first, const std::vector<std::string>& stages,
                           const std::vector<std::string>& temporaries = {}) {
  StageChain chain;
  std::string word;
  for (std::istringstream words(first); words >> word;) variable_of(chain, word);
  for (const std::string& text : stages) {
    Stage stage{"f" + std::to_string(chain.stages.size()), {}, {}};
    const auto equals = text.find('=');
    for (std::istringstream words(text.substr(0, equals)); words >> word;)
      stage.writes.push_back(variable_of(chain, word));
    for (std::istringstream words(text.substr(equals + 1)); std::getline(words, word, '+');) {
      const std::string read(trimmed(word));
      if (read.empty()) continue;
      const auto open = std::min(read.find('<'), read.size());
      stage.reads.push_back(
          {variable_of(chain, read.substr(0, open)), open < read.size() ? parse_extent(read.substr(open)) : Extent{}});
    }
    chain.stages.push_back(stage);
  }
  for (const std::string& name : temporaries) chain.variables[variable_of(chain, name)].temporary = true;
  return chain;
}

/// Returns "<-1:2> none <0>" for extents, for example.
inline std::string texts(const std::vector<std::optional<Extent>>& extents) {
  std::string result;
  for (const std::optional<Extent>& extent : extents)
    result += (result.empty() ? "" : " ") + (extent ? extent->text() : "none");
  return result;
}
inline std::string texts(const std::vector<Extent>& extents) {
  return texts(std::vector<std::optional<Extent>>(extents.begin(), extents.end()));
}

} // namespace nopal::test
