// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Work of the inspector in the process that it inspects. Interposed protocols of libraries that both use, such as those
/// of Foundation, are called by it too, and these calls are none of the program.
package enum OwnWork {
    /// Performs work on the calling thread, which may be the program's otherwise. Its interposed calls pass unrecorded.
    package static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        let context = ThreadContext.current
        guard !context.pointee.interposed.isOwnWork else { return try body() }
        context.pointee.interposed.setOwnWork(true)
        defer { context.pointee.interposed.setOwnWork(false) }
        return try body()
    }

    /// Performs work whose interposed calls are recorded, also where the calling thread does the inspector's work.
    package static func interrupted<Result>(_ body: () throws -> Result) rethrows -> Result {
        let context = ThreadContext.current
        guard context.pointee.interposed.isOwnWork else { return try body() }
        context.pointee.interposed.setOwnWork(false)
        defer { context.pointee.interposed.setOwnWork(true) }
        return try body()
    }

    /// Makes everything that the calling thread does such work.
    static func begin() { ThreadContext.current.pointee.interposed.setOwnWork(true) }
}
