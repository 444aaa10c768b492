// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
public import ProxyCore

extension Interposer {
    /// Records the calls through one variable, such as a delegate property, and through copies made of its value from here
    /// on. Calls of the same object through other variables are not recorded.
    ///
    /// ```swift
    /// Interposer.inspect(&parser.delegate)
    /// ```
    ///
    /// The object stays the same. The variable gets a witness table of its own, which is never freed. If it has been
    /// inspected before for the same recorder, it gets the table of that time, which its copies have, too.
    ///
    /// - Parameters:
    ///   - value: A variable whose type is a protocol, or an optional of one; no other thread may use it meanwhile.
    ///   - recorder: Default `Recorder.shared`.
    /// - Returns: The interposer, which lives until it is removed; while one records the calls through the variable for the
    ///   recorder, the same. If the variable is nil, or its type is no protocol with requirements, or one with arguments
    ///   such as `any Sink<Int>`, it has one entry with that reason.
    @discardableResult
    public static func inspect<Value>(
        _ value: UnsafeMutablePointer<Value>,
        recorder: Recorder = .shared
    ) -> Interposer {
        // A pointer, because the compiler would pass the object in an existential and not the existential.
        let tables: [WitnessTableCopy]
        do {
            tables = try ExistentialTables(of: value).replaced(for: recorder)
        } catch {
            return Interposer(refusing: "\(Value.self)", error.description, recorder)
        }
        let copies = tables.flatMap(\.conformances)
        let interposer = Interposer.recording(copies) ?? Interposer(copies, recorder)
        interposer.resume()
        return interposer
    }
}

/// The places of the witness tables in an existential.
private struct ExistentialTables {
    private let places: UnsafeMutablePointer<WitnessTableCopy.Table>
    private let count: Int

    /// - Throws: `LayoutRefusal` if the value has none.
    init<Value>(of value: UnsafeMutablePointer<Value>) throws(LayoutRefusal) {
        var metadata = TypeMetadata(Value.self)
        // The payload of an optional has the same places.
        if Value.self is any OptionalType.Type, let wrapped = metadata.firstGenericArgument {
            metadata = TypeMetadata(wrapped)
        }
        if case .extendedExistential = metadata.kind {
            throw LayoutRefusal("the type of the variable is a protocol with arguments")
        }
        guard case .existential = metadata.kind, metadata.existentialTableCount > 0 else {
            throw LayoutRefusal("the type of the variable is no protocol with requirements")
        }
        let address = UnsafeMutableRawPointer(value)
        let (header, isEmpty): (Int, Bool)
        switch metadata.existentialContainer {
        case .object: (header, isEmpty) = (1, address.load(as: UInt.self) == 0)
        case .opaque: (header, isEmpty) = (4, address.load(fromByteOffset: 3 * Convention.wordSize, as: UInt.self) == 0)
        case .error, .unknown: throw LayoutRefusal("the existential has no table of its own")
        }
        guard !isEmpty else { throw LayoutRefusal("the variable is nil") }
        count = metadata.existentialTableCount
        places = (address + header * Convention.wordSize).assumingMemoryBound(to: WitnessTableCopy.Table.self)
    }

    /// Puts copies in the place of the tables.
    func replaced(for recorder: Recorder) throws(LayoutRefusal) -> [WitnessTableCopy] {
        let copies = (0..<count).compactMap { WitnessTableCopy.of(places[$0], for: recorder) }
        guard copies.count == count else { throw LayoutRefusal("a protocol of the variable is not known") }
        for (index, copy) in copies.enumerated() { places[index] = copy.table }
        return copies
    }
}

private protocol OptionalType {}
extension Optional: OptionalType {}
