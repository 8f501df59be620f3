#pragma once
// Tables on the device, kept for the next launch over the same list of boxes.

#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace nopal {

/// What was made for a list of numbers. Bounded: when `limit` lists are held, all are dropped.
template <class Value> class ListCache {
public:
  explicit ListCache(std::size_t limit = 4096) : limit_(limit) {}

  /// The reference holds until the next call.
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
