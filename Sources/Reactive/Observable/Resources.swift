// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Synchronization
#endif

/// Counts the module's live objects (observables, observers, disposables, bags), for leak tests.
///
/// Objects are counted in debug builds only. In release builds there is no bookkeeping, and `total` is 0.
public enum Resources {
    #if DEBUG
    /// Whether this build counts.
    public static let isTracking = true

    /// Live objects in the whole process. Callable from any thread.
    public static var total: Int32 { counter.load(ordering: .sequentiallyConsistent) }

    /// Adds an object tracked by the caller. Returns the new total.
    public static func incrementTotal() -> Int32 { counter.add(1, ordering: .sequentiallyConsistent).newValue }

    /// Reverts one `incrementTotal()`. Returns the new total.
    public static func decrementTotal() -> Int32 { counter.subtract(1, ordering: .sequentiallyConsistent).newValue }

    private static let counter = Atomic<Int32>(0)
    #else
    /// Whether this build counts.
    public static let isTracking = false

    /// Live objects in the whole process: not counted in this build, always 0.
    public static var total: Int32 { 0 }

    /// Does nothing in this build. Returns 0.
    public static func incrementTotal() -> Int32 { 0 }

    /// Does nothing in this build. Returns 0.
    public static func decrementTotal() -> Int32 { 0 }
    #endif
}
