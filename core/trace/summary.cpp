#include "core/trace/summary.hpp"

#include "core/base/assert.hpp"
#include "core/trace/intervals.hpp"

#include <sstream>

namespace nopal {

namespace {

std::int64_t length(const Span& span) { return span.end - span.begin; }

class Summariser {
public:
  Summariser(const Timeline& timeline, const Variables& variables)
      : timeline_(timeline), variables_(variables), spans_(timeline.ordered()) {}

  TraceSummary result() {
    for (const Span& span : spans_) {
      if (span.kind == SpanKind::routine || span.kind == SpanKind::output) routine(span);
      if (span.kind == SpanKind::copy) copy(span);
      if (span.kind == SpanKind::wait) wait(span);
      if (span.track == Track::device && span.kind == SpanKind::kernel) kernel(span);
      if (span.track != Track::host && !span.timed_by_device) summary_.host_clock = true;
    }
    overlap();
    return summary_;
  }

private:
  std::string text(std::int32_t number) const { return number < 0 ? "" : timeline_.text(number); }
  std::string with_cause(const std::string& what, std::int32_t by) const {
    return by < 0 ? what : what + " " + timeline_.text(by);
  }

  void routine(const Span& span) {
    TraceSummary::Work& work = summary_.routines[{text(span.name), span.on_device ? "device" : "host"}];
    ++work.calls;
    work.host += length(span);
  }

  void kernel(const Span& span) {
    // The time of a kernel that a function launches counts as time of the function.
    summary_.routines[{text(span.by >= 0 ? span.by : span.name), "device"}].device += length(span);
  }

  void copy(const Span& span) {
    summary_.copy_time += length(span);
    const bool up = span.track == Track::to_device;
    for (const CopyPart& part : timeline_.parts(span)) {
      TraceSummary::Copies& copies =
          summary_.copies[{with_cause(to_string(span.cause), span.by), variables_.full_name(part.slot.variable)}];
      ++(up ? copies.to_device : copies.to_host);
      (up ? copies.to_device_bytes : copies.to_host_bytes) += part.bytes;
      if (span.payload > 0)
        copies.time += static_cast<std::int64_t>(static_cast<double>(length(span)) * static_cast<double>(part.bytes) /
                                                 static_cast<double>(span.payload));
    }
  }

  void wait(const Span& span) {
    TraceSummary::Waits& waits = summary_.waits[span.by < 0 ? text(span.name) : text(span.name) + ", " + text(span.by)];
    ++waits.count;
    waits.time += length(span);
  }

  void overlap() {
    Intervals copies, kernels, work, not_work;
    for (const Span& span : spans_) {
      const Interval interval{span.begin, span.end};
      if (span.kind == SpanKind::copy) copies.push_back(interval);
      const bool kernel = span.kind == SpanKind::kernel || span.kind == SpanKind::pack || span.kind == SpanKind::unpack;
      if (span.track == Track::device && kernel) kernels.push_back(interval);
      if (span.track != Track::host) continue;
      if (span.kind == SpanKind::kernel || span.kind == SpanKind::function) work.push_back(interval);
      if (span.kind == SpanKind::wait || span.kind == SpanKind::hook || span.kind == SpanKind::launch)
        not_work.push_back(interval);
    }
    const Intervals host = difference(united(std::move(work)), united(std::move(not_work)));
    kernels.insert(kernels.end(), host.begin(), host.end());
    summary_.hidden_copy_time = total_covered(copies, united(std::move(kernels)));
  }

  const Timeline& timeline_;
  const Variables& variables_;
  std::vector<Span> spans_;
  TraceSummary summary_;
};

} // namespace

TraceSummary summarise(const Timeline& timeline, const Variables& variables) {
  return Summariser(timeline, variables).result();
}

// Each entry is a line: a letter, numbers, then names, each after a tab. Names contain no tabs.
std::string encode(const TraceSummary& summary) {
  std::ostringstream out;
  out << "t " << summary.copy_time << ' ' << summary.hidden_copy_time << ' ' << summary.host_clock << "\t\t\n";
  for (const auto& [key, work] : summary.routines)
    out << "r " << work.calls << ' ' << work.host << ' ' << work.device << '\t' << key.name << '\t' << key.place
        << '\n';
  for (const auto& [key, copies] : summary.copies)
    out << "c " << copies.to_device << ' ' << copies.to_device_bytes << ' ' << copies.to_host << ' '
        << copies.to_host_bytes << ' ' << copies.time << '\t' << key.cause << '\t' << key.variable << '\n';
  for (const auto& [key, waits] : summary.waits)
    out << "w " << waits.count << ' ' << waits.time << '\t' << key << "\t\n";
  return out.str();
}

void add(TraceSummary& sum, std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string numbers, first, second;
  while (std::getline(in, numbers, '\t') && std::getline(in, first, '\t') && std::getline(in, second)) {
    std::istringstream fields(numbers);
    const auto add_next = [&fields](auto&... sums) {
      std::int64_t number = 0;
      ((fields >> number, sums += number), ...);
    };
    char kind = 0;
    fields >> kind;
    if (kind == 't') {
      bool host_clock = false;
      add_next(sum.copy_time, sum.hidden_copy_time);
      fields >> host_clock;
      sum.host_clock |= host_clock;
    }
    if (kind == 'r') {
      TraceSummary::Work& work = sum.routines[{first, second}];
      add_next(work.calls, work.host, work.device);
    }
    if (kind == 'c') {
      TraceSummary::Copies& copies = sum.copies[{first, second}];
      add_next(copies.to_device, copies.to_device_bytes, copies.to_host, copies.to_host_bytes, copies.time);
    }
    if (kind == 'w') {
      TraceSummary::Waits& waits = sum.waits[first];
      add_next(waits.count, waits.time);
    }
    NOPAL_ASSERT(!fields.fail());
  }
}

} // namespace nopal
