#pragma once
// The argument of a thorn's C++ function: it gives parts of the grid, variables, parameters, time and services.

#include "core/thorn/fields.hpp"
#include "core/thorn/point_values.hpp"

#include <initializer_list>

namespace nopal {

/// A piece of the grid that this process holds, and the grid functions on it. Today a process holds one.
class Part : public Fields {
public:
  Part(CallContext& context, const Box& owned, const Box& interior, const Box& stored)
      : Fields(context, Holder::part), owned_(owned), interior_(interior), stored_(stored) {}

  /// The points of the grid that belong to this part and to no other: its interior and boundary.
  const Box& owned() const { return owned_; }
  const Box& interior() const { return interior_; }
  /// All points in memory: owned ones and ghosts.
  const Box& stored() const { return stored_; }
  /// The boxes of a region, to launch a kernel over.
  std::vector<LaunchBox> boxes(Region region) const;
  /// Launches a kernel of the thorn over boxes of stored points.
  void launch(std::string_view kernel, std::span<const LaunchBox> boxes) const { context_->launch(kernel, boxes); }

private:
  Box owned_, interior_, stored_;
};

/// One call of a function. Grid functions: `for (const Part& part : call.parts()) part.read<double>("phi")`. Arrays and
/// scalars: `call.read<double>("energy")`. Throws an Error for a kernel or function that is not declared.
class Call : public Fields {
public:
  explicit Call(CallContext& context) : Fields(context, Holder::call) {}

  const Domain& domain() const { return services().decomposition().domain(); }
  /// The parts of the grid that this process holds.
  std::vector<Part> parts() const;
  /// The only part that this process holds. For functions that need exactly one; throws Error if there are several.
  Part only_part() const;
  double time() const;
  double dt() const;
  long iteration() const;
  Services& services() const { return context_->services(); }
  /// Data that this thorn keeps from one call to the next: one object of each type T. The first call makes it, and it
  /// lasts until the end of the run. All functions of the thorn share it.
  template <class T> T& state() const { return services().states().get<T>(context_->routine().thorn); }
  /// Writes a line to the log, unless this thorn has written the same line in this run.
  void warn_once(const std::string& text) const;

  /// Reduces the owned points of a variable. A name is "phi" or "phi@1". Collective: all ranks get the same bits.
  /// Throws Error if the function does not declare the variable under reduces: or reads:. Of no values, such as those
  /// on a set without elements, sums and norms are 0, and min, max and average are NaN.
  ///
  /// T is double or std::int64_t. std::int64_t is for min, max, sum and norm_inf of an int variable, which are then
  /// exact. Throws Error for others, if the result does not fit into 64 bits, and for the min or max of no values.
  template <class T = double> T reduce(std::string_view name, Reduction which) const;

  /// Collective. Returns the values of grid functions at points. Each process gives points of its own, any number of
  /// them, in any part of the grid: their coordinates in units of length, one point after another, one coordinate for
  /// each axis that the grid has. All processes give the same slots and the same interpolation. Along a periodic axis
  /// any finite coordinate is allowed. A value has the same bits for any number of processes.
  ///
  /// The function declares the slots under interpolates:. Then only the grid points around the points travel from a
  /// device to the host, and from their owners to this process. If the clause says "(interior)", these must be interior
  /// points. Slots under reads: of a function on the host are allowed, too, if it reads their owned points; with
  /// `points:` only those.
  ///
  /// Throws the same Error on all processes if a slot is not declared, if a point of any process is not finite or lies
  /// outside the grid, if a value needs grid points outside of the region of the clause, or if the processes give
  /// different slots or interpolations.
  PointValues interpolate(std::span<const Slot> slots, std::span<const double> points,
                          Interpolation interpolation) const;
  /// The same with names: "phi", "phi@1" or "thorn::phi@1".
  PointValues interpolate(std::initializer_list<std::string_view> names, std::span<const double> points,
                          Interpolation interpolation) const;

  /// Returns the slot that a name stands for in this routine. It is a name such as "phi", "phi@1" or "wave::phi", or
  /// one that the item gives under `each:` or `bind:`. Throws Error if no variable or timelevel has this name.
  Slot slot(std::string_view name) const;

  /// The resolved clauses of this routine. Routines whose clauses follow parameters need them.
  const std::vector<Clause>& reads() const { return context_->routine().reads; }
  const std::vector<Clause>& writes() const { return context_->routine().writes; }

  /// The value of a parameter. A short name means one of this thorn, else one of `uses:`. If `each:` made the item for
  /// a variable with a value of its own, it is that value.
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
  /// The API that device_pointer() and the queue belong to: "cuda", "opencl" or "host" (DeviceDescription::native). If
  /// the routine runs on the host, it is "host".
  std::string_view native_api() const;
  /// Launches a kernel of the thorn over the points that its item declares. For other boxes use Part::launch.
  void launch(std::string_view kernel) { context_->launch(kernel, context_->boxes(kernel)); }

  /// A function that another thorn provides and this one requires, such as call.provided<double(double)>("name",
  /// "double(double)"). `signature` is the text that both thorns declare.
  template <class Signature> Signature* provided(std::string_view name, std::string_view signature) {
    return reinterpret_cast<Signature*>(context_->provided(name, signature));
  }

private:
  Reduced reduced(std::string_view name, Reduction which) const;
};

template <> double Call::reduce<double>(std::string_view name, Reduction which) const;
template <> std::int64_t Call::reduce<std::int64_t>(std::string_view name, Reduction which) const;

} // namespace nopal
