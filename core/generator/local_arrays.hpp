#pragma once
// The elements of local arrays that a kernel's body sets and uses.

#include "core/generator/constant_range.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace nopal {

/// The indices of an element, one for each axis; nullopt: any.
using ElementRange = std::vector<std::optional<ConstantRange>>;

class LocalArrays {
public:
  /// A part of the text that may run again: the outermost loop around an access within the scope of the array.
  struct Loop {
    std::size_t begin = 0, end = 0; ///< tokens; empty: there is none
  };
  struct Access {
    std::size_t token = 0; ///< after which it happens
    ElementRange elements;
    Loop loop;
  };

  /// Returns the number of a new array, which has no values.
  int add();
  void set(int array, const Access& access);
  void use(int array, const Access& access);
  /// Its address is given away: from here on nothing is known.
  void lose(int array) { all_[static_cast<std::size_t>(array)].lost = true; }

  /// The tokens of the uses of an array whose elements nothing can have set before.
  std::vector<std::size_t> unset_uses(int array) const;

private:
  struct Array {
    bool lost = false;
    std::map<std::vector<long>, std::vector<Access>> single; ///< one known element, by its indices
    std::vector<Access> wide;                                ///< several elements
    std::vector<Access> uses;
  };
  static bool may_be_set(const Array& array, const Access& use);

  std::vector<Array> all_;
};

} // namespace nopal
