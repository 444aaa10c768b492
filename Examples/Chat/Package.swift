// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Chat",
    dependencies: [.package(name: "delegate-inspector", path: "../..")],
    targets: [
        .executableTarget(
            name: "Chat",
            dependencies: [
                .product(name: "FoundationProxies", package: "delegate-inspector"),
                .product(name: "InspectorServer", package: "delegate-inspector"),
                .product(name: "ProxyAnnotations", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
            ],
            plugins: [.plugin(name: "MakeProxies", package: "delegate-inspector")]
        )
    ]
)
