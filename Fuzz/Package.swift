// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Fuzzers; `scripts/fuzz` builds and runs them.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "delegate-inspector", path: "..")],
    targets: [
        .executableTarget(
            name: "FilterFuzz",
            dependencies: [
                .product(name: "ProxyCore", package: "delegate-inspector")
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ]
)
