// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import ProxyCore

/// `inspector-server rules add`
struct RulesAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a rule.",
        discussion: """
            Actions and what they need:

              hold                                  wait for a decision (--deadline-milliseconds, 10000 by default)
              answer  --value JSON                  answer in place of the target, or replace its answer
              throw   --text TEXT | --case NAME     throw RuleError, or a case of the declared error type
              delay   --milliseconds N              wait, at most a minute
              skip                                  leave out a call without a result
              edit    --argument NAME --value JSON  change an argument; after the call, the result
              mark                                  mark the record
              comment --text TEXT                   comment the record
              log     --text TEXT                   write to the server's log (shown with --log-level notice)

            Values are checked before the rule is set: they must fit the types of all calls that the filter may match.
            """
    )

    enum Point: String, EnumerableFlag {
        case before, after

        static func help(for value: Point) -> ArgumentHelp? {
            value == .before
                ? "Act before the call reaches its target (default)." : "Act after the target has answered."
        }
    }

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "The calls, such as 'selector:*shouldRetry*'; default: all."
    )
    var filter: String?

    @Flag var point: Point?

    @Option(name: .long, help: "What to do: hold, answer, throw, delay, skip, edit, mark, comment or log.")
    var action: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The value, as JSON; a text has its quotes: '\"text\"'.", valueName: "json")
    )
    var value: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Name, label or number (from 0) of the argument.", valueName: "name")
    )
    var argument: String?

    @Option(name: .long, parsing: .unconditional, help: "Text of an error, a comment or a line of the log.")
    var text: String?

    @Option(name: .customLong("case"), help: ArgumentHelp("Case of the declared error type.", valueName: "name"))
    var errorCase: String?

    @Option(name: .long, help: ArgumentHelp("Length of a delay.", valueName: "n"))
    var milliseconds: Double?

    @Option(name: .long, help: ArgumentHelp("How long a call is held, 100 to 600000.", valueName: "n"))
    var deadlineMilliseconds: Double?

    @Option(name: .long, help: ArgumentHelp("Act this often at most.", valueName: "n"))
    var times: UInt64?

    @Option(name: .long, help: ArgumentHelp("Act on one call in this many.", valueName: "n"))
    var every: UInt64?

    @Option(name: .long, help: ArgumentHelp("Act until this time: 2026-11-24T12:00:00Z.", valueName: "time"))
    var until: String?

    @Flag(name: .long, help: "Act only while a client is connected that can decide, such as the page or tail --hold.")
    var connectedOnly = false

    @Flag(name: .long, help: "Let it block the main thread, too.")
    var allowMainThread = false

    @Flag(name: .long, help: "Let it block threads that run Swift tasks, too.")
    var allowTaskThreads = false

    @Flag(name: .long, help: "Add it switched off.")
    var disabled = false

    @Option(
        name: .customLong("json"),
        help: ArgumentHelp(
            "Read the rule as JSON, or rules that the page has saved, from a file; - for standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String?

    @Argument(help: "URL printed by the program; default: your only inspected program.")
    var url: String?

    func validate() throws {
        if let value {
            do { try RuleJSON.check(value, of: "--value") } catch { throw ValidationError(error.description) }
        }
        for (name, number) in [("milliseconds", milliseconds), ("deadline-milliseconds", deadlineMilliseconds)] {
            if let number, !number.isFinite { throw ValidationError("--\(name) must be a number.") }
        }
        guard file == nil else {
            let others: [Any?] = [
                filter, point, action, value, argument, text, errorCase, milliseconds, deadlineMilliseconds, times,
                every,
                until,
            ]
            let flags = [connectedOnly, allowMainThread, allowTaskThreads, disabled]
            if others.contains(where: { $0 != nil }) || flags.contains(true) {
                throw ValidationError("--json has the whole rule; leave out the other options.")
            }
            return
        }
        if action == nil { throw ValidationError("Give --action, such as --action hold, or --json.") }
    }

    func run() async throws {
        let client = try RuleClient(url)
        let bodies = try file.map(Self.rules) ?? [body]
        var added: [String] = []
        for body in bodies {
            do {
                added.append(try await client.send("POST", RuleClient.rules, body))
            } catch let failure as CommandFailure where !added.isEmpty {
                let count = added.count == 1 ? "1 rule was added" : "\(added.count) rules were added"
                throw CommandFailure("\(count); then: \(failure.description)")
            }
        }
        var rows = [RuleTables.ruleHeader]
        var remarks: [String] = []
        for text in added {
            let row = JSONReader.read(text) { (RuleTables.row(ofRule: $0), RuleTables.remarks(on: $0)) }
            guard let row else { throw CommandFailure("The answer is not a rule.") }
            rows.append(row.0)
            remarks += row.1
        }
        Console.print(TextTable.text(rows))
        remarks.forEach(Console.note)
    }

    /// The rule of the options.
    private var body: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                if let filter { json.member("filter", filter) }
                json.member("point", (point ?? .before).rawValue)
                json.member("action", action)
                if let argument { json.member("argument", argument) }
                if let value {
                    json.key("value")
                    json.raw(Array(value.utf8))
                }
                if let text { json.member("text", text) }
                if let errorCase { json.member("case", errorCase) }
                if let milliseconds { json.member("milliseconds", milliseconds) }
                if let deadlineMilliseconds { json.member("deadlineMilliseconds", deadlineMilliseconds) }
                if allowMainThread { json.member("allowMainThread", true) }
                if allowTaskThreads { json.member("allowTaskThreads", true) }
                if disabled { json.member("enabled", false) }
                json.object("limits") { json in
                    if let times { json.member("times", times) }
                    if let every { json.member("every", every) }
                    if let until { json.member("until", until) }
                    if connectedOnly { json.member("connectedOnly", true) }
                }
            }
        }
    }

    /// The rules of a file: one, or several as the page saves them.
    private static func rules(in path: String) throws -> [[UInt8]] {
        let name = InputFile.name(of: path)
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        guard let handle, let data = try? handle.read(upToCount: 16 << 20) ?? Data() else {
            throw CommandFailure("\(name) cannot be read.")
        }
        let reader = JSONReader()
        return try withExtendedLifetime(reader) {
            try Array(data).withUnsafeBytes { bytes in
                let content: JSONNode
                do throws(JSONNode.Fault) {
                    content = try reader.read(bytes)
                } catch {
                    let before = String(decoding: bytes.prefix(error.offset), as: UTF8.self).utf16.count
                    throw CommandFailure("\(name) is not JSON: \(error.reason) (at character \(before + 1)).")
                }
                guard let member = content["rules"] else { return [Array(content.source.utf8)] }
                guard let list = member.elements.map(Array.init), list.count > 0 else {
                    throw CommandFailure("\(name) has no list of rules in “rules”.")
                }
                if let version = content["version"], version.integer(Int.self) != 1 {
                    throw CommandFailure("\(name) has version \(version.source); this program reads version 1.")
                }
                return list.map { Array($0.source.utf8) }
            }
        }
    }
}
