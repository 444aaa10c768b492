// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server rules`
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Holds and changes the calls of a running program.",
        discussion: """
            A rule says which calls it applies to (a filter), when it acts (before or after the target), what it does, and \
            how often. The program must allow rules: start it with --allow-rules or INSPECTOR_ALLOW_RULES=1; the demo \
            always does.

              inspector-server rules add --filter 'selector:*shouldScroll*' --action answer --value false
              inspector-server rules add --filter 'duration:>1s' --after --action mark
              inspector-server rules add --filter 'selector:*foundChar*' --action hold
              inspector-server rules held
              inspector-server rules release 1 --edit 'string="x"'
              inspector-server rules remove --all
            """,
        subcommands: [
            RulesListCommand.self, RulesAddCommand.self, RulesRemoveCommand.self, RulesHeldCommand.self,
            RulesReleaseCommand.self,
        ],
        defaultSubcommand: RulesListCommand.self
    )
}

/// `inspector-server rules list [URL]`
struct RulesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the rules (default).")

    @Flag(name: .long, help: "Write JSON.")
    var json = false

    @Argument(help: "URL printed by the program; default: your only inspected program.")
    var url: String?

    func run() async throws {
        let text = try await RuleClient(url).send("GET", RuleClient.rules)
        let known: Bool? = JSONReader.read(text) { reply in
            guard let items = reply["items"]?.elements else { return nil }
            if json {
                Console.printData(text)
                return true
            }
            let rules = Array(items)
            if reply["allowed"]?.bool == false {
                Console.note("The program lets no client set rules; it would with --allow-rules.")
            }
            guard !rules.isEmpty else {
                Console.note("There are no rules.")
                return true
            }
            Console.print(TextTable.text([RuleTables.ruleHeader] + rules.map(RuleTables.row(ofRule:))))
            rules.flatMap(RuleTables.remarks).forEach(Console.note)
            return true
        }
        if known == nil { throw CommandFailure("The answer is not a list of rules.") }
    }
}

/// `inspector-server rules remove ID [URL]`
struct RulesRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a rule; calls that it holds go on.",
        usage: "inspector-server rules remove (<id> | --all) [<url>]"
    )

    @Flag(name: .long, help: "Remove all rules.")
    var all = false

    @Argument(help: ArgumentHelp("Number of the rule; then the URL printed by the program.", valueName: "id"))
    var places: [String] = []

    func validate() throws { _ = try NumberedPlace(places, all: all, of: "rule") }

    func run() async throws {
        let place = try NumberedPlace(places, all: all, of: "rule")
        let path = place.number.map { "\(RuleClient.rules)/\($0)" } ?? RuleClient.rules
        try await RuleClient(place.url).send("DELETE", path)
        Console.note(place.number.map { "Rule \($0) is removed." } ?? "All rules are removed.")
    }
}

/// A number and a URL, or with `--all` only a URL.
struct NumberedPlace {
    let number: UInt64?
    let url: String?

    /// - Parameter noun: What has a number.
    /// - Throws: A usage error.
    init(_ places: [String], all: Bool, of noun: String) throws {
        let rest = all ? places[...] : places.dropFirst()
        if all, rest.contains(where: { UInt64($0) != nil }) {
            throw ValidationError("Give a number or --all, not both.")
        }
        guard rest.count <= 1 else { throw ValidationError("Unexpected argument '\(rest.last ?? "")'.") }
        url = rest.first
        guard !all else {
            number = nil
            return
        }
        guard let text = places.first, let number = UInt64(text), number > 0 else {
            throw ValidationError("Give the number of a \(noun), or --all.")
        }
        self.number = number
    }
}
