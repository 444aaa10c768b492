// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let target = FilterKey(
        name: "target",
        aliases: ["t"],
        help: "The type of the forward delegate.",
        example: "target:*Reader",
        form: .text { pattern in
            .any([
                .ask(.proxy { pattern.matches($0.target, &$1) }),
                .ask(.event { pattern.matches($0.previousTarget, &$1) }),
            ])
        }
    )
}
