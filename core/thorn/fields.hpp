#pragma once
// The variables that a function may use, by name, and their values in host memory.

#include "core/thorn/call_context.hpp"
#include "core/thorn/field_watch.hpp"

#include <complex>
#include <cstdint>
#include <type_traits>

namespace nopal {

/// A view of one slot. (i, j, k) are global indices; T is const for a read. Scalars: value(). Dats: (c, e) is component
/// c of the element with the local number e (Services::mesh()). The values at points that the routine did not declare
/// are undefined.
template <class T> class Field {
public:
  /// `watch` sees each access and must outlive the view; null: nothing does.
  Field(T* allocation, const Layout& layout, const FieldWatch* watch = nullptr)
      : origin_(allocation + layout.origin()), layout_(&layout), watch_(watch) {}
  /// Always inline, so that a watch sees the caller's line.
  [[gnu::always_inline]] T& operator()(long i, long j = 0, long k = 0) const {
    if (watch_ != nullptr) [[unlikely]]
      watch_->see({i, j, k});
    return *address(i, j, k);
  }
  /// The address of a point, for code that goes through the memory by itself. This is no access yet.
  T* address(long i, long j = 0, long k = 0) const {
    return origin_ + (i + j * layout_->stride[1] + k * layout_->stride[2]);
  }
  T& value() const { return (*this)(layout_->box.lower[0], layout_->box.lower[1], layout_->box.lower[2]); }
  const Layout& layout() const { return *layout_; }

private:
  T* origin_;
  const Layout* layout_;
  const FieldWatch* watch_;
};

template <class T> constexpr Type type_of() {
  constexpr bool is_real = std::is_same_v<T, double>, is_integer = std::is_same_v<T, std::int64_t>;
  static_assert(is_real || is_integer || std::is_same_v<T, std::complex<double>>,
                "a variable is read and written as double (datatype: real), std::int64_t (int) or std::complex<double> "
                "(complex)");
  return is_real ? Type::real : is_integer ? Type::integer : Type::complex;
}

/// Gives a function the variables that it has declared: a Part gives grid functions, a Call gives arrays, scalars and
/// dats. A name is "phi", "phi@1" or "thorn::phi@1". All functions throw an Error that says which clause to write if
/// the name, the access or the type is not declared. read, write and readwrite also take a Slot, of a clause or of the
/// state.
class Fields {
public:
  template <class T, class Name> Field<const T> read(const Name& name) const {
    return field<const T>(checked(name, Access::read, type_of<T>()), Access::read);
  }
  template <class T, class Name> Field<T> write(const Name& name) const {
    return field<T>(checked(name, Access::write, type_of<T>()), Access::write);
  }
  template <class T, class Name> Field<T> readwrite(const Name& name) const {
    return field<T>(checked(name, Access::readwrite, type_of<T>()), Access::readwrite);
  }
  /// Address of the slot's element 0 where the routine runs, on the device or on the host.
  void* device_pointer(std::string_view name) const;
  /// The layout of the slot's points in that memory, in elements. It is the same on the host and on a device.
  const Layout& layout(std::string_view name) const;

protected:
  enum class Holder { call, part };
  Fields(CallContext& context, Holder holder) : context_(&context), holder_(holder) {}
  CallContext* context_;

private:
  Slot checked(std::string_view name, Access access, Type type) const;
  Slot checked(Slot slot, Access access, Type type) const;
  Slot of_holder(Slot slot) const;
  template <class T> Field<T> field(Slot slot, Access access) const {
    return {reinterpret_cast<T*>(context_->host_data(slot)), context_->layout(slot.variable),
            context_->watch(slot, access)};
  }
  Holder holder_;
};

} // namespace nopal
