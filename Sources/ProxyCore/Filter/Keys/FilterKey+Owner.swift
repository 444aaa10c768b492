// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let owner = FilterKey(
        name: "owner",
        aliases: ["o"],
        help: "The type of the parent object.",
        example: "owner:=XMLParser",
        form: .text { pattern in .ask(.proxy { pattern.matches($0.owner, &$1) }) }
    )
}
