// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

#if canImport(Testing)
internal import Testing
#endif

/// The calls of a test that has failed, for people who look into it later.
struct FailedRun {
    private let lines: [UInt8]

    init(_ recorder: Recorder) {
        lines = CallReport(recorder).calls.flatMap { InvocationEncoder.encode($0) + [UInt8(ascii: "\n")] }
    }

    /// Attaches the recording to the test.
    func keep() {
        #if canImport(Testing)
        if Test.current != nil, !lines.isEmpty { Attachment.record(lines, named: "calls.ndjson") }
        #endif
    }
}
