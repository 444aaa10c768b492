// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer

/// A process that is to be inspected.
struct RunningProgram {
    private let process: Int32
    private let maps: String

    init(_ process: Int32) throws {
        // Others stand for several processes in system calls.
        guard process > 0 else {
            throw CommandFailure("Process \(process) does not exist: the numbers of processes begin at 1.")
        }
        self.process = process
        do {
            maps = try SystemFile.read("/proc/\(process)/maps")
        } catch {
            throw CommandFailure("Process \(process) \(Self.reason(process)).")
        }
    }

    /// Why the files of a process in `/proc` can't be read.
    private static func reason(_ process: Int32) -> String {
        guard kill(process, 0) != 0 else {
            return "does not let itself be entered: it has rights of its own, or the system forbids it "
                + "(kernel.yama.ptrace_scope); attach as root"
        }
        return errno == EPERM ? "belongs to another user; attach as that user, or as root" : "does not exist"
    }

    /// The URLs of its inspectors that are announced to this user. A program that is entered may have its own one, too.
    var urls: [String] { DiscoveredInspector.all().filter { $0.processID == process }.map(\.url) }

    /// Whether the inspector's library is in it, by `exec` or `attach`.
    var isEntered: Bool { library != nil }

    /// The inspector's library in it.
    private var library: String? { MappedFile(named: InspectorLibraries.libraryName, in: maps)?.path }

    /// Calls a function of the inspector's library in the process, and loads the library if it is not there.
    ///
    /// - Parameters:
    ///   - function: Takes the text and returns one, or takes nothing and returns a number.
    ///   - text: The argument.
    /// - Returns: What the function returned. If the library can't be loaded there: a text with the loader's reason, which
    ///   is for the caller to tell from an answer; -1 in place of a number.
    /// - Throws: A `CommandFailure` with what the debugger said if it did not come to that.
    func call(_ function: String, with text: String? = nil) throws -> String {
        let path = try library ?? InspectorLibraries().library
        // The loader knows a library that is there by its path. The file may be another one by now, as after a build of
        // the inspector; it must not be loaded as well: RTLD_NOLOAD.
        let mode = isEntered ? RTLD_NOW | RTLD_NOLOAD : RTLD_NOW
        let loaded = "$library = ((void *(*)(const char *, int))dlopen)(\(Debugger.literal(path)), \(mode))"
        // The debugger does not read the library's symbols, so the function is found by the loader.
        let found =
            "$function = $library == 0 ? (void *)0 : ((void *(*)(void *, const char *))dlsym)($library, \"\(function)\")"
        let call =
            text.map {
                "$function == 0 ? ((char *(*)(void))dlerror)() : "
                    + "((char *(*)(const char *))$function)(\(Debugger.literal($0)))"
            }
            ?? "$function == 0 ? -1 : ((int (*)(void))$function)()"
        return try Debugger.answer(of: process, [loaded, found, call], isText: text != nil)
    }

    /// - Throws: A `CommandFailure` if the inspector can't enter it.
    func check() throws {
        guard let runtime = SwiftRuntime(maps: maps) else {
            throw CommandFailure(
                """
                Process \(process) has no Swift runtime that is linked dynamically, so nothing can be loaded into it. If it \
                is in Swift, build it without -static-stdlib, or link the product Interposer and start it with \
                INSPECT='*Delegate'.
                """
            )
        }
        guard !runtime.isReplaced else {
            throw CommandFailure(
                """
                The file of process \(process)'s Swift runtime (\(runtime.path)) was replaced or deleted since the \
                process started. Start the program again.
                """
            )
        }
        try runtime.checkIsOwn(of: "Process \(process)")
    }
}

/// A file that is mapped into a process.
struct MappedFile {
    /// Where it was when it was mapped.
    let path: String
    /// Whether nothing, or another file, is at the path now.
    let isReplaced: Bool

    private static let mark = " (deleted)"

    /// The file with a name in a list of mappings; nil if there is none.
    ///
    /// - SeeAlso: proc_pid_maps(5)
    init?(named name: String, in maps: String) {
        let endings = ["/\(name)", "/\(name)\(Self.mark)"]
        let line = maps.split(separator: "\n").first { line in endings.contains { line.hasSuffix($0) } }
        // Addresses, mode, offset, device and inode come first; paths may have spaces.
        let columns = line?.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard let text = columns?.last?.trimmingCharacters(in: .whitespaces) else { return nil }
        isReplaced = text.hasSuffix(Self.mark)
        path = isReplaced ? String(text.dropLast(Self.mark.count)) : text
    }
}

/// The dynamic library of the Swift runtime that a program uses.
struct SwiftRuntime {
    static let name = "libswiftCore.so"
    let path: String
    /// Whether a process has it whose file is not at the path any more.
    let isReplaced: Bool

    init(path: String) {
        self.path = path
        isReplaced = false
    }

    /// The one in a list of mappings; nil if there is none.
    init?(maps: String) {
        guard let file = MappedFile(named: Self.name, in: maps) else { return nil }
        path = file.path
        isReplaced = file.isReplaced
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
    /// Evaluates expressions in the first thread, one after the other, once it is at a `SafePlace`.
    ///
    /// - Parameter isText: Whether the last one is a text of C, not a number.
    /// - Returns: The value of the last one.
    /// - Throws: A `CommandFailure` with what the debugger said if there is none.
    static func answer(of process: Int32, _ expressions: [String], isText: Bool) throws -> String {
        let format = "\\n\(Self.begin)%\(isText ? "s" : "d")\(Self.end)\\n"
        let text = try run(
            on: process,
            ["python exec(\(literal(SafePlace.script)))"] + expressions.map { "print \($0)" }
                + ["printf \"\(format)\", $"]
        )
        guard let start = text.range(of: Self.begin), let end = text.range(of: Self.end, options: .backwards),
            start.upperBound <= end.lowerBound
        else {
            if let reason = text.range(of: SafePlace.refusal) {
                let rest = text[reason.upperBound...].prefix { $0 != "\n" }
                throw CommandFailure("Nothing can be loaded into process \(process) now: \(rest). Try again.")
            }
            let said = text.split(separator: "\n").filter { line in !Self.noise.contains { line.contains($0) } }
            throw CommandFailure(
                "gdb cannot call the inspector in process \(process). It said:\n\(said.joined(separator: "\n"))"
            )
        }
        return String(text[start.upperBound..<end.lowerBound])
    }

    // Around the value, among all that the debugger prints.

    private static let begin = "<answer>"
    private static let end = "</answer>"
    /// What gdb says of symbols and threads, which nobody needs.
    private static let noise = [
        "warning:", "Could not find DWO", "[New LWP", "[Thread debugging", "Using host libthread_db", "[Switching to",
        "[Inferior", "add-auto-load-safe-path", "auto-loading has been declined", "No such file or directory.",
    ]

    /// - Returns: What the debugger printed.
    private static func run(on process: Int32, _ commands: [String]) throws -> String {
        guard let gdb = ProgramFile.path(of: "gdb") else {
            throw CommandFailure("gdb is not installed; install it with: apt-get install gdb")
        }
        let debugger = Process()
        debugger.executableURL = URL(fileURLWithPath: gdb)
        // Symbols of libraries that are loaded from here on are not read: that takes minutes for debug builds.
        // A call that fails is taken back, and the process goes on.
        let settings = ["set debuginfod enabled off", "set auto-solib-add off", "set unwindonsignal on", "thread 1"]
        debugger.arguments =
            ["-p", "\(process)", "-batch", "-nx"] + (settings + commands).flatMap { ["-ex", $0] }
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
