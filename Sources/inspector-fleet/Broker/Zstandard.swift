// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CNats
import Glibc

/// Compressed bodies of messages.
enum Zstandard {
    /// Largest body of a message that is read, decompressed.
    static let limitBytes = 64 << 20

    enum Failure: Error {
        case damaged
        /// More than `limitBytes`.
        case tooLarge
    }

    /// The content of a body that anyone may have sent.
    static func decompressed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        var length = 0
        let code = cnats_decompress(bytes, bytes.count, limitBytes, &output, &length)
        guard code == 0 else { throw code == -2 ? .tooLarge : .damaged }
        defer { free(output) }
        return Array(UnsafeBufferPointer(start: output, count: length))
    }

    /// Compresses one body after the other with the same memory.
    final class Compressor {
        /// Calls' JSON repeats itself so much that higher levels make it hardly smaller.
        private static let level: Int32 = 1

        private let pointer: OpaquePointer

        init() {
            guard let pointer = cnats_compressor_create(Self.level) else { fatalError("out of memory") }
            self.pointer = pointer
        }

        deinit { cnats_compressor_free(pointer) }

        /// The compressed bytes; nil if there are more than the limit.
        func compressed(_ bytes: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
            guard let input = bytes.bindMemory(to: UInt8.self).baseAddress, limit > 0 else { return nil }
            let output = [UInt8](unsafeUninitializedCapacity: limit) { room, count in
                guard let start = room.baseAddress else { return }
                count = cnats_compress(pointer, input, bytes.count, start, limit)
            }
            return output.isEmpty ? nil : output
        }
    }
}
