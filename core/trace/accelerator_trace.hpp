#pragma once
// Lines of `verbose` and `veryverbose`; docs/accelerator.md documents them.

#include "core/accelerator/transfers.hpp"

#include <string>
#include <vector>

namespace nopal::trace {

/// "host->device wavetoy::phi@1 (interior, boundary) 81608 bytes; …": copies of one event, or "nothing copied".
std::string copies(const Variables& variables, const std::vector<TransferRecord>& records);

/// "accelerator: iteration 3, evol: wavetoy::evolve on the device: nothing copied"
std::string routine(const Variables& variables, const Routine& routine, Place place, std::int64_t iteration,
                    const std::vector<TransferRecord>& records);

/// "accelerator: iteration 3: <what>: <copies>"; `what` names a hook and who called it.
std::string hook(const Variables& variables, const std::string& what, std::int64_t iteration,
                 const std::vector<TransferRecord>& records);

/// "accelerator: iteration 3: sync of wavetoy::boundary: wavetoy::phi@0 packed on the device, ghosts valid on the
/// device; device->host 81608 bytes, host->device 81608 bytes, 1 message": counts since `before`.
std::string sync(const Variables& variables, const std::string& cause, std::int64_t iteration,
                 const std::vector<SyncOrder>& orders, const Counters& before, const Counters& after,
                 std::size_t messages);

/// "accelerator: iteration 3: notify_data_modified on the host: wavetoy::phi@0 (interior); …"
std::string notify(const Variables& variables, std::int64_t iteration, const std::vector<Clause>& clauses, Place place);

/// "accelerator: iteration 3: copy_from_past: wavetoy::phi@0 (owned) on the device; …"
std::string past(const Variables& variables, std::int64_t iteration, const std::vector<PastOrder>& orders);

} // namespace nopal::trace
