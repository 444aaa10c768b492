// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A web server whose routes call protocols of another module.
let package = Package(
    name: "shop",
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0")],
    targets: [
        .target(name: "Orders"),
        .executableTarget(
            name: "shop",
            dependencies: ["Orders", .product(name: "Hummingbird", package: "hummingbird")]
        ),
    ]
)
