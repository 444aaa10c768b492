// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Invocation {
    /// What became of one closure argument: a delegate that answers later calls it.
    public struct Completion: Hashable, Sendable {
        /// How often the closure was called.
        ///
        /// Recordings store the raw values.
        public enum State: UInt8, Sendable, CaseIterable {
            /// Not called yet, and still alive.
            case pending = 1
            /// Called once.
            case called = 2
            /// Called more than once.
            case twice = 3
            /// Released without a call.
            case never = 4

            /// The word in JSON.
            public var name: String {
                switch self {
                case .pending: "pending"
                case .called: "called"
                case .twice: "twice"
                case .never: "never"
                }
            }
        }

        /// One call of the closure.
        public struct Call: Hashable, Sendable {
            /// Time from the start of the invocation to the call of the closure, in nanoseconds. Not limited by the
            /// invocation's duration.
            public var afterNanoseconds: UInt64
            /// The thread that called the closure.
            public var thread: ThreadInfo
            /// The closure's arguments, in order. The budget of a record applies to them.
            public var arguments: [RecordedValue]

            package init(afterNanoseconds: UInt64, thread: ThreadInfo, arguments: [RecordedValue]) {
                self.afterNanoseconds = afterNanoseconds
                self.thread = thread
                self.arguments = arguments
            }
        }

        /// Maximum number of calls with time, thread and arguments; later ones are only counted.
        public static let callLimit = 8

        /// Index of the closure in the invocation's arguments, from 0.
        public var argument: Int
        /// Number of calls.
        public var count: Int
        /// The first calls, at most `callLimit`.
        public var calls: [Call]
        /// Time from the start of the invocation to the release of a closure that was never called, in nanoseconds.
        public var releasedAfterNanoseconds: UInt64?

        /// How often the closure was called.
        public var state: State {
            switch count {
            case 0: releasedAfterNanoseconds == nil ? .pending : .never
            case 1: .called
            default: .twice
            }
        }

        package init(argument: Int, count: Int, calls: [Call], releasedAfterNanoseconds: UInt64? = nil) {
            self.argument = argument
            self.count = count
            self.calls = calls
            self.releasedAfterNanoseconds = releasedAfterNanoseconds
        }
    }

    /// What became of the closure arguments together, nil for a call without any: `twice` if one of them was called
    /// more than once; else `called` if one of them was, such as one of a pair for success and failure; else `pending`
    /// as long as one of them can still be called; else `never`.
    public var completion: Completion.State? { Completion.State(of: completions.lazy.map(\.state)) }
}

extension Invocation.Completion.State {
    /// The state of several closures together; nil for none.
    package init?(of states: some Sequence<Self>) {
        guard let first = states.max(by: { $0.rank < $1.rank }) else { return nil }
        self = first
    }

    /// States with a higher rank prevail.
    private var rank: Int {
        switch self {
        case .never: 0
        case .pending: 1
        case .called: 2
        case .twice: 3
        }
    }
}

// MARK: JSON

extension Invocation.Completion {
    static let schema =
        #"{"type":"array","items":{"type":"object","properties":{"#
        + #""argument":{"type":"integer","minimum":0,"description":"Index of the closure in `arguments`, from 0."},"#
        + #""state":\#(FieldSchema.word(of: State.allCases.map(\.name)).dropLast()),"#
        + #""description":"`pending` is not called yet, `never` was released without a call."},"#
        + #""count":{"type":"integer","minimum":0,"description":"How often it was called."},"#
        + #""releasedAfterNanoseconds":{"type":"integer","minimum":0,"#
        + #""description":"Time from the start of the call to the release; only for `never`."},"#
        + #""calls":{"type":"array","maxItems":\#(callLimit),"description":"The first calls of the closure.","#
        + #""items":{"type":"object","properties":{"#
        + #""afterNanoseconds":{"type":"integer","minimum":0,"description":"Time from the start of the call."},"#
        + #""thread":\#(FieldSchema.object(of: ThreadInfo.fields).dropLast()),"description":"The thread that called it."},"#
        + #""arguments":\#(FieldSchema.values.dropLast()),"description":"In the order of the closure's parameters."}},"#
        + #""required":["afterNanoseconds","thread","arguments"],"additionalProperties":false}}},"#
        + #""required":["argument","state","count","calls"],"additionalProperties":false}}"#

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("argument")
            json.integer(argument)
            json.key("state")
            json.plain(state.name)
            json.key("count")
            json.integer(count)
            if let released = releasedAfterNanoseconds {
                json.key("releasedAfterNanoseconds")
                json.integer(released)
            }
            json.key("calls")
            json.array { json in
                for call in calls { call.write(to: &json) }
            }
        }
    }

    /// The text of a list, for a column of a recording.
    static func text(_ completions: [Self]) -> String {
        let json = JSONWriter.bytes { json in
            json.array { json in
                for completion in completions { completion.write(to: &json) }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Reads that text; empty if it is invalid.
    static func list(_ text: String) -> [Self] {
        let reader = RecordReader()
        return JSONReader.read(text) { node in
            try? RecordMember(name: "completions", outer: nil, node: node, reader: reader).completions()
        } ?? []
    }

    /// Nil if the JSON is not a completion.
    fileprivate init?(_ node: JSONNode, _ reader: RecordReader) {
        guard let argument = node["argument"]?.integer(Int32.self), argument >= 0,
            let count = node["count"]?.integer(Int64.self), count >= 0,
            let nodes = node["calls"]?.elements
        else { return nil }
        var calls: [Call] = []
        for node in nodes.prefix(Self.callLimit) {
            guard let call = Call(node, reader) else { return nil }
            calls.append(call)
        }
        let released = node["releasedAfterNanoseconds"]?.integer(Int64.self)
        guard released ?? 0 >= 0, calls.count <= count else { return nil }
        self.init(
            argument: Int(argument),
            count: Int(count),
            calls: calls,
            releasedAfterNanoseconds: count > 0 ? nil : released.map { UInt64($0) }
        )
    }
}

extension Invocation.Completion.Call {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("afterNanoseconds")
            json.integer(afterNanoseconds)
            json.key("thread")
            json.object { ThreadInfo.writers.writeMembers(of: thread, to: &$0) }
            json.key("arguments")
            json.array { json in
                for argument in arguments { json.value(argument) }
            }
        }
    }

    /// Nil if the JSON is not a call.
    fileprivate init?(_ node: JSONNode, _ reader: RecordReader) {
        guard let after = node["afterNanoseconds"]?.integer(Int64.self), after >= 0,
            let thread = try? RecordMember(name: "thread", outer: nil, node: node["thread"], reader: reader).thread(),
            let values = try? RecordMember(name: "arguments", outer: nil, node: node["arguments"], reader: reader)
                .values()
        else { return nil }
        self.init(afterNanoseconds: UInt64(after), thread: thread, arguments: values)
    }
}

extension RecordMember {
    /// The list of completions; empty if missing.
    func completions() throws(RecordFault) -> [Invocation.Completion] {
        if isNull { return [] }
        var completions: [Invocation.Completion] = []
        for node in try required(node?.elements) {
            completions.append(try required(Invocation.Completion(node, reader)))
        }
        return completions
    }

    fileprivate func thread() throws(RecordFault) -> ThreadInfo {
        var thread = ThreadInfo(id: 0, name: "", isMain: false)
        try readMembers(into: &thread, ThreadInfo.fields)
        return thread
    }
}
