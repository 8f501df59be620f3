#pragma once
// A cache of values by lists of numbers, such as tables on the device by the boxes of a launch.

#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace nopal {

/// Keeps one value for each list of numbers. Drops all values when it holds `limit` of them.
template <class Value> class ListCache {
public:
  explicit ListCache(std::size_t limit = 4096) : limit_(limit) {}

  /// Returns the value of the list; `make` makes it the first time. The reference is valid until the next call.
  template <class Make> const Value& get(std::span<const long> list, const Make& make) {
    if (const auto found = values_.find(list); found != values_.end()) return found->second;
    Value value = make();
    if (values_.size() >= limit_) values_.clear();
    return values_.emplace(std::vector<long>(list.begin(), list.end()), std::move(value)).first->second;
  }
  void clear() { values_.clear(); }
  std::size_t size() const { return values_.size(); }

private:
  struct Less {
    using is_transparent = void;
    bool operator()(std::span<const long> a, std::span<const long> b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
  };
  std::size_t limit_;
  std::map<std::vector<long>, Value, Less> values_;
};

} // namespace nopal
