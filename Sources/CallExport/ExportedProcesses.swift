// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A thread of a process: of a recording of several, thread ids repeat.
struct ExportedThread: Hashable {
    /// Number of the process in the export.
    let process: Int
    let thread: UInt32
}

/// The processes in an export, numbered from 1 in the order in which they appear.
///
/// Process ids can't tell them apart: machines and containers have the same ones.
struct ExportedProcesses {
    struct Process {
        let number: Int
        /// Nil for the program of a recording of one process.
        let name: String?
    }

    /// By epoch; nil is the key of calls without a process.
    private var processes: [String?: Process] = [:]
    private var names: Set<String> = []

    var count: Int { processes.count }

    /// The process of a call or an event, which is added if it is new.
    ///
    /// - Parameter epoch: That of the process's recorder.
    mutating func process(_ facts: ProcessFacts?, epoch: String) -> Process {
        let key: String? = facts == nil ? nil : epoch
        if let known = processes[key] { return known }
        var name = facts?.text
        // A container that was started again can have the name and the id of the one before.
        if let text = name, !names.insert(text).inserted { name = "\(text) (\(epoch))" }
        let process = Process(number: processes.count + 1, name: name)
        processes[key] = process
        return process
    }
}
