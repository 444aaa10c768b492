// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Values of one name for a monitoring system, such as the calls of each selector.
package struct MetricFamily: Sendable {
    /// How the values behave.
    package enum Kind: String, Sendable {
        /// Never decreases while the process runs.
        case counter
        case gauge, histogram
    }

    /// The unit of the values, which is the last word of the name; also before `_total`.
    package enum Unit: String, Sendable {
        case seconds, bytes
    }

    /// Name in lower case with underscores; that of a counter without `_total`.
    package let name: String
    package let kind: Kind
    package let unit: Unit?
    /// One sentence.
    package let help: String
    package let samples: [MetricSample]

    /// - Parameter name: Without the prefix.
    package init(_ name: String, _ kind: Kind, unit: Unit? = nil, _ help: String, _ samples: [MetricSample]) {
        self.name = Self.prefix + name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.samples = samples
    }

    /// The first words of all names.
    package static let prefix = "delegate_inspector_"
}

/// One value of a family.
package struct MetricSample: Sendable {
    package enum Value: Sendable {
        case count(UInt64)
        case number(Double)
        case durations(LatencyHistogram)
    }

    /// Distinguishes the values of a family; the same names in all of them.
    package let labels: [MetricLabel]
    package let value: Value

    package init(_ value: Value, _ labels: [MetricLabel] = []) {
        self.value = value
        self.labels = labels
    }
}

/// The name of a label, in lower case with underscores, and its value, which is any text.
package struct MetricLabel: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension MetricFamily {
    /// A family with one value without labels.
    package static func counter(_ name: String, unit: Unit? = nil, _ value: UInt64, _ help: String) -> MetricFamily {
        MetricFamily(name, .counter, unit: unit, help, [MetricSample(.count(value))])
    }

    /// A family with one value without labels, or with none if that is unknown.
    package static func gauge(_ name: String, unit: Unit? = nil, _ value: Double?, _ help: String) -> MetricFamily {
        MetricFamily(name, .gauge, unit: unit, help, value.map { [MetricSample(.number($0))] } ?? [])
    }

    /// A family with one whole number.
    package static func gauge(_ name: String, unit: Unit? = nil, _ value: some BinaryInteger, _ help: String)
        -> MetricFamily
    {
        MetricFamily(name, .gauge, unit: unit, help, [MetricSample(.count(UInt64(clamping: value)))])
    }

    /// A family that tells whether something is so: 1 or 0.
    package static func state(_ name: String, _ value: Bool, _ help: String) -> MetricFamily {
        gauge(name, value ? 1 : 0, help)
    }
}
