// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Measures the cost of the project; `scripts/bench` builds and runs it.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "delegate-inspector", path: ".."),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
    ],
    targets: [
        .target(name: "CCounter"),
        .executableTarget(
            name: "http-source",
            dependencies: [
                .product(name: "InspectorServer", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
        ),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CCounter",
                "CSQLite",
                .product(name: "FileStore", package: "delegate-inspector"),
                .product(name: "FoundationProxies", package: "delegate-inspector"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "InspectorServer", package: "delegate-inspector"),
                .product(name: "Interposer", package: "delegate-inspector"),
                .product(name: "OTLPExport", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
                .product(name: "Reactive", package: "delegate-inspector"),
                .product(name: "TracingBridge", package: "delegate-inspector"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
        )
    ]
)
