// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let service = FilterKey(
        name: "service",
        help: "The service, with or without its version, in a recording of several processes.",
        example: "service:shop@1.*",
        form: .text { pattern in
            .ask(
                .process { process, scratch in
                    pattern.matches(process.service, &scratch) || pattern.matches(process.release, &scratch)
                }
            )
        }
    )
}
