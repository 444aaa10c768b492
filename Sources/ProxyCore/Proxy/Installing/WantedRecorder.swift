// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The recorder that `proxy(for:recorder:)` was given, on its way through the program's own code to the proxy that this
/// makes.
enum WantedRecorder {
    private struct Want: Sendable {
        let object: ObjectIdentifier
        let recorder: Recorder
    }

    @TaskLocal private static var want: Want?

    /// The recorder for a proxy of an object that is being made on this thread.
    static func current(for object: AnyObject) -> Recorder? {
        want.flatMap { $0.object == ObjectIdentifier(object) ? $0.recorder : nil }
    }

    /// Runs `body`, in which the proxy of `object` is made.
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
