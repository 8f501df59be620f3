#include "core/yaml/builder.hpp"

namespace nopal::yaml {

Builder::Builder(const std::string& text, std::string file, bool lines, ErrorList& errors)
    : text_(text), file_(std::move(file)), lines_(lines), errors_(errors) {}

Location Builder::location(const YAML::Mark& mark) const {
  if (!lines_ || mark.is_null()) return {file_, 0, 0};
  return {file_, mark.line + 1, mark.column + 1};
}

void Builder::OnNull(const YAML::Mark& mark, YAML::anchor_t) {
  Node node;
  node.where = location(mark);
  place(std::move(node));
}

void Builder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  errors_.add(location(mark), "found a YAML alias (*name), which is not supported: write the value itself");
  OnNull(mark, anchor);
}

void Builder::OnAnchor(const YAML::Mark& mark, const std::string& name) {
  errors_.add(location(mark), "found the YAML anchor &" + name + ", which is not supported: remove it" +
                                  ", or quote a text that begins with &");
}

void Builder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) {
  Node node;
  node.kind = Kind::scalar;
  node.text = value;
  node.quoted = tag != "?"; // yaml-cpp: "?" for plain scalars, "!" for quoted ones
  node.where = location(mark);
  if (node.quoted && tag != "!") check_tag(mark, tag);
  if (const auto found = unprintable(value)) {
    errors_.add(node.where, "found " + *found + " in this text: remove it");
    is_broken_ = true;
  }
  if (node.quoted && !quote_is_closed(text_, static_cast<std::size_t>(mark.pos)) && !is_broken_) {
    errors_.add(node.where, "this is not valid YAML: the quote that opens here is not closed");
    is_broken_ = true;
  }
  place(std::move(node));
}

void Builder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                              YAML::EmitterStyle::value) {
  open(Kind::sequence, mark, tag);
}

void Builder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) {
  open(Kind::map, mark, tag);
}

void Builder::open(Kind kind, const YAML::Mark& mark, const std::string& tag) {
  check_tag(mark, tag);
  Open open;
  open.node.kind = kind;
  open.node.where = location(mark);
  stack_.push_back(std::move(open));
}

void Builder::close() {
  Node node = std::move(stack_.back().node);
  stack_.pop_back();
  place(std::move(node));
}

void Builder::place(Node node) {
  if (stack_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& open = stack_.back();
  if (open.node.kind == Kind::sequence) {
    open.node.items.push_back(std::move(node));
  } else if (!open.has_key) {
    place_key(open, node);
  } else {
    open.has_key = false;
    // yaml-cpp gives an empty value the line of the text that follows.
    if (node.kind == Kind::null) node.where = open.entry.where;
    open.entry.value = std::move(node);
    if (!open.skip_value) open.node.entries.push_back(std::move(open.entry));
  }
}

void Builder::place_key(Open& map, const Node& key) {
  map.has_key = true;
  map.skip_value = false;
  map.entry = {key.text, key.where, {}};
  if (!key.is_scalar()) {
    errors_.add(key.where, key.mismatch("a key: write \"name: value\""));
    map.skip_value = true;
    return;
  }
  const auto [first, is_new] = map.keys.emplace(key.text, key.where);
  if (is_new) return;
  errors_.add(key.where, "the key \"" + key.text + "\" is written twice; the first one is at " + first->second.text() +
                             ": remove one of them");
  map.skip_value = true;
}

void Builder::check_tag(const YAML::Mark& mark, const std::string& tag) {
  if (tag.empty() || tag == "?" || tag == "!") return;
  errors_.add(location(mark), "found the YAML tag " + tag + ", which is not supported: remove it" +
                                  ", or quote a text that begins with !");
}

} // namespace nopal::yaml
