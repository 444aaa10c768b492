// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A call that has ended and waits for a transform's decision.
struct EndedCall: Sendable {
    let call: CallHeader
    /// The record as it would be stored: a `StoredHeader`, the encoded arguments, the encoded values at the end, the
    /// frames of its backtrace.
    let bytes: [UInt8]
    /// Whether what became of its closure arguments is left out.
    var forgetsCompletions = false

    init(
        _ call: CallHeader,
        _ header: StoredHeader,
        _ arguments: UnsafeRawBufferPointer,
        _ end: UnsafeRawBufferPointer,
        _ frames: UnsafeRawBufferPointer
    ) {
        var bytes = [UInt8](repeating: 0, count: StoredHeader.size)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: header, as: StoredHeader.self) }
        self.init(call, bytes: bytes + arguments + end + frames)
    }

    /// - Parameter bytes: A record whose size is that of its header.
    init(_ call: CallHeader, bytes: [UInt8]) {
        self.call = call
        self.bytes = bytes
    }

    /// Calls `body` with the record, which has no position yet.
    func withRecord<Result>(_ body: (StoredRecord) throws -> Result) rethrows -> Result {
        // `bytes` begins with a header, so there is an address.
        try bytes.withUnsafeBytes { try body(StoredRecord(base: $0.baseAddress!, position: 0)) }
    }

    /// The call as one that still runs, which it seems to be until its record is stored.
    var asOpen: OpenCall {
        withRecord { record in
            OpenCall(
                header: call,
                call: 0,
                arguments: Array(record.arguments) + record.note,
                frames: record.backtrace
            )
        }
    }
}
