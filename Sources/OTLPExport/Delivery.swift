// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import Gzip

/// Delivers requests with spans: sends each until it is accepted, refused or given up.
struct Delivery {
    /// What became of the calls of a request.
    struct Outcome: Equatable {
        var sent: UInt64
        var dropped: UInt64
        var failure: String?
        /// Whether the receiver was away, or too busy, for as long as it may be.
        var isGivenUp = false
    }

    private let configuration: OTLPConfiguration
    private let sender: RequestSender
    private var encoding: OTLPConfiguration.Encoding

    init(_ configuration: OTLPConfiguration, _ sender: RequestSender) {
        self.configuration = configuration
        self.sender = sender
        encoding = configuration.encoding
    }

    /// Delivers the calls of a request.
    ///
    /// - Parameter wait: Waits some seconds before the request is sent again, given why; false to give it up.
    mutating func deliver(_ requests: SpanRequests, wait: (Double, String) -> Bool) -> Outcome {
        let count = UInt64(requests.count)
        var delay = RetryDelay()
        let deadline = configuration.patience.map { ContinuousClock.now + $0 }
        var hasSwitched = false
        var body = self.body(of: requests)
        while true {
            switch sender.send(body, as: encoding) {
            case .accepted(let refused, let message):
                // A message without refused spans is a warning (OTLP specification, "Partial Success").
                guard refused > 0 else { return Outcome(sent: count, dropped: 0, failure: nil) }
                let refused = min(refused, count)
                let failure = message.isEmpty ? "it refused \(refused) of \(count) spans without a reason" : message
                return Outcome(sent: count - refused, dropped: refused, failure: failure)
            case .encodingUnknown where !hasSwitched:
                hasSwitched = true
                encoding = encoding == .protobuf ? .json : .protobuf
                body = self.body(of: requests)
            case .encodingUnknown: return Outcome(sent: 0, dropped: count, failure: "it knows neither encoding")
            case .refused(let failure): return Outcome(sent: 0, dropped: count, failure: failure)
            case .again(let wanted, let failure):
                let seconds = delay.after(wanted)
                // A receiver may ask for more time than there is, such as a day.
                if let deadline, ContinuousClock.now + .seconds(seconds) >= deadline {
                    let reason = wanted.map { "\(failure) and asks to wait for \(Int($0)) s" } ?? failure
                    return Outcome(sent: 0, dropped: count, failure: reason, isGivenUp: true)
                }
                guard wait(seconds, failure) else { return Outcome(sent: 0, dropped: count, failure: failure) }
            }
        }
    }

    private func body(of requests: SpanRequests) -> [UInt8] {
        let body = encoding == .protobuf ? requests.protobuf : requests.json
        return configuration.isCompressed ? GzipWriter.file(of: body, level: 1) : body
    }
}
