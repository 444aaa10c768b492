// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What tells a process from another one that gets its ID later.
struct ProcessIdentity: Sendable, Hashable {
    /// When the process began, in ticks since the system's start.
    let start: Int64
    /// In which IDs are those of its processes. Containers that share the folder can have one each.
    let namespace: String

    init(start: Int64, namespace: String) {
        self.start = start
        self.namespace = namespace
    }

    /// That of a process of this namespace; nil if the system doesn't tell, or tells of another namespace.
    ///
    /// A thread has an ID of the same kind, but a start of its own.
    ///
    /// - SeeAlso: pid_namespaces(7)
    init?(of processID: Int32) {
        guard Self.link("/proc/self") == String(getpid()), let namespace = Self.link("/proc/self/ns/pid"),
            let stat = ProcessStat(of: Int64(processID))
        else { return nil }
        self.init(start: stat.start, namespace: namespace)
    }

    private static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { text in
            guard let base = text.baseAddress else { return nil }
            let count = readlink(path, base, text.count)
            return count < 0 ? nil : String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
