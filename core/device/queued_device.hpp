#pragma once
// A Device for APIs with memory, queues and events, such as OpenCL and CUDA.

#include "core/device/copy_table.hpp"
#include "core/device/list_cache.hpp"
#include "core/device/ordering.hpp"
#include "core/device/queues.hpp"
#include "core/device/reduce_kernel.hpp"
#include "core/kernels/device_launch.hpp"

#include <deque>
#include <map>
#include <set>
#include <vector>

namespace nopal {

/// Kernels run on one queue, and copies in each direction on a queue of their own. Events of each slot order them. The
/// host waits only in the functions that Device documents as blocking.
class QueuedDevice final : public Device,
                           public DeviceTiming,
                           public NativeAccess,
                           public DevicePoisoning,
                           public TiledStencils,
                           public DeviceWindows {
public:
  /// `checked`: DeviceOptions::checked.
  explicit QueuedDevice(std::unique_ptr<DeviceQueues> queues, bool checked = false);
  /// Waits for running commands, because they may still read the host's memory. Does not report faults; finish() does.
  ~QueuedDevice() override;
  QueuedDevice(const QueuedDevice&) = delete;
  QueuedDevice& operator=(const QueuedDevice&) = delete;

  const DeviceDescription& description() const override { return queues_->description(); }

  void create_variables(std::span<const SlotStorage> slots) override;
  void destroy_variables(std::span<const Slot> slots) override;
  void cycle_timelevels(std::span<const int> variables) override;
  void copy_boxes(std::span<const BoxCopy> copies) override;
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override;
  Transferred copy_to_host(std::span<const Piece> pieces) override;
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override;
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override;
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override;
  void prepare_reductions() override;

  int load_kernel(const Kernel& kernel, const BlockShape& shape) override;
  void launch(const DeviceLaunch& launch) override;

  void wait(Ticket ticket) override;
  void finish() override;

  std::byte* allocate_staging(std::size_t bytes) override;
  void free_staging(std::byte* memory) noexcept override;

  DeviceTiming* timing() override { return this; }
  void mark(std::uint64_t mark) override {
    mark_ = mark;
    queues_->mark(mark);
  }
  void timed_commands(std::vector<TimedCommand>& done) override { queues_->timed_commands(done); }

  /// pointer() orders the caller's own commands after earlier commands on the slot and before later ones.
  NativeAccess* native() override { return this; }
  void* pointer(Slot slot) override;
  void* native_queue() override { return queues_->native_queue(); }
  std::shared_ptr<void> make_current() override { return queues_->make_current(); }

  DevicePoisoning* poisoning() override { return this; }
  void fill(std::span<const SlotBox> boxes, std::uint64_t word) override;

  /// Stages have checked versions only as kernels of their own.
  TiledStencils* tiled_stencils() override { return checked_ ? nullptr : this; }
  TileLimits tile_limits() const override;
  int load_stencil(const StencilKernel& stencil) override;
  void launch_tiles(const TiledLaunch& launch) override;

  DeviceWindows* windows() override { return this; }
  void move_windows(std::span<const SlotStorage> slots) override;
  Ticket send_to_host(std::span<const Piece> pieces) override;
  std::shared_ptr<void> pin(std::byte* memory, std::size_t bytes) override;

private:
  struct SlotMemory {
    DeviceBuffer buffer;
    Layout layout;
    std::size_t element_size = 8;
  };
  struct LoadedKernel {
    const Kernel* kernel;
    std::span<const KernelArgument> fields; ///< fields and arrays
    int function = -1;
    int group = 1;
  };
  struct LoadedStencil {
    const StencilKernel* stencil;
    int function = -1;
    int group = 1;
  };
  /// The fields of a launch, in the order of the kernel's arguments.
  struct LaunchFields {
    std::vector<void*> memory;
    std::vector<FieldShape> shapes;
    GuardBounds bounds{};   ///< if the kernel has argument 7
    void* faults = nullptr; ///< the same
  };
  /// The boxes of a launch on the device.
  struct BoxTable {
    FlatBoxes flat; ///< without its boxes
    DeviceMemory memory;
  };
  /// Copies as tables on the device. The number of a buffer is a position in `slots`, or staging_number.
  struct CopyPlan {
    std::vector<Slot> slots;
    std::vector<CopyTable> tables;
    std::vector<DeviceMemory> memory;
  };
  static constexpr int staging_number = -1;
  /// An entry point of a kernel that all devices share.
  struct SharedFunction {
    int function = -1; ///< -1: not compiled yet
    int group = 1;
  };

  SlotMemory& at(Slot slot);
  DeviceMemory upload(std::span<const std::byte> bytes, const std::string& what);
  void reserve(DeviceBuffer& buffer, std::size_t bytes, std::span<const Strip> strips);
  Ticket issue(const QueueEvent& event, Queue queue);

  /// Copies to or from a buffer, after the commands that touch it. Returns the end of the copy.
  QueueEvent write(DeviceBuffer& buffer, std::size_t offset, const std::byte* host, std::size_t bytes);
  QueueEvent read(DeviceBuffer& buffer, std::size_t offset, std::byte* host, std::size_t bytes);
  /// Returns the end of the last copy, and so of all, because the queue runs in order. Null: there was no copy.
  QueueEvent copy_pieces(std::span<const Piece> pieces, Queue queue);

  /// Returns the plan of the list of copies in key_. add_to(entries, slots, item) adds the entries of an item, and its
  /// slots to those of the plan.
  template <class Item, class Add> const CopyPlan& plan(std::span<const Item> items, const Add& add_to);
  /// Returns the position of the slot in the slots of a plan. Adds it if needed.
  static int number_of(std::vector<Slot>& slots, Slot slot);
  /// Returns the side of a copy that is a box of a slot. Adds the slot to the slots of the plan if needed.
  CopySide side(std::vector<Slot>& slots, Slot slot, const Box& box);
  void append_to_key(Slot slot);
  const CopyPlan& strip_plan(std::span<const Strip> strips, bool pack, std::size_t bytes);
  DeviceBuffer& row_of(std::uint64_t word, long words);
  void run_plan(const CopyPlan& plan, DeviceBuffer* staging);
  SharedFunction compile_shared(const char* text, const char* entry, const char* label, std::size_t n_buffers,
                                std::size_t n_numbers);
  /// The arguments of the function are the buffers, then the numbers.
  void launch_shared(const SharedFunction& shared, std::span<void* const> buffers,
                     std::span<const std::int64_t> numbers, std::int64_t items, Command& command);
  void reduce_stage(const ReduceNumbers& numbers, std::int64_t items, std::int64_t words, DeviceBuffer& slot, int from);
  void launch_kernel(const LoadedKernel& kernel, const LaunchConstants& constants, void* boxes,
                     const LaunchFields& fields, std::span<const double> reals, std::span<const std::int64_t> integers,
                     const BlockShape& block, Command& command);
  const BoxTable& box_table(std::span<const LaunchBox> boxes, const LoadedKernel& kernel, const Index& threads);
  void* shape_table(std::span<const FieldShape> shapes);
  void warm_up(const LoadedKernel& kernel, const BlockShape& shape);
  /// Whether launches of the kernel have argument 7 (device_launch.hpp).
  bool reports_faults(const Kernel& kernel) const { return checked_ || kernel.has_guards(); }
  /// Fills the memory for faults with zeros.
  void clear_faults();
  /// Waits for the launch of a kernel that reports faults. Throws Error if there is one.
  void raise_fault(const Kernel& kernel, const Box& stored);
  /// `bytes`: of the temporaries of a tile.
  void launch_stencil(const LoadedStencil& stencil, const TileConstants& constants, void* calls,
                      const LaunchFields& fields, std::span<const double> reals, std::span<const std::int64_t> integers,
                      std::size_t bytes, std::size_t groups, Command& command);
  void warm_up(const LoadedStencil& stencil);

  std::unique_ptr<DeviceQueues> queues_; // first: the members below give their memory back to it
  bool by_rows_;                         // DeviceQueues::by_rows
  bool checked_;
  std::map<std::pair<int, int>, std::vector<SlotMemory>> variables_; ///< by variable and part
  std::map<int, std::string> names_;                                 // by variable, for messages
  DeviceBuffer outgoing_;
  DeviceBuffer incoming_[2]; // used in turn, so that a sync does not wait for the one before
  int next_incoming_ = 0;
  std::map<std::uint64_t, DeviceBuffer> rows_; // by word: a row that holds only this word, the source of fill()
  DeviceBuffer faults_;                        // guard_ints ints, for kernels that report faults
  DeviceMemory nothing_;                       // argument for buffers that a launch does not use

  SharedFunction copy_, reduce_;
  DeviceBuffer partial_[2]; // results of the stages of a reduction, in turn
  // A pass through the device needs one of each for each block, stage and window (core/launch/streamed_pass.hpp).
  static constexpr std::size_t most_tables = 1 << 16;
  ListCache<CopyPlan> plans_{most_tables};
  ListCache<BoxTable> box_tables_{most_tables};
  ListCache<DeviceMemory> shape_tables_{most_tables}; // OpenCL only
  LaunchFields fields_;                               // of the launch that is being made
  std::vector<long> key_;

  std::vector<LoadedKernel> kernels_;
  std::vector<LoadedStencil> stencils_;
  ListCache<DeviceMemory> call_tables_;
  DeviceBuffer scratch_; // temporaries of tiles, by_rows

  std::set<std::byte*> staging_; // staging memory of the API; other staging memory is ordinary
  std::uint64_t mark_ = 0;
  Ticket last_ticket_ = 0;
  struct IssuedTicket {
    Ticket number;
    QueueEvent event;
    Queue queue;
  };
  std::deque<IssuedTicket> tickets_; // not awaited yet, in order
};

} // namespace nopal
