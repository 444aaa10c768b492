// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The command that regenerates a file, shown in its header.
enum CommandLineText {
    static let defaultName = "swift run proxy-gen"

    /// The arguments that affect the text, without destination and check mode.
    static func command(_ name: String, _ arguments: [String]) -> [String] {
        var kept: [String] = []
        var rest = arguments.dropFirst()[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--output", "--symbol-graph", "-I", "-Xextract", "--made-by", "--known-module", "--package-module":
                rest = rest.dropFirst()
            case "--check": continue
            // Callers on behalf of others use options of their own.
            case "--into" where name != defaultName: rest = rest.dropFirst()
            default: kept.append(quoted(argument))
            }
        }
        return lines([name] + kept)
    }

    /// Lines of at most 110 columns, continued by backslashes.
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
