#include "core/device/command_faults.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace nopal {

namespace {

/// The number of remembered launches above which `ended` is called.
constexpr std::size_t unasked = 64;
/// A message lists so many launches from the beginning and from the end. The first ones are the most likely cause.
constexpr std::size_t listed_first = 6;
constexpr std::size_t listed_last = 2;

std::string extents(const std::array<std::size_t, 3>& n) { return fmt::format("{} x {} x {}", n[0], n[1], n[2]); }

} // namespace

CommandFaults::CommandFaults(std::string api, std::string device, DeviceLanguage language, bool synchronous)
    : api_(std::move(api)), device_(std::move(device)), language_(language), synchronous_(synchronous) {}

std::string CommandFaults::text(const Launched& launch) const {
  const bool cuda = language_ == DeviceLanguage::cuda;
  return fmt::format("{}, {} {} of {} {}, {} bytes of {} memory", launch.label, extents(launch.shape.groups),
                     cuda ? "blocks" : "groups", extents(launch.shape.local), cuda ? "threads" : "work-items",
                     launch.shared_bytes, cuda ? "shared" : "local");
}

void CommandFaults::settle(const Ended& ended) {
  while (!under_way_.empty() && under_way_.front().event && ended(under_way_.front())) under_way_.pop_front();
}

Launched& CommandFaults::launching(Launched launch, const Ended& ended) {
  if (under_way_.size() >= unasked) settle(ended);
  return under_way_.emplace_back(std::move(launch));
}

std::string CommandFaults::suspects(const std::string& what) const {
  const std::string others =
      handed_out_ ? ". Functions with `device: true` may also have put their own commands on the native queue" : "";
  if (synchronous_) {
    std::string text = ". nopal waited for each command (accelerator.synchronous), so this command failed";
    if (!under_way_.empty() && what.find(under_way_.back().label) == std::string::npos)
      text += ": " + this->text(under_way_.back());
    return text + others;
  }
  std::string text = ". Commands run asynchronously, so an earlier command has failed. ";
  const std::size_t n = under_way_.size();
  if (n == 0)
    text += "nopal knows no launch that may be the cause";
  else
    text += n == 1 ? "1 launch may be the cause" : fmt::format("{} launches may be the cause, the oldest first", n);
  for (std::size_t l = 0; l < n; ++l) {
    if (n > listed_first + listed_last && l == listed_first) {
      text += fmt::format("; ... ({} more)", n - listed_first - listed_last);
      l = n - listed_last;
    }
    text += (l == 0 ? ": " : "; ") + this->text(under_way_[l]);
  }
  return text + others +
         ". Use accelerator.synchronous: true to find the command that failed: nopal then waits for each command";
}

void CommandFaults::require_working() const {
  if (broken()) throw Error(first_);
}

void CommandFaults::fail(const std::string& what, const std::string& call, const std::string& error, FaultOf of) {
  require_working();
  const std::string text = fmt::format("{} cannot {} on {}: {} says {}", api_, what, device_, call, error);
  if (of == FaultOf::call) throw Error(text);
  first_ = of == FaultOf::earlier ? text + suspects(what) : text;
  throw Error(first_);
}

} // namespace nopal
