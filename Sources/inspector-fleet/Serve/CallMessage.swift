// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import ProxyCore

/// A message with calls, as a relay sent it.
enum CallMessage {
    /// Why a message can't be read.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a message. Anyone with access to the broker may have sent it.
    static func batch(_ message: Broker.Message) throws(Fault) -> FleetBatch {
        func header(_ name: String) throws(Fault) -> String {
            guard let value = message.headers[name] else { throw Fault(description: "it has no header \(name)") }
            return value
        }
        func place(_ name: String) throws(Fault) -> FleetPlace {
            // A process makes at most as many calls as a recording has numbers for.
            guard let place = FleetPlace(try header(name)), place.position <= FleetPlace.mostCalls else {
                throw Fault(description: "its header \(name) is no place in a stream")
            }
            return place
        }
        guard let process = ProcessDescription(try header(BrokerHeader.process)) else {
            throw Fault(description: "its header \(BrokerHeader.process) describes no process")
        }
        return FleetBatch(
            process: process.fleetProcess,
            after: try place(BrokerHeader.after),
            through: try place(BrokerHeader.through),
            lines: try lines(message, encoding: header(BrokerHeader.encoding)),
            arrivedAtNanoseconds: Clock.nowNanoseconds
        )
    }

    private static func lines(_ message: Broker.Message, encoding: String) throws(Fault) -> [UInt8] {
        switch encoding {
        case "identity": return message.body
        case "zstd":
            do {
                return try Zstandard.decompressed(message.body)
            } catch {
                throw Fault(description: error == .tooLarge ? "its content is too large" : "its content is damaged")
            }
        default: throw Fault(description: "its encoding is \(encoding)")
        }
    }
}

/// A process, as relays describe it in JSON.
struct ProcessDescription {
    /// Bytes of a name; more has no use, and anyone with access to the broker may have sent it.
    private static let longestName = 1_024

    let fleetProcess: FleetProcess

    /// Nil for a text that describes none.
    init?(_ text: String) {
        guard let found = JSONReader.read(text, { ProcessDescription($0) }) else { return nil }
        self = found
    }

    init?(_ json: JSONNode) {
        guard let epoch = json["epoch"]?.string, let service = json["service"]?.string, let host = json["host"]?.string,
            let id = json["processID"]?.integer(Int64.self), id >= 0, let program = json["program"]?.string,
            [epoch, service, host, program].allSatisfy({ $0.utf8.count <= Self.longestName })
        else { return nil }
        let facts = ProcessFacts(service: service, version: json["version"]?.string, host: host, id: id)
        let started = json["startedAt"]?.string.flatMap { Instant.nanoseconds($0) }
        fleetProcess = FleetProcess(
            epoch: epoch,
            facts: facts,
            program: program,
            startedAtNanoseconds: started ?? Clock.nowNanoseconds
        )
    }
}
