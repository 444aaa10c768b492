// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef FAULTY_SYSTEM_H
#define FAULTY_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

// Clocks and a kernel that go wrong, for the rest of the process. All times are in nanoseconds. Any thread may call the
// functions.

/// Passes to `cclock_replace`: a counter of 2.5 ticks in a nanosecond.
uint64_t faulty_clock_ticks(void);

/// Passes to `cclock_replace`: a counter that goes back by 1 000 ticks with each reading.
uint64_t faulty_clock_falling_ticks(void);

/// Passes to `cclock_replace`: CLOCK_REALTIME, unless it was set.
int64_t faulty_clock_wall(void);

/// The counter jumps for all threads.
void faulty_clock_step(int64_t nanoseconds);

/// The counter of the calling thread differs from the others by this much.
void faulty_clock_skew(int64_t nanoseconds);

/// The counters of threads that have read none yet differ by this much, in turn.
void faulty_clock_skew_in_turn(int64_t nanoseconds);

/// Each reading differs by up to this much, back and forth.
void faulty_clock_jitter(int64_t nanoseconds);

/// The wall clock is set.
void faulty_clock_step_wall(int64_t nanoseconds);

/// From now on the kernel refuses membarrier(2) to all threads, by a seccomp filter.
/// @return Whether the filter was installed.
bool faulty_kernel_refuse_membarrier(void);

/// From now on the kernel refuses process_vm_readv(2) to all threads, as some containers do.
/// @return Whether the filter was installed.
bool faulty_kernel_refuse_copies(void);

/// From now on the kernel ends the process at process_vm_readv(2), as for a hardened service.
/// @return Whether the filter was installed.
bool faulty_kernel_forbid_copies(void);

/// From now on the kernel starts no thread and no process, as at a limit of them.
/// @return Whether the filter was installed.
bool faulty_kernel_refuse_threads(void);

#endif
