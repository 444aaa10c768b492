// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// SQL conditions that hold for every record in which a text pattern can match a value, and for every block with such a
/// record. SQLite searches the stored JSON, so only few records need decoding.
struct ValueTextSQL {
    /// Most runs of characters, and trigrams of one of them, that are looked for in a signature.
    private static let mostRuns = 8
    private static let mostTrigrams = 64

    private let pattern: TextPattern
    private let part: CallFact.ValuePart
    private let names: NameTables

    init(_ pattern: TextPattern, in part: CallFact.ValuePart, _ names: NameTables) {
        self.pattern = pattern
        self.part = part
        self.names = names
    }

    // MARK: Records

    /// The condition on a record: the longest run occurs in its values.
    var record: String {
        guard let run = runs.max(by: { $0.count < $1.count }) else { return "1" }
        let text = run.lowercased()
        guard Self.wildcards(text).filter({ $0 != "_" }).count >= 2, isStored(text) else { return "1" }
        let like = "LIKE '%\(Self.wildcards(text))%'"
        var conditions = columns.filter(names.recordHas).map { "\($0) \(like)" }
        let typed = selectors(withType: text)
        if !typed.isEmpty { conditions.append("selector IN (\(typed.map(String.init).joined(separator: ",")))") }
        return "(" + conditions.joined(separator: " OR ") + ")"
    }

    /// The columns with the values; files of earlier versions lack some.
    private var columns: [String] {
        switch part {
        case .all: ["arguments", "result", "error", "other"]
        case .arguments, .argument: ["arguments", "other"]
        case .result: ["result"]
        case .error: ["error"]
        }
    }

    /// `LIKE` ignores the case of ASCII letters only, but `K` (U+212A) folds to k and `İ` (U+0130) to a text that
    /// starts with i.
    private static func wildcards(_ run: String) -> String {
        String(run.map { $0 == "k" || $0 == "i" ? "_" : $0 })
    }

    // MARK: Blocks

    /// The condition on a block: its signature may hold the trigrams of all runs.
    var block: String {
        guard names.hasSignatures else { return "1" }
        let conditions = runs.sorted { $0.count > $1.count }.prefix(Self.mostRuns).compactMap { block($0.lowercased()) }
        return conditions.isEmpty ? "1" : "(" + conditions.joined(separator: " AND ") + ")"
    }

    private func block(_ run: String) -> String? {
        guard isStored(run) else { return nil }
        let trigrams = sureParts(of: run).flatMap { TrigramCharacters.trigrams(of: String($0)) }
        guard !trigrams.isEmpty else { return nil }
        let condition = SignatureFunction.condition(Array(trigrams.prefix(Self.mostTrigrams)))
        let typed = selectors(withType: run)
        if typed.isEmpty { return condition }
        return "(selectors & \(typed.reduce(0) { $0 | BlockSummary.bit($1) }) <> 0 OR \(condition))"
    }

    /// The parts of a run that occur byte by byte, without regard to case. A pattern with a character beyond ASCII also
    /// matches other characters where it has k and i; see `wildcards`.
    private func sureParts(of run: String) -> [Substring] {
        pattern.source.utf8.allSatisfy { $0 < 0x80 } ? [run[...]] : run.split { $0 == "k" || $0 == "i" }
    }

    // MARK: Runs

    /// The runs of characters that occur literally in every matching text and in its JSON.
    private var runs: [String] {
        guard pattern.form == .contains || pattern.form == .equals || pattern.form == .glob else { return [] }
        return pattern.source.unicodeScalars.split { !Self.isPlain($0) }.map { String(String.UnicodeScalarView($0)) }
    }

    /// Whether a character has no special meaning in JSON, SQL, `LIKE`, globs or object identities (which contain `@`).
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F else { return false }
        return !["\"", "\\", "'", "*", "%", "@"].contains(scalar)
    }

    /// Whether every text with a run is in the stored values: it is no part of a type omitted from them, and no part of
    /// a word or text that they have in another form.
    private func isStored(_ run: String) -> Bool {
        let implied = ["string", "int", "double", "bool", "nil"]
        return !implied.contains { $0.contains(run) } && !TextPosition.canContain(run)
    }

    /// Objects also match by their type, which is omitted if it is that of the parameter.
    private func selectors(withType run: String) -> [Int64] {
        names.selectors.filter { row in
            row.value.parameters.contains { $0.type.lowercased().contains(run) }
        }.keys.sorted()
    }
}
