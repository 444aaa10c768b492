// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The command that makes a file again, as its head shows it.
enum CommandLineText {
    static let defaultName = "swift run proxy-gen"

    /// The arguments that decide about the text: neither where it goes nor whether it is only checked.
    static func command(_ name: String, _ arguments: [String]) -> [String] {
        var kept: [String] = []
        var rest = arguments.dropFirst()[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--output", "--symbol-graph", "-I", "-Xextract", "--made-by", "--known-module", "--package-module":
                rest = rest.dropFirst()
            case "--check": continue
            // Whoever calls the generator for somebody else says so by its own options.
            case "--into" where name != defaultName: rest = rest.dropFirst()
            default: kept.append(quoted(argument))
            }
        }
        return lines([name] + kept)
    }

    /// Lines of at most 110 columns, all but the last with a backslash.
    private static func lines(_ words: [String]) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 108 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append((lines.isEmpty ? "" : "  ") + word)
            }
        }
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
        return isPlain ? argument : "'\(argument)'"
    }
}
