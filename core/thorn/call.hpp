#pragma once
// What a C++ function of a thorn is given: parts of the grid, variables, parameters, time, services.

#include "core/thorn/part.hpp"

namespace nopal {

/// One call of a function. Grid functions: `for (const Part& part : call.parts()) part.read<double>("phi")`. Arrays and
/// scalars: `call.read<double>("energy")`. A kernel or function that is not declared is an Error.
class Call : public Fields {
public:
  explicit Call(CallContext& context) : Fields(context, Holder::call) {}

  const Domain& domain() const { return services().decomposition().domain(); }
  /// The parts of the grid that this process holds.
  std::vector<Part> parts() const;
  /// The part of a process that holds one. Throws Error if it holds several: for functions that cannot work on parts.
  Part only_part() const;
  double time() const;
  double dt() const;
  long iteration() const;
  Services& services() const { return context_->services(); }
  /// What this thorn remembers from one call to the next: one object of each type T, made by the first call and
  /// destroyed with the run. All functions of the thorn share it.
  template <class T> T& state() const { return services().states().get<T>(context_->routine().thorn); }
  /// Writes a line to the log, unless this thorn has written the same line in this run.
  void warn_once(const std::string& text) const;

  /// Resolved clauses, for routines whose clauses follow parameters.
  const std::vector<Clause>& reads() const { return context_->routine().reads; }
  const std::vector<Clause>& writes() const { return context_->routine().writes; }

  bool boolean(std::string_view parameter) const;
  std::int64_t integer(std::string_view parameter) const;
  double real(std::string_view parameter) const;
  const std::string& string(std::string_view parameter) const;
  std::vector<std::string> strings(std::string_view parameter) const;
  std::vector<double> reals(std::string_view parameter) const;
  std::vector<std::int64_t> integers(std::string_view parameter) const;

  /// The device, for routines with `device: true` (its members: <nopal/native.hpp>). Null if the routine runs on the
  /// host.
  Device* device() const { return context_->device(); }
  /// The API of pointers and queue: "cuda", "opencl" or "host" (DeviceDescription::native); "host", too, if the routine
  /// runs on the host.
  std::string_view native_api() const;
  /// Launches a kernel of the thorn over what its item says. Over other boxes: Part::launch.
  void launch(std::string_view kernel) { context_->launch(kernel, context_->boxes(kernel)); }

  /// A function that another thorn provides and this one requires: call.provided<double(double)>("name",
  /// "double(double)"), the signature as both thorns declare it.
  template <class Signature> Signature* provided(std::string_view name, std::string_view signature) {
    return reinterpret_cast<Signature*>(context_->provided(name, signature));
  }
};

} // namespace nopal
