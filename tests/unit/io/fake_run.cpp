#include "fake_run.hpp"
#include "tests/support/folders.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace nopal::test {

namespace {

/// Starts MPI at first use, because listing the tests must not need MPI.
MPI_Comm start_mpi() {
  int started = 0;
  MPI_Initialized(&started);
  if (started) return MPI_COMM_SELF;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  // Without mpirun all processes take the same session folder. A process that ends would remove files of the others.
  static const TemporaryFolder session;
  setenv("OMPI_MCA_orte_tmpdir_base", session.path().c_str(), 1);
  MPI_Init(nullptr, nullptr);
  std::atexit([] { MPI_Finalize(); });
  return MPI_COMM_SELF;
}

ThornFunction find_function(const std::string& thorn, const std::string& name) {
  const Plugin& plugin = load_plugin(build_folder() + "/lib/nopal/lib" + thorn + ".so", "thorn", thorn);
  for (int f = 0; f < plugin.n_functions; ++f)
    if (plugin.functions[f].name == name) return plugin.functions[f].function;
  throw Error(thorn + " has no function " + name);
}

} // namespace

/// An output thorn moves no data itself.
class FakeRun::Hooks final : public DataHooks {
public:
  explicit Hooks(const FakeRun& run) : run_(run) {}
  void sync(const std::vector<std::string>&) override { refuse(); }
  void copy_from_past(const std::vector<std::string>&) override { refuse(); }
  void notify_data_modified(const std::vector<std::string>&, bool) override { refuse(); }
  void require_invalid_data(const std::vector<std::string>&, bool) override { refuse(); }
  void require_valid_data(const std::vector<std::string>&, bool) override { refuse(); }
  Region valid(Slot) const override { return Region::everywhere; }
  std::optional<LastWrite> last_write(Slot) const override { return std::nullopt; }
  void set_last_write(Slot, const LastWrite&) override { refuse(); }
  std::optional<EarlierIteration> earlier_iteration(Slot slot) const override {
    const auto found = run_.earlier.find(slot.variable);
    if (found == run_.earlier.end()) return std::nullopt;
    return EarlierIteration{found->second, run_.decomposition_.domain().time(found->second)};
  }

private:
  [[noreturn]] static void refuse() { throw Error("an output thorn moves no data itself"); }
  const FakeRun& run_;
};

FakeRun::~FakeRun() = default;

FakeRun::FakeRun(const std::string& thorn, const DomainSpec& grid)
    : thorn_(thorn), hooks_(std::make_unique<Hooks>(*this)), decomposition_(Domain(grid), 1), collective_(start_mpi()) {
  ErrorList errors;
  for (auto& parameter : read_thorn(source_folder() + "/schedules/" + thorn + ".yaml", errors).parameters)
    parameters_.declare(parameter);
  errors.raise_if_any();
}

int FakeRun::add(GroupKind kind, Type type, const std::string& name, Index shape, int dimension) {
  Group group;
  group.thorn = "test";
  group.name = name + "_group";
  group.kind = kind;
  group.type = type;
  group.shape = shape;
  group.dimension = dimension;
  group.description = "The " + name;
  variables_.add_group(group, {name});
  const Box stored = decomposition_.stored(0);
  layouts_.push_back(kind == GroupKind::gf ? grid_layout(stored, stored.lower[0], decomposition_.domain().dimension())
                                           : array_layout(shape));
  storage_.emplace_back(static_cast<std::size_t>(layouts_.back().size) * size_of(type));
  return variables_.n_variables() - 1;
}

void FakeRun::call(const std::string& function, const std::vector<int>& variables, long iteration) {
  routine_ = Routine{};
  routine_.thorn = thorn_;
  routine_.name = routine_.target = function;
  for (const int v : variables) routine_.reads.push_back({{v, 0}, Region::owned, {}});
  const Domain& domain = decomposition_.domain();
  clock_ = {domain.time(iteration), domain.dt(), iteration};
  Call call(*this);
  find_function(thorn_, function)(call);
}

std::string FakeRun::error_of(const std::string& function, const std::vector<int>& variables) {
  try {
    call(function, variables);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string FakeRun::text_of(const std::string& file) const {
  std::ifstream stream(output(file));
  EXPECT_TRUE(stream) << output(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<Reduced> FakeRun::reduce(Slot, std::span<const Reduction> which) {
  return {reduced.begin(), reduced.begin() + static_cast<std::ptrdiff_t>(which.size())};
}

DataHooks& FakeRun::data() { return *hooks_; }

} // namespace nopal::test
