// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import ProxyCore

/// The SQL function `signature_may_hold(bits, trigrams)`: 0 if the signature of a block rules out that all of some
/// trigrams occur in it, otherwise 1, also without a signature.
///
/// The schema of a file cannot call it (`SQLITE_DIRECTONLY`).
enum SignatureFunction {
    private static let name = "signature_may_hold"

    /// Defines the function for a connection.
    static func define(on db: Database) {
        sqlite3_create_function_v2(
            db.sqliteConnection,
            name,
            2,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
            nil,
            { context, _, arguments in
                guard let bits = SignatureFunction.bytes(arguments?[0]),
                    let trigrams = SignatureFunction.bytes(arguments?[1])
                else { return sqlite3_result_int(context, 1) }
                sqlite3_result_int(context, TextSignature.mayHold(trigrams, bits) ? 1 : 0)
            },
            nil,
            nil,
            nil
        )
    }

    /// A condition on the row of a block.
    static func condition(_ trigrams: [UInt32]) -> String {
        let bytes = trigrams.map { HexadecimalDigits.text(UInt64($0)) }.joined()
        return """
            \(name)((SELECT bits FROM signature WHERE signature.id = block.id AND \(isWhole)), x'\(bytes)')
            """
    }

    /// Conditions in an order in which SQLite reads a signature only if nothing else has decided.
    static func last(_ conditions: [String]) -> [String] {
        conditions.filter { !$0.contains(name) } + conditions.filter { $0.contains(name) }
    }

    /// A row for another number of calls does not cover all of the block, and larger ones need not be read.
    private static let isWhole = "calls = block.count AND length(bits) <= \(TextSignature.mostBytes)"

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard let value, sqlite3_value_type(value) == SQLITE_BLOB, let start = sqlite3_value_blob(value) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}
