#pragma once
// HDF5 identifiers that close themselves, and HDF5's failures as nopal::Error.

#include <hdf5.h>

#include <string>
#include <utility>

namespace nopal::hdf5 {

/// Throws an Error. `what` says what was attempted on which file; HDF5's error stack follows.
[[noreturn]] void fail(const std::string& what);

/// Returns HDF5's error stack of this thread, innermost first, and empties it. One indented line for each entry,
/// without those that only pass the error on.
std::string error_stack();

/// The remedy at the end of a message about a file that HDF5 could not write. HDF5 gives no reason.
constexpr const char* remedy = "; free space there, make it writable or set driver.output to another folder";

/// Owns one identifier.
class Handle {
public:
  using Close = herr_t (*)(hid_t);
  /// Throws Error if the identifier is invalid. `what` completes "cannot ...".
  Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
    if (id < 0) fail(what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  // The conversion is implicit, so that functions of HDF5 take a Handle.
  operator hid_t() const { return id_; } // NOLINT(google-explicit-constructor)
  /// Closes the identifier. Returns false if HDF5 failed.
  bool close() { return close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

private:
  hid_t id_;
  Close close_;
};

/// Calls fail() if `status` says that a call failed.
inline void check(herr_t status, const std::string& what) {
  if (status < 0) fail(what);
}

/// While this object exists, HDF5 prints no errors.
class Silence {
public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

} // namespace nopal::hdf5
