// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

/// Passes addresses and references that nobody may follow.
protocol Pointing: AnyObject {
    func any(_ value: Any)
    func raw(_ value: UnsafeRawPointer)
    func opaque(_ value: OpaquePointer)
    func optional(_ value: OpaquePointer?)
    func identifier(_ value: ObjectIdentifier) -> ObjectIdentifier
    func watching(_ value: Weak) -> Weak
}

final class Pointer: Pointing {
    func any(_ value: Any) {}
    func raw(_ value: UnsafeRawPointer) {}
    func opaque(_ value: OpaquePointer) {}
    func optional(_ value: OpaquePointer?) {}
    func identifier(_ value: ObjectIdentifier) -> ObjectIdentifier { value }
    func watching(_ value: Weak) -> Weak { value }
}

extension InterpositionTests {
    @Suite struct ReferenceValueTests {
        @inline(never) @_optimize(none) private func pointer() -> any Pointing { Pointer() }

        /// The argument and the result of the one call that `body` makes.
        private func record(_ body: (any Pointing) -> Void) throws -> [RecordedValue] {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("Pointing", recorder: recorder)
            defer { interposer.remove() }
            body(pointer())
            recorder.flush()
            let call = try #require(recorder.invocations().items.first)
            return [try #require(call.arguments.first).value] + [call.result].compactMap { $0 }
        }

        @Test func pointersOfAllKindsShowTheirAddress() throws {
            let (raw, opaque) = (UnsafeRawPointer(bitPattern: 0x1234)!, OpaquePointer(bitPattern: 0x1234)!)
            let identifier = unsafeBitCast(0x1234, to: ObjectIdentifier.self)
            let expected = try #require(try record { $0.raw(raw) }.first).children
            #expect(expected.map(\.label) == ["pointerValue"] && expected.first?.content == .signed(0x1234))
            #expect(try record { $0.opaque(opaque) }.first?.children == expected)
            #expect(try record { $0.optional(opaque) }.first?.children == expected)
            #expect(try record { $0.optional(nil) }.first?.kind == .nil)
            let values = try record { _ = $0.identifier(identifier) }
            #expect(values.first?.children == expected && values.last?.children == expected)
            #expect(try record { $0.any(identifier) }.first?.children == expected)
            #expect(try record { $0.any(opaque) }.first?.children == expected)
        }

        @Test func weakPropertiesAreLeftOutOfArgumentsAndResults() throws {
            let object = ZooObject()
            let values = try record { _ = $0.watching(Weak(object: object, number: 3)) }
            #expect(values.count == 2)
            for value in values {
                #expect(value.children.map(\.label) == ["object", "number"])
                #expect(value.children.map(\.content) == [.text("(weak reference)"), .signed(3)])
            }
            withExtendedLifetime(object) {}
        }
    }
}
