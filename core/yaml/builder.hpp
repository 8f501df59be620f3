#pragma once
// Builds the tree from the events of yaml-cpp's parser, and checks what that parser does not. Internal to core/yaml:
// the one header with yaml-cpp types.

#include "core/yaml/node.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>

namespace nopal::yaml {

class Builder : public YAML::EventHandler {
public:
  Builder(const std::string& text, std::string file, bool lines, ErrorList& errors);

  Location location(const YAML::Mark& mark) const;
  /// The place where the innermost open list or mapping begins; without one the place of `mark`.
  Location open_bracket(const YAML::Mark& mark) const {
    return stack_.empty() ? location(mark) : stack_.back().node.where;
  }
  /// True after an error that makes the rest of the text meaningless.
  bool is_broken() const { return is_broken_; }
  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override;
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override;

private:
  // An open list or map; for a map also the key whose value comes next.
  struct Open {
    Node node;
    bool has_key = false;
    bool skip_value = false;
    Entry entry;
    std::map<std::string, Location> keys;
  };
  void open(Kind kind, const YAML::Mark& mark, const std::string& tag);
  void close();
  void place(Node node);
  void place_key(Open& map, const Node& key);
  void check_tag(const YAML::Mark& mark, const std::string& tag);

  const std::string& text_;
  std::string file_;
  bool lines_;
  ErrorList& errors_;
  bool is_broken_ = false;
  Node root_;
  std::vector<Open> stack_;
};

/// Whether the text is UTF-8 without control characters. Adds an error at the first place where it is not.
/// (yaml-cpp ends the text at some control characters.)
bool check_characters(const std::string& text, const std::string& name, bool lines, ErrorList& errors);

/// Names the first character of a scalar that would end or break a line of a message, or change a terminal: a control
/// character other than the end of a line and a tab, or U+0085, U+2028 or U+2029. Escapes such as "\0" in a quoted text
/// can stand for such characters. Returns nothing if there is none.
std::optional<std::string> unprintable(const std::string& text);

/// Whether the quoted text that begins at this byte ends before the end of the file. (yaml-cpp 0.7 does not check
/// this.)
bool quote_is_closed(const std::string& text, std::size_t position);

/// Returns a message of yaml-cpp in words for the user. `line` counts from 0; -1: unknown.
std::string syntax_message(const std::string& message, const std::string& text, int line);

} // namespace nopal::yaml
