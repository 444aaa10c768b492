// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer

/// A process that is to be inspected.
struct RunningProgram {
    private let process: Int32
    private let maps: String

    init(_ process: Int32) throws {
        self.process = process
        do {
            maps = try SystemFile.read("/proc/\(process)/maps")
        } catch {
            let reason = kill(process, 0) == 0 || errno == EPERM ? "belongs to another user" : "does not exist"
            throw CommandFailure("Process \(process) \(reason).")
        }
    }

    /// The URL of its inspector, if it has one.
    var url: String? { DiscoveredInspector.all().first { $0.processID == process }?.url }

    /// - Throws: A `CommandFailure` if the inspector can't enter it.
    func check() throws {
        guard let runtime = SwiftRuntime(maps: maps) else {
            throw CommandFailure("Process \(process) has no Swift runtime that is linked dynamically.")
        }
        try runtime.checkIsOwn(of: "Process \(process)")
    }
}

/// The dynamic library of the Swift runtime that a program uses.
struct SwiftRuntime {
    static let name = "libswiftCore.so"
    let path: String

    init(path: String) { self.path = path }

    /// The one in a list of mappings; nil if there is none.
    init?(maps: String) {
        let line = maps.split(separator: "\n").first { $0.hasSuffix("/\(Self.name)") }
        // Addresses, mode, offset, device and inode come first; paths may have spaces.
        guard let path = line?.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true).last else {
            return nil
        }
        self.path = path.trimmingCharacters(in: .whitespaces)
    }

    /// That of this program; nil if it's linked statically.
    static var own: SwiftRuntime? { SwiftRuntime(maps: (try? SystemFile.read("/proc/self/maps")) ?? "") }

    /// - Throws: A `CommandFailure` if this program has another one.
    func checkIsOwn(of program: String) throws {
        guard let own = Self.own, !isSame(as: own) else { return }
        throw CommandFailure(
            """
            \(program) runs with another Swift runtime (\(path)) than inspector-server (\(own.path)). Build both with the \
            same toolchain.
            """
        )
    }

    private func isSame(as other: SwiftRuntime) -> Bool {
        func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        return resolved(path) == resolved(other.path)
            || FileManager.default.contentsEqual(atPath: path, andPath: other.path)
    }
}

/// Calls functions in a process by a debugger.
enum Debugger {
    /// Evaluates expressions in the first thread, one after the other. `$1` is the value of the first.
    ///
    /// - Returns: What the debugger printed.
    static func run(on process: Int32, _ expressions: [String]) throws -> String {
        guard let gdb = ProgramFile.path(of: "gdb") else {
            throw CommandFailure("gdb is not installed; install it with: apt-get install gdb")
        }
        let debugger = Process()
        debugger.executableURL = URL(fileURLWithPath: gdb)
        // Symbols of libraries that are loaded from here on are not read: that takes minutes for debug builds.
        let settings = ["set debuginfod enabled off", "set auto-solib-add off", "thread 1"]
        debugger.arguments =
            ["-p", "\(process)", "-batch", "-nx"] + settings.flatMap { ["-ex", $0] }
            + expressions.flatMap { ["-ex", "print \($0)"] }
        let pipe = Pipe()
        debugger.standardInput = FileHandle.nullDevice
        debugger.standardOutput = pipe
        debugger.standardError = pipe
        // Without the signals of its children, it would wait for ever.
        SignalMask.restore()
        try debugger.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        debugger.waitUntilExit()
        return text
    }

    /// A text as a literal of C.
    static func literal(_ text: String) -> String {
        let bytes = text.utf8.map { byte in
            let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            let octal = String(byte, radix: 8)
            return isPlain ? String(UnicodeScalar(byte)) : "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        }
        return "\"\(bytes.joined())\""
    }
}
