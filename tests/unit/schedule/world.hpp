#pragma once
// Thorns from YAML text with their parameters and variables: what a schedule is built from.

#include "core/declarations/thorn.hpp"
#include "core/schedule/schedule.hpp"

#include <initializer_list>
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

  /// Builds; a test fails that did not expect errors.
  Schedule build() const;
  /// The messages of a build, each on a line.
  std::string errors() const;

  void set(const std::string& parameter, Value value);
  int variable(const std::string& full_name) const;
};

/// One string array.
Value strings(std::initializer_list<std::string> items);

/// Writes down what a traversal asks for: "call a::x", "sync a::phi for a::x", "on a::phi", "off a::phi".
class Recorder : public ScheduleVisitor {
public:
  explicit Recorder(const World& world) : world_(world) {}
  std::vector<std::string> events;
  /// Values of scalar variables, taken from the front; the last one stays.
  std::map<std::string, std::vector<Scalar>> scalars;

  void call(const Routine& routine) override;
  void sync(const std::vector<int>& variables, const std::string& cause) override;
  void storage_on(const std::vector<int>& variables) override;
  void storage_off(const std::vector<int>& variables) override;
  Scalar scalar(int variable, const std::string& reader) override;

private:
  std::string names(const std::vector<int>& variables) const;
  const World& world_;
};

/// Events of traversing a bin at an iteration.
std::vector<std::string> events(const World& world, const Schedule& schedule, const std::string& bin,
                                std::int64_t iteration = 0);

} // namespace nopal::test
