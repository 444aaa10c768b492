// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that this one started, in a process group of its own: Ctrl-C must not end it before its turn.
final class ChildProcess {
    let name: String
    let processID: pid_t
    /// How it ended; nil while it runs.
    private(set) var exit: String?

    /// Of util-linux. A process that is killed can't stop its children; the kernel does it, if each of them asks for that
    /// before it becomes the program. See prctl(2), *PR_SET_PDEATHSIG*.
    private static let bound = ["/usr/bin/setpriv", "--pdeathsig", "TERM", "--"]

    /// Starts a program with this one's standard output and standard error.
    ///
    /// - Throws: `FleetFailure` if it can't be started.
    init(_ name: String, _ path: String, _ arguments: [String]) throws {
        self.name = name
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let command = (access(Self.bound[0], X_OK) == 0 ? Self.bound : []) + [path] + arguments
        var texts = command.map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, command[0], nil, &attributes, &texts, environ)
        guard code == 0 else { throw FleetFailure("\(path) can't be started: \(String(cString: strerror(code))).") }
        self.processID = processID
    }

    /// Whether it runs at the moment.
    var isRunning: Bool {
        guard exit == nil else { return false }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return true }
        let signal = status & 0x7F
        exit = signal == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(signal)"
        return false
    }

    /// Asks it to end, and kills it if it doesn't.
    func stop(patienceMilliseconds: Int64 = 15_000) {
        guard isRunning else { return }
        kill(processID, SIGTERM)
        let deadline = Clock.milliseconds + patienceMilliseconds
        while isRunning, Clock.milliseconds < deadline { usleep(20_000) }
        guard isRunning else { return }
        FleetLog.note("\(name) does not end; killing it")
        kill(processID, SIGKILL)
        while isRunning { usleep(20_000) }
    }
}

/// An error at run time, in words for the terminal.
struct FleetFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
