// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let size = FilterKey(
        name: "size",
        help: "Bytes of all texts and blobs of the call, before any was cut.",
        example: "size:>1KB",
        form: .number(.bytes) { .number(.size, $0) }
    )
}
