// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The invariants for any text used as a filter. The tests try a corpus, the fuzzer its inputs.
struct FilterTrial {
    private let recorder: Recorder
    private let invocations: [Invocation]

    init() {
        var traffic = FilterTraffic(seed: 7)
        traffic.record(24)
        recorder = traffic.recorder
        var cursor = recorder.cursor()
        var all: [Invocation] = []
        while !cursor.isAtEnd { all += cursor.next() }
        invocations = all
    }

    /// - Returns: The violated invariant; nil for none.
    func failure(of bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            return try failure(of: InvocationFilter(text))
        } catch {
            return failure(of: error, in: text)
        }
    }

    private func failure(of error: FilterError, in text: String) -> String? {
        let length = text.utf16.count
        guard error.position >= 0, error.length >= 0, error.position + error.length <= length else {
            return "The error is at \(error.position) + \(error.length) of \(length): \(error)"
        }
        return error.message.isEmpty ? "The error has no message: \(error.code)" : nil
    }

    private func failure(of filter: InvocationFilter) throws(FilterError) -> String? {
        let canonical = filter.description
        let again: InvocationFilter
        do {
            again = try InvocationFilter(canonical)
        } catch {
            return "The canonical text is no filter: \(canonical): \(error)"
        }
        guard again == filter else { return "The canonical text means something else: \(canonical)" }
        guard again.description == canonical else { return "The canonical text has another one: \(canonical)" }
        guard !filter.words.isEmpty else { return "There are no words for \(canonical)" }
        return disagreement(on: filter)
    }

    /// Stored records and their invocations must match the same filters.
    private func disagreement(on filter: InvocationFilter) -> String? {
        let verdicts = invocations.map(filter.verdict)
        let count = recorder.count(matching: filter, within: .seconds(60))
        let expected = verdicts.count(where: \.isMatch)
        guard count.matched == expected else {
            return "\(count.matched) records and \(expected) invocations pass \(filter)"
        }
        return nil
    }
}
