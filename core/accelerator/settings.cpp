#include "core/accelerator/settings.hpp"

#include "core/base/error.hpp"
#include "core/base/suggest.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace nopal {

std::vector<int> copy_back_variables(const Variables& variables, const std::string& copy_back_vars) {
  std::vector<int> result;
  if (copy_back_vars == "output" || copy_back_vars == "none") return result;
  if (copy_back_vars == "all") {
    result.resize(variables.n_variables());
    std::iota(result.begin(), result.end(), 0);
    return result;
  }
  ErrorList errors;
  std::istringstream words(copy_back_vars);
  for (std::string word; words >> word;) {
    const std::vector<int> found = variables.resolve(word);
    if (found.empty()) {
      std::vector<std::string> candidates = variables.names();
      candidates.insert(candidates.end(), {"output", "none", "all"});
      errors.add("accelerator::copy_back_vars: \"" + word + "\" is no variable or group of an active thorn" +
                 did_you_mean(word, candidates) + "; write output, none, all, or full names with blanks between them");
    }
    for (const int v : found) {
      if (variables.group_of(v).temporary)
        errors.add("accelerator::copy_back_vars: " + variables.full_name(v) +
                   " is a temporary and exists only inside a stencil: leave it out");
      if (std::find(result.begin(), result.end(), v) == result.end()) result.push_back(v);
    }
  }
  errors.raise_if_any();
  return result;
}

} // namespace nopal
