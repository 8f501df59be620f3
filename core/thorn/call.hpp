#pragma once
// What a C++ function of a thorn is given: fields by declared name and intent, parameters, grid, time.

#include "core/grid/layout.hpp"
#include "core/kernels/launch.hpp"
#include "core/thorn/services.hpp"

#include <complex>
#include <string_view>

namespace nopal {

class Device;

/// A view of one slot on the host. (i, j, k) are global indices; T is const for a read.
/// Scalars: value(). Points that the routine did not declare hold anything.
template <class T> class Field {
public:
  Field(T* allocation, const Layout& layout) : origin_(allocation + layout.origin()), layout_(&layout) {}
  T& operator()(long i, long j = 0, long k = 0) const {
    return origin_[i + j * layout_->stride[1] + k * layout_->stride[2]];
  }
  T& value() const { return (*this)(layout_->box.lower[0], layout_->box.lower[1], layout_->box.lower[2]); }
  const Layout& layout() const { return *layout_; }

private:
  T* origin_;
  const Layout* layout_;
};

/// What the caller of routines implements; Call is the typed front of it.
class CallContext {
public:
  virtual ~CallContext() = default;
  virtual const Routine& routine() const = 0;
  virtual Services& services() = 0;
  virtual const KernelClock& clock() const = 0;
  /// Allocation on the host, after the access was checked against the declaration.
  virtual std::byte* host_data(Slot slot) = 0;
  virtual const Layout& layout(int variable) const = 0;
  /// Null where the routine runs on the host.
  virtual Device* device() = 0;
  /// Launches a kernel of the thorn over the points of a region (all boxes of it) or over given boxes,
  /// wherever the routine runs. Fields by the kernel's own declaration.
  virtual void launch(std::string_view kernel, std::span<const LaunchBox> boxes) = 0;
  /// What the schedule launches the kernel over: the region that it writes, or what `over:` says.
  virtual std::span<const LaunchBox> boxes(std::string_view kernel) = 0;
  virtual void (*provided(std::string_view name, std::string_view signature))() = 0;
};

/// One call of a routine. `name` of a field: "phi", "phi@1", or "thorn::phi@1"; an undeclared name, intent or
/// type throws Error that says which clause to write.
class Call {
public:
  explicit Call(CallContext& context) : context_(&context) {}

  template <class T> Field<const T> read(std::string_view name);
  template <class T> Field<T> write(std::string_view name);
  template <class T> Field<T> readwrite(std::string_view name);

  /// Resolved clauses: for routines whose reads follow parameters. A slot of them, or of the state: read and write by
  /// slot.
  const std::vector<Clause>& reads() const { return context_->routine().reads; }
  const std::vector<Clause>& writes() const { return context_->routine().writes; }
  template <class T> Field<const T> read(Slot slot);
  template <class T> Field<T> write(Slot slot);

  bool boolean(std::string_view parameter) const;
  std::int64_t integer(std::string_view parameter) const;
  double real(std::string_view parameter) const;
  const std::string& string(std::string_view parameter) const;
  std::vector<std::string> strings(std::string_view parameter) const;
  std::vector<double> reals(std::string_view parameter) const;
  std::vector<std::int64_t> integers(std::string_view parameter) const;

  const Domain& domain() const { return context_->services().decomposition().domain(); }
  Box owned() const;
  Box interior() const;
  Box stored() const;
  double time() const { return context_->clock().time; }
  double dt() const { return context_->clock().dt; }
  long iteration() const { return context_->clock().iteration; }
  Services& services() const { return context_->services(); }
  /// What this thorn remembers from one call to the next: one object of each type T, made by the first call and
  /// destroyed with the run. All functions of the thorn share it.
  template <class T> T& state() const { return services().states().get<T>(context_->routine().thorn); }
  /// Writes a line to the log, unless this thorn has written the same line in this run.
  void warn_once(const std::string& text) const;

  // Routines with `device: true`.
  /// Null where the routine runs on the host.
  Device* device() const { return context_->device(); }
  /// Whose pointers and queue these are: "cuda", "opencl" or "host" (DeviceDescription::native), the last also where
  /// the routine runs on the host.
  std::string_view native_api() const;
  /// Device address of the slot's element 0; on the host its host address.
  void* device_pointer(std::string_view name);
  /// How the slot's points lie behind that address, in elements; the same on the host and on a device.
  const Layout& layout(std::string_view name) const;
  void launch(std::string_view kernel, std::span<const LaunchBox> boxes) { context_->launch(kernel, boxes); }
  /// Over what the kernel's item says.
  void launch(std::string_view kernel) { context_->launch(kernel, context_->boxes(kernel)); }

  /// A function that another thorn provides and this one requires: call.provided<double(double)>("name",
  /// "double(double)"), the signature as both thorns declare it.
  template <class Signature> Signature* provided(std::string_view name, std::string_view signature) {
    return reinterpret_cast<Signature*>(context_->provided(name, signature));
  }

private:
  Slot checked_slot(std::string_view name, Access access, Type type) const;
  void check_slot(Slot slot, Access access, Type type) const;
  CallContext* context_;
};

template <class T> constexpr Type type_of();
template <> constexpr Type type_of<double>() { return Type::real; }
template <> constexpr Type type_of<std::int64_t>() { return Type::integer; }
template <> constexpr Type type_of<std::complex<double>>() { return Type::complex; }

template <class T> Field<const T> Call::read(std::string_view name) {
  const Slot slot = checked_slot(name, Access::read, type_of<T>());
  return {reinterpret_cast<const T*>(context_->host_data(slot)), context_->layout(slot.variable)};
}
template <class T> Field<T> Call::write(std::string_view name) {
  const Slot slot = checked_slot(name, Access::write, type_of<T>());
  return {reinterpret_cast<T*>(context_->host_data(slot)), context_->layout(slot.variable)};
}
template <class T> Field<T> Call::readwrite(std::string_view name) {
  const Slot slot = checked_slot(name, Access::readwrite, type_of<T>());
  return {reinterpret_cast<T*>(context_->host_data(slot)), context_->layout(slot.variable)};
}
template <class T> Field<const T> Call::read(Slot slot) {
  check_slot(slot, Access::read, type_of<T>());
  return {reinterpret_cast<const T*>(context_->host_data(slot)), context_->layout(slot.variable)};
}
template <class T> Field<T> Call::write(Slot slot) {
  check_slot(slot, Access::write, type_of<T>());
  return {reinterpret_cast<T*>(context_->host_data(slot)), context_->layout(slot.variable)};
}

} // namespace nopal
