// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where the arguments of a requirement are when its witness is called. Made once per requirement.
///
/// Behind the arguments and the generic arguments come Self's metadata and the witness table itself. A plan is right
/// only if the word at `witnessTable` is the address of that table.
struct ArgumentPlan: Sendable {
    /// An argument, or an element of an argument that is a tuple.
    struct Argument: Sendable {
        /// Index among the arguments given.
        let index: Int
        /// The type, if the value can be decoded.
        let type: Any.Type?
        /// Offset in the tuple.
        let offset: Int
        let location: Location
    }

    enum Location: Sendable {
        case direct([Piece])
        /// The value is at the address here.
        case address(Place)
        case words([Place])
        case unknown(LayoutRefusal)
    }

    /// Words before the arguments, such as the addresses of results.
    let leading: [Place]
    let arguments: [Argument]
    /// Words behind the arguments: those for the requirement's own generic parameters.
    let generic: [Place]
    /// nil behind an argument that isn't known.
    let selfMetadata: Place?
    let witnessTable: Place?
    /// Bytes of the stack with all arguments, a multiple of 16. More than they take behind an argument that isn't
    /// known.
    let stackSize: Int
    /// Bytes that the arguments could take on the stack at most, a multiple of 16.
    let stackBound: Int

    /// - Parameters:
    ///   - leadingCount: Words before the arguments: `ResultPlan.leadingCount`, the buffer of a coroutine, an actor.
    ///   - genericCount: Words for the requirement's own generic parameters: their metadata and witness tables.
    init(
        _ values: [PassedValue],
        leadingCount: Int = 0,
        genericCount: Int = 0,
        on convention: Convention = .current,
        _ stability: ModuleStability = .toolchain
    ) {
        var planner = ArgumentPlanner(convention, stability)
        leading = planner.words(leadingCount)
        arguments = values.enumerated().flatMap { planner.arguments($0.element, index: $0.offset) }
        generic = planner.words(genericCount)
        let last = planner.words(2)
        selfMetadata = planner.refusal == nil ? last[0] : nil
        witnessTable = planner.refusal == nil ? last[1] : nil
        stackSize = planner.stackSize
        stackBound = planner.stackBound
    }
}

extension ArgumentPlan {
    /// Why the places behind an argument aren't known.
    var refusal: LayoutRefusal {
        for argument in arguments { if case .unknown(let refusal) = argument.location { return refusal } }
        return LayoutRefusal("an argument is not known")
    }
}

/// Makes an `ArgumentPlan`.
private struct ArgumentPlanner {
    private let convention: Convention
    private let stability: ModuleStability
    private var cursor: ArgumentCursor
    /// Bytes of the stack if none of the arguments were in registers.
    private var bound = 0
    /// Set behind an argument that isn't known.
    private(set) var refusal: LayoutRefusal?

    init(_ convention: Convention, _ stability: ModuleStability) {
        self.convention = convention
        self.stability = stability
        cursor = ArgumentCursor(convention)
    }

    var stackSize: Int { refusal == nil ? Self.aligned(cursor.stackSize) : stackBound }

    var stackBound: Int { Self.aligned(bound) }

    private static func aligned(_ size: Int) -> Int { (size + stackAlignment - 1) / stackAlignment * stackAlignment }

    private static let stackAlignment = 16

    mutating func words(_ count: Int) -> [Place] {
        bound += count * Convention.wordSize
        return (0..<count).map { _ in cursor.word() }
    }

    mutating func arguments(_ value: PassedValue, index: Int) -> [ArgumentPlan.Argument] {
        switch value {
        case .value(let type):
            TypeMetadata.flattened(type).map { element in
                ArgumentPlan.Argument(
                    index: index,
                    type: element.type,
                    offset: element.offset,
                    location: location(of: element.type)
                )
            }
        case .words(let count): [opaque(index, located(.words(words(count))))]
        case .address: [opaque(index, located(.address(words(1)[0])))]
        case .unknown(let reason, let count): [opaque(index, unknown(reason, valueCount: count))]
        }
    }

    private func opaque(_ index: Int, _ location: ArgumentPlan.Location) -> ArgumentPlan.Argument {
        ArgumentPlan.Argument(index: index, type: nil, offset: 0, location: location)
    }

    private mutating func location(of type: Any.Type) -> ArgumentPlan.Location {
        do {
            switch try ValueLayout(of: type, on: convention, stability) {
            case .indirect: return located(.address(words(1)[0]))
            case .direct(let parts):
                // Two words a part, and one before them for the alignment.
                bound += parts.count * Self.largestStep
                return located(.direct(cursor.pieces(of: parts)))
            }
        } catch {
            return unknown(error)
        }
    }

    private mutating func unknown(_ reason: LayoutRefusal, valueCount: Int = 1) -> ArgumentPlan.Location {
        bound += valueCount * Convention.wordLimit * Self.largestStep
        defer { refusal = refusal ?? LayoutRefusal("an argument before it is not known: \(reason)") }
        return located(.unknown(reason))
    }

    private static let largestStep = Convention.largestPart + Convention.wordSize

    private func located(_ location: ArgumentPlan.Location) -> ArgumentPlan.Location {
        refusal.map { .unknown($0) } ?? location
    }
}
