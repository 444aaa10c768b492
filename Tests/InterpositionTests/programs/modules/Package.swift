// swift-tools-version: 6.0
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A program of two modules: the one calls delegates that the other has.
let package = Package(
    name: "modules",
    targets: [
        .target(name: "Kitchen"),
        .executableTarget(name: "restaurant", dependencies: ["Kitchen"]),
    ]
)
