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

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: Checking

    /// - Throws: A `CommandFailure` with the way out if the inspector can't enter the program.
    func check() throws {
        let file = try ELFFile(path: path)
        guard file.isELF else {
            throw CommandFailure(
                "\(path) is a script, or a program of another kind. Pass the program that it starts, or --children."
            )
        }
        guard try !isOfThisRuntime(file) else { return }
        guard file.isDynamic || file.contains("swift_retain") else {
            throw CommandFailure("\(path) is linked statically, so nothing can be loaded into it.")
        }
        guard file.contains("swift_retain") else {
            throw CommandFailure("\(path) is not linked with the Swift runtime.")
        }
        throw CommandFailure(
            """
            \(path) has the Swift runtime linked statically, so nothing can be loaded into it. Build it without \
            --static-swift-stdlib, or link the product Interposer and start it with INSPECT='*Delegate'.
            """
        )
    }

    /// Checks a program whose children are to be inspected, too. It need not be in Swift, and may be a script.
    ///
    /// - Parameter scripts: How many scripts name one another as interpreter, and the last of them this file.
    /// - Throws: A `CommandFailure` if the inspector can't enter it or what it starts.
    func checkWithChildren(behind scripts: Int = 0) throws {
        // The system refuses more, too (ELOOP). The last may name the first.
        guard scripts <= 5 else { throw CommandFailure("\(path): too many interpreters, one behind the other.") }
        let file = try ELFFile(path: path)
        if let interpreter = file.interpreter {
            return try ProgramFile.find(interpreter).checkWithChildren(behind: scripts + 1)
        }
        guard file.isELF else { throw CommandFailure("\(path) is a program of another kind.") }
        guard try !isOfThisRuntime(file), !file.isDynamic else { return }
        throw CommandFailure("\(path) is linked statically, so nothing can be loaded into it.")
    }

    /// Whether it's a program in Swift without the symbols from which types are read.
    var isStripped: Bool {
        guard let file = try? ELFFile(path: path), file.isELF, file.isDynamic else { return false }
        return file.contains(SwiftRuntime.name) && !file.hasSymbolTable
    }

    /// Whether the program is linked with the runtime of this one.
    ///
    /// - Throws: A `CommandFailure` if it's linked with another one or with another C library, or runs with other rights
    ///   or on another machine.
    private func isOfThisRuntime(_ file: ELFFile) throws -> Bool {
        guard file.isOfThisMachine else { throw CommandFailure("\(path) is a program for another machine.") }
        guard !hasOtherRights else {
            throw CommandFailure("\(path) runs with the rights of somebody else, so nothing can be loaded into it.")
        }
        // A program without a loader would run.
        guard let loader = file.loader else { return false }
        guard Self.isOfThisCLibrary(loader) else {
            throw CommandFailure(
                """
                \(path) is linked with another C library (its loader is \(loader)), so nothing can be loaded into it. \
                Build it with the toolchain of inspector-server.
                """
            )
        }
        guard let runtime = try linkedLibraries()[SwiftRuntime.name] else { return false }
        guard let runtime else {
            throw CommandFailure("\(path) needs \(SwiftRuntime.name), which the loader does not find.")
        }
        try SwiftRuntime(path: runtime).checkIsOwn(of: path)
        return true
    }

    /// Whether a loader is that of the GNU C library. Others, such as musl's, run a program that is to be listed.
    private static func isOfThisCLibrary(_ loader: String) -> Bool {
        let name = loader.split(separator: "/").last ?? ""
        // Those of other versions beside the system's are called as the version is: ld-2.31.so.
        return ["ld-linux", "ld-lsb", "ld64", "ld-2", "ld.so"].contains(where: name.hasPrefix)
    }

    /// Whether the loader ignores `LD_PRELOAD`: ld.so(8), "secure-execution mode".
    private var hasOtherRights: Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let isOfOther = status.st_mode & S_ISUID != 0 && status.st_uid != geteuid()
        let isOfGroup = status.st_mode & S_ISGID != 0 && status.st_gid != getegid()
        return isOfOther || isOfGroup || geteuid() != 0 && hasCapabilities
    }

    /// Whether the file gives the program rights of its own: capabilities(7).
    private var hasCapabilities: Bool {
        typealias Text = UnsafePointer<CChar>
        typealias Function = @convention(c) (Text, Text, UnsafeMutableRawPointer?, Int) -> Int
        // The C library's module for Swift doesn't have it.
        guard let address = dlsym(nil, "getxattr") else { return false }
        return unsafeBitCast(address, to: Function.self)(path, "security.capability", nil, 0) > 0
    }

    /// The libraries with which the loader would start the program, by name; nil for one that it doesn't find. The
    /// program itself doesn't run if its loader is that of the GNU C library.
    private func linkedLibraries() throws -> [String: String?] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        // ld.so(8): the loader lists the libraries and ends.
        process.environment = ProcessInfo.processInfo.environment.merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            throw CommandFailure("\(path) cannot be started: \(error.localizedDescription)")
        }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String?)? in
            // Such as `libm.so.6 => /lib/libm.so.6 (0x00007f…)`; the path may have spaces.
            guard let arrow = line.range(of: " => ") else { return nil }
            let name = line[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
            let found = line[arrow.upperBound...]
            let path = found[..<(found.range(of: " (0x", options: .backwards)?.lowerBound ?? found.endIndex)]
            return (name, path.hasPrefix("/") ? String(path) : nil)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
