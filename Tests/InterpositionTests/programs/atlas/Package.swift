// swift-tools-version: 6.0
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The demo's classes as a program has them that knows nothing of proxies. The test copies them here.
let package = Package(
    name: "atlas",
    targets: [
        .target(name: "Gallery"),
        .executableTarget(name: "atlas", dependencies: ["Gallery"]),
    ]
)
