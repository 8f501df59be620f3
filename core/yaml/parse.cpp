#include "core/yaml/builder.hpp"

#include "core/files/existing_file.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <filesystem>
#include <sstream>

namespace nopal::yaml {

namespace {

constexpr std::int64_t largest_file = std::int64_t{64} << 20;

// Notes where a second document starts, and ignores its content.
class Leftover : public Builder {
public:
  using Builder::Builder;
  void OnDocumentStart(const YAML::Mark& mark) override { start = mark; }
  YAML::Mark start = YAML::Mark::null_mark();
};

void add_leftover(const std::string& text, const Leftover& leftover, ErrorList& errors) {
  const Location where = leftover.location(leftover.start);
  const auto position = static_cast<std::size_t>(leftover.start.pos);
  if (position < text.size() && text.compare(position, 3, "---") == 0)
    errors.add(where,
               "found the start of a second YAML document: write one document in each file (remove the \"---\")");
  else
    errors.add(where, "found text after the end of the YAML value: remove it, or check the brackets before it");
}

// Removes a byte order mark: yaml-cpp does not count it in positions.
std::string without_byte_order_mark(const std::string& text) {
  return text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? text.substr(3) : text;
}

} // namespace

std::optional<Node> parse(const std::string& given, const std::string& name, ErrorList& errors, bool lines) {
  const std::string text = without_byte_order_mark(given);
  if (!check_characters(text, name, lines, errors)) return std::nullopt;
  Builder builder(text, name, lines, errors);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (builder.is_broken()) return std::nullopt;
    ErrorList ignored;
    Leftover leftover(text, name, lines, ignored);
    if (parser.HandleNextDocument(leftover)) {
      add_leftover(text, leftover, errors);
      return std::nullopt;
    }
  } catch (const YAML::ParserException& error) {
    const int line = error.mark.is_null() ? -1 : error.mark.line;
    // If a bracket is never closed, yaml-cpp reports the end of the file.
    const bool is_open = error.msg.find("flow not found") != std::string::npos;
    const Location where = is_open ? builder.open_bracket(error.mark) : builder.location(error.mark);
    errors.add(where, "this is not valid YAML: " + syntax_message(error.msg, text, line));
    return std::nullopt;
  }
  Node root = builder.take_root();
  if (root.where.file.empty()) root.where = {name, lines ? 1 : 0, lines ? 1 : 0};
  return root;
}

std::optional<std::string> read_text(const std::string& path, ErrorList& errors) {
  const auto refuse = [&](const std::string& why) {
    errors.add({path, 0, 0}, why);
    return std::nullopt;
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return refuse("this is a folder; expected a file");
  if (const std::string trouble = trouble_with_file(path); !trouble.empty())
    return refuse("this file cannot be read: " + trouble);
  try {
    return file_text(path, largest_file);
  } catch (const Error& error) {
    return refuse(error.what());
  }
}

} // namespace nopal::yaml
