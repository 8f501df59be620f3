#pragma once
// The declaration of a thorn, <thorn>.yaml, as plain data. It is checked alone: names of other thorns and values of
// parameters are not resolved yet.

#include "core/base/error.hpp"
#include "core/declarations/methods.hpp"
#include "core/grid/region.hpp"
#include "core/parameters/declaration.hpp"
#include "core/stencils/extent.hpp"
#include "core/stencils/vertical.hpp"
#include "core/variables/access.hpp"
#include "core/variables/variables.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// `via map` or `via map[target]` of a clause of a loop over a set.
struct ViaDeclaration {
  std::string map;           ///< "edge_cells" or "airfoil::edge_cells"
  std::optional<int> target; ///< not given: all targets
};

/// `points:` of a clause: the points of grid functions that a function reads or writes on the host, and no others.
/// All members are names of parameters, but for `word`; those of the other shapes are empty.
struct PointsDeclaration {
  enum class Shape {
    lines,         ///< through the grid point nearest to `through`, along each axis
    planes,        ///< through that point: those that `planes` lists, or those across the axes that `normal` lists
    region,        ///< from `lower` to `upper`, with `stride`
    interpolation, ///< what an interpolation to the points `at` needs
    faces          ///< beyond the faces of the grid whose parameter has the value `word`, and beyond no others
  };
  Shape shape = Shape::region;
  std::string through;              ///< real[]; an empty list means the middle of the domain
  std::string planes;               ///< keyword[] of xy, xz, yz; an empty list means all planes of the grid
  std::string normal;               ///< keyword[] of x, y, z; an empty list means z
  std::string lower, upper, stride; ///< real[], real[], int[]: one number for each axis, or an empty list
  std::string at;                   ///< real[]: one point after another
  std::string interpolation;        ///< keyword whose choices are among interpolation_words()
  std::vector<std::string> faces;   ///< keywords: lower and upper face along x, then those along y and z
  std::string otherwise;            ///< keyword that counts if a face has a value that it has not; empty: none
  std::string word;                 ///< a choice of these keywords
  Location where;
};

/// `variable[@timelevel][<extent>][(region)]` as written: one entry of reads:, writes:, reduces: or interpolates:. In a
/// loop over a set `variable[@timelevel] [via map[target]] [as name] [from value]`, also under increments:, minima: and
/// maxima:.
struct ClauseDeclaration {
  std::string name; ///< of a variable or a group: "phi" or "wavetoy::phi"
  std::optional<int> timelevel;
  std::optional<Region> region; ///< a reduction or interpolation has none
  Location where;
  std::string text; ///< as written
  /// read, write, reduce or interpolate; in a loop over a set read, write, increment, minimum or maximum
  Access access = Access::read;
  std::optional<Extent> extent{}; ///< of a read of a kernel: how far around its point it reads; not given: not declared
  std::optional<ViaDeclaration> via{}; ///< in a loop over a set; not given: the loop's own element
  std::string as{};                    ///< in a loop over a set: the name in the kernel's text; empty: the usual one
  std::optional<double> from{}; ///< of a scalar that a loop changes: its value before; not given: the value it has
  std::optional<PointsDeclaration> points{}; ///< of a function; not given: all points of the region
};

/// `{from: variables, every: every, …}`: clauses of the variables that the parameter `from` names.
struct ClausesFromParameter {
  Access access = Access::read;              ///< read, write, reduce or interpolate
  std::string from;                          ///< string or string[] parameter
  bool in_texts = false;                     ///< the parameter holds texts; the clauses are for the full names in them
  std::optional<int> timelevel;              ///< not given: 0
  std::optional<Region> region;              ///< not given: owned points for reads, the interior for writes
  std::vector<std::string> every;            ///< as ItemDeclaration::every
  std::string which;                         ///< keyword[] parameter that lists the reductions; empty: see `reductions`
  std::vector<std::string> reductions;       ///< empty: any reduction
  std::optional<PointsDeclaration> points{}; ///< of a read; not given: all points of the region
  Location where;
};

/// One entry of `bind:`. The kernel's text and clauses use `formal`, the name of a grid function of type real;
/// `source` says which variable this name stands for.
struct BindingDeclaration {
  std::string formal;
  /// A string parameter that holds a full name, or the full name of a variable. With `each:` also "rhs of u", where rhs
  /// is a tag and u the bound name of `each:`.
  std::string source;
  Location where;
};

/// `if:`, `while:` and `with:`. A comparison is `left op right`, `name` or `not name`, where left and right are names
/// of parameters or scalar variables, or literals, but not both literals. `and`, `or`, `not` and parentheses join them.
struct ConditionDeclaration {
  enum class Kind { comparison, all, any, negation };
  Kind kind = Kind::comparison;
  std::string left; ///< a word, or a text in quotes
  std::string op;   ///< == != < <= > >=; "true" for a name alone, "false" with `not`
  std::string right;
  std::vector<ConditionDeclaration> parts; ///< of all, any and negation
  Location where;
  std::string text; ///< of the whole condition, as written
};

