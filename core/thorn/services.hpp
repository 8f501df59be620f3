#pragma once
// What the driver offers to thorns: abstract interfaces, handed out by Call::services().

#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/reductions/reduction.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"

#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Sums over all owned points of all processes; same bits for any number of ranks and threads. All collective.
class Reductions {
public:
  virtual ~Reductions() = default;
  /// Of a real or integer variable's owned points at level 0..n, which the calling routine must have declared under
  /// reduces: or reads:. What it reduces and is valid on the device alone was reduced there, before the routine was
  /// called; Error where `which:` of reduces: lacks one of these. Result in the order of `which`.
  virtual std::vector<double> reduce(Slot slot, std::span<const Reduction> which) = 0;
  virtual double sum(const ExactSum& local) = 0;
  virtual double max(double local) = 0;
  virtual double min(double local) = 0;
};

/// Those hooks of the Accelerator that infrastructure thorns call, and sync. Names as published
/// (docs/accelerator.md); variables by full name of variable or group. All collective.
class DataHooks {
public:
  virtual ~DataHooks() = default;
  virtual void sync(const std::vector<std::string>& names) = 0;
  virtual void copy_from_past(const std::vector<std::string>& names) = 0;
  /// Clauses as text, "wavetoy::phi@0(interior)"; on_device: at the device where there is one, else the host.
  virtual void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_valid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
};

class Services {
public:
  virtual ~Services() = default;
  virtual const Variables& variables() const = 0;
  virtual const Parameters& parameters() const = 0;
  virtual const Decomposition& decomposition() const = 0;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Address of the run's MPI_Comm: a handle that core need not understand.
  virtual void* communicator() = 0;
  virtual Reductions& reductions() = 0;
  virtual DataHooks& data() = 0;
  /// Folder for output, existing and writable on rank 0.
  virtual const std::string& output_folder() const = 0;
  /// The parfile's path, overrides and text, for provenance (Parfile::provenance()).
  virtual const std::string& parfile() const = 0;
  /// A line in the log, from rank 0.
  virtual void info(const std::string& text) = 0;
  virtual void warn(const std::string& text) = 0;
  /// Ends the run after this iteration, once any rank has asked.
  virtual void request_termination(const std::string& reason) = 0;
};

} // namespace nopal
