// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Connects to a broker that may not run yet.
struct BrokerAwait {
    private static let retryMilliseconds: Int32 = 1_000

    private let options: BrokerOptions
    private let name: String

    /// - Parameter name: Shown in the broker's list of connections.
    init(_ options: BrokerOptions, _ name: String) {
        self.options = options
        self.name = name
    }

    /// Waits until there is a connection, and the streams exist.
    ///
    /// - Returns: Nil if the program is to end.
    /// - Throws: What waiting doesn't help against.
    func connection(_ streams: StreamOptions) throws(BrokerError) -> Broker? {
        var lastProblem = ""
        var broker: Broker?
        repeat {
            do throws(BrokerError) {
                let connection: Broker
                if let broker { connection = broker } else { connection = try connect() }
                broker = connection
                try streams.prepare(connection)
                return connection
            } catch {
                if case .invalid = error { throw error }
                if error.description != lastProblem { FleetLog.note("\(options.description): \(error); waiting") }
                lastProblem = error.description
            }
        } while !StopSignal.wait(milliseconds: Self.retryMilliseconds)
        return nil
    }

    private func connect() throws(BrokerError) -> Broker {
        try Broker(options, name: name) { isConnected in
            FleetLog.note(isConnected ? "connected to the broker again" : "the connection to the broker broke; waiting")
        }
    }
}
