// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes the recorder of `proxy(for:recorder:)` through the program's own code to the proxy's initialiser.
enum WantedRecorder {
    private struct Want: Sendable {
        let object: ObjectIdentifier
        let recorder: Recorder
    }

    @TaskLocal private static var want: Want?

    /// The recorder for a proxy of `object` that this task is creating.
    static func current(for object: AnyObject) -> Recorder? {
        want.flatMap { $0.object == ObjectIdentifier(object) ? $0.recorder : nil }
    }

    /// Runs `body`, which creates the proxy of `object`.
    static func with<Made>(
        _ recorder: Recorder?,
        for object: AnyObject,
        _ body: () throws(DelegateProxyError) -> Made
    ) throws(DelegateProxyError) -> Made {
        guard let recorder else { return try body() }
        let want = Want(object: ObjectIdentifier(object), recorder: recorder)
        return try $want.withValue(want) {
            Result { () throws(DelegateProxyError) in try body() }
        }.get()
    }
}
