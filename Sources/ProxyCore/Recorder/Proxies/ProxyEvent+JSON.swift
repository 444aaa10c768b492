// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The JSON of a proxy event, in the API, the stream, histories and exports.

extension ProxyEvent {
    /// Writes the event as an object.
    package func write(epoch: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", ProxyEventID(epoch: epoch, number: number).description)
            json.member("number", number)
            json.member("seq", seq)
            json.member("position", position)
            json.member("proxy", proxy)
            json.member("what", kind.rawValue)
            json.key("at")
            json.instant(occurredAtNanoseconds)
            json.member("owner", owner)
            json.member("protocol", protocolName)
            json.member("target", target)
            json.member("previousTarget", previousTarget)
            json.member("detail", detail)
            if let process {
                json.member("epoch", self.epoch)
                json.key("process")
                process.write(to: &json)
            }
        }
    }

    /// The event as JSON text.
    package func json(epoch: String) -> [UInt8] { JSONWriter.bytes { write(epoch: epoch, to: &$0) } }

    /// Whether a line of an export is an event, and not a call.
    package static func isEvent(_ node: JSONNode) -> Bool { node["what"] != nil }

    /// Reads what `write(epoch:to:)` has written.
    ///
    /// - Throws: The first member that is missing or of the wrong kind.
    package init(_ node: JSONNode) throws(RecordFault) {
        func required<Value>(_ name: String, _ value: Value?) throws(RecordFault) -> Value {
            guard let value else { throw RecordFault(member: name) }
            return value
        }
        /// Numbers that a recording can store.
        func number(_ name: String, _ node: JSONNode?) throws(RecordFault) -> UInt64? {
            guard let node, node.kind != .null else { return nil }
            guard let number = node.integer(Int64.self), number >= 0 else { throw RecordFault(member: name) }
            return UInt64(number)
        }
        let id = try required("id", node["id"]?.string.flatMap { ProxyEventID($0) })
        guard Int64(exactly: id.number) != nil, try number("number", node["number"]) ?? id.number == id.number else {
            throw RecordFault(member: "number")
        }
        self.init(
            number: id.number,
            seq: try number("seq", node["seq"]),
            position: try number("position", node["position"]),
            proxy: Int(try required("proxy", try number("proxy", node["proxy"]))),
            kind: try required("what", node["what"]?.string.flatMap { Kind(rawValue: $0) }),
            owner: try required("owner", node["owner"]?.string),
            protocolName: node["protocol"]?.string,
            target: node["target"]?.string,
            previousTarget: node["previousTarget"]?.string,
            detail: node["detail"]?.string,
            occurredAtNanoseconds: try required("at", node["at"]?.string.flatMap { Instant.nanoseconds($0) })
        )
        guard let process = node["process"], process.kind != .null else { return }
        self.process = try required("process", ProcessFacts(process))
        epoch = try required("epoch", node["epoch"]?.string)
    }
}
