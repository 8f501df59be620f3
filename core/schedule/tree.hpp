#pragma once
// The place of each item: its bin, its groups, and its position among the others.

#include "core/schedule/schedule.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

/// The items of all thorns: one tree for each bin. The constructor adds an error for each unknown bin, group or name of
/// before: and after:, for each group that contains itself, and for each cycle in the order.
class ItemTree {
public:
  struct Item {
    const ThornDeclaration* thorn;
    const ItemDeclaration* declaration;
    int group = -1; ///< position of the item's group; -1: directly in a bin
    int bin = -1;   ///< -1: after an error, or functions or a stencil launch it
    std::string full_name() const { return thorn->name + "::" + declaration->name; }
  };

  ItemTree(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins, ErrorList& errors);

  const Item& item(int i) const { return items_[i]; }
  /// The items directly in a bin, in the order in which they run.
  const std::vector<int>& in_bin(int bin) const { return in_bin_[bin]; }
  /// The groups that have this bin in `also_at:`.
  const std::vector<int>& also_at(int bin) const { return also_at_[bin]; }
  /// Kernels that functions launch, and kernels of stages, in the order of their declarations.
  std::vector<int> launched() const;
  const std::vector<int>& in_group(int item) const { return in_group_[item]; }
  /// The items that before:, after: and last: put directly before this one, by their positions in in_bin() or
  /// in_group().
  const std::vector<int>& after(int item) const { return after_[item]; }

private:
  void place_in_bins(const std::vector<Bin>& bins, ErrorList& errors);
  void place_in_groups(ErrorList& errors);
  void follow_groups_to_bins(ErrorList& errors);
  void order_members(const std::vector<Bin>& bins, ErrorList& errors);
  /// The item that `name` in before: or after: means; -1: the name is ignored, or there was an error.
  int neighbour(int item, const std::string& name, const std::string& key, ErrorList& errors) const;
  /// The item and the groups around it, outermost first.
  std::vector<int> path(int item) const;
  std::vector<std::string> names_of(bool groups_only) const;
  /// What to do about `in:` with this name, which is no schedule group. It follows a sentence without its full stop.
  std::string advice_on_group(const std::string& name) const;

  const std::vector<ThornDeclaration>& thorns_;
  std::vector<Item> items_;
  std::map<std::string, int> index_; ///< by full name
  std::vector<std::vector<int>> in_bin_;
  std::vector<std::vector<int>> also_at_;
  std::vector<std::vector<int>> in_group_;
  std::vector<std::vector<int>> after_;
};

} // namespace nopal
