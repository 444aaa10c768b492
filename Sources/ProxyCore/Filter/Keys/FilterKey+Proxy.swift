// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let proxy = FilterKey(
        name: "proxy",
        help: "The number of the proxy.",
        example: "proxy:3",
        form: .number(.plain) { number in
            .ask(.proxy { proxy, _ in number.holds(for: .integer(Int128(proxy.number))) })
        }
    )
}
