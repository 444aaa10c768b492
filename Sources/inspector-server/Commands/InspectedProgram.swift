// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CPreload
import Foundation

/// A program that is to be started with the inspector in it.
struct InspectedProgram {
    private let file: ProgramFile
    private let libraries: InspectorLibraries

    /// Finds and checks a program, and says what can't be known of it.
    ///
    /// - Parameter name: As a shell takes it: a path, or a name.
    /// - Throws: A `CommandFailure` with the way out if the inspector can't enter the program.
    init(_ name: String, withChildren: Bool = false) throws {
        file = try ProgramFile.find(name)
        if withChildren { try file.checkWithChildren() } else { try file.check() }
        libraries = try InspectorLibraries()
        guard file.isStripped else { return }
        Console.note(
            """
            inspector-server: \(file.path) has no symbol table (strip), so that only the names of its protocols and types \
            are known: no call is recorded, except of types in libraries that have one. Pass the program as it was \
            before it was stripped.
            """
        )
    }

    /// Replaces this process by the program.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, with its name in front.
    ///   - settings: For the preloaded library, by variable.
    /// - Returns: Why it failed.
    func start(_ arguments: [UnsafeMutablePointer<CChar>?], _ settings: [String: String]) -> CommandFailure {
        let runtime = SwiftRuntime.own.map { [CPRELOAD_RUNTIME: $0.path] } ?? [:]
        let lines = settings.merging(runtime) { $1 }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        setenv(CPRELOAD_SETTINGS, lines, 1)
        let others = getenv("LD_PRELOAD")
        if let others { setenv(CPRELOAD_OTHERS, others, 1) } else { unsetenv(CPRELOAD_OTHERS) }
        setenv("LD_PRELOAD", libraries.preloadList(before: others), 1)
        SignalMask.restore()
        InheritedDescriptors.closeOthersOnExec()
        ParentDeathSignal.restore()
        execv(file.path, arguments + [nil])
        return CommandFailure("\(file.path) cannot be started: \(SystemError()).")
    }

    /// - Throws: A usage error for a value that cannot be passed on.
    static func check(_ settings: [String: String]) throws {
        for (variable, value) in settings where value.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
            throw ValidationError("\(variable)=\(value.debugDescription): no line breaks are possible here.")
        }
    }
}