/// `each: {u: variables}` of a kernel: the run makes one kernel for each variable that a parameter lists (each.hpp).
struct EachDeclaration {
  std::string formal; ///< the bound name that stands for the variable
  std::string list;   ///< a string[] parameter of the thorn
  /// `with:`: only variables for which it holds. It has names only: a name holds if a keyword parameter under `uses:`
  /// has this value for the variable.
  std::optional<ConditionDeclaration> with;
  Location where;
};

enum class ItemKind { kernel, function, group, stencil };
enum class Mode { local, global };

/// `threads: auto`: threads along i, as many as suit the backend.
inline constexpr const char* automatic_threads = "auto";

/// `threads:`, `over:` and `shared:` of a block kernel. Each number is a text that may name an int parameter.
struct BlockDeclaration {
  std::vector<std::string> threads; ///< 1 to 3, along i, j, k; or automatic_threads
  std::vector<std::string> points;  ///< `over: [n, m]`: 1 to 3 extents
  std::optional<Region> region;     ///< `over: interior`; without `over`, the region that the kernel writes
  bool region_is_named = false;     ///< `over:` names it
  std::string shared;               ///< elements of the shared array without extent; empty: not given
  Location where;
};

/// `over: set`, `increments:` and more: a kernel with it runs at each element of a set.
struct LoopDeclaration {
  std::string set; ///< "edges" or "airfoil::edges"
  Location where;
};

/// One kernel of a stage.
struct StageKernel {
  std::string interval; ///< as written: "bottom+2 : top-1"; empty: the stage has one kernel for the whole axis
  std::string kernel;   ///< name of its item
  Location where;
};

/// One entry of `stages:` of a stencil. Each kernel of a stage is also an item of the schedule, right after the item of
/// the stencil, with the clauses, `uses:` and `bind:` of the stage.
struct StageDeclaration {
  std::string name; ///< `as:`, default the first kernel
  VerticalOrder order = VerticalOrder::parallel;
  std::vector<StageKernel> kernels; ///< at least one
  Location where;
};

/// `splitters:` of a thorn: a splitter lies between two points of the k axis.
struct SplitterDeclaration {
  std::string name;
  std::string points; ///< an int parameter: how many points of the axis lie below the splitter
  Location where;
};

/// One entry of a schedule.
struct ItemDeclaration {
  ItemKind kind = ItemKind::function;
  std::string target;               ///< name of the kernel, function, schedule group or stencil
  std::string name;                 ///< `as:`, default the target: unique in the thorn
  std::string bin;                  ///< `at:`; empty if `in:` is given
  std::string in;                   ///< schedule group
  std::vector<std::string> also_at; ///< bins in which the members of a group run, too, before all other items
  bool last = false;                ///< the group runs after all items around it that are not last
  /// Functions that launch the kernel; it then has no bin. The kernel of a stage has the name of its stencil here.
  std::vector<std::string> launched_by;
  int stage = -1;                                ///< of the kernel of a stage: position of the stage in its stencil
  VerticalOrder order = VerticalOrder::parallel; ///< of the kernel of a stage
  std::vector<StageDeclaration> stages;          ///< of a stencil
  std::vector<std::string> before, after;
  std::optional<ConditionDeclaration> if_condition, while_condition;
  std::vector<std::string> every; ///< a number, or names of parameters; empty: every call
  bool device = false;
  std::vector<std::string> uses; ///< parameters that a kernel or function uses
  std::optional<BlockDeclaration> block;
  std::optional<LoopDeclaration> loop;
  std::vector<BindingDeclaration> bind; ///< of a kernel or function
  std::optional<EachDeclaration> each;
  std::map<std::string, Value> values; ///< of an item made by `each:`: parameters with values of its own, by full name
  std::string text;                    ///< of a kernel that has no file; empty: it has one
  std::string compiled; ///< of a kernel that was made from another item: the name of that item; empty: its own name
  std::optional<MethodUpdate> update; ///< of an item that computes a stage of a method (methods.hpp)
  std::vector<ClauseDeclaration> clauses;
  std::vector<ClausesFromParameter> following; ///< at most one that writes, and one that does not
  /// `state:` of a function: it reads or writes the state of the run, that is, all that a later run needs to continue.
  std::optional<Access> state;
  bool polls = false; ///< the function may be called less often than once an iteration; it names no variables
  std::vector<std::string> sync, storage, trigger;
  Mode mode = Mode::local;
  std::map<std::string, std::string> tags;
  std::string description;
  Location where;

  /// The entry of `bind:` with this name; null: there is none.
  const BindingDeclaration* binding(const std::string& name) const;
};

/// A function that one thorn provides and others call. Signatures are compared as texts, after fold_blanks().
struct FunctionDeclaration {
  std::string name;
  std::string signature; ///< C++: "double(double, long)"
  Location where;
};

/// Returns the same text for all signatures that differ only in blanks: "double ( double,long )" gives "double(double,
/// long)".
std::string fold_blanks(std::string_view signature);

struct GroupDeclaration {
  Group group; ///< its shape is set when parameters are known
  std::vector<std::string> variables;
  std::vector<std::string> shape; ///< arrays: numbers or names of int parameters
};

