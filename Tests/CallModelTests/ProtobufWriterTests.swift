// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

/// Bytes of the examples in https://protobuf.dev/programming-guides/encoding/, and of the rules stated there.
@Suite struct ProtobufWriterTests {
    private func bytes(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        body(&writer)
        return writer.bytes
    }

    @Test func aNumberTakesSevenBitsPerByte() {
        #expect(bytes { $0.unsigned(1, 150) } == [0x08, 0x96, 0x01])
        #expect(bytes { $0.unsigned(1, 0) } == [0x08, 0x00])
        #expect(bytes { $0.unsigned(1, 127) } == [0x08, 0x7F])
        #expect(bytes { $0.unsigned(1, 128) } == [0x08, 0x80, 0x01])
        #expect(bytes { $0.unsigned(1, .max) } == [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01])
    }

    @Test func aNegativeNumberTakesTenBytes() {
        #expect(bytes { $0.integer(1, -2) } == [0x08, 0xFE] + [UInt8](repeating: 0xFF, count: 8) + [0x01])
    }

    @Test func aTagOfAHighFieldTakesMoreBytes() {
        #expect(bytes { $0.bool(15, true) } == [0x78, 0x01])
        #expect(bytes { $0.bool(16, true) } == [0x80, 0x01, 0x01])
        #expect(bytes { $0.bool(536_870_911, false) } == [0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 0x00])
    }

    @Test func fixedNumbersAreLittleEndian() {
        #expect(bytes { $0.fixed64(1, 0x0102_0304_0506_0708) } == [0x09, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(bytes { $0.fixed32(1, 0x0102_0304) } == [0x0D, 4, 3, 2, 1])
        #expect(bytes { $0.double(1, 1) } == [0x09, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    }

    @Test func textHasItsLengthInBytes() {
        #expect(bytes { $0.string(2, "testing") } == [0x12, 0x07] + Array("testing".utf8))
        #expect(bytes { $0.string(2, "é") } == [0x12, 0x02, 0xC3, 0xA9])
        #expect(bytes { $0.bytes(2, []) } == [0x12, 0x00])
    }

    @Test func packedNumbersShareOneTag() {
        #expect(bytes { $0.packed(6, [3, 270, 86_942]) } == [0x32, 0x06, 0x03, 0x8E, 0x02, 0x9E, 0xA7, 0x05])
        #expect(bytes { $0.packed(6, []) }.isEmpty)
    }

    @Test func aMessageHasItsLengthBeforeIt() {
        #expect(bytes { $0.message(3) { $0.unsigned(1, 150) } } == [0x1A, 0x03, 0x08, 0x96, 0x01])
        #expect(bytes { $0.message(3) { _ in } } == [0x1A, 0x00])
    }

    @Test(arguments: [0, 1, 126, 127, 128, 129, 16_383, 16_384, 2_097_152])
    func aMessageOfAnyLengthIsLikeBytesOfThatLength(count: Int) {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        // A nested message whose content ends up at the wanted length.
        let inner = bytes { $0.bytes(1, content) }
        let nested = bytes { writer in
            writer.unsigned(9, 1)
            writer.message(2) { $0.message(3) { $0.bytes(1, content) } }
            writer.unsigned(9, 2)
        }
        let flat = bytes { writer in
            writer.unsigned(9, 1)
            writer.bytes(2, bytes { $0.bytes(3, inner) })
            writer.unsigned(9, 2)
        }
        #expect(nested == flat)
    }
}
