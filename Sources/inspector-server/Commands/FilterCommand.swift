// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server filter EXPRESSION`
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Says what a filter means, or what is wrong with it.",
        discussion: """
            Prints the filter in its canonical form, the same in plain words, and how much of each call it looks at. \
            Keys, with their other names and an example:

            \(FilterListing.keys)

            How terms are written and put together:

            \(FilterListing.syntax)
            """
    )

    @Argument(help: "The filter, as in 'selector:found* duration:>1ms -thread:main'.")
    var expression: String

    func run() throws {
        do throws(FilterError) {
            let filter = try InvocationFilter(expression)
            Console.print(filter.description)
            Console.print(filter.words)
            Console.print("looks at: \(filter.cost.rawValue)")
        } catch {
            Console.note(FilterListing.lines(of: error, in: expression).joined(separator: "\n"))
            throw ExitCode.validationFailure
        }
    }
}
