#pragma once
// What a thorn's <thorn>.yaml declares, as plain data: read, checked for itself, not yet resolved against
// other thorns or parameter values.

#include "core/base/error.hpp"
#include "core/grid/region.hpp"
#include "core/parameters/declaration.hpp"
#include "core/variables/access.hpp"
#include "core/variables/variables.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// `variable[@timelevel][(region)]` as written. The name may carry a thorn ("wavetoy::phi") and may be a group.
struct ClauseDeclaration {
  std::string name;
  std::optional<int> timelevel;
  std::optional<Region> region;
  Location where;
  std::string text; ///< as written
};

/// `{from: variables, in_texts: false, every: every, which: reductions}`: owned points of timelevel 0 of what the
/// string-array parameter `from` lists, at the iterations that `every` selects.
struct ClausesFromParameter {
  std::string from;                    ///< parameter of the thorn
  bool in_texts = false;               ///< it lists texts that name variables among other things, each with its thorn
  std::vector<std::string> every;      ///< as ItemDeclaration::every
  std::string which;                   ///< of reduces: keyword[] parameter of the thorn, or empty: any reduction
  std::vector<std::string> reductions; ///< in place of `which`: these
  Location where;
};

/// `name op literal`, or a name alone, or `not name`: a comparison of a parameter or of a scalar variable.
struct ConditionDeclaration {
  std::string name;
  std::string op; ///< == != < <= > >=, or "true"/"false" for a name alone / with `not`
  std::string literal;
  Location where;
  std::string text;
};

enum class ItemKind { kernel, function, group };
enum class Mode { local, global };

/// What makes a kernel a block kernel: `threads:`, `over:` and `shared:` of its item. Numbers are kept as text, which
/// may name an int parameter.
struct BlockDeclaration {
  std::vector<std::string> threads; ///< 1 to 3, along i, j, k
  std::vector<std::string> points;  ///< `over: [n, m]`: 1 to 3 extents
  std::optional<Region> region;     ///< `over: interior`; of kernels, else what the kernel writes
  bool region_is_named = false;     ///< by `over:`
  std::string shared;               ///< elements of the shared array without extent; empty: not given
  Location where;
};

/// One entry of a schedule.
struct ItemDeclaration {
  ItemKind kind = ItemKind::function;
  std::string target;                   ///< kernel or function name, or the schedule group's name
  std::string name;                     ///< `as:`, default the target: unique in the thorn
  std::string bin;                      ///< `at:`; empty where `in:` is given
  std::string in;                       ///< schedule group
  std::vector<std::string> launched_by; ///< functions of the thorn that launch the kernel, which then has no bin
  std::vector<std::string> before, after;
  std::optional<ConditionDeclaration> if_condition, while_condition;
  std::vector<std::string> every; ///< a number, or names of parameters; empty: every call
  bool device = false;
  std::vector<std::string> uses; ///< parameters that a kernel uses
  std::optional<BlockDeclaration> block;
  std::vector<ClauseDeclaration> reads, writes;
  std::vector<ClauseDeclaration> reduces; ///< without regions
  std::vector<ClausesFromParameter> reads_from, reduces_from;
  /// `state:` of a function: whether it reads or writes the state of the run, which is all that a later run needs to go
  /// on.
  std::optional<Access> state;
  std::vector<std::string> sync, storage, trigger;
  Mode mode = Mode::local;
  std::map<std::string, std::string> tags;
  std::string description;
  Location where;
};

/// A function that one thorn provides and others call. The signature is compared as text, blanks folded.
struct FunctionDeclaration {
  std::string name;
  std::string signature; ///< C++: "double(double, long)"
  Location where;
};

struct GroupDeclaration {
  Group group; ///< shape filled once parameters are known
  std::vector<std::string> variables;
  std::vector<std::string> shape; ///< arrays: numbers or names of int parameters
};

struct ThornDeclaration {
  std::string name;
  std::string description;
  std::string path; ///< of the yaml file
  std::string text; ///< its bytes
  std::vector<std::string> inherits;
  std::vector<ParameterDeclaration> parameters;
  std::vector<GroupDeclaration> groups;
  std::vector<ItemDeclaration> schedule;
  std::vector<FunctionDeclaration> provides, requires_;
};

/// Reads a declaration; adds every error to `errors` (the result then holds what could be read).
ThornDeclaration read_thorn(const std::string& path, ErrorList& errors);
ThornDeclaration read_thorn_text(const std::string& text, const std::string& path, ErrorList& errors);

/// `variable[@timelevel]`: what clauses, calls of the thorn API and arguments of kernels name a slot by.
struct SlotName {
  std::string name; ///< "phi" or "wavetoy::phi"
  std::optional<int> timelevel;
};

/// Throws an Error that says what is wrong.
SlotName parse_slot(std::string_view text);

/// Parses `variable[@timelevel][(region[, region])]`; adds an error where it cannot.
std::optional<ClauseDeclaration> parse_clause(const std::string& text, const Location& where, ErrorList& errors);

/// Where thorns and devices are found: roots in order. `<root>/<thorn>.yaml`, `<root>/lib<thorn>.so`,
/// `<root>/devices/lib<device>.so`, `<root>/backends/lib<backend>.so`. First the build or install tree, then
/// $NOPAL_THORN_PATH (colons between).
class SearchPath {
public:
  explicit SearchPath(const std::vector<std::string>& roots);
  /// From the location of the running nopal_core library and the environment.
  static SearchPath standard();

  const std::vector<std::string>& roots() const { return roots_; }
  /// Path of <name>.yaml; an Error where none exists (closest name, roots searched) or where two roots have
  /// one (both named).
  std::string thorn_file(const std::string& name, const Location& where) const;
  /// Path of lib<name>.so beside the declaration; empty where there is none.
  std::string thorn_library(const std::string& name) const;
  std::vector<std::string> thorn_names() const;
  /// Names and paths of device plugins.
  std::vector<std::pair<std::string, std::string>> devices() const;
  /// Names and paths of plugins of host backends.
  std::vector<std::pair<std::string, std::string>> backends() const;

private:
  std::vector<std::string> roots_;
};

} // namespace nopal
