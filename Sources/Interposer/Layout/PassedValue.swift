// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An argument or result as far as the calling convention is concerned.
enum PassedValue: Sendable {
    /// A value of a type that is known. A tuple stands for its elements.
    case value(Any.Type)
    /// Words that are not decoded, such as a function or the metatype of a class. No words for other metatypes.
    case words(Int)
    /// The address of a value: an `inout` argument, or a value whose type is a generic parameter.
    case address
    /// Its layout isn't known. Elements of a tuple are passed for themselves: it counts for as many values as it has in
    /// itself and in the tuples in it.
    case unknown(LayoutRefusal, valueCount: Int = 1)

    /// A function: its code and its context.
    static let function = PassedValue.words(2)
}

extension TypeMetadata {
    /// The elements of a tuple and of the tuples in it, or the type itself, with their offsets.
    static func flattened(_ type: Any.Type, at offset: Int = 0, depth: Int = 0) -> [(type: Any.Type, offset: Int)] {
        let metadata = TypeMetadata(type)
        guard case .tuple = metadata.kind, depth < tupleDepthLimit else { return [(type, offset)] }
        return metadata.tupleElements.flatMap { element in
            flattened(element.type, at: offset + element.offset, depth: depth + 1)
        }
    }

    private static let tupleDepthLimit = 64
}
