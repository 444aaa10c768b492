// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The file of a program that is to be inspected.
struct ProgramFile {
    let path: String

    /// The program that a shell would start.
    static func find(_ name: String) throws -> ProgramFile {
        if let path = path(of: name) { return ProgramFile(path: path) }
        let isThere = candidates(name).contains(where: isFile)
        throw CommandFailure(isThere ? "\(name): this file cannot be executed." : "\(name): no such program.")
    }

    /// The path of a program, which may be given by its name alone.
    static func path(of name: String) -> String? {
        candidates(name).first { isFile($0) && access($0, X_OK) == 0 }
    }

    private static func candidates(_ name: String) -> [String] {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    }

    /// - Throws: A `CommandFailure` with the way out if the inspector can't enter the program.
    func check() throws {
        let header = try read()
        guard header.isELF else {
            throw CommandFailure(
                "\(path) is a script, or a program of another kind. Pass the program that it starts."
            )
        }
        guard header.isOfThisMachine else { throw CommandFailure("\(path) is a program for another machine.") }
        let libraries = try linkedLibraries()
        if let runtime = libraries[SwiftRuntime.name] { return try SwiftRuntime(path: runtime).checkIsOwn(of: path) }
        guard header.contains("swift_retain") else {
            throw CommandFailure("\(path) is not linked with the Swift runtime.")
        }
        throw CommandFailure(
            """
            \(path) has the Swift runtime linked statically, so nothing can be loaded into it. Build it without \
            --static-swift-stdlib, or link the product Interposer and start it with INSPECT='*Delegate'.
            """
        )
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: The file

    private struct Header {
        let data: Data

        /// ELF of 64 bits.
        var isELF: Bool { data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) }

        var isOfThisMachine: Bool {
            #if arch(x86_64)
            let machine: [UInt8] = [62, 0]
            #else
            let machine: [UInt8] = [183, 0]
            #endif
            return data.count > 20 && data[18..<20].elementsEqual(machine)
        }

        func contains(_ text: String) -> Bool { data.range(of: Data(text.utf8)) != nil }
    }

    private func read() throws -> Header {
        do {
            return Header(data: try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped))
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    // MARK: The libraries

    /// The libraries with which the loader would start the program, by name. The program itself doesn't run.
    private func linkedLibraries() throws -> [String: String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        // ld.so(8): the loader lists the libraries and ends.
        process.environment = ProcessInfo.processInfo.environment.merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let isStatic = try !read().contains("/ld-linux")
        // A program without a loader would run.
        if isStatic { return [:] }
        do { try process.run() } catch {
            throw CommandFailure("\(path) cannot be started: \(error.localizedDescription)")
        }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let words = line.split(whereSeparator: \.isWhitespace)
            return words.count >= 3 && words[1] == "=>" ? (String(words[0]), String(words[2])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
