#include "core/trace/chrome_trace.hpp"

#include <fmt/format.h>

#include <iterator>

namespace nopal {

namespace {

constexpr int validity_track = n_tracks;
constexpr const char* track_names[] = {"host", "device", "bus, host->device", "bus, device->host", "validity"};
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

bool is_utf8(std::string_view text) {
  int expected = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xc0U) == 0x80U;
    if (continues != (expected > 0)) return false;
    if (continues) {
      --expected;
    } else if (byte >= 0x80U) {
      if (byte < 0xc2U || byte > 0xf4U) return false;
      expected = byte < 0xe0U ? 1 : byte < 0xf0U ? 2 : 3;
    }
  }
  return expected == 0;
}

class Writer {
public:
  Writer(const Timeline& timeline, const Variables& variables, const TraceRank& rank, const TraceSink& sink)
      : variables_(variables), rank_(rank), sink_(sink), timeline_(timeline) {
    for (std::int32_t t = 0; t < timeline.n_texts(); ++t) texts_.push_back(json_string(timeline.text(t)));
  }

  void write() {
    names();
    for (const Span& span : timeline_.ordered()) event(span);
    if (rank_.changes_of_validity)
      for (const ValidityChange& change : timeline_.changes()) event(change);
    flush(0);
  }

private:
  template <class... Arguments> void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
  }
  void flush(std::size_t keep) {
    if (buffer_.size() <= keep) return;
    sink_(buffer_);
    buffer_.clear();
  }
  void time(const char* key, std::int64_t nanoseconds) {
    const char* sign = nanoseconds < 0 ? "-" : "";
    const std::int64_t size = std::abs(nanoseconds);
    put(",\"{}\":{}{}.{:03}", key, sign, size / 1000, size % 1000);
  }
  void text(const char* key, std::int32_t number) {
    if (number >= 0) put(",\"{}\":{}", key, texts_[static_cast<std::size_t>(number)]);
  }

  void names() {
    const auto say = [&](int track, const char* what, const std::string& arguments) {
      put(",\n{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"{}\",\"args\":{{{}}}}}", rank_.rank, track, what,
          arguments);
    };
    say(0, "process_name", "\"name\":" + json_string(rank_.name));
    say(0, "process_sort_index", fmt::format("\"sort_index\":{}", rank_.rank));
    for (int track = 0; track < (rank_.changes_of_validity ? n_tracks + 1 : n_tracks); ++track) {
      say(track, "thread_name", "\"name\":" + json_string(track_names[track]));
      say(track, "thread_sort_index", fmt::format("\"sort_index\":{}", track));
    }
  }

  void event(const Span& span) {
    put(",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{}", rank_.rank, static_cast<int>(span.track));
    time("ts", span.begin - rank_.zero);
    time("dur", span.end - span.begin);
    text("name", span.name);
    put(",\"cat\":\"{}\",\"args\":{{\"iteration\":{}", to_string(span.kind), span.iteration);
    if (span.kind != SpanKind::bin) text("bin", span.bin);
    if (span.kind != SpanKind::routine && span.kind != SpanKind::output) text("by", span.by);
    if (span.kind == SpanKind::routine || span.kind == SpanKind::output)
      put(",\"place\":\"{}\"", span.on_device ? "device" : "host");
    if (span.event > 0) put(",\"event\":{}", span.event);
    if (span.kind == SpanKind::copy) copy(span);
    if (span.kind == SpanKind::exchange) {
      put(",\"sent\":{},\"received\":{}", span.payload, span.moved);
      text("neighbours", span.detail);
    }
    if (span.track != Track::host) put(",\"clock\":\"{}\"", span.timed_by_device ? "device" : "host");
    put("}}}}");
    flush(piece_bytes);
  }

  void copy(const Span& span) {
    put(",\"direction\":\"{}\",\"bytes\":{},\"moved\":{},\"cause\":\"{}\"",
        span.track == Track::to_host ? "device->host" : "host->device", span.payload, span.moved,
        to_string(span.cause));
    if (any(span.region)) put(",\"region\":{}", json_string(to_string(span.region)));
    put(",\"slots\":{{");
    const char* separator = "";
    for (const CopyPart& part : timeline_.parts(span)) {
      put("{}{}:{}", separator, json_string(variables_.text(part.slot)), part.bytes);
      separator = ",";
    }
    put("}}");
  }

  void event(const ValidityChange& change) {
    const std::string slot = variables_.text(change.slot);
    const std::string place = place_text(change.place);
    put(",\n{{\"ph\":\"i\",\"s\":\"t\",\"pid\":{},\"tid\":{}", rank_.rank, validity_track);
    time("ts", change.time - rank_.zero);
    put(",\"name\":{},\"cat\":\"validity\",\"args\":{{\"iteration\":{}",
        json_string(slot + " on the " + place + ": " + to_string(change.after)), change.iteration);
    text("bin", change.bin);
    text("hook", change.hook);
    text("by", change.by);
    put(",\"event\":{},\"slot\":{},\"place\":{},\"before\":{},\"after\":{}}}}}", change.event, json_string(slot),
        json_string(place), json_string(to_string(change.before)), json_string(to_string(change.after)));
    flush(piece_bytes);
  }

  const Variables& variables_;
  const TraceRank& rank_;
  const TraceSink& sink_;
  const Timeline& timeline_;
  std::vector<std::string> texts_;
  std::string buffer_;
};

} // namespace

std::string json_string(std::string_view text) {
  const bool utf8 = is_utf8(text);
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (byte < 0x20U || byte == 0x7fU)
      result += fmt::format("\\u{:04x}", byte);
    else
      result += byte >= 0x80U && !utf8 ? '?' : c;
  }
  return result + '"';
}

std::string trace_begin(const TraceDescription& description, const Variables& variables) {
  std::string result =
      fmt::format("{{\"displayTimeUnit\":\"ms\",\n\"otherData\":{{\"writer\":{},\"format\":1,\"parfile\":{},"
                  "\"device\":{},\"ranks\":{},\n\"variables\":[",
                  json_string(description.program), json_string(description.parfile), json_string(description.device),
                  description.ranks);
  for (int v = 0; v < variables.n_variables(); ++v)
    result += fmt::format("{}{{\"name\":{},\"kind\":\"{}\",\"timelevels\":{}}}", v == 0 ? "\n" : ",\n",
                          json_string(variables.full_name(v)), to_string(variables.group_of(v).kind),
                          variables.timelevels(v));
  // This is the first event. All others have a comma before them.
  return result + "]},\n\"traceEvents\":[\n"
                  R"({"ph":"M","pid":0,"tid":0,"name":"process_sort_index","args":{"sort_index":0}})";
}

void write_events(const Timeline& timeline, const Variables& variables, const TraceRank& rank, const TraceSink& sink) {
  Writer(timeline, variables, rank, sink).write();
}

} // namespace nopal
