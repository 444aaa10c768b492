// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Writes families of metrics as text.
struct MetricWriter {
    private let format: MetricFormat
    private var bytes: [UInt8] = []

    /// The families in a format.
    ///
    /// - Complexity: O(values); about 100 bytes each.
    static func text(_ families: [MetricFamily], as format: MetricFormat) -> [UInt8] {
        var writer = MetricWriter(format: format)
        writer.bytes.reserveCapacity(families.reduce(0) { $0 + 200 + $1.samples.count * 150 })
        for family in families { writer.write(family) }
        if format == .openMetrics { writer.append("# EOF\n") }
        return writer.bytes
    }

    private init(format: MetricFormat) { self.format = format }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    // MARK: Families

    private mutating func write(_ family: MetricFamily) {
        let full = family.kind == .counter ? family.name + "_total" : family.name
        // The help texts are our own and have nothing to escape. In OpenMetrics, `_total` belongs to the sample, not to the family.
        let name = format == .openMetrics ? family.name : full
        append("# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind.rawValue)\n")
        if format == .openMetrics, let unit = family.unit { append("# UNIT \(name) \(unit.rawValue)\n") }
        for sample in family.samples { write(sample, full) }
    }

    private mutating func write(_ sample: MetricSample, _ name: String) {
        let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped(label: $0.value))\"" }.joined(separator: ",")
        switch sample.value {
        case .count(let value): line(name, labels, "\(value)")
        case .number(let value): line(name, labels, Self.text(value))
        case .durations(let durations): write(durations, name, labels)
        }
    }

    private mutating func line(_ name: String, _ labels: String, _ value: String) {
        append(name)
        if !labels.isEmpty {
            append("{")
            append(labels)
            append("}")
        }
        append(" ")
        append(value)
        append("\n")
    }

    // MARK: Histograms

    /// The beginnings of the label `le`, one per bound.
    private static let bounds = DurationBounds.seconds.map { "le=\"\(text($0))\"} " }

    private mutating func write(_ durations: LatencyHistogram, _ name: String, _ labels: String) {
        let head = labels.isEmpty ? "\(name)_bucket{" : "\(name)_bucket{\(labels),"
        for (bound, count) in zip(Self.bounds, durations.countsWithinBounds) {
            append(head)
            append(bound)
            append("\(count)\n")
        }
        append("\(head)le=\"+Inf\"} \(durations.total)\n")
        line("\(name)_sum", labels, Self.text(Double(durations.sum) / 1_000_000_000))
        line("\(name)_count", labels, "\(durations.total)")
    }

    // MARK: Text

    /// A number in the form of both formats; Swift writes the shortest decimal digits that identify it.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return "\(number)"
    }

    /// A value of a label between quotation marks: both formats escape backslash, quotation mark and line feed.
    static func escaped(label text: String) -> String {
        guard text.utf8.contains(where: isEscaped) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
    }
}
