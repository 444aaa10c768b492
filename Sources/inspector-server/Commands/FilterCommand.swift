// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server filter EXPRESSION`
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Explains a filter, or points at its error.",
        discussion: """
            Prints the canonical form of the filter, its meaning in words, and the part of each call that it reads. \
            Keys with other names and an example:

            \(FilterListing.keys)

            Terms and operators:

            \(FilterListing.syntax)
            """
    )

    @Argument(help: "The filter, such as 'selector:found* duration:>1ms -thread:main'.")
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
