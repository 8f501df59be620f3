#pragma once
// The numbers of a launch: values of parameters and of scalar variables.

#include "core/parameters/parameters.hpp"
#include "core/spaces/host_memory.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Returns the value of a scalar variable in host memory. T is double or std::int64_t, as the variable's type says.
template <class T> T& scalar_value(HostMemory& memory, Slot slot) {
  return *reinterpret_cast<T*>(memory.data(slot) +
                               sizeof(T) * static_cast<std::size_t>(memory.layout(slot.variable).lead));
}

/// Reals and integers are counted apart, each in the order in which they were added.
class LaunchNumbers {
public:
  /// Adds a scalar variable. `is_real`: its values are doubles, else 64-bit integers.
  void add_scalar(Slot slot, bool is_real) { add({slot, {}}, is_real); }
  /// Adds a parameter (full name) of type real, or of type int, bool or keyword.
  void add_parameter(std::string name, bool is_real) { add({{}, std::move(name)}, is_real); }
  /// Adds a number that stays the same.
  void add_real(double value);
  void add_integer(std::int64_t value);

  /// Takes the values of the parameters.
  void refresh(const Parameters& parameters);
  /// Takes the values of the scalars from `memory`.
  void read(HostMemory& memory);
  /// Gives all scalars this value.
  void set_scalars(double value);

  const std::vector<double>& reals() const { return reals_; }
  const std::vector<std::int64_t>& integers() const { return integers_; }

private:
  struct Source {
    Slot slot;             ///< variable -1: a parameter
    std::string parameter; ///< full name; empty: another kind
  };
  void add(Source source, bool is_real);
  std::vector<Source> real_sources_, integer_sources_;
  std::vector<double> reals_;
  std::vector<std::int64_t> integers_;
};

} // namespace nopal
