// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server filter EXPRESSION`
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Explains a filter, or points at its error.",
        usage: "inspector-server filter <expression>",
        discussion: """
            Prints the canonical form of the filter, its meaning in words, and the part of each call that it reads. \
            Keys with other names and an example:

            \(FilterListing.keys)

            Terms and operators:

            \(FilterListing.syntax)
            """
    )

    /// One. Only a list can take what begins with a minus sign and is no option.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The filter, such as 'selector:found* duration:>1ms -thread:main'.",
            valueName: "expression"
        )
    )
    var arguments: [String]

    /// The arguments without the sign that ends options.
    private var expressions: [String] {
        var expressions = arguments
        if expressions.count > 1, let sign = expressions.firstIndex(of: "--") { expressions.remove(at: sign) }
        return expressions
    }

    func validate() throws {
        guard let second = expressions.dropFirst().first else { return }
        throw ValidationError("Unexpected argument '\(second)'. Put a filter with spaces in quotes.")
    }

    func run() throws {
        let expression = expressions[0]
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
