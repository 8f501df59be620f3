#include "world.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace nopal::test {

namespace {

std::string thorn_name(const std::string& text) {
  const std::string key = "thorn: ";
  const size_t start = text.find(key) + key.size();
  return text.substr(start, text.find('\n', start) - start);
}

} // namespace

World::World(std::initializer_list<std::string> texts) {
  ErrorList errors;
  for (const std::string& text : texts) {
    thorns.push_back(read_thorn_text(text, thorn_name(text) + ".yaml", errors));
    for (const ParameterDeclaration& parameter : thorns.back().parameters) parameters.declare(parameter);
    for (const GroupDeclaration& group : thorns.back().groups) variables.add_group(group.group, group.variables);
  }
  errors.raise_if_any();
}

Schedule World::build() const {
  ErrorList errors;
  Schedule schedule = Schedule::build(thorns, bins, parameters, variables, errors);
  for (const std::string& message : errors.messages()) ADD_FAILURE() << message;
  return schedule;
}

std::string World::errors() const {
  ErrorList errors;
  Schedule::build(thorns, bins, parameters, variables, errors);
  std::string all;
  for (const std::string& message : errors.messages()) all += message + "\n";
  return all;
}

void World::set(const std::string& parameter, Value value) {
  parameters.set(parameter, std::move(value), {"run.yaml", 7, 3});
}

int World::variable(const std::string& full_name) const {
  const auto found = variables.find_variable(full_name);
  if (!found) throw std::runtime_error("no variable " + full_name);
  return *found;
}

std::vector<std::string> texts(const World& world, const std::vector<Clause>& clauses) {
  std::vector<std::string> list;
  for (const Clause& clause : clauses)
    list.push_back(world.variables.text(clause.slot) + " " + to_string(clause.region));
  return list;
}

Value strings(std::initializer_list<std::string> items) { return {true, {items.begin(), items.end()}}; }

std::string Recorder::names(const std::vector<int>& variables) const {
  std::string text;
  for (const int variable : variables) text += " " + world_.variables.full_name(variable);
  return text;
}

void Recorder::run(const Schedule& schedule, const std::string& bin, std::int64_t iteration, bool at_end) {
  BinSteps steps(schedule, [&](const std::string& item) { return requested.erase(item) > 0; });
  steps.start(bin, {.iteration = iteration}, at_end);
  bool answer = true;
  for (auto* list = &steps.next(); !list->empty(); list = &steps.next(answer))
    for (const Step& step : *list) {
      EXPECT_EQ(step.clock.iteration, iteration);
      add(step);
      if (step.kind == StepKind::condition) answer = holds(schedule, step);
    }
}

void Recorder::add(const Step& step) {
  switch (step.kind) {
  case StepKind::call:
    return events.push_back("call " + step.routine->full_name());
  case StepKind::sync:
    return events.push_back("sync" + names(*step.variables) + " for " + *step.name);
  case StepKind::storage_on:
    return events.push_back("on" + names(*step.variables));
  case StepKind::storage_off:
    return events.push_back("off" + names(*step.variables));
  default:
    return;
  }
}

bool Recorder::holds(const Schedule& schedule, const Step& step) {
  return schedule.holds(*step.condition, [&](int variable) {
    const std::string name = world_.variables.full_name(variable);
    events.push_back("scalar " + name + " for " + *step.name);
    std::vector<Scalar>& values = scalars.at(name);
    const Scalar value = values.front();
    if (values.size() > 1) values.erase(values.begin());
    return value;
  });
}

std::vector<std::string> events(const World& world, const Schedule& schedule, const std::string& bin,
                                std::int64_t iteration) {
  Recorder recorder(world);
  recorder.run(schedule, bin, iteration);
  return recorder.events;
}

} // namespace nopal::test
