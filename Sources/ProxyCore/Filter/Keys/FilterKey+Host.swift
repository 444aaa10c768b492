// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let host = FilterKey(
        name: "host",
        help: "The machine, in a recording of several processes.",
        example: "host:web-1",
        form: .text { pattern in
            .ask(.process { process, scratch in pattern.matches(process.host, &scratch) })
        }
    )
}
