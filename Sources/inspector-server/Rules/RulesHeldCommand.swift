// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server rules held [URL]`
struct RulesHeldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "Lists the calls that rules hold.",
        discussion: "After the time that is left, a call goes on unchanged."
    )

    @Flag(name: .long, help: "Write JSON.")
    var json = false

    @Argument(help: "URL printed by the program; default: your only inspected program.")
    var url: String?

    func run() async throws {
        let text = try await RuleClient(url).send("GET", RuleClient.held)
        let records = RecordReader()
        let rows: [[String]]? = JSONReader.read(text) { reply in
            reply["items"]?.elements?.map { RuleTables.row(ofHeld: $0, records) }
        }
        guard let rows else { throw CommandFailure("The answer is not a list of held calls.") }
        if json { return Console.printData(text) }
        guard !rows.isEmpty else { return Console.note("No call is held.") }
        Console.print(TextTable.text([RuleTables.heldHeader] + rows))
    }
}

/// `inspector-server rules release ID [URL]`
struct RulesReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Decides about a held call; without an option, it goes on unchanged.",
        usage: "inspector-server rules release (<id> | --all) [<url>] [<options>]"
    )

    @Flag(name: .long, help: "Let all held calls go on unchanged.")
    var all = false

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Answer with this value.", valueName: "json"))
    var answer: String?

    @Option(
        name: .customLong("throw"),
        parsing: .unconditional,
        help: ArgumentHelp("Throw RuleError with this text.", valueName: "text")
    )
    var error: String?

    @Option(name: .customLong("case"), help: ArgumentHelp("Throw this case of the declared error.", valueName: "name"))
    var errorCase: String?

    @Flag(name: .long, help: "Leave out a call without a result.")
    var skip = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Give the target another argument, or after the call its caller another “result”; repeat it for more.",
            valueName: "name=json"
        )
    )
    var edit: [String] = []

    @Argument(help: ArgumentHelp("Number of the held call; then the URL printed by the program.", valueName: "id"))
    var places: [String] = []

    func validate() throws {
        _ = try NumberedPlace(places, all: all, of: "held call")
        let chosen = try decisions
        guard chosen.count <= 1 else { throw ValidationError("Give one decision, not \(chosen.count).") }
        if all, !chosen.isEmpty { throw ValidationError("With --all, calls can only go on.") }
    }

    private var decisions: [CallDecision] {
        get throws {
            do {
                if let answer { try RuleJSON.check(answer, of: "--answer") }
                let edits = try edit.map { try RuleJSON.edit($0, of: "--edit") }
                return [
                    answer.map { .answer(json: $0) }, error.map { .throwText($0) }, errorCase.map { .throwCase($0) },
                    skip ? .skip : nil, edits.isEmpty ? nil : .edit(edits),
                ].compactMap(\.self)
            } catch let problem as RuleJSON.UsageError {
                throw ValidationError(problem.description)
            }
        }
    }

    func run() async throws {
        let place = try NumberedPlace(places, all: all, of: "held call")
        let decision = try decisions.first ?? .goOn
        let path = place.number.map { "\(RuleClient.held)/\($0)" } ?? RuleClient.held
        let text = try await RuleClient(place.url).send("POST", path, decision.body)
        let words: String? = JSONReader.read(text) { reply in
            if let count = reply["released"]?.integer(Int.self) {
                return count == 1 ? "1 call goes on." : "\(count) calls go on."
            }
            return reply["action"]?.string.map { "Held call \(place.number ?? 0): \($0)." }
        }
        Console.note(words ?? text)
    }
}
