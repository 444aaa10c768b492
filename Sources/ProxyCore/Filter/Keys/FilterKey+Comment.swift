// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let comment = FilterKey(
        name: "comment",
        help: "The comment that somebody noted on the call.",
        example: "comment:\"ask again\"",
        form: .text { .ask(.comment($0)) }
    )
}
