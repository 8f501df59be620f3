#pragma once
// Calls the hooks of the Accelerator as the driver does. One hook can be switched off, to show that tests then fail.

#include "core/accelerator/accelerator.hpp"

namespace nopal::test {

class Hooks {
public:
  Hooks(Accelerator& accelerator, std::string no_op) : accelerator_(accelerator), no_op_(std::move(no_op)) {}

  void init() {
    if (works("init")) accelerator_.init();
  }
  void copy_back() {
    if (works("copy_back")) accelerator_.copy_back();
  }
  void pre_call_function(const Routine& routine, Place place) {
    if (works("pre_call_function")) accelerator_.pre_call_function(routine, place);
  }
  void post_call_function(const Routine& routine, Place place) {
    if (works("post_call_function")) accelerator_.post_call_function(routine, place);
  }
  const SyncBuffers& pre_sync(const std::vector<int>& variables, const std::string& cause) {
    static const SyncBuffers nothing;
    return works("pre_sync") ? accelerator_.pre_sync(variables, cause) : nothing;
  }
  void post_sync() {
    if (works("post_sync")) accelerator_.post_sync();
  }
  void cycle() {
    if (works("cycle")) accelerator_.cycle();
  }
  void copy_from_past(const std::vector<int>& variables) {
    if (works("copy_from_past")) accelerator_.copy_from_past(variables);
  }
  void notify_data_modified(const std::vector<Clause>& clauses, Place place) {
    if (works("notify_data_modified")) accelerator_.notify_data_modified(clauses, place);
  }
  void require_invalid_data(const std::vector<Clause>& clauses, Place place) {
    if (works("require_invalid_data")) accelerator_.require_invalid_data(clauses, place);
  }
  void require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
    if (works("require_valid_data")) accelerator_.require_valid_data(clauses, place, reader);
  }

private:
  bool works(const char* hook) const { return no_op_ != hook; }
  Accelerator& accelerator_;
  std::string no_op_;
};

} // namespace nopal::test
