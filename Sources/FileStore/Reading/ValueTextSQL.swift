// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// An SQL condition that holds for every record in which a text pattern can match a value. SQLite searches the stored
/// JSON, so only few records need decoding.
enum ValueTextSQL {
    static func condition(_ pattern: TextPattern, in part: CallFact.ValuePart, _ names: NameTables) -> String {
        guard let run = longestRun(of: pattern) else { return "1" }
        // Types omitted from stored values, and words stored in another form.
        let implied = ["string", "int", "double", "bool", "nil"]
        guard !implied.contains(where: { $0.contains(run) }), !TextPosition.canContain(run) else { return "1" }
        let like = "LIKE '%\(wildcards(run))%'"
        var conditions = columns(part).map { "\($0) \(like)" }
        // Objects also match by their type, which is omitted if it is that of the parameter.
        let typed = names.selectors.filter { row in
            row.value.parameters.contains { $0.type.lowercased().contains(run) }
        }
        if !typed.isEmpty {
            conditions.append("selector IN (\(typed.keys.sorted().map(String.init).joined(separator: ",")))")
        }
        return "(" + conditions.joined(separator: " OR ") + ")"
    }

    private static func columns(_ part: CallFact.ValuePart) -> [String] {
        switch part {
        case .all: ["arguments", "result", "error", "other"]
        case .arguments, .argument: ["arguments", "other"]
        case .result: ["result"]
        case .error: ["error"]
        }
    }

    /// The longest run of characters that occurs literally in every matching text and in its JSON, in lower case; nil
    /// if no run has two or more.
    private static func longestRun(of pattern: TextPattern) -> String? {
        guard pattern.form == .contains || pattern.form == .equals || pattern.form == .glob else { return nil }
        let runs = pattern.source.unicodeScalars.split { !isPlain($0) }
        guard let longest = runs.max(by: { $0.count < $1.count }) else { return nil }
        let run = String(String.UnicodeScalarView(longest)).lowercased()
        return wildcards(run).filter { $0 != "_" }.count < 2 ? nil : run
    }

    /// Whether a character has no special meaning in JSON, SQL, `LIKE`, globs or object identities (which contain `@`).
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F else { return false }
        return !["\"", "\\", "'", "*", "%", "@"].contains(scalar)
    }

    /// `LIKE` ignores the case of ASCII letters only, but `K` (U+212A) folds to k and `İ` (U+0130) to a text that
    /// starts with i.
    private static func wildcards(_ run: String) -> String {
        String(run.map { $0 == "k" || $0 == "i" ? "_" : $0 })
    }
}
