#pragma once
// Builds the tree from the events of yaml-cpp's parser. Internal to core/yaml: the one header with yaml-cpp types.

#include "core/yaml/node.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

namespace nopal::yaml {

class Builder : public YAML::EventHandler {
public:
  Builder(std::string file, bool lines, ErrorList& errors);

  Location location(const YAML::Mark& mark) const;
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
  // A list or map that is still open; of a map, the key whose value comes next.
  struct Open {
    Node node;
    bool has_key = false;
    bool skip_value = false;
    Entry entry;
  };
  void open(Kind kind, const YAML::Mark& mark, const std::string& tag);
  void close();
  void place(Node node);
  void place_key(Open& map, const Node& key);
  void check_tag(const YAML::Mark& mark, const std::string& tag);

  std::string file_;
  bool lines_;
  ErrorList& errors_;
  Node root_;
  std::vector<Open> stack_;
};

} // namespace nopal::yaml
