// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// One set of language rules for every Swift target of the package.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "delegate-inspector",
    products: [
        .library(name: "Reactive", targets: ["Reactive"]),
        .library(name: "ProxyCore", targets: ["ProxyCore"]),
    ],
    dependencies: [],
    targets: [
        .target(name: "CClock"),
        .target(
            name: "CHTTP",
            linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("jansson")]
        ),
        .target(name: "CThread"),
        .target(name: "Reactive"),
        .target(name: "FoundationProxies", dependencies: ["ProxyCore", "Reactive"]),
        .target(name: "InspectorServer", dependencies: ["ProxyCore"]),
        .target(name: "ProxyCore", dependencies: ["CClock", "CThread", "Reactive"]),
        .target(name: "ThreadSanitizerSupport", path: "Tests/ThreadSanitizerSupport"),
        .testTarget(
            name: "ProxyCoreTests",
            dependencies: ["CThread", "ProxyCore", "Reactive", "ThreadSanitizerSupport"]
        ),
        .testTarget(name: "CHTTPTests", dependencies: ["CHTTP"]),
    ]
)

for target in package.targets where ![.plugin, .macro, .system].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + strict
}
