#pragma once
// What thorns remember from one call to the next.

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

namespace nopal {

/// Objects of thorns, destroyed with the run.
class States {
public:
  /// The one object of the type that the thorn has. The first call makes it.
  template <class T> T& get(const std::string& thorn) {
    std::shared_ptr<void>& object = objects_[{thorn, typeid(T)}];
    if (!object) object = std::make_shared<T>();
    return *static_cast<T*>(object.get());
  }

private:
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<void>> objects_;
};

} // namespace nopal
