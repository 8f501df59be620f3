#pragma once
// Which local names have a value on every way to a place of the text. The analysis goes through the text once, and goes
// back where ways part.

#include <cstddef>
#include <vector>

namespace nopal {

class AssignedNames {
public:
  /// What a part of the text adds.
  struct Added {
    bool dead = false; ///< no way leads to the end of the part
    std::vector<int> names;
  };
  struct Mark {
    std::size_t names = 0;
    bool dead = false;
  };

  /// Returns the number of a new name, which has no value.
  int add();
  /// Whether it has a value. Where no way leads, each name has one.
  bool has(int name) const { return dead_ || has_[static_cast<std::size_t>(name)]; }
  void assign(int name);
  void apply(const Added& added);
  /// No way leads on from here.
  void leave() { dead_ = true; }
  bool is_dead() const { return dead_; }

  Mark mark() const { return {trail_.size(), dead_}; }
  Added since(const Mark& mark) const;
  /// Forgets what has been added since the mark.
  void back(const Mark& mark);
  /// Both of the last two.
  Added take(const Mark& mark);

private:
  std::vector<bool> has_;
  std::vector<int> trail_; ///< in the order in which they got their values
  bool dead_ = false;
};

/// What two ways add that meet.
AssignedNames::Added meet(AssignedNames::Added one, AssignedNames::Added other);
/// What a part and the part behind it add.
AssignedNames::Added in_turn(AssignedNames::Added first, const AssignedNames::Added& then);

} // namespace nopal
