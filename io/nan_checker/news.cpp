#include "news.hpp"

#include <utility>

namespace nopal::nan_checker {

std::vector<int> News::update(const std::vector<int>& variables, const std::vector<bool>& finite) {
  fresh_.clear();
  std::vector<int> again;
  std::set<int> still;
  for (std::size_t n = 0; n < variables.size(); ++n) {
    const int variable = variables[n];
    const bool known = told_.contains(variable);
    if (finite[n] && known) again.push_back(variable);
    if (!finite[n] && known) still.insert(variable);
    if (!finite[n] && !known) fresh_.push_back(variable);
  }
  told_ = std::move(still); // forgets variables that are not watched any more
  return again;
}

void News::told() {
  told_.insert(fresh_.begin(), fresh_.end());
  fresh_.clear();
}

} // namespace nopal::nan_checker
