// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A package of its own: the inspector itself needs no hummingbird.
let package = Package(
    name: "TracedServer",
    dependencies: [
        .package(name: "delegate-inspector", path: "../.."),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
    ],
    targets: [
        .executableTarget(
            name: "TracedServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "InspectorServer", package: "delegate-inspector"),
                .product(name: "OTLPExport", package: "delegate-inspector"),
                .product(name: "ProxyAnnotations", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "TracingBridge", package: "delegate-inspector"),
            ],
            plugins: [.plugin(name: "MakeProxies", package: "delegate-inspector")]
        )
    ]
)
