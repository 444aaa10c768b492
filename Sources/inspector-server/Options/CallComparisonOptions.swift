// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// What a call-by-call comparison counts as a difference.
struct CallComparisonOptions: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out calls that pass this filter, such as 'selector:*Scroll*'.", valueName: "filter")
    )
    var ignore: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Don't compare the argument of this name; result and error name the answer.",
            valueName: "name"
        )
    )
    var ignoreValue: [String] = []

    @Flag(name: .long, help: "Count further calls of a longer run as differences.")
    var exact = false

    @Option(
        name: .long,
        help: ArgumentHelp("Fail if the calls of a selector differ in number by more than this.", valueName: "percent")
    )
    var countTolerance: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Fail if the median or the p99 of a selector with 20 calls or more differs by more than this, and by 1 µs.",
            valueName: "percent"
        )
    )
    var latencyTolerance: Double?

    @Option(name: .long, help: ArgumentHelp("Most differences to list.", valueName: "count"))
    var limit = 200

    /// The first of the options that was given; nil for none.
    var given: String? {
        let options: [(isGiven: Bool, name: String)] = [
            (!ignore.isEmpty, "--ignore"), (!ignoreValue.isEmpty, "--ignore-value"), (exact, "--exact"),
            (countTolerance != nil, "--count-tolerance"), (latencyTolerance != nil, "--latency-tolerance"),
            (limit != 200, "--limit"),
        ]
        return options.first(where: \.isGiven)?.name
    }

    /// - Throws: A `ValidationError` for a value that can't be used.
    func options() throws -> CallComparison.Options {
        var options = CallComparison.Options()
        options.ignored = try ignore.map(Self.filter)
        options.ignoredValues = Set(ignoreValue)
        options.isExact = exact
        options.countTolerance = try Self.share(countTolerance, "--count-tolerance")
        options.latencyTolerance = try Self.share(latencyTolerance, "--latency-tolerance")
        guard limit > 0 else { throw ValidationError("--limit \(limit): must be at least 1.") }
        return options
    }

    private static func filter(_ text: String) throws -> InvocationFilter {
        let filter: InvocationFilter
        do {
            filter = try InvocationFilter(text)
        } catch {
            throw ValidationError("--ignore: \(error)")
        }
        guard !filter.isEverything else {
            throw ValidationError("--ignore: an empty filter would leave out every call.")
        }
        return filter
    }

    private static func share(_ percent: Double?, _ option: String) throws -> Double? {
        guard let percent else { return nil }
        guard percent >= 0, percent.isFinite else {
            throw ValidationError("\(option) \(percent): must be a number of percent from 0.")
        }
        return percent / 100
    }
}
