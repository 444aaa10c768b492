// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Swift toolchain on this machine.
enum Toolchain {
    /// The result of a tool.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The target platform of modules: this machine's.
    static let target: String = {
        #if arch(arm64)
        return "aarch64-unknown-linux-gnu"
        #else
        return "x86_64-unknown-linux-gnu"
        #endif
    }()

    /// Directory of the toolchain's programs.
    static let binaries: URL = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for directory in path.split(separator: ":") {
            let tool = URL(fileURLWithPath: String(directory)).appendingPathComponent("swift-symbolgraph-extract")
            if FileManager.default.isExecutableFile(atPath: tool.path) {
                return tool.resolvingSymlinksInPath().deletingLastPathComponent()
            }
        }
        return URL(fileURLWithPath: "/usr/bin")
    }()

    /// Directory of the toolchain's modules.
    static var moduleDirectory: String {
        binaries.deletingLastPathComponent().appendingPathComponent("lib/swift/linux").path
    }

    /// Runs a program of the toolchain and waits for it.
    ///
    /// - Throws: `GenerationError.missingTool`, or the system's error.
    static func run(_ name: String, _ arguments: [String]) throws -> Result {
        let tool = binaries.appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: tool.path) else { throw GenerationError.missingTool(name) }
        // Files rather than pipes: a full pipe would block the program.
        let directory = FileManager.default.temporaryDirectory
        let unique = ProcessInfo.processInfo.globallyUniqueString
        let files = ["out", "err"].map { directory.appendingPathComponent("proxy-gen-\(unique).\($0)") }
        defer { files.forEach { try? FileManager.default.removeItem(at: $0) } }
        for file in files { try Data().write(to: file) }
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}
