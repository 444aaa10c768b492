// swift-tools-version: 6.2
// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

/// One set of language rules for every Swift target of the package.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
/// Products of swift-syntax; only the macro's plugin and its tests pay for them.
let syntax = ["SwiftSyntax", "SwiftSyntaxMacros", "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftIfConfig"].map {
    Target.Dependency.product(name: $0, package: "swift-syntax")
}
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
/// Only the bridge to swift-distributed-tracing and its tests pay for it.
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")
/// Only the bridge to swift-metrics and its tests pay for it.
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")

let package = Package(
    name: "delegate-inspector",
    products: [
        .executable(name: "inspector-server", targets: ["inspector-server"]),
        .executable(name: "proxy-gen", targets: ["proxy-gen"]),
        .library(name: "CallTesting", targets: ["CallTesting"]),
        .library(name: "FileStore", targets: ["FileStore"]),
        .library(name: "FoundationProxies", targets: ["FoundationProxies"]),
        .library(name: "InspectorServer", targets: ["InspectorServer"]),
        .library(name: "Interposer", targets: ["Interposer"]),
        // The two libraries of `inspector-server exec`.
        .library(name: "inspector-library", type: .dynamic, targets: ["ProgramInspection"]),
        .library(name: "inspector-preload", type: .dynamic, targets: ["CPreload"]),
        .library(name: "MetricsBridge", targets: ["MetricsBridge"]),
        .library(name: "OTLPExport", targets: ["OTLPExport"]),
        .library(name: "ProxyCore", targets: ["ProxyCore"]),
        .plugin(name: "GenerateProxy", targets: ["GenerateProxy"]),
        .plugin(name: "MakeProxies", targets: ["MakeProxies"]),
        .library(name: "ProxyAnnotations", targets: ["ProxyAnnotations"]),
        .library(name: "ProxyMacros", targets: ["ProxyMacros"]),
        .library(name: "Reactive", targets: ["Reactive"]),
        .library(name: "TracingBridge", targets: ["TracingBridge"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        .target(name: "CClock"),
        .target(name: "CThread"),
        .target(name: "CRuntime"),
        .target(name: "Reactive"),
        .target(name: "CallModel"),
        .target(name: "ProxyCore", dependencies: ["CallModel", "CClock", "CRuntime", "CThread", "Reactive"]),
        .target(name: "CInterpose"),
        .target(name: "Interposer", dependencies: ["CInterpose", "CRuntime", "ProxyCore"]),
        .target(name: "CPreload"),
        .target(
            name: "ProgramInspection",
            dependencies: ["CThread", "FileStore", "InspectorServer", "Interposer", "ProxyCore", logging],
            // The program may have functions of the same names, in other versions.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-Bsymbolic"])]
        ),
        .target(name: "ProxyTemplate"),
        .target(name: "ProtocolScanning", dependencies: ["ProxyTemplate"]),
        .executableTarget(name: "make-proxies", dependencies: ["ProtocolScanning"]),
        .plugin(name: "MakeProxies", capability: .buildTool(), dependencies: ["make-proxies"]),
        .macro(name: "ProxyAnnotationsPlugin"),
        .target(name: "ProxyAnnotations", dependencies: ["ProxyAnnotationsPlugin"]),
        .macro(name: "ProxyMacrosPlugin", dependencies: ["ProxyTemplate"] + syntax),
        .target(name: "ProxyMacros", dependencies: ["ProxyMacrosPlugin"]),
        .executableTarget(
            name: "proxy-gen",
            dependencies: ["ProtocolScanning", "ProxyCore", "ProxyTemplate", argumentParser]
        ),
        .target(name: "CallTesting", dependencies: ["CallExport", "CallModel", "ProxyCore", "Reactive"]),
        .target(name: "TracingBridge", dependencies: ["CRuntime", "ProxyCore", tracing]),
        .target(name: "FoundationValues", dependencies: ["ProxyCore"]),
        .target(name: "NetworkValues", dependencies: ["FoundationValues", "ProxyCore"]),
        .target(
            name: "FoundationProxies",
            dependencies: ["FoundationValues", "NetworkValues", "ProxyCore", "Reactive"]
        ),
        .target(name: "Gallery", dependencies: ["ProxyCore", "Reactive"], path: "Examples/Gallery"),

        .target(name: "FileStore", dependencies: ["ProxyCore", database, sqlite]),
        .target(name: "MetricsBridge", dependencies: ["CallModel", "ProxyCore", metrics]),

        .target(name: "CHTTP", linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("jansson")]),
        .target(name: "AssetFormat"),
        .executableTarget(name: "embed-public", dependencies: ["AssetFormat"]),
        .plugin(
            name: "GenerateProxy",
            // No permission to write into the package is declared: SwiftPM would ask for it before `--help` too, and
            // refuse without a terminal. Where it keeps plugins in a sandbox, the generator names the option.
            capability: .command(
                intent: .custom(verb: "generate-proxy", description: "Writes the proxy of a protocol of any module.")
            ),
            dependencies: ["proxy-gen"]
        ),
        .plugin(name: "EmbedPublic", capability: .buildTool(), dependencies: ["embed-public"]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "Gzip", dependencies: ["CZlib"]),
        .target(name: "CallExport", dependencies: ["AssetFormat", "Gzip", "ProxyCore"], plugins: ["EmbedPublic"]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "OTLPExport", dependencies: ["CallExport", "CCurl", "Gzip", "ProxyCore"]),
        .target(
            name: "InspectorServer",
            dependencies: [
                "AssetFormat", "CallExport", "CHTTP", "FoundationValues", "Interposer", "NetworkValues", "ProxyCore",
                logging,
            ]
        ),
        .target(name: "ProgramClient"),
        .executableTarget(
            name: "inspector-server",
            dependencies: [
                "CPreload", "CThread", "FileStore", "FoundationProxies", "Gallery", "InspectorServer", "OTLPExport",
                "ProgramClient", "ProgramInspection", "ProxyCore", "Reactive", argumentParser, logging,
            ],
            exclude: ["Documents"],
            plugins: ["EmbedPublic"]
        ),

        .target(name: "AllocationCounting", path: "Tests/AllocationCounting"),
        .target(
            name: "FilterTestSupport",
            dependencies: ["FrameTestSupport", "ProxyCore"],
            path: "Tests/FilterTestSupport"
        ),
        .target(name: "FaultySystem", path: "Tests/FaultySystem"),
        .target(name: "FrameTestSupport", path: "Tests/FrameTestSupport"),
        .target(name: "HTTPTestSupport", path: "Tests/HTTPTestSupport"),
        .target(name: "ThreadSanitizerSupport", path: "Tests/ThreadSanitizerSupport"),
        .target(name: "ProxyTestSupport", dependencies: ["ProxyCore", "Reactive"], path: "Tests/ProxyTestSupport"),
        .testTarget(name: "ReactiveTests", dependencies: ["Reactive", "ThreadSanitizerSupport"]),
        .testTarget(name: "CallModelTests", dependencies: ["CallModel"]),
        .testTarget(name: "CallTestingTests", dependencies: ["CallTesting", "ProxyCore", "Reactive"]),
        .testTarget(
            name: "ProxyCoreTests",
            dependencies: [
                "AllocationCounting", "CClock", "CRuntime", "CThread", "FaultySystem", "FilterTestSupport",
                "FrameTestSupport", "ProxyCore", "ProxyTestSupport", "Reactive", "ThreadSanitizerSupport",
            ]
        ),
        .testTarget(
            name: "FileStoreTests",
            dependencies: [
                "CClock", "FaultySystem", "FileStore", "FilterTestSupport", "InspectorServer", "ProxyCore", "Reactive",
                database,
            ]
        ),
        .testTarget(
            name: "FoundationProxiesTests",
            dependencies: [
                "FaultySystem", "FileStore", "FoundationProxies", "InspectorServer", "ProxyCore", "ProxyTestSupport",
                "Reactive",
            ]
        ),
        .testTarget(
            name: "GalleryTests",
            dependencies: ["Gallery", "ProxyCore", "ProxyTestSupport", "Reactive", "ThreadSanitizerSupport"]
        ),
        .testTarget(
            name: "ProxyMacrosTests",
            dependencies: [
                "ProtocolScanning", "ProxyCore", "ProxyMacros", "ProxyMacrosPlugin", "ProxyTemplate",
                "ProxyTestSupport",
                "Reactive",
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
            ] + syntax
        ),
        .testTarget(
            name: "IsolationTests",
            dependencies: ["CRuntime", "ProxyCore", "ProxyMacros", "Reactive"],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .testTarget(name: "ProtocolScanningTests", dependencies: ["ProtocolScanning", "ProxyTemplate"]),
        .testTarget(
            name: "InterposerTests",
            dependencies: ["CInterpose", "FrameTestSupport", "Interposer", "ProxyCore"]
        ),
        .testTarget(
            name: "OTLPExportTests",
            dependencies: ["CallExport", "FilterTestSupport", "OTLPExport", "ProxyCore", "ProxyTestSupport"]
        ),
        .testTarget(
            name: "TracingBridgeTests",
            dependencies: ["FilterTestSupport", "ProxyCore", "Reactive", "TracingBridge", tracing]
        ),
        .testTarget(name: "GzipTests", dependencies: ["Gzip"]),
        .testTarget(name: "ProgramClientTests", dependencies: ["ProgramClient"]),
        .testTarget(
            name: "MetricsBridgeTests",
            dependencies: [
                "MetricsBridge", "ProxyCore", metrics, .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(name: "CHTTPTests", dependencies: ["CHTTP", "HTTPTestSupport"]),
        .testTarget(
            name: "InspectorServerTests",
            dependencies: ["AssetFormat", "CallExport", "FilterTestSupport", "HTTPTestSupport", "InspectorServer"]
        ),
    ]
)

/// The fleet links libnats and libzstd, which inspecting a single program doesn't need;
/// INSPECTOR_FLEET=1 builds it.
if Context.environment["INSPECTOR_FLEET"] == "1" {
    package.products.append(.executable(name: "inspector-fleet", targets: ["inspector-fleet"]))
    package.targets += [
        // Its module map names the libraries.
        .target(name: "CNats"),
        .executableTarget(
            name: "inspector-fleet",
            dependencies: [
                "CNats", "FileStore", "InspectorServer", "ProgramClient", "ProxyCore", argumentParser, logging,
            ]
        ),
    ]
}

for target in package.targets where ![.plugin, .macro, .system].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + strict
}
