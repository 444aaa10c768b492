// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// How values of a dynamic type are written; determined once per type.
enum TypeNature: UInt8 {
    case redactable, inspectable, direct, error, object, mirrored

    init(_ type: Any.Type) {
        self =
            if type is any Redactable.Type {
                .redactable
            } else if type is any InspectableValue.Type {
                .inspectable
            } else if type is any DirectlyEncoded.Type {
                .direct
            } else if type is any Error.Type {
                .error
            } else if type is AnyObject.Type {
                .object
            } else {
                .mirrored
            }
    }

    private static let known = SiteTable<TypeNature>()

    /// The nature of a type, and whether this is the first query for the type.
    static func of(_ type: Any.Type) -> (nature: TypeNature, isFirst: Bool) {
        var isFirst = false
        let entry = known.entry(for: unsafeBitCast(type, to: UInt.self)) {
            isFirst = true
            return TypeNature(type)
        }
        return (entry?.pointee.value ?? TypeNature(type), isFirst)
    }
}

extension ValueWriter {
    /// The nature of a type. The first query takes the runtime up to a millisecond, which is not counted against the
    /// record's time.
    mutating func nature(of type: Any.Type) -> (nature: TypeNature, isFirst: Bool) {
        excused { _ in TypeNature.of(type) }
    }

    /// Runs `body` without counting its time against the record's when `isExcused`.
    mutating func excused<Answer>(if isExcused: Bool = true, _ body: (inout ValueWriter) -> Answer) -> Answer {
        guard isExcused, let allowed = deadline else { return body(&self) }
        let start = cclock_ticks()
        let answer = body(&self)
        deadline = allowed &+ (cclock_ticks() &- start)
        return answer
    }
}
