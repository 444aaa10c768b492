// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProgramClient

/// This user's inspected programs that run at the moment.
struct RunningPrograms: MCPPrograms {
    var all: [MCPProgram] {
        let found = DiscoveredInspector.all()
        let counts = Dictionary(grouping: found, by: \.processID).mapValues(\.count)
        return found.compactMap { program in
            guard let address = ProgramAddress(program.url) else { return nil }
            // A process may have several servers.
            let isAlone = counts[program.processID] == 1
            let id = isAlone ? "\(program.processID)" : "\(program.processID)-\(address.port)"
            return MCPProgram(id: id, name: program.program, at: address)
        }
    }
}

/// Programs and recordings that were named on the command line.
struct NamedPrograms: MCPPrograms {
    let all: [MCPProgram]

    init(_ places: [String]) throws {
        let files = places.filter { ProgramAddress.isFile($0) }
        var names: Set<String> = []
        var programs: [MCPProgram] = []
        for place in places {
            if files.contains(place) {
                let others = files.filter { $0 != place }
                let name = URL(fileURLWithPath: place).lastPathComponent
                let id = names.insert(name).inserted ? name : "\(programs.count + 1)-\(name)"
                programs.append(try MCPProgram(recording: place, id: id, comparedWith: others))
            } else {
                guard let address = ProgramAddress(place) else {
                    throw CommandFailure("\(place): neither a recording nor an address such as http://127.0.0.1:8080.")
                }
                let id = address.authority
                programs.append(MCPProgram(id: id, name: id, at: address))
            }
        }
        all = programs
    }
}

extension ProgramAddress {
    /// Whether a text is the path of a file, or looks like one.
    fileprivate static func isFile(_ text: String) -> Bool {
        FileManager.default.fileExists(atPath: text) || text.hasSuffix(".sqlite") || text.hasPrefix("/")
    }
}

extension MCPProgram {
    /// Longest time until an answer; waits are at most a second each.
    private static let timeout = Duration.seconds(30)

    /// A program that is asked over HTTP.
    fileprivate init(id: String, name: String, at address: ProgramAddress) {
        self.init(id: id, name: name, place: address.description) { path, query in
            let query = query.map { ($0.name, Optional($0.value)) }
            return try Self.send(address.request(path, query: query, timeout: Self.timeout), address)
        }
    }

    private static func send(_ request: ProgramRequest, _ address: ProgramAddress) throws -> Reply {
        do {
            let answer = try request.waitForAnswer()
            return Reply(status: answer.status, body: answer.body)
        } catch {
            throw MCPToolFailure(
                "\(address.description) does not answer (\(error)). The program may have ended: see list_programs."
            )
        }
    }
}
