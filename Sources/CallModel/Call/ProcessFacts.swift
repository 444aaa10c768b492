// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The process of a call, in a recording of several processes.
public struct ProcessFacts: Hashable, Sendable {
    /// Name of the service that the process is one of.
    public var service: String
    /// Version of the service; nil if unknown.
    public var version: String?
    /// Name of the machine.
    public var host: String
    /// Id of the process on its machine.
    public var id: Int64

    /// Creates the facts from their parts.
    public init(service: String, version: String?, host: String, id: Int64) {
        self.service = service
        self.version = version
        self.host = host
        self.id = id
    }

    /// The service, with its version if that is known: `shop@1.4`.
    public var release: String { version.map { "\(service)@\($0)" } ?? service }

    /// As in texts: `shop@1.4 web-1 4711`.
    package var text: String { "\(release) \(host) \(id)" }

    package static let schema =
        #"{"type":"object","properties":{"service":{"type":"string"},"version":{"type":"string"},"#
        + #""host":{"type":"string"},"id":{"type":"integer","minimum":0}},"required":["service","host","id"],"#
        + #""additionalProperties":false}"#

    package init?(_ node: JSONNode) {
        guard let service = node["service"]?.string, let host = node["host"]?.string,
            let id = node["id"]?.integer(Int64.self), id >= 0
        else { return nil }
        let version = node["version"]
        guard version == nil || version?.string != nil else { return nil }
        self.init(service: service, version: version?.string, host: host, id: id)
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("service", service)
            if let version { json.member("version", version) }
            json.member("host", host)
            json.member("id", id)
        }
    }
}
