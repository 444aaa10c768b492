// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Decides what a recorder keeps of a call: returns the record to store, or nil to drop it.
///
/// Only changes of values are stored: of the arguments, also after the call, of the result, the error, and the forward
/// delegate's own result and error. Every other change is ignored. An argument that is missing in the answer is stored
/// as redacted by `transform`. Values are truncated to the recorder's `SnapshotBudget.textBytes` and
/// `SnapshotBudget.recordBytes`. A record without `completions` leaves out what becomes of the closure arguments, later
/// too; otherwise the values that closures are called with are stored as they are, since most arrive after the call.
///
/// A call is passed on before its record is judged, so the closure can't change the call. It runs without a lock on the
/// recorder's thread after the call has ended, and the calls that it makes are not recorded. A slow closure delays the
/// records, and once a thread's ring is full, `RecorderConfiguration.overflowPolicy` applies. When somebody asks for a
/// running call, the closure judges it too, on the thread that asks: its `state` is `.running`. So the closure can run
/// more than once for a call, and on several threads at the same time.
///
/// In the closure, queries show running calls as they are. On the recorder's thread, `Recorder.flush()` returns at
/// once, because that thread would wait for itself.
public typealias RecordTransform = @Sendable (Invocation) -> Invocation?
