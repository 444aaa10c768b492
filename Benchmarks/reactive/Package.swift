// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Compares `Reactive` with RxSwift in one process; `scripts/bench rxswift` builds and runs it. A package of its own, so
/// that the other measurements don't need RxSwift.
let package = Package(
    name: "rxswift-comparison",
    dependencies: [
        .package(name: "delegate-inspector", path: "../.."),
        .package(url: "https://github.com/ReactiveX/RxSwift", from: "6.9.0"),
    ],
    targets: [
        .target(name: "OperatorsHere", dependencies: [.product(name: "Reactive", package: "delegate-inspector")]),
        // Its source is a link to the other's.
        .target(
            name: "OperatorsOfRxSwift",
            dependencies: ["RxSwift"],
            swiftSettings: [.define("RXSWIFT")]
        ),
        .executableTarget(name: "rxswift-comparison", dependencies: ["OperatorsHere", "OperatorsOfRxSwift"]),
    ],
    swiftLanguageModes: [.v5]
)
