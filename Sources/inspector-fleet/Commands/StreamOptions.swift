// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How the broker keeps the calls, if its streams don't exist yet.
struct StreamOptions: ParsableArguments {
    @Option(
        name: .customLong("replicas"),
        help: ArgumentHelp(
            "Number of NATS servers that keep each message; 3 in a cluster. (default: 1)",
            valueName: "1-5"
        )
    )
    var givenReplicas: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Delete calls of this age from the broker, such as 90m, 24h or 7d; at most 106751d. (default: no limit)
            """,
            valueName: "age"
        )
    )
    var maxAge: AgeLimit?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Delete the oldest calls from the broker beyond this size, such as 500M or 20G. (default: no limit)",
            valueName: "bytes"
        )
    )
    var maxBytes: SizeLimit?

    var replicas: Int { givenReplicas ?? 1 }

    /// The options that were given.
    var given: [String] {
        let options = ["--replicas": givenReplicas != nil, "--max-age": maxAge != nil, "--max-bytes": maxBytes != nil]
        return options.filter { $0.value }.map(\.key).sorted()
    }

    func validate() throws {
        guard (1...5).contains(replicas) else {
            throw ValidationError("--replicas \(replicas): out of range; use 1 to 5.")
        }
    }

    /// Creates the streams that are missing.
    func prepare(_ broker: Broker) throws(BrokerError) {
        try broker.prepareStreams(replicas: replicas, ageLimit: maxAge?.duration, bytesLimit: maxBytes?.bytes)
    }

    /// The options as arguments for another command.
    var arguments: [String] {
        var arguments = ["--replicas", "\(replicas)"]
        if let maxAge { arguments += ["--max-age", maxAge.text] }
        if let maxBytes { arguments += ["--max-bytes", maxBytes.text] }
        return arguments
    }
}

/// `90s`, `90m`, `24h` or `7d`.
struct AgeLimit: ExpressibleByArgument {
    /// As it was given: a large one is not valid in seconds.
    let text: String
    let duration: Duration

    init?(argument: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()),
            (1...1_000_000).contains(count)
        else { return nil }
        let seconds = count * unit
        // The broker counts in nanoseconds, of which 64 bits hold 292 years.
        guard !seconds.multipliedReportingOverflow(by: 1_000_000_000).overflow else { return nil }
        text = argument
        duration = .seconds(seconds)
    }
}

/// `1000000`, `500K`, `500M` or `20G`.
struct SizeLimit: ExpressibleByArgument {
    /// As it was given: a large one is not valid in bytes.
    let text: String
    let bytes: Int

    init?(argument: String) {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = argument.last.flatMap { units[$0] }
        let digits = unit == nil ? argument[...] : argument.dropLast()
        guard let count = Int(digits), (1...1_000_000_000_000).contains(count) else { return nil }
        let (bytes, isLarge) = count.multipliedReportingOverflow(by: unit ?? 1)
        guard !isLarge else { return nil }
        text = argument
        self.bytes = bytes
    }
}
