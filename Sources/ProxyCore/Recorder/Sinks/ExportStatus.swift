// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Progress of sending calls to a receiver of spans.
public struct ExportStatus: Sendable, Hashable {
    /// The receiver's address, without credentials.
    public var endpoint: String
    /// Calls that the receiver has accepted.
    public var sent: UInt64 = 0
    /// Recorded calls that were not looked at yet, or wait for an answer.
    public var waiting: UInt64 = 0
    /// Calls that were evicted before they could be sent, that the receiver refused, or that were given up.
    public var dropped: UInt64 = 0
    /// Requests that were sent again.
    public var retries: UInt64 = 0
    /// Why the last request failed, or what the receiver said about refused spans; nil if nothing is wrong.
    public var failure: String?

    /// Creates the status of an exporter that has sent nothing.
    public init(endpoint: String) { self.endpoint = endpoint }
}

extension Recorder {
    /// How far an exporter has got; nil without one. See the library OTLPExport.
    public var exportStatus: ExportStatus? { attachment.exportStatus }

    /// Makes an exporter's status known.
    ///
    /// - Parameter read: Called without a lock.
    /// - Returns: False if there is another exporter; nothing changed then.
    package func setExport(_ read: @escaping @Sendable () -> ExportStatus) -> Bool { attachment.setExport(read) }

    /// Forgets the exporter.
    package func removeExport() { attachment.removeExport() }
}
