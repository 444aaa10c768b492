// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// How values of a type are written when only the value tells its type: found out once for each type.
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

    /// The nature of a type, and whether nobody asked for it before.
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
    /// The nature of a type. To find it out the first time takes the runtime up to a millisecond, which does not count.
    mutating func nature(of type: Any.Type) -> (nature: TypeNature, isFirst: Bool) {
        excused { _ in TypeNature.of(type) }
    }

    /// Does something that does not count against the time of the record when `isExcused`.
    mutating func excused<Answer>(if isExcused: Bool = true, _ body: (inout ValueWriter) -> Answer) -> Answer {
        guard isExcused, let allowed = deadline else { return body(&self) }
        let start = cclock_ticks()
        let answer = body(&self)
        deadline = allowed &+ (cclock_ticks() &- start)
        return answer
    }
}
