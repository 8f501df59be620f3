#pragma once
// Data that thorns keep from one call to the next.

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

namespace nopal {

/// Objects of thorns, destroyed with the run.
class States {
public:
  /// Returns the thorn's object of type T. The first call makes it.
  template <class T> T& get(const std::string& thorn) {
    std::shared_ptr<void>& object = objects_[{thorn, typeid(T)}];
    if (!object) object = std::make_shared<T>();
    return *static_cast<T*>(object.get());
  }

private:
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<void>> objects_;
};

} // namespace nopal
