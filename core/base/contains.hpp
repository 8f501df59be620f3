#pragma once
// Whether a list holds a value.

#include <algorithm>
#include <vector>

namespace nopal {

template <class T> bool contains(const std::vector<T>& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

} // namespace nopal