/// One entry of `sets:`.
struct SetDeclaration {
  std::string name; ///< without the thorn
  std::string description;
  Location where;
};

/// One entry of `maps:`.
struct MapDeclaration {
  std::string name; ///< without the thorn
  std::string from; ///< full name of the set that it leads from
  std::string to;   ///< full name of the set that it leads to
  int arity = 0;    ///< targets of each element; 0: varying
  std::string description;
  Location where;
  bool by_rule = false; ///< a mesh function may give a rule in place of a table
};

/// `requires_grid:`: what a thorn needs of the grid.
struct GridRequirement {
  std::vector<std::int64_t> dimensions; ///< numbers of axes that it allows; empty: any
  long ghosts = 0;                      ///< at least
  long boundary_width = 0;              ///< at least, if the grid has a boundary
  std::string centering;                ///< vertex or cell; empty: any
  std::optional<bool> periodic;         ///< whether all axes are periodic, or none
  bool fixed_step = false;              ///< the time step must be the same in all iterations
  Location where;
};

/// `max_dt:`: the largest time step of a thorn, an expression (core/base/arithmetic.hpp) of the names of real and int
/// parameters and scalars, of dx, dy, dz (infinite for an axis that the grid does not have), spacing (the smallest of
/// them) and dimension.
struct TimeStepLimit {
  std::string expression;
  Location where;
};

/// One entry of `alias:`: a name of its own for a variable of an inherited thorn.
struct AliasDeclaration {
  std::string name;
  std::string variable; ///< full name
  Location where;
};

struct ThornDeclaration {
  std::string name;
  std::string description;
  std::string path; ///< of the yaml file
  std::string text; ///< its bytes
  std::vector<std::string> inherits;
  std::vector<AliasDeclaration> aliases;
  std::optional<GridRequirement> requires_grid;
  std::optional<TimeStepLimit> max_dt;
  std::vector<ParameterDeclaration> parameters;
  std::vector<GroupDeclaration> groups;
  std::vector<SplitterDeclaration> splitters; ///< from bottom to top, without "bottom" and "top"
  std::vector<SetDeclaration> sets;
  std::vector<MapDeclaration> maps;
  std::string mesh; ///< `mesh:`, the function of the library that makes a mesh; empty: there is none
  Location mesh_where;
  std::vector<ItemDeclaration> schedule;
  std::vector<FunctionDeclaration> provides, requires_;
  std::vector<MethodDeclaration> methods;
};

/// Whether a thorn cannot have this name, because it is a key of a parfile or a file in the folders of thorns.
bool is_reserved_thorn(const std::string& name);

/// Reads a declaration and adds every error. After an error the result holds what could be read.
ThornDeclaration read_thorn(const std::string& path, ErrorList& errors);
ThornDeclaration read_thorn_text(const std::string& text, const std::string& path, ErrorList& errors);

/// `variable[@timelevel]`: the name of a slot in clauses, in calls of the thorn API and in arguments of kernels.
struct SlotName {
  std::string name; ///< "phi" or "wavetoy::phi"
  std::optional<int> timelevel;
};

/// Parses the name of a slot. Throws an Error that says what is wrong.
SlotName parse_slot(std::string_view text);

/// Parses `variable[@timelevel][<extent>][(region[, region])] [via map[target]] [as name] [from value]`. Returns
/// nothing, and adds an error, if it cannot.
std::optional<ClauseDeclaration> parse_clause(const std::string& text, const Location& where, ErrorList& errors);

/// The folders ("roots") of thorns, devices and host backends: first that of the build or install tree, then those of
/// $NOPAL_THORN_PATH (separated by colons). Their files are `<root>/<thorn>.yaml`, `<root>/lib<thorn>.so`,
/// `<root>/devices/lib<device>.so` and `<root>/backends/lib<backend>.so`. In a build tree `<thorn>.build`,
/// `devices/<device>.build` and `backends/<backend>.build` hold the command that builds the library.
class SearchPath {
public:
  explicit SearchPath(const std::vector<std::string>& roots);
  /// The search path of this run: from the location of the nopal_core library and the environment.
  static SearchPath standard();

  const std::vector<std::string>& roots() const { return roots_; }
  /// Path of <name>.yaml. Throws an Error if no root has it (with the closest name) or if two roots have it.
  std::string thorn_file(const std::string& name, const Location& where) const;
  /// Path of lib<name>.so in the folder of the declaration; empty: there is none.
  std::string thorn_library(const std::string& name) const;
  std::vector<std::string> thorn_names() const;
  /// Names and paths of device plugins.
  std::vector<std::pair<std::string, std::string>> devices() const;
  /// Names and paths of plugins of host backends.
  std::vector<std::pair<std::string, std::string>> backends() const;
  /// The command that builds a plugin; `folder` is "", "devices" or "backends". Empty if it is built, or unknown here.
  std::string build_command(const std::string& folder, const std::string& name) const;

private:
  std::vector<std::string> roots_;
};

} // namespace nopal
