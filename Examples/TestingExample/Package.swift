// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "TestingExample",
    dependencies: [.package(name: "delegate-inspector", path: "../..")],
    targets: [
        .target(
            name: "Thermostat",
            dependencies: [
                .product(name: "ProxyAnnotations", package: "delegate-inspector"),
                .product(name: "ProxyCore", package: "delegate-inspector"),
            ],
            plugins: [.plugin(name: "MakeProxies", package: "delegate-inspector")]
        ),
        .testTarget(
            name: "ThermostatTests",
            dependencies: ["Thermostat", .product(name: "CallTesting", package: "delegate-inspector")]
        ),
    ]
)
