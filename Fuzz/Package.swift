// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .unsafeFlags(["-parse-as-library"]),
]

/// Fuzzers; `scripts/fuzz` builds and runs them.
let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "delegate-inspector", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    ],
    targets: [
        .executableTarget(
            name: "FilterFuzz",
            dependencies: [
                .product(name: "ProxyCore", package: "delegate-inspector")
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "RuleFuzz",
            dependencies: [
                .product(name: "InspectorServer", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
            ],
            swiftSettings: settings,
            // The server's build runs a tool, which is no fuzzer, so not everything is linked as one.
            linkerSettings: [
                .unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld", "-Xlinker", "--allow-multiple-definition"])
            ]
        ),
        .executableTarget(
            name: "RecordingFuzz",
            dependencies: [
                .product(name: "FileStore", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
    ]
)
