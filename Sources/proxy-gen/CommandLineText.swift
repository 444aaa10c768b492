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
            let (option, value) = divided(argument)
            switch option {
            case "--output", "--symbol-graph", "-I", "-Xextract", "--made-by", "--known-module", "--package-module":
                if value == nil { rest = rest.dropFirst() }
            case "--check": continue
            // Callers on behalf of others use options of their own.
            case "--into" where name != defaultName: if value == nil { rest = rest.dropFirst() }
            default: kept += ([option] + [value].compactMap(\.self)).map(quoted)
            }
        }
        return lines([name] + kept)
    }

    /// An option and the value that `=` joins to it; other arguments as they are.
    private static func divided(_ argument: String) -> (option: String, value: String?) {
        guard argument.hasPrefix("-"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
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
        return isPlain ? argument : "'\(argument.replacing("'", with: #"'\''"#))'"
    }
}
