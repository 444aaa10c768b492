// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Range: JSONMakeable {
    package static var parts: [Any.Type] { [Bound.self] }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> Range {
        Range(uncheckedBounds: try place.bounds(of: Range.self, Bound.self))
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        try json.put(lowerBound, upperBound, to: &writer)
    }
}

extension ClosedRange: JSONMakeable {
    package static var parts: [Any.Type] { [Bound.self] }

    package static func make(from place: JSONPlace) throws(ValueProblem) -> ClosedRange {
        ClosedRange(uncheckedBounds: try place.bounds(of: ClosedRange.self, Bound.self))
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) throws {
        try json.put(lowerBound, upperBound, to: &writer)
    }
}

extension JSONPlace {
    /// The bounds of a range, in their order.
    fileprivate func bounds<Bound: Comparable>(
        of type: Any.Type,
        _ bound: Bound.Type
    ) throws(ValueProblem) -> (lower: Bound, upper: Bound) {
        let wanted = "{\"lowerBound\": …, \"upperBound\": …}"
        guard let members else { throw mismatch(type, give: wanted) }
        var lower: Bound?
        var upper: Bound?
        for member in members {
            switch member.name {
            case "lowerBound" where lower == nil: lower = try member.value.make(bound)
            case "upperBound" where upper == nil: upper = try member.value.make(bound)
            default:
                throw member.key.problem(
                    "\(member.key.quotation) is not a member of \(TypeName.of(type)); give \(wanted)"
                )
            }
        }
        guard let lower, let upper else { throw problem("\(TypeName.of(type)) needs both bounds; give \(wanted)") }
        // Also false for NaN, which is no bound.
        guard lower <= upper else {
            throw problem(
                "the lower bound of \(TypeName.of(type)) must not exceed the upper one; give them in their order"
            )
        }
        return (lower, upper)
    }
}

extension ValueJSON {
    fileprivate func put<Bound>(_ lower: Bound, _ upper: Bound, to writer: inout JSONWriter) throws {
        try writer.object { writer in
            writer.key("lowerBound")
            try put(lower, to: &writer)
            writer.key("upperBound")
            try put(upper, to: &writer)
        }
    }
}
