#pragma once
// Measures ways to compute the iterations of a run, with its own data.

#include "driver/loop/time_loop.hpp"
#include "driver/tune/tune_report.hpp"

#include <vector>

namespace nopal {

class Tuning {
public:
  /// The arguments outlive this object. The run gets no limit of iterations.
  Tuning(TimeLoop& loop, Epochs& epochs);

  /// Collective. Starts the run, measures each way, and ends the run. The bins in which a run writes are left out. The
  /// fastest way is kept for later runs. A request to end the run ends the measurement.
  TuneReport run();

private:
  /// Iterations of one epoch, or one without epochs.
  struct Sample {
    int iterations = 0;
    double seconds = 0; ///< of one of them, on the slowest rank
  };
  /// A way while it is measured.
  struct Turn {
    int way = 0; ///< number in Ways::all
    bool warm = false;
    int others = 0; ///< epochs that were computed in another way, or are short, one after the other
    double total = 0;
    std::vector<double> seconds{};

    bool is_over() const;
    void add(const Sample& sample);
  };
  std::int64_t next() const { return order_.iteration() + 1; }
  bool go_on();
  Sample advanced(const TimeLoop::Advance& done) const;
  WaySearch* find_ways();
  void take(Turn& turn, WaySearch* search);
  std::vector<Turn> measure(WaySearch* search);
  void add_rows(TuneReport& report, const std::vector<Turn>& turns, const WaySearch* search) const;
  void keep(TuneReport& report, const std::vector<Turn>& turns, const WaySearch& search) const;

  TimeLoop& loop_;
  Epochs& epochs_;
  RunOrder order_;
  WallTime wall_;
  TimeLoop::Result end_; ///< why the run ends
};

} // namespace nopal
