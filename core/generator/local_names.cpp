#include "core/generator/local_names.hpp"

namespace nopal {

void LocalNames::close_scope() {
  for (; declared_.size() > scopes_.back(); declared_.pop_back()) meanings_[declared_.back()].pop_back();
  scopes_.pop_back();
}

void LocalNames::declare(std::string_view name, const LocalName& meaning) {
  meanings_[name].push_back(meaning);
  declared_.push_back(name);
}

LocalName* LocalNames::find(std::string_view name) {
  const auto found = meanings_.find(name);
  return found == meanings_.end() || found->second.empty() ? nullptr : &found->second.back();
}

} // namespace nopal
