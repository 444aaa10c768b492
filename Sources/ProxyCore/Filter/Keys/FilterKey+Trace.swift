// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let trace = FilterKey(
        name: "trace",
        help: "The trace id or span id of the span of a distributed trace in which the call was made.",
        example: "trace:4bf92f3577b34da6a3ce929d0e0e4736",
        form: .text { pattern in
            .ask(
                .trace { trace, scratch in
                    pattern.matches(trace.traceID, &scratch) || pattern.matches(trace.spanID, &scratch)
                }
            )
        }
    )
}
