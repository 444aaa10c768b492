// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Distinguishes the main *thread* from the main *queue*, which differ on Linux.
///
/// They are the same until `dispatchMain()` or the first suspension of an asynchronous `main`. Afterwards the main
/// thread is gone, and the main queue runs on worker threads. Inside `anotherQueue.sync`, the main thread is not on the
/// main queue.
package enum MainThread {
    /// Whether the caller runs on the process's first thread.
    static var isCurrent: Bool {
        guard let currentThreadID else { return isMainQueue }
        return currentThreadID() == getpid()
    }

    /// Whether the caller runs on the main dispatch queue, on any thread.
    package static var isMainQueue: Bool {
        DispatchQueue.getSpecific(key: mainQueueMark) != nil
    }

    private static let mainQueueMark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    // glibc's module map hides `gettid` behind _GNU_SOURCE, so the symbol is looked up once by name.
    private static let currentThreadID: (@convention(c) () -> pid_t)? = dlsym(nil, "gettid").map {
        unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)
    }
}
