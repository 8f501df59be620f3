#pragma once
// Thorns from YAML text, with parameters and variables, from which a schedule is built.

#include "core/declarations/thorn.hpp"
#include "core/schedule/bin_steps.hpp"

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nopal::test {

/// Each text is a thorn, in thorn order; locations name the file "<thorn>.yaml".
class World {
public:
  explicit World(std::initializer_list<std::string> thorns);

  Parameters parameters;
  Variables variables;
  std::vector<ThornDeclaration> thorns;
  std::vector<Bin> bins{{"startup", ""}, {"initial", ""}, {"evol", ""}, {"analysis", ""}, {"output", ""}};

  /// Builds the schedule. The test fails if there are errors.
  Schedule build() const;
  /// The messages of a build, each on a line.
  std::string errors() const;

  void set(const std::string& parameter, Value value);
  int variable(const std::string& full_name) const;
};

/// Slots and regions as text, in the order of the clauses: "wave::phi@1 interior".
std::vector<std::string> texts(const World& world, const std::vector<Clause>& clauses);

/// One string array.
Value strings(std::initializer_list<std::string> items);

/// Records the steps of bins as text: "call a::x", "sync a::phi for a::x", "on a::phi", "off a::phi", "scalar a::s for
/// a::x".
class Recorder {
public:
  explicit Recorder(const World& world) : world_(world) {}
  std::vector<std::string> events;
  /// Values of scalar variables, taken from the front; the last one stays.
  std::map<std::string, std::vector<Scalar>> scalars;

  /// Requested items. An item is removed at its turn.
  std::set<std::string> requested;

  void run(const Schedule& schedule, const std::string& bin, std::int64_t iteration = 0, bool at_end = false);

private:
  void add(const Step& step);
  bool holds(const Schedule& schedule, const Step& step);
  std::string names(const std::vector<int>& variables) const;
  const World& world_;
};

/// Events of the steps of a bin at an iteration.
std::vector<std::string> events(const World& world, const Schedule& schedule, const std::string& bin,
                                std::int64_t iteration = 0);

} // namespace nopal::test
