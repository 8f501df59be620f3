#pragma once
// The views that guarded functions get: they check each access before it happens. Pages can only forbid whole slots.

#include "core/thorn/field_watch.hpp"
#include "driver/guard/guard_report.hpp"

#include <functional>
#include <string>
#include <thread>

namespace nopal {

class WatchedView final : public FieldWatch {
public:
  /// `end` ends the job with a message. It is used where an exception cannot be caught: on another thread than the one
  /// that called the function, and in a parallel region of OpenMP.
  using End = std::function<void(const std::string& text)>;
  /// `running`: the number of the call that runs. It must outlive the view.
  WatchedView(const long& running, Access access, End end) : running_(running), access_(access), end_(std::move(end)) {}

  /// Makes the view one of the running call. Both references must live until the call ends.
  void enter(const GuardedCall& call, const GuardedSlot& slot) {
    number_ = running_;
    call_ = &call;
    slot_ = &slot;
  }
  /// Throws Error, or ends the job, if the point is not stored, if no clause for this access names its region, or if it
  /// holds poison and can only be read. Does nothing in a later call: there the protection of pages finds a view that
  /// was kept.
  void see(const Index& at) const override;

private:
  std::string why(const Index& at) const;
  const long& running_;
  long number_ = -1;
  const GuardedCall* call_ = nullptr;
  const GuardedSlot* slot_ = nullptr;
  Access access_;
  End end_;
  std::thread::id caller_ = std::this_thread::get_id();
};

} // namespace nopal
