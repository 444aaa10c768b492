// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let `protocol` = FilterKey(
        name: "protocol",
        aliases: ["p", "proto"],
        help: "The protocol that declares the requirement.",
        example: "protocol:XMLParser",
        form: .text { pattern in
            .any([
                .ask(.selector { pattern.matches($0.protocolName, &$1) }),
                .ask(.event { pattern.matches($0.protocolName, &$1) }),
            ])
        }
    )
}
