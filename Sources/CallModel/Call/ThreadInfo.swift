// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The thread of a call, as recorded.
public struct ThreadInfo: Hashable, Sendable {
    /// Kernel thread id, as in `/proc/self/task`.
    public var id: UInt32
    /// The thread's name, or the program's name if the thread was not given one.
    public var name: String
    /// Whether this is the process's initial thread. Running on it is not the same as running on the main queue.
    public var isMain: Bool
    /// The thread's scheduling when it made its first call; nil if the recording does not contain it.
    public var priority: Priority?

    /// A thread's scheduling policy and nice value.
    ///
    /// - SeeAlso: sched(7)
    public struct Priority: Hashable, Sendable {
        /// A scheduling policy; the raw value is the word in JSON.
        public enum Policy: String, Sendable, CaseIterable {
            /// Time-sharing: CPU time depends on demand and the nice value.
            case other
            /// Time-sharing for non-interactive work (`batch`) and for work that runs only when the CPU is idle
            /// (`idle`).
            case batch, idle
            /// Real-time: first in, first out; round robin; or by deadline.
            case fifo
            case roundRobin = "rr"
            case deadline
        }

        /// The scheduling policy.
        public var policy: Policy
        /// Nice value, from -20 (highest priority) to 19.
        public var nice: Int

        package init(_ policy: Policy, nice: Int) {
            self.policy = policy
            self.nice = nice
        }

        /// Parses `other 7`.
        fileprivate init?(_ text: String) {
            let words = text.split(separator: " ")
            guard words.count == 2, let policy = Policy(rawValue: String(words[0])), let nice = Int(words[1]) else {
                return nil
            }
            self.init(policy, nice: nice)
        }

        fileprivate init?(_ node: JSONNode) {
            guard let policy = node["policy"]?.string.flatMap(Policy.init), let nice = node["nice"]?.integer(Int.self)
            else { return nil }
            self.init(policy, nice: nice)
        }
    }

    /// Creates a thread from its parts.
    package init(id: UInt32, name: String, isMain: Bool) {
        self.id = id
        self.name = name
        self.isMain = isMain
    }
}

extension ThreadInfo {
    /// The fields of a thread, in the order of their members in JSON.
    package static let fields: [RecordField<ThreadInfo>] = [
        RecordField(
            "id",
            FieldSchema.integer(from: 0),
            "Kernel id, as in `/proc/self/task`.",
            write: { $1.integer($0.id) },
            read: { (record, member) throws(RecordFault) in record.id = try member.integer() },
            column: .column("number", store: { StoredValue($0.id) }, load: { $0.id = UInt32(clamping: $1.number) })
        ),
        RecordField(
            "name",
            FieldSchema.text,
            "Name given to the thread, or the program's.",
            write: { $1.string($0.name) },
            read: { (record, member) throws(RecordFault) in record.name = try member.text() },
            column: .column("name", "TEXT", store: { .text($0.name) }, load: { $0.name = $1.string ?? "" })
        ),
        RecordField(
            "isMain",
            FieldSchema.truth,
            "Whether the process began with it.",
            write: { $1.bool($0.isMain) },
            read: { (record, member) throws(RecordFault) in record.isMain = try member.required(member.node?.bool) },
            column: .column("is_main", store: { .integer($0.isMain ? 1 : 0) }, load: { $0.isMain = $1.number != 0 })
        ),
        RecordField(
            "priority",
            #"{"type":"object","properties":{"policy":\#(FieldSchema.word(of: Priority.Policy.allCases.map(\.rawValue))),"#
                + #""nice":{"type":"integer"}},"required":["policy","nice"],"additionalProperties":false}"#,
            "`policy` of its scheduling and `nice` value at its first call; absent in older recordings.",
            isPresent: { $0.priority != nil },
            write: { record, json in
                json.object { json in
                    json.member("policy", record.priority?.policy.rawValue)
                    json.member("nice", record.priority?.nice)
                }
            },
            read: { (record, member) throws(RecordFault) in
                record.priority = member.isNull ? nil : try member.required(member.node.flatMap(Priority.init))
            },
            column: .column(
                "priority",
                "TEXT",
                since: 4,
                store: { $0.priority.map { .text("\($0.policy.rawValue) \($0.nice)") } ?? .null },
                load: { $0.priority = $1.string.flatMap(Priority.init) }
            )
        ),
    ]

    static let writers = FieldWriters(fields)
}
